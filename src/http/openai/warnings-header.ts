import type { FastifyReply } from 'fastify'

// Headers have a limit of 16 KiB on the way, all together; the receipt has every word.
const MAX_CHARACTERS = 2_048

/** Tells beside the answer what was not done as asked. Their bodies have no place for it. */
export function tellWarnings(reply: FastifyReply, warnings: readonly string[]): void {
  if (warnings.length === 0) return
  const known = reply.getHeader('x-mediagen-warnings')
  const text = [...new Set(warnings)].map(plainAscii).join(' | ')
  const all = typeof known === 'string' ? `${known} | ${text}` : text
  reply.header('x-mediagen-warnings', all.slice(0, MAX_CHARACTERS))
}

/** A warning may repeat what a caller wrote, and a header takes no other characters. */
function plainAscii(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?')
}
