import { randomBytes } from 'node:crypto'
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { TestService } from './service.ts'

/** A small picture; its width tells it from others. */
export function pngOf(width = 8, height = 8): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#3f6b8c' } })
    .png()
    .toBuffer()
}

/** A picture of noise that cannot be compressed, a little larger than `bytes`. */
export function heavyPng(bytes: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(bytes / 3)) + 1
  const raw = { width: side, height: side, channels: 3 } as const
  return sharp(randomBytes(side * side * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

/** A form as a browser would send it. Buffers become files, strings text, arrays repeat the field. */
export function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) {
      if (each instanceof Uint8Array) form.append(name, new Blob([new Uint8Array(each)]), 'picture.bin')
      else form.append(name, String(each))
    }
  }
  return form
}

/** One of the error codes, and the whole contract of an error answer with it. */
export async function refusal(
  answer: Response,
): Promise<{ status: number; code: string; message: string; param: string }> {
  const body = (await answer.json()) as { error: Record<string, string> }
  assert.deepEqual(Object.keys(body), ['error'])
  assert.deepEqual(Object.keys(body.error), ['code', 'message', 'type', 'param', 'request_id'])
  assert.equal(answer.headers.get('x-request-id'), body.error['request_id'])
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  const { code = '', message = '', param = '' } = body.error
  return { status: answer.status, code, message, param }
}

/** Nothing was stored half-way: no task of this key, no kept file, no spooled file. */
export async function assertNothingStored(service: TestService): Promise<void> {
  assert.deepEqual(await service.store.tasks.list({ keyId: service.apiKey.id, limit: 100 }), [])
  assert.deepEqual(await filesIn(service, 'spool'), [])
  assert.deepEqual(await filesIn(service, 'files'), [])
}

/** The names of the files under a folder of the service's data. */
export async function filesIn(service: TestService, folder: 'spool' | 'files'): Promise<string[]> {
  const entries = await readdir(join(service.dataDir, folder), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
