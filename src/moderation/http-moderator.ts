import { BodyError } from '../core/body-error.ts'
import type { HookSettings } from '../core/moderation.ts'
import { signatureHeaders } from '../core/webhook.ts'
import { USER_AGENT } from '../core/user-agent.ts'
import type { Moderator, Question, ModerationVerdict } from '../ports/moderation.ts'
import type { Clock, GuardedFetch, Log } from '../ports/runtime.ts'

type HookDeps = { fetch: GuardedFetch; clock: Clock; log: Log }

const MAX_ANSWER_BYTES = 64 * 1024
// It becomes the message of an error, which a person reads.
const LONGEST_REASON = /^.{0,300}/su

/** Asks an address of the operator's: one POST for each question, signed as webhooks are. */
export function httpModerator(deps: HookDeps, settings: HookSettings): Moderator {
  const { failsOpen } = settings
  const presence = hookPresence(deps.log)
  return {
    stages: new Set(settings.stages),
    failsOpen,
    async ask(question, signal) {
      const answer = await post(deps, settings, question, signal)
      // Cut off by us: that tells nothing of the hook.
      if (!signal.aborted) presence.note(answer)
      return 'trouble' in answer ? { kind: 'unknown' } : answer
    },
  }
}

type Answer = Exclude<ModerationVerdict, { kind: 'unknown' }> | { trouble: string }

async function post(deps: HookDeps, settings: HookSettings, question: Question, signal: AbortSignal): Promise<Answer> {
  const body = JSON.stringify(messageOf(question))
  const answer = await deps.fetch.request({
    url: settings.url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      ...signed(deps, settings, question, body),
    },
    body,
    maxRedirects: 0,
    deadlineMs: settings.timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
    excess: 'fail',
    signal,
  })
  if (!answer.ok) return { trouble: answer.detail }
  if (answer.status < 200 || answer.status > 299) {
    answer.discard()
    return { trouble: `it responded with status ${answer.status}` }
  }
  try {
    const chunks: Uint8Array[] = []
    for await (const chunk of answer.body) chunks.push(chunk)
    return answerIn(Buffer.concat(chunks).toString())
  } catch (error) {
    if (error instanceof BodyError) return { trouble: error.message }
    throw error
  }
}

function messageOf({ stage, files, ...asked }: Question): Readonly<Record<string, unknown>> {
  return { type: stage, ...asked, [stage === 'prompt' ? 'references' : 'files']: files }
}

/** The id is the same however often the question is asked, so that the hook may answer from memory. */
function signed({ clock }: HookDeps, { secret }: HookSettings, { stage, taskId }: Question, body: string) {
  if (secret === undefined) return {}
  return signatureHeaders({
    webhookId: `check_${stage}_${taskId}`,
    atMs: clock.now(),
    body,
    secrets: [secret.reveal()],
  })
}

function answerIn(text: string): Answer {
  const answer = parsed(text)
  if (answer?.['allow'] === true) return { kind: 'allowed' }
  if (answer?.['allow'] !== false) return { trouble: 'its response is not {"allow": true} or {"allow": false}' }
  const { reason } = answer
  return { kind: 'refused', reason: typeof reason === 'string' && reason.trim() !== '' ? plainReason(reason) : null }
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** One line of text that every database takes. */
function plainReason(reason: string): string {
  const line = reason
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return LONGEST_REASON.exec(line)?.[0] ?? ''
}

/** Tells the operator once when the hook goes away, and once when it is back, however many tasks find out. */
function hookPresence(log: Log): { note(answer: Answer): void } {
  let away = false
  return {
    note(answer) {
      const isAway = 'trouble' in answer
      if (isAway && !away) log.warn('the moderation hook is not responding', { reason: answer.trouble })
      if (!isAway && away) log.info('the moderation hook responds again')
      away = isAway
    },
  }
}
