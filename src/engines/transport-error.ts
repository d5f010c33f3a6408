/** A request that got no whole answer. `sent` is false only when not one byte of it can have arrived. */
export class TransportError extends Error {
  readonly sent: boolean
  /** True when the answer is larger than anything we take: asking again would bring the same. */
  readonly tooLarge: boolean

  constructor(sent: boolean, detail: string, more: { cause?: unknown; tooLarge?: boolean } = {}) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'TransportError'
    this.sent = sent
    this.tooLarge = more.tooLarge === true
  }
}
