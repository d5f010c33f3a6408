import type { PendingSignIn } from '../../ports/identity.ts'

/** What the browser keeps while its person is at the provider. */
export type Pending = PendingSignIn & { returnTo: string; until: number }

/**
 * As the value of a cookie. It is not signed: anyone who could plant this cookie in a browser could plant a session
 * cookie as well. It is valid for one code of the provider, and useless without it.
 */
export function writePending(pending: Pending): string {
  return Buffer.from(JSON.stringify(pending)).toString('base64url')
}

/** Undefined if the value is not ours, or too old. */
export function readPending(value: string | undefined, now: number): Pending | undefined {
  let read: Partial<Record<keyof Pending, unknown>> | null
  try {
    read = JSON.parse(Buffer.from(value ?? '', 'base64url').toString()) as typeof read
  } catch {
    return undefined
  }
  const { state, nonce, verifier, returnTo, until } = read ?? {}
  const areTexts = [state, nonce, verifier, returnTo].every((each) => typeof each === 'string' && each !== '')
  if (!areTexts || typeof until !== 'number' || until <= now) return undefined
  return { ...(read as Pending), returnTo: ownPath(String(returnTo)) }
}

/** A path of the service itself, or the first page: a sign-in link must not lead anywhere else afterwards. */
export function ownPath(wanted: string | undefined): string {
  const base = 'https://own.invalid'
  const url = URL.parse(wanted ?? '/', base)
  // Browsers treat a backslash as a slash, and two slashes as the beginning of another host.
  const isOwn = wanted?.startsWith('/') === true && !/^\/[/\\]|[\\\p{Cc}]/u.test(wanted) && url?.origin === base
  return isOwn ? url.pathname + url.search + url.hash : '/'
}
