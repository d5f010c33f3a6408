/** Why a body could not be read completely; `too_large` only if the reader asked for an error past its limit. */
export type BodyFault = 'too_large' | 'unreachable'

/** Thrown while a guarded body is read. The message is for the operator's log; callers only see `fault`. */
export class BodyError extends Error {
  readonly fault: BodyFault

  constructor(fault: BodyFault, detail: string, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause })
    this.name = 'BodyError'
    this.fault = fault
  }
}
