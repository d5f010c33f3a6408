import { IntegrityError } from './errors.ts'

/** The SHA-256 of some bytes, in hexadecimal. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Throws if the bytes are not those that the service stored. */
export function checkSha256(url: string, wanted: string, got: string): void {
  if (wanted === got) return
  throw new IntegrityError(`The file from ${url} was damaged in transit: its SHA-256 is ${got} instead of ${wanted}.`)
}
