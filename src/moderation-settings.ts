import { resolve } from 'node:path'
import { STAGES, type ModerationSettings } from './core/moderation.ts'
import type { Reader } from './environment.ts'
import { readSigningSecret } from './event-settings.ts'

const SECOND_MS = 1_000
const STAGE = new RegExp(`^(?:${STAGES.join('|')})$`)

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
      problems.push(`${name} has no effect without ${needs.join(' or ')}`)
  }
  return {
    wordsFile: words === undefined ? undefined : resolve(words),
    hook:
      url === undefined
        ? undefined
        : { url, secret: readSigningSecret(read, 'MEDIAGEN_MODERATION_SECRET', problems), ...settings },
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
