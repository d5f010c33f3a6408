import type { FastifyReply } from 'fastify'

// What a caller made up is repeated to it only as far as a person would read.
const SHOWN_CHARACTERS = 80

/** The beginning of a text of the caller's, to be repeated in an error; never half a character. */
export function cutText(text: string): string {
  // Only the few that can be shown are looked at: the text may be as long as a body.
  const start = text.slice(0, SHOWN_CHARACTERS)
  return (/[\uD800-\uDBFF]$/.test(start) ? start.slice(0, -1) : start).toWellFormed()
}

const NAME = 'x-mediagen-warnings'
// Headers have a limit of 16 KiB on the way, all together; the receipt has every word.
const MAX_CHARACTERS = 2_048
const BETWEEN = ' | '

/** Tells beside the answer what was not done as asked, at every door. What was told before is not told twice. */
export function tellWarnings(reply: FastifyReply, warnings: readonly string[]): void {
  if (warnings.length === 0) return
  const known = reply.getHeader(NAME)
  const earlier = typeof known === 'string' ? known.split(BETWEEN) : []
  const all = new Set([...earlier, ...warnings.map(plainAscii)])
  reply.header(NAME, [...all].join(BETWEEN).slice(0, MAX_CHARACTERS))
}

/** A warning may repeat what a caller wrote, and a header takes no other characters. */
function plainAscii(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?')
}
