import { S3ServiceException } from '@aws-sdk/client-s3'
import { AppError } from '../core/errors.ts'

/** Tells whether there is no such object. A bucket that is not there is something else: a fault of the settings. */
export function isNotThere(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === 'NoSuchKey'
}

/** Tells whether the same request may well succeed a moment later. */
export function mayPass(error: unknown): boolean {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  // Without a status there was no answer: the connection broke.
  return status === undefined || status === 429 || status >= 500
}

/** Tells whether the service does not know this kind of request at all. */
export function isUnknownRequest(error: unknown): boolean {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  return status === 501 || status === 405
}

/** Whatever goes wrong with the service is one thing to the caller: the storage is out. The cause is for the log. */
export async function translated<T>(what: 'read' | 'write', work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const words = what === 'read' ? 'currently cannot be read' : 'is currently not accepting writes'
    throw new AppError('storage_unavailable', `The file storage ${words}. Try again soon.`, { cause })
  }
}
