import { createHash } from 'node:crypto'

/** An id in the form of a UUID: the same start key always gives the same job. */
export function promptIdOf(startKey: string): string {
  const hex = createHash('sha256').update(startKey).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
