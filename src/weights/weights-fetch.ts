import type { Secret } from '../core/keys/secret.ts'
import { AppError } from '../core/errors.ts'
import type { Clock, GuardedAnswer, GuardedFetch } from '../ports/runtime.ts'

/** What the servers on the way said of a file: the hub knows its digest and commit, the server behind it sends the bytes. */
export type WeightsAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  body: AsyncIterable<Uint8Array>
  discard(): void
  /** The digest by which the hub keeps it; other servers tell none. */
  sha256: string | undefined
  bytes: number | undefined
  commit: string | undefined
}

export type WeightsFetch = {
  /** Fetches an address, over redirects. `undefined` for `from` asks for all of it. */
  get(url: string, ask: { from?: number; etag?: string | undefined; signal?: AbortSignal }): Promise<WeightsAnswer>
}

export type WeightsFetchOptions = {
  /** Refuses private addresses. */
  guard: GuardedFetch
  /** Does not; used for the hosts in `named` alone. */
  openGuard: GuardedFetch
  /** Origins that the operator named. */
  named: ReadonlySet<string>
  /** The only origin that ever sees the token. */
  token?: { origin: string; secret: Secret } | undefined
  clock: Clock
}

const MAX_REDIRECTS = 5
const HEADERS_MS = 60_000
// A slow line may take days for a large model; the speed below is what tells a dead one.
const DEADLINE_MS = 14 * 24 * 60 * 60 * 1000
const MIN_BYTES_PER_SECOND = 1_024
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const HEX_64 = /^"?([0-9a-f]{64})"?$/

/** An address that did not answer; the same request may succeed later. */
export class Unreachable extends AppError {
  constructor(message: string) {
    super('provider_unavailable', message)
  }
}

/**
 * Follows redirects itself, since the guard drops the range of a request when a redirect leads to another host, as every
 * redirect of the hub does. Each address is checked by the guard like the first.
 */
export function openWeightsFetch({ guard, openGuard, named, token, clock }: WeightsFetchOptions): WeightsFetch {
  async function ask(url: string, headers: Record<string, string>, outer?: AbortSignal) {
    const origin = originOf(url)
    const fetch = named.has(origin) ? openGuard : guard
    if (!fetch.mayTry(url)) throw refused(url)
    const sent = token?.origin === origin ? { ...headers, authorization: `Bearer ${token.secret.reveal()}` } : headers
    const stop = new AbortController()
    const leave = (): void => stop.abort()
    outer?.addEventListener('abort', leave, { once: true })
    if (outer?.aborted === true) leave()
    const arrived = new AbortController()
    void clock.sleep(HEADERS_MS, arrived.signal).then(() => !arrived.signal.aborted && stop.abort())
    const answer = await fetch.request({
      url,
      method: 'GET',
      headers: sent,
      maxRedirects: 0,
      deadlineMs: DEADLINE_MS,
      maxBytes: Number.MAX_SAFE_INTEGER,
      excess: 'fail',
      minBytesPerSecond: MIN_BYTES_PER_SECOND,
      signal: stop.signal,
    })
    arrived.abort()
    outer?.throwIfAborted()
    return reached(url, answer)
  }

  return {
    async get(first, { from, etag, signal }) {
      const headers: Record<string, string> = {}
      if (from !== undefined) headers['range'] = `bytes=${from}-`
      if (from !== undefined && etag !== undefined) headers['if-range'] = etag
      let told: Pick<WeightsAnswer, 'sha256' | 'bytes' | 'commit'> = {
        sha256: undefined,
        bytes: undefined,
        commit: undefined,
      }
      let url = first
      for (let followed = 0; ; followed++) {
        const answer = await ask(url, headers, signal)
        told = { ...told, ...toldBy(answer.headers) }
        if (!REDIRECTS.has(answer.status)) return { ...answer, ...told }
        answer.discard()
        if (followed >= MAX_REDIRECTS)
          throw new Unreachable(`more than ${MAX_REDIRECTS} redirects from ${hostOf(first)}`)
        url = nextUrl(url, answer.headers['location'])
      }
    },
  }
}

function reached(url: string, answer: GuardedAnswer): Extract<GuardedAnswer, { ok: true }> {
  if (answer.ok) return answer
  // Three lines of a resolver's own words tell nobody that this machine has no internet.
  const why = /ENOTFOUND|EAI_AGAIN|ENODATA/.test(answer.detail)
    ? 'no address is known for it here; without internet, set a mirror in MEDIAGEN_MODELS_MIRROR'
    : answer.detail
  throw new Unreachable(`${hostOf(url)}: ${why}`)
}

/** Only what was said: a later hop must not wipe out the word of the hub. */
function toldBy(
  headers: Readonly<Record<string, string>>,
): Partial<Pick<WeightsAnswer, 'sha256' | 'bytes' | 'commit'>> {
  const sha256 = HEX_64.exec(headers['x-linked-etag'] ?? '')?.[1]
  const bytes = Number(headers['x-linked-size'] ?? Number.NaN)
  const commit = /^[0-9a-f]{40}$/.exec(headers['x-repo-commit'] ?? '')?.[0]
  return {
    ...(sha256 !== undefined && { sha256 }),
    ...(Number.isSafeInteger(bytes) && { bytes }),
    ...(commit !== undefined && { commit }),
  }
}

function nextUrl(url: string, location: string | undefined): string {
  const next = location === undefined ? null : URL.parse(location, url)
  if (next === null) throw new Unreachable(`${hostOf(url)}: redirect without a usable location`)
  if (url.startsWith('https:') && next.protocol !== 'https:') throw refused(next.href)
  return next.href
}

function refused(url: string): AppError {
  const message =
    `Weights are not downloaded from ${hostOf(url)}: it is a private address, or a redirect to plain http. ` +
    'If it is your mirror, add it to MEDIAGEN_MODELS_MIRROR.'
  return new AppError('provider_unavailable', message)
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? ''
}

/** Addresses behind the hub are signed: only their host goes into messages. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'an unreadable address'
}
