import { AppError } from '../../core/errors.ts'
import type { KeyPlace } from '../../ports/store/keys.ts'

/** The place after which the next page of keys begins, as callers hand it back to us. */
export function writeKeyCursor({ createdAt, id }: KeyPlace): string {
  return encode(`${createdAt}.${id}`)
}

export function readKeyCursor(text: string): KeyPlace {
  const [, createdAt, id = ''] = /^(\d{1,15})\.(\w{1,64})$/.exec(decode(text)) ?? []
  if (createdAt === undefined) throw notOurs()
  return { createdAt: Number(createdAt), id }
}

export function writeAuditCursor(id: number): string {
  return encode(String(id))
}

export function readAuditCursor(text: string): number {
  const id = decode(text)
  if (!/^\d{1,15}$/.test(id)) throw notOurs()
  return Number(id)
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function decode(text: string): string {
  return Buffer.from(text, 'base64url').toString('latin1')
}

function notOurs(): AppError {
  const message = 'The cursor is not one that we gave out. Start without it.'
  return new AppError('invalid_parameter', message, { param: 'cursor' })
}
