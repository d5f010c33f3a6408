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

// Characters that move a terminal's cursor, break a line or change the writing direction.
const UNSHOWABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu

/** Whether a name can be shown in a list unchanged. */
export function isShowable(name: string): boolean {
  return name.isWellFormed() && name.search(UNSHOWABLE) === -1
}

/** Text that is safe to show on a terminal: control characters are spelled out. */
export function showable(text: string): string {
  return text.replaceAll(UNSHOWABLE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).toWellFormed()
}

/** What a key may do. */
export const SCOPES = ['images:write', 'videos:write', 'tasks:read', 'tasks:write', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** The default scopes of a new key: create and read things, but not manage other keys. */
export const USUAL_SCOPES: readonly Scope[] = ['images:write', 'videos:write', 'tasks:read', 'tasks:write']

/** A webhook signing secret; an old one also signs until it expires. */
export type WebhookSecret = { secret: string; expiresAt: number | null }

/** A key as it is stored: its value is never kept, only its SHA-256. */
export type ApiKey = {
  id: string
  name: string
  hash: string
  /** The first characters, enough to recognise a key and useless to anyone else. */
  hint: string
  scopes: Scope[]
  /** Models that this key may use; null means all. */
  models: string[] | null
  createdAt: number
  expiresAt: number | null
  revokedAt: number | null
  webhookSecrets: WebhookSecret[]
  limits: Limits
  /** The limits of each end user of the key; null if end users are not told apart. */
  userLimits: Limits | null
  /** The value before the last rotation, which also works until that time. */
  former: { hash: string; until: number } | null
  /** To the minute; null if it was never used. */
  lastUsedAt: number | null
  /** Increases with every change by an operator. */
  version: number
  /** The person who signs in as this key; null for a key with a value. */
  person: Person | null
  /** The project in which it creates things, and its role there; both null if it has none. */
  project: string | null
  role: ProjectRole | null
  /** A temporary raise of its budgets; null for none. */
  raise: Raise | null
}

/** A fresh key: `mg_`, 256 random bits in base62, and a checksum that reveals typos to users and scanners offline. */
export function newApiKeyText(randomBytes: RandomBytes): string {
  const secret = randomBase62(SECRET_LENGTH, randomBytes)
  return PREFIX + secret + checksum(secret)
}

/** Whether a text has the form and checksum of a key that we issued. */
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

/**
 * The same order of the same asker always gives the same letters, and nobody else's does: they name the key that it
 * creates.
 */
export function keyIdFor(askerId: string | null, idempotencyKey: string): string {
  const digest = Buffer.from(hash('sha256', JSON.stringify([askerId, idempotencyKey]), 'hex'), 'hex')
  return randomBase62(16, () => digest)
}

/** What may be shown of a key after it was created. */
export function apiKeyHint(text: string): string {
  // A key chosen by the operator may be short: nothing of it is shown.
  return isWellFormedApiKey(text) ? `${text.slice(0, 7)}…` : '…'
}

/** Whether the key works at this moment. */
export function isUsable(key: ApiKey, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)
}

/** Whether this digest belongs to a value of the key that works at this moment. */
export function isTextOf(key: ApiKey, hash: string, now: number): boolean {
  return key.hash === hash || (key.former !== null && key.former.hash === hash && key.former.until > now)
}

/** Whether the key has a scope; `admin` includes all of them, and a viewer of a project can only read. */
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
