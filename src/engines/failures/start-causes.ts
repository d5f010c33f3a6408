import { codesIn, type Fact } from './answer-facts.ts'
import { saysNoCredit, saysWhen } from './rate-limits.ts'

/**
 * The meaning of an unanswered or refused start. All but `unknown` say that nothing was started; `away` and `busy` may
 * be temporary.
 */
export type StartMeaning = 'away' | 'busy' | 'no-credit' | 'credentials' | 'no-such-model' | 'refused' | 'unknown'

/** One cause of a failed start, and the reason for its meaning. The first match counts. */
export type StartCause = {
  /** Statuses, or `none` for a start without a complete answer. */
  on: readonly (number | 'none')[] | 'any'
  when?: (fact: Fact, now: number) => boolean
  means: StartMeaning
  because: string
}

const OVERLOADED: ReadonlySet<string> = new Set([
  'server_is_overloaded',
  'slow_down',
  'engine_overloaded',
  'overloaded_error',
])

const fourHundreds = (status: number | undefined): boolean => status !== undefined && status >= 400 && status < 500

/** Every cause that is common to all providers. A provider's own rows come first. */
const START_CAUSES: readonly StartCause[] = [
  {
    on: ['none'],
    when: ({ sent }) => !sent,
    means: 'away',
    because: 'there was no connection (refused, no route, unknown name, failed handshake), so not one byte arrived',
  },
  { on: ['none'], means: 'unknown', because: 'the connection broke after the request was written' },
  {
    on: 'any',
    when: (fact) => fourHundreds(fact.status) && saysNoCredit(fact),
    means: 'no-credit',
    because: 'a code field says that the account is empty',
  },
  { on: [401, 403, 407], means: 'credentials', because: 'a request without access starts nothing' },
  { on: [402], means: 'no-credit', because: 'payment is asked for before the work' },
  { on: [404, 410], means: 'no-such-model', because: 'nothing at that address could have started' },
  {
    on: [408, 499],
    means: 'unknown',
    because: 'a proxy gave up waiting; the provider behind it may still be working',
  },
  { on: [425], means: 'busy', because: 'RFC 8470: the server is unwilling to process the request yet' },
  { on: [429], means: 'busy', because: 'RFC 6585: the request was counted, not carried out' },
  {
    on: [503],
    when: (fact, now) => saysWhen(fact, now),
    means: 'away',
    because: 'a server that says when to come back has turned the request away itself',
  },
  {
    on: [500, 503],
    when: ({ body = '' }) => codesIn(body).some((code) => OVERLOADED.has(code)),
    means: 'busy',
    because: 'a code field says that the request was shed before any work',
  },
  {
    on: [521, 523, 525, 526],
    means: 'away',
    because: 'Cloudflare had no connection to the provider: refused, no route, failed handshake, bad certificate',
  },
  { on: [529], means: 'busy', because: 'the status for overload; the request was turned away' },
  {
    on: [501, 505],
    means: 'refused',
    because: 'the server does not know this kind of request at all',
  },
  { on: [303], means: 'unknown', because: 'a server may redirect after it has carried out a POST' },
  {
    on: 'any',
    when: ({ status = 0 }) => status >= 500,
    means: 'unknown',
    because: 'servers and gateways also answer 5xx when they, or servers behind them, failed after starting',
  },
  { on: 'any', means: 'refused', because: 'a 3xx or 4xx says that the request was not carried out' },
]

const FALLBACK: StartCause = { on: 'any', means: 'unknown', because: 'nothing is known' }

/** The cause that matches the actual traffic. */
export function startCause(fact: Fact, now: number, own: readonly StartCause[] = []): StartCause {
  const status = fact.status ?? 'none'
  const fits = ({ on, when }: StartCause): boolean =>
    (on === 'any' ? status !== 'none' : on.includes(status)) && when?.(fact, now) !== false
  return [...own, ...START_CAUSES].find(fits) ?? FALLBACK
}
