/** A person who signs in, as their identity provider or a trusted proxy describes them. */
export type Person = {
  /** Who vouches for them: the provider's URL, or `proxy`. */
  issuer: string
  /** The issuer's own name for them, which nobody else ever gets. */
  subject: string
  email: string | null
  name: string | null
}

/** One browser that is signed in. Its token exists only in the browser's cookie. */
export type Session = {
  /** The SHA-256 of the token. */
  hash: string
  keyId: string
  begunAt: number
  endsAt: number
  /** The session ends earlier if nobody uses it until then. */
  idleUntil: number
}

/** When the session ends if nobody uses it any more. */
export function sessionEnd({ endsAt, idleUntil }: Pick<Session, 'endsAt' | 'idleUntil'>): number {
  return Math.min(endsAt, idleUntil)
}
