import { resolve } from 'node:path'
import { STAGES, type ModerationSettings } from './core/moderation.ts'
import { Secret } from './core/keys/secret.ts'
import type { Reader } from './environment.ts'

const SECOND_MS = 1_000
const STAGE = new RegExp(`^(?:${STAGES.join('|')})$`)
// Standard Webhooks asks for 24 to 64 bytes.
const SECRET_BYTES = { least: 24, most: 64 }

/** Reads what the operator wants checked. */
export function readModeration(read: Reader, problems: string[]): ModerationSettings {
  const words = read.text('MEDIAGEN_MODERATION_WORDS')
  const url = read.url('MEDIAGEN_MODERATION_URL')
  const stages = read.list('MEDIAGEN_MODERATION_ON', STAGE, STAGES.join(' and '))
  const model = read.text('MEDIAGEN_MODERATION_MODEL')
  const settings = {
    stages: STAGES.filter((stage) => stages.length === 0 || stages.includes(stage)),
    failsOpen: read.choice('MEDIAGEN_MODERATION_FAIL', 'closed', ['closed', 'open']) === 'open',
    timeoutMs: read.number('MEDIAGEN_MODERATION_TIMEOUT_SECONDS', 10, 1, 300) * SECOND_MS,
  }
  for (const [name, needs] of NEEDS) {
    if (needs.every((other) => read.text(other) === undefined) && read.text(name) !== undefined)
      problems.push(`${name} does nothing without ${needs.join(' or ')}`)
  }
  return {
    wordsFile: words === undefined ? undefined : resolve(words),
    hook: url === undefined ? undefined : { url, secret: readSecret(read, problems), ...settings },
    judge: model === undefined ? undefined : { model, threshold: readThreshold(read, problems), ...settings },
  }
}

const [HOOK, JUDGE] = ['MEDIAGEN_MODERATION_URL', 'MEDIAGEN_MODERATION_MODEL'] as const

const NEEDS = [
  ['MEDIAGEN_MODERATION_SECRET', [HOOK]],
  ['MEDIAGEN_MODERATION_THRESHOLD', [JUDGE]],
  ['MEDIAGEN_MODERATION_ON', [HOOK, JUDGE]],
  ['MEDIAGEN_MODERATION_FAIL', [HOOK, JUDGE]],
  ['MEDIAGEN_MODERATION_TIMEOUT_SECONDS', [HOOK, JUDGE]],
] as const

// Those who trained Open NSFW say: below 0.2 it is safe, above 0.8 it is not.
const THRESHOLD = 0.8

function readThreshold(read: Reader, problems: string[]): number {
  const text = read.text('MEDIAGEN_MODERATION_THRESHOLD')
  const threshold = text === undefined ? THRESHOLD : Number(text)
  if (!(threshold > 0 && threshold <= 1))
    problems.push(`MEDIAGEN_MODERATION_THRESHOLD must be a number above 0, at most 1, such as 0.8, not '${text}'`)
  return threshold
}

function readSecret(read: Reader, problems: string[]): Secret | undefined {
  const text = read.text('MEDIAGEN_MODERATION_SECRET')
  if (text === undefined) return undefined
  const bytes = Buffer.from(text.replace(/^whsec_/, ''), 'base64').length
  const isSound = /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)
  if (!isSound || bytes < SECRET_BYTES.least || bytes > SECRET_BYTES.most)
    problems.push('MEDIAGEN_MODERATION_SECRET must be whsec_ and 24 to 64 bytes in base64')
  return new Secret(text)
}
