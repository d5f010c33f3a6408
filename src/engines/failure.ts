import type { TaskErrorCode } from '../core/errors.ts'
import { parseRetryAfter } from '../core/webhook-schedule.ts'
import type { EngineFailure } from '../ports/engine.ts'

/** What is known of one request to a provider, as it went over the wire. */
export type Fact = {
  /** False only when not one byte can have arrived. */
  sent: boolean
  /** Absent when no whole answer came. */
  status?: number
  headers?: Readonly<Record<string, string>>
  body?: string
}

export type Judging = {
  /** The provider's name, for messages. */
  provider: string
  now: number
  /** Never to be repeated in a message. */
  secrets: readonly string[]
}

/** Words by which providers say, in code fields and statuses, that they refuse what was asked or made. */
const POLICY =
  /content[_ -]?(?:policy|filter|moderat)|moderation_blocked|safety[_ ](?:violat|system|filter|block)|"(?:IMAGE_)?(?:SAFETY|PROHIBITED_CONTENT|BLOCKLIST|RECITATION)"|IMAGE_SAFETY|Sensitive ?Content|DataInspectionFailed|data_inspection_failed|Request Moderated|Content Moderated|raiMediaFiltered|responsible ai|usage guidelines|respect_moderation"\s*:\s*false|nsfw (?:content )?detected/i

const QUOTA =
  /insufficient_quota|billing|exceeded your current quota|insufficient[_ ](?:balance|credit|funds)|Arrearage|out of credit/i

const LONGEST_QUOTE = 300
const LEAST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 10 * 60_000
// A provider that is busy without saying for how long.
const USUAL_PAUSE_MS = 10_000

/** Tells whether an answer says that the provider refused by its rules. */
export function isPolicyRefusal(text: string): boolean {
  return POLICY.test(text)
}

/**
 * What a failed start means. Only what is known not to have started may be tried again: a start that may have reached
 * the provider and was not answered could be paid for twice.
 */
export function judgeStart(fact: Fact | undefined, judging: Judging): EngineFailure {
  const { provider } = judging
  if (fact === undefined) return notStarted('provider_error', `The request to ${provider} could not be made.`, true)
  if (!fact.sent) return notStarted('provider_error', `${provider} could not be reached.`, false)
  if (fact.status === undefined) return unknownStart(provider)
  if (fact.status < 300) return isPolicyRefusal(fact.body ?? '') ? refusal(provider) : senseless(provider, true)
  return refusedStart(fact, fact.status, judging)
}

type Judge = (fact: Fact, judging: Judging) => EngineFailure

const refusedCredentials: Judge = (_fact, { provider }) =>
  notStarted('provider_error', `${provider} refused the operator's credentials.`, true)
const lostOnTheWay: Judge = (_fact, { provider }) => unknownStart(provider)

/** The table of a provider's refusals to start, by status; any other is a request that it did not like. */
const REFUSALS: Readonly<Record<number, Judge>> = {
  401: refusedCredentials,
  402: (_fact, { provider }) => outOfCredit(provider),
  403: refusedCredentials,
  404: (_fact, { provider }) => notStarted('provider_error', `${provider} does not know this model.`, true),
  // A machine between us and the provider gave up waiting: the provider itself may be at work.
  408: lostOnTheWay,
  429: (fact, judging) => (QUOTA.test(fact.body ?? '') ? outOfCredit(judging.provider) : busy(fact, judging)),
  499: lostOnTheWay,
  500: (_fact, { provider }) => notStarted('provider_error', `${provider} failed to start the job.`, false),
  502: lostOnTheWay,
  503: (fact, judging) => busy(fact, judging),
  504: lostOnTheWay,
  520: lostOnTheWay,
  521: lostOnTheWay,
  522: lostOnTheWay,
  523: lostOnTheWay,
  524: lostOnTheWay,
  529: (fact, judging) => busy(fact, judging),
}

function refusedStart(fact: Fact, status: number, judging: Judging): EngineFailure {
  const body = fact.body ?? ''
  if (status < 500 && status !== 429 && isPolicyRefusal(body)) return refusal(judging.provider)
  const judge = REFUSALS[status]
  if (judge !== undefined) return judge(fact, judging)
  return notStarted('provider_error', `${judging.provider} refused the request${quote(body, judging)}`, true)
}

/** What a failed question after a job means: what may pass is not believed at once, for the job may be well. */
export function judgeStatus(
  fact: Fact | undefined,
  judging: Judging,
): EngineFailure | { kind: 'ask-again'; inMs: number } {
  const { provider } = judging
  if (fact === undefined) return failed('provider_error', `${provider} could not be asked.`, false)
  if (fact.status === undefined) return { kind: 'ask-again', inMs: USUAL_PAUSE_MS }
  if (fact.status === 429 || fact.status === 503) return { kind: 'ask-again', inMs: pauseOf(fact, judging.now) }
  if (fact.status === 404 || fact.status === 410)
    return failed('provider_lost_task', `${provider} no longer knows the job.`, false)
  if (fact.status < 500 && isPolicyRefusal(fact.body ?? '')) return refusal(provider)
  if (fact.status < 300) return senseless(provider, false)
  return failed('provider_error', `${provider} could not tell how the job stands (status ${fact.status}).`, false)
}

/** What the provider's own word that a job failed means. */
export function judgeVerdict(reason: string, fact: Fact | undefined, judging: Judging): EngineFailure {
  if (isPolicyRefusal(reason) || isPolicyRefusal(fact?.body ?? '')) return refusal(judging.provider)
  return failed('provider_error', `${judging.provider} failed to make it${quote(reason, judging)}`, true)
}

/** A result without anything in it. */
export function judgeEmpty(fact: Fact | undefined, judging: Judging): EngineFailure {
  if (isPolicyRefusal(fact?.body ?? '')) return refusal(judging.provider)
  return failed('no_output', 'The model finished without a result.', true)
}

function failed(code: TaskErrorCode, message: string, final: boolean): EngineFailure {
  return { kind: 'failed', code, message, final }
}

function notStarted(code: TaskErrorCode, message: string, final: boolean): EngineFailure {
  return { ...failed(code, message, final), notStarted: true }
}

function senseless(provider: string, final: boolean): EngineFailure {
  return failed('provider_error', `${provider} gave an answer that was not understood.`, final)
}

function refusal(provider: string): EngineFailure {
  return failed('content_policy_violation', `${provider} refused the prompt or its own result.`, true)
}

function outOfCredit(provider: string): EngineFailure {
  return notStarted('provider_error', `The operator's account at ${provider} has no credit left.`, true)
}

function unknownStart(provider: string): EngineFailure {
  const message = `The connection to ${provider} broke while it was asked to start, so we cannot tell whether it did. It was not asked twice.`
  return failed('start_unknown', message, true)
}

function busy(fact: Fact, judging: Judging): EngineFailure {
  const failure = notStarted('provider_error', `${judging.provider} is busy.`, false)
  return { ...failure, retryAfterMs: pauseOf(fact, judging.now) }
}

function pauseOf(fact: Fact, now: number): number {
  const asked = parseRetryAfter(fact.headers?.['retry-after'], now) ?? USUAL_PAUSE_MS
  return Math.min(LONGEST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, asked))
}

/** The provider's own words, shortened and without our secrets. */
function quote(text: string, { secrets }: Judging): string {
  let words = messageIn(text).replace(/\s+/g, ' ').trim()
  for (const secret of secrets) if (secret !== '') words = words.replaceAll(secret, '[secret]')
  if (words === '') return '.'
  return `: ${words.length > LONGEST_QUOTE ? `${words.slice(0, LONGEST_QUOTE)}…` : words}`
}

/** Finds the sentence in the error forms of this field: OpenAI's, FastAPI's `detail`, fal's, plain text. */
function messageIn(text: string): string {
  const json = parsed(text)
  if (typeof json === 'string') return json
  if (typeof json !== 'object' || json === null) return /^\s*</.test(text) ? '' : text
  const { error, message, detail } = json as Record<string, unknown>
  for (const candidate of [error, message, detail]) {
    const found = sentence(candidate)
    if (found !== undefined) return found
  }
  return ''
}

function sentence(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((each) => sentence(each) ?? '').join('; ')
  if (typeof value !== 'object' || value === null) return undefined
  const { message, msg, detail } = value as Record<string, unknown>
  return [message, msg, detail].find((each) => typeof each === 'string')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
