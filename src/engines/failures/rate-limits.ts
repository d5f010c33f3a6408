import { parseRetryAfter } from '../../core/webhook.ts'
import { codesIn, type Fact, objectsIn } from './answer-facts.ts'

const LEAST_PAUSE_MS = 1_000
/** The longest time for which a provider can postpone the next request of a task. */
export const LONGEST_PAUSE_MS = 10 * 60_000
/** For a provider that is busy without saying for how long. */
export const USUAL_PAUSE_MS = 10_000

/**
 * Codes for an empty account, for which waiting does not help. Sentences never count: OpenAI's and Google's ordinary
 * rate limits mention quota and link to billing pages.
 */
const NO_CREDIT: ReadonlySet<string> = new Set([
  // OpenAI, Azure and compatible servers
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_not_active',
  // fal, Replicate, Black Forest Labs, Luma, Together, DeepInfra and gateways
  'insufficient_balance',
  'insufficient_credit',
  'insufficient_credits',
  'insufficient_funds',
  'exhausted_balance',
  'payment_required',
  // Alibaba, ByteDance
  'arrearage',
  'accountoverdueerror',
  'account_overdue',
  // xAI
  'personal-team-blocked:spending-limit',
])

/** Whether an answer says, in a field meant for programs, that the account is empty. */
export function saysNoCredit({ body = '' }: Fact): boolean {
  return codesIn(body).some((code) => NO_CREDIT.has(code)) || hasZeroQuota(body)
}

/** How long to pause requests to a provider: the time it asks for, within reason. */
export function pauseOf(fact: Fact, now: number): number {
  const body = fact.body ?? ''
  // The delay that Google sends with a daily quota is that of a request per minute: it would be asked all day.
  if (isDailyQuota(body)) return LONGEST_PAUSE_MS
  const asked = headerPause(fact, now) ?? bodyPause(body) ?? USUAL_PAUSE_MS
  return Math.min(LONGEST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, asked))
}

/** Whether an answer names a time to come back. */
export function saysWhen(fact: Fact, now: number): boolean {
  return (headerPause(fact, now) ?? bodyPause(fact.body ?? '')) !== undefined
}

function headerPause({ headers = {} }: Fact, now: number): number | undefined {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN)
  return Number.isFinite(exact) && exact >= 0 ? exact : parseRetryAfter(headers['retry-after'], now)
}

/** Google's `RetryInfo` has `retryDelay: "26.5s"`; others put seconds into `retry_after`. */
function bodyPause(body: string): number | undefined {
  for (const { retryDelay, retry_after: seconds } of objectsIn(body)) {
    const delay = typeof retryDelay === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(retryDelay)?.[1] : undefined
    if (delay !== undefined) return Math.ceil(Number(delay) * 1_000)
    if (typeof seconds === 'number' && seconds >= 0) return Math.ceil(seconds * 1_000)
  }
  return undefined
}

/** Google's `QuotaFailure` names its quotas: `GenerateRequestsPerDayPerProjectPerModel`. */
function isDailyQuota(body: string): boolean {
  return objectsIn(body).some(({ quotaId }) => typeof quotaId === 'string' && /PerDay/.test(quotaId))
}

/** A quota of zero is not a rate limit: this account never gets the model. */
function hasZeroQuota(body: string): boolean {
  return objectsIn(body).some(({ quotaId, quotaValue }) => typeof quotaId === 'string' && quotaValue === '0')
}
