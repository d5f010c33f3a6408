import type { TaskErrorCode } from '../../core/errors.ts'
import { withoutPrompt } from '../../core/text/without-prompt.ts'
import type { EngineFailure } from '../../ports/engine.ts'
import type { Fact } from './answer-facts.ts'
import { type Hidden, quote } from './quote.ts'
import { pauseOf, saysWhen, USUAL_PAUSE_MS } from './rate-limits.ts'
import { startCause, type StartCause, type StartMeaning } from './start-causes.ts'

export type Judging = Hidden & {
  /** The provider's name, for messages. */
  provider: string
  now: number
  /** The meaning of this provider's answers to a start, if it differs from the others. */
  starts?: readonly StartCause[]
}

/** Words with which providers say, in code fields and statuses, that they refuse a prompt or a result. */
const POLICY =
  /content[_ -]?(?:policy|filter|moderat)|moderation_blocked|safety[_ ](?:violat|system|filter|block)|"(?:IMAGE_)?(?:SAFETY|PROHIBITED_CONTENT|BLOCKLIST|RECITATION)"|IMAGE_SAFETY|Sensitive ?Content|DataInspectionFailed|data_inspection_failed|Request Moderated|Content Moderated|raiMediaFiltered|responsible ai|usage guidelines|respect_moderation"\s*:\s*false|nsfw (?:content )?detected/i

/** Whether an answer says that the provider refused by its rules; a quoted prompt does not count. */
function isPolicyRefusal(text: string | undefined, { prompt }: Judging): boolean {
  if (text === undefined || !POLICY.test(text)) return false
  return !POLICY.test(prompt) || POLICY.test(withoutPrompt(text, prompt))
}

/**
 * The meaning of a failed start. Only a start that is known not to have happened may be retried: one that may have
 * reached the provider without an answer could be paid for twice.
 */
export function judgeStart(fact: Fact | undefined, judging: Judging): EngineFailure {
  const { provider } = judging
  if (fact === undefined)
    return { ...notStarted('provider_error', `The request to ${provider} could not be sent.`, true), reason: 'refused' }
  if (fact.tooLarge === true) return lostStart(tooLarge(provider))
  if (fact.status !== undefined && fact.status < 300)
    return isPolicyRefusal(fact.body, judging) ? refusal(provider) : lostStart(senseless(provider))
  if (isPolicyStatus(fact.status) && isPolicyRefusal(fact.body, judging)) return refusal(provider)
  const { means } = startCause(fact, judging.now, judging.starts)
  return MEANINGS[means](fact, judging)
}

const isPolicyStatus = (status: number | undefined): boolean => status !== undefined && status < 500 && status !== 429

type Judge = (fact: Fact, judging: Judging) => EngineFailure

const MEANINGS: Readonly<Record<StartMeaning, Judge>> = {
  away: (fact, judging) => ({
    ...notStarted('provider_unavailable', `${judging.provider} could not be reached${said(fact, judging)}`, false),
    reason: 'away',
    ...(saysWhen(fact, judging.now) ? { retryAfterMs: pauseOf(fact, judging.now) } : {}),
  }),
  busy: (fact, judging) => ({
    ...notStarted('provider_error', `${judging.provider} is busy${said(fact, judging)}`, false),
    reason: 'busy',
    retryAfterMs: pauseOf(fact, judging.now),
  }),
  'no-credit': (_fact, { provider }) => ({
    ...notStarted('provider_error', `The operator's account at ${provider} has no credit left.`, true),
    reason: 'no-credit',
  }),
  credentials: (_fact, { provider }) => ({
    ...notStarted('provider_error', `${provider} refused the operator's credentials.`, true),
    reason: 'credentials',
  }),
  'no-such-model': (fact, judging) => ({
    ...notStarted('provider_error', `${judging.provider} does not know this model${said(fact, judging)}`, true),
    reason: 'refused',
  }),
  refused: (fact, judging) => ({
    ...notStarted('provider_error', `${judging.provider} refused the request${said(fact, judging)}`, true),
    reason: 'refused',
  }),
  unknown: (fact, judging) => ({ ...failed('start_unknown', unknownStart(fact, judging), true), reason: 'unknown' }),
}

/** Statuses about the connection to the provider, not about the job: the job may be fine however often they occur. */
const ON_THE_WAY: ReadonlySet<number> = new Set([
  408, 425, 429, 499, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 529,
])

/** The meaning of a failed poll: a possibly temporary error is not believed at once, because the job may be fine. */
export function judgeStatus(
  fact: Fact | undefined,
  judging: Judging,
): EngineFailure | { kind: 'ask-again'; inMs: number } {
  const { provider } = judging
  if (fact === undefined)
    return failed('provider_error', `The job status could not be requested from ${provider}.`, false)
  if (fact.tooLarge === true) return tooLarge(provider)
  if (fact.status === undefined) return { kind: 'ask-again', inMs: USUAL_PAUSE_MS }
  if (ON_THE_WAY.has(fact.status)) return { kind: 'ask-again', inMs: pauseOf(fact, judging.now) }
  if (fact.status === 404 || fact.status === 410)
    return failed('provider_lost_task', `${provider} no longer knows the job.`, false)
  if (fact.status < 500 && isPolicyRefusal(fact.body, judging)) return refusal(provider)
  if (fact.status < 300) return senseless(provider)
  const words = `${provider} could not report the job status (status ${fact.status})${said(fact, judging)}`
  return failed('provider_error', words, false)
}

/** The meaning of the provider's own statement that a job failed. */
export function judgeVerdict(reason: string, fact: Fact | undefined, judging: Judging): EngineFailure {
  if (isPolicyRefusal(reason, judging) || isPolicyRefusal(fact?.body, judging)) return refusal(judging.provider)
  return failed('provider_error', `${judging.provider} failed to create the result${ending(reason, judging)}`, true)
}

/** A result without anything in it. */
export function judgeEmpty(fact: Fact | undefined, judging: Judging): EngineFailure {
  if (isPolicyRefusal(fact?.body, judging)) return refusal(judging.provider)
  return failed('no_output', 'The model finished without a result.', true)
}

/**
 * The same failure from an engine that finds its own job again: whatever the outcome of the start, the next one finds
 * out.
 */
export function mayRepeat(failure: EngineFailure): EngineFailure {
  return failure.code === 'start_unknown' ? { ...failure, code: 'provider_error', final: false } : failure
}

function failed(code: TaskErrorCode, message: string, final: boolean): EngineFailure {
  return { kind: 'failed', code, message, final }
}

function notStarted(code: TaskErrorCode, message: string, final: boolean): EngineFailure {
  return { ...failed(code, message, final), notStarted: true }
}

function senseless(provider: string): EngineFailure {
  return failed('provider_error', `${provider} sent a response that the service does not understand.`, false)
}

/** A provider that answers success has begun, or is done, and may bill it, even if nobody can read its answer. */
function lostStart({ message }: EngineFailure): EngineFailure {
  const words = `${message} It may have started or finished the job, so the service did not start it again.`
  return { ...failed('start_unknown', words, true), reason: 'unknown' }
}

function tooLarge(provider: string): EngineFailure {
  const message = `${provider} sent a response that is too large for this service, so its result is lost.`
  return { ...failed('provider_error', message, true), ourOwn: true }
}

function refusal(provider: string): EngineFailure {
  return failed('content_policy_violation', `${provider} refused the prompt or its own result.`, true)
}

function unknownStart(fact: Fact, judging: Judging): string {
  const what =
    fact.status === undefined
      ? `The connection to ${judging.provider} broke while the job was being requested`
      : `${judging.provider} responded with status ${fact.status} to the request for the job`
  const words = quote(fact.body ?? '', judging)
  const more = words === '' ? '' : ` (${words})`
  return `${what}${more}. The provider may have started the job, so the service did not start it again.`
}

/** The provider's own words after ours, if there are any. */
function said({ body = '' }: Fact, judging: Judging): string {
  return ending(body, judging)
}

function ending(text: string, judging: Judging): string {
  const words = quote(text, judging)
  return words === '' ? '.' : `: ${words}`
}
