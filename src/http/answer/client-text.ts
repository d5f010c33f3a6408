import type { FastifyReply } from 'fastify'

// Callers' own text is repeated to them only as far as a person would read.
const SHOWN_CHARACTERS = 80

/** The beginning of a caller's text, to be repeated in an error; never half a character. */
export function cutText(text: string): string {
  // Only the few characters that can be shown are examined: the text may be as long as a body.
  const start = text.slice(0, SHOWN_CHARACTERS)
  return (/[\uD800-\uDBFF]$/.test(start) ? start.slice(0, -1) : start).toWellFormed()
}

const NAME = 'x-mediagen-warnings'
// Headers are limited to 16 KiB in total on the way; the receipt has every word.
const MAX_CHARACTERS = 2_048
const BETWEEN = ' | '

/** Sends warnings in a header of the answer, in every API. A repeated warning is sent once. */
export function tellWarnings(reply: FastifyReply, warnings: readonly string[]): void {
  if (warnings.length === 0) return
  const known = reply.getHeader(NAME)
  const earlier = typeof known === 'string' ? known.split(BETWEEN) : []
  const all = new Set([...earlier, ...warnings.map(plainAscii)])
  reply.header(NAME, [...all].join(BETWEEN).slice(0, MAX_CHARACTERS))
}

/** A warning may repeat a caller's text, and a header cannot contain other characters. */
function plainAscii(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?')
}
