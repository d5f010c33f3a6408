import { Secret } from './core/keys/secret.ts'
import type { EventSettings } from './core/service-event.ts'
import type { Reader } from './environment.ts'

// Standard Webhooks asks for 24 to 64 bytes.
const SECRET_BYTES = { least: 24, most: 64 }

/** Reads where operators are told of events; undefined where they only look. */
export function readEventSettings(read: Reader, problems: string[]): EventSettings | undefined {
  const url = read.url('MEDIAGEN_EVENTS_URL')
  const secret = readSigningSecret(read, 'MEDIAGEN_EVENTS_SECRET', problems)
  const [hasUrl, hasSecret] = [read.text('MEDIAGEN_EVENTS_URL') !== undefined, secret !== undefined]
  // Anybody could send what nobody can verify.
  if (hasUrl && !hasSecret)
    problems.push('MEDIAGEN_EVENTS_URL requires MEDIAGEN_EVENTS_SECRET, which signs its webhooks')
  if (hasSecret && !hasUrl) problems.push('MEDIAGEN_EVENTS_SECRET has no effect without MEDIAGEN_EVENTS_URL')
  return url === undefined || secret === undefined ? undefined : { url, secret }
}

/** Reads a secret in the form that every Standard Webhooks library takes. */
export function readSigningSecret(
  read: Reader,
  name: 'MEDIAGEN_EVENTS_SECRET' | 'MEDIAGEN_MODERATION_SECRET',
  problems: string[],
): Secret | undefined {
  const text = read.text(name)
  if (text === undefined) return undefined
  const bytes = Buffer.from(text.replace(/^whsec_/, ''), 'base64').length
  const isSound = /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)
  if (!isSound || bytes < SECRET_BYTES.least || bytes > SECRET_BYTES.most)
    problems.push(`${name} must be whsec_ and 24 to 64 bytes in base64`)
  return new Secret(text)
}
