import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Limits } from '../money/limits.ts'
import type { Person } from './session.ts'
import type { ProjectRole, Raise } from '../projects/project.ts'
import { randomBase62, toBase62, type RandomBytes } from '../text/random-text.ts'

const PREFIX = 'mg_'
// 43 characters of base62 hold 256 bits.
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6

// What moves the cursor of a terminal, breaks a line or turns the direction of writing.
const UNSHOWABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu

/** Tells whether a name can be shown in a list as it is. */
export function isShowable(name: string): boolean {
  return name.isWellFormed() && name.search(UNSHOWABLE) === -1
}

/** A text as it may be shown on a terminal: what would act there instead of being read is spelled out. */
export function showable(text: string): string {
  return text.replaceAll(UNSHOWABLE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).toWellFormed()
}

/** What a key may do. */
export const SCOPES = ['images:write', 'videos:write', 'tasks:read', 'tasks:write', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** What a key may do unless its maker says otherwise: make things and read them, not manage other keys. */
export const USUAL_SCOPES: readonly Scope[] = ['images:write', 'videos:write', 'tasks:read', 'tasks:write']

/** A webhook signing secret; an old one signs beside the new one until it expires. */
export type WebhookSecret = { secret: string; expiresAt: number | null }

/** A key as it is stored: the text itself is never kept, only its SHA-256. */
export type ApiKey = {
  id: string
  name: string
  hash: string
  /** The first characters, enough to recognise a key and of no use to anyone else. */
  hint: string
  scopes: Scope[]
  /** Models that this key may use; null means all. */
  models: string[] | null
  createdAt: number
  expiresAt: number | null
  revokedAt: number | null
  webhookSecrets: WebhookSecret[]
  limits: Limits
  /** What each end user behind the key may use; null where they are not told apart. */
  userLimits: Limits | null
  /** The text before the last rotation, which works beside the present one until that time. */
  former: { hash: string; until: number } | null
  /** To the minute; null where it never was. */
  lastUsedAt: number | null
  /** Rises with every change that an operator makes. */
  version: number
  /** Who signs in as this key; null for a key with a text. */
  person: Person | null
  /** The project in which it makes things, and what it may do there; both null where it has none. */
  project: string | null
  role: ProjectRole | null
  /** More money for a while; null for none. */
  raise: Raise | null
}

/** A fresh key: `mg_`, 256 random bits in base62, and a checksum that lets typos and scanners be told offline. */
export function newApiKeyText(randomBytes: RandomBytes): string {
  const secret = randomBase62(SECRET_LENGTH, randomBytes)
  return PREFIX + secret + checksum(secret)
}

/** Tells whether a text has the form and checksum of a key that we issued. */
export function isWellFormedApiKey(text: string): boolean {
  const secret = text.slice(PREFIX.length, -CHECKSUM_LENGTH)
  return (
    text.startsWith(PREFIX) &&
    secret.length === SECRET_LENGTH &&
    /^[0-9A-Za-z]+$/.test(text.slice(PREFIX.length)) &&
    text.endsWith(checksum(secret))
  )
}

/** The digest under which a key is stored and looked up. A fast hash is right here: the key has 256 random bits. */
export function hashApiKey(text: string): string {
  return hash('sha256', text)
}

/** The same letters for the same order of the same asker, and for nobody else's: they name the key that it makes. */
export function keyIdFor(askerId: string | null, idempotencyKey: string): string {
  const digest = Buffer.from(hash('sha256', JSON.stringify([askerId, idempotencyKey]), 'hex'), 'hex')
  return randomBase62(16, () => digest)
}

/** What may be shown of a key after its first showing. */
export function apiKeyHint(text: string): string {
  // A key that the operator made up may be short: nothing of it is shown.
  return isWellFormedApiKey(text) ? `${text.slice(0, 7)}…` : '…'
}

/** Tells whether the key works at this moment. */
export function isUsable(key: ApiKey, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)
}

/** Tells whether a text with this digest is one of the key's at this moment. */
export function isTextOf(key: ApiKey, hash: string, now: number): boolean {
  return key.hash === hash || (key.former !== null && key.former.hash === hash && key.former.until > now)
}

/** Tells whether the key has a scope; `admin` holds them all, and a viewer of a project has none but to read. */
export function hasScope(key: ApiKey, scope: Scope): boolean {
  if (key.role === 'viewer' && scope !== 'tasks:read') return false
  return key.scopes.includes(scope) || key.scopes.includes('admin')
}

function checksum(secret: string): string {
  return toBase62(crc32(secret), CHECKSUM_LENGTH)
}

/** The secrets that sign at this moment, newest first. */
export function signingSecrets(key: ApiKey, now: number): string[] {
  return key.webhookSecrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now).map(({ secret }) => secret)
}
