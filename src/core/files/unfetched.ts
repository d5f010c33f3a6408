import { AppError } from '../errors.ts'

/** A result that could not be fetched or read at the moment: the next attempt may succeed. */
export class Unfetched extends AppError {
  constructor(message: string, cause?: unknown) {
    super('provider_error', message, { cause })
  }
}

// A fresh file may reach all servers of a provider's storage only after its URL: hence 404.
const PASSING: ReadonlySet<number> = new Set([404, 408, 425, 429])

/** Whether a status of a download says that it may succeed later. */
export function mayPass(status: number): boolean {
  return PASSING.has(status) || status >= 500
}
