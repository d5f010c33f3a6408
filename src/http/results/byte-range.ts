import type { ByteRange } from '../../ports/files.ts'

/** What a Range header asks of a file: a part of it, the whole, or something that it does not have. */
export type RangeWish = ByteRange | 'whole' | 'unsatisfiable'

/**
 * Reads a Range header. One range is honoured. Several, other units and malformed ones mean the whole file, as RFC 9110
 * allows: assembling many small ranges is work that only an attacker asks for.
 */
export function parseRange(header: string | undefined, bytes: number): RangeWish {
  const match = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '')
  if (match === null) return 'whole'
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return 'whole'
  if (first === '') return suffix(Number(last), bytes)
  const start = Number(first)
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  return start < bytes ? { start, end } : 'unsatisfiable'
}

function suffix(length: number, bytes: number): RangeWish {
  if (length === 0 || bytes === 0) return 'unsatisfiable'
  return { start: Math.max(0, bytes - length), end: bytes - 1 }
}
