/** Why a body could not be read to its end; `too_large` only where the reader asked for failure past its limit. */
export type BodyFault = 'too_large' | 'unreachable'

/** Thrown while a guarded body is read. The message is for the operator's log; callers hear of `fault` alone. */
export class BodyError extends Error {
  readonly fault: BodyFault

  constructor(fault: BodyFault, detail: string, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause })
    this.name = 'BodyError'
    this.fault = fault
  }
}
