import { AppError } from '../../core/errors.ts'
import { orNull, Type, type Schema } from './schema.ts'

/** Where a page ended: what follows it in a list is older. */
type Position = { createdAt: number; id: string }

export const DEFAULT_PAGE = 20
export const LARGEST_PAGE = 100

/** The parameters of every list. */
export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LARGEST_PAGE, description: `Default: ${DEFAULT_PAGE}.` })),
  cursor: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: '^[A-Za-z0-9_-]+$',
      description: 'The `next_cursor` of the previous page.',
    }),
  ),
} as const

/** A page of a list. */
export const pageOf = <Item extends Schema>(item: Item, aboutMore?: string) =>
  Type.Object({
    object: Type.Literal('list'),
    data: Type.Array(item),
    has_more: Type.Boolean(aboutMore === undefined ? {} : { description: aboutMore }),
    next_cursor: orNull(Type.String(), 'Send this as `cursor` to get the next page; null on the last page.'),
  })

/** A page as its schema describes it. */
export function showPage<Row>(data: Row[], nextCursor: string | null) {
  return { object: 'list' as const, data, has_more: nextCursor !== null, next_cursor: nextCursor }
}

export function writeCursor({ createdAt, id }: Position): string {
  return encodeCursor(`${createdAt}.${id}`)
}

export function readCursor(text: string): Position {
  const [, createdAt = '', id = ''] = decodeCursor(text, /^(\d{1,15})\.(\w{1,64})$/)
  return { createdAt: Number(createdAt), id }
}

export function encodeCursor(text: string): string {
  return Buffer.from(text).toString('base64url')
}

/** Parses a cursor that we wrote. */
export function decodeCursor(text: string, form: RegExp): RegExpExecArray {
  const match = form.exec(Buffer.from(text, 'base64url').toString('latin1'))
  if (match !== null) return match
  const message = 'This cursor is not valid. Start without one.'
  throw new AppError('invalid_parameter', message, { param: 'cursor' })
}

/** Parses a comma-separated list of words; each must be a known one. */
export function readWords<Word extends string>(text: string, name: string, words: readonly Word[]): Word[] {
  const given = text.split(',')
  const known = words.filter((word) => given.includes(word))
  if (known.length === new Set(given).size) return known
  throw new AppError('invalid_parameter', `'${name}' must be one of: ${words.join(', ')}.`, { param: name })
}
