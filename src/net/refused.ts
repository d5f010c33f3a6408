/** Any reason for which an address is not reached: blocked, unknown, refused, reset or too slow. The message is for the log. */
export class Refused extends Error {
  constructor(detail: string, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause })
    this.name = 'Refused'
  }
}

/** Our own judgement of an address or an answer: the next attempt would be refused as well. */
export class Forbidden extends Refused {}

/** One line for the log about anything that was thrown on the way to an address. */
export function detailOf(thrown: unknown): string {
  if (thrown instanceof Refused) return thrown.message
  if (!(thrown instanceof Error)) return String(thrown)
  const code = 'code' in thrown && typeof thrown.code === 'string' ? `${thrown.code}: ` : ''
  return `${code}${thrown.message}`
}
