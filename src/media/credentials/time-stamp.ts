import { createHash, randomBytes } from 'node:crypto'
import { BodyError } from '../../core/body-error.ts'
import { USER_AGENT } from '../../core/user-agent.ts'
import type { Clock, GuardedFetch } from '../../ports/runtime.ts'
import { integer, objectId, octets, sequence, yes } from './der.ts'

const SHA256 = '2.16.840.1.101.3.4.2.1'
const NULL = Uint8Array.of(5, 0)
const DEADLINE_MS = 10_000
const MAX_ANSWER_BYTES = 64 * 1024
// An authority that is out is not worth holding a result for: the signature has our own time in it.
const TRIES = 2
const RESTS_MS = 30_000
const SILENT = 'the time stamp authority is not responding'
const NO_TOKEN = 'the time stamp authority returned no token for it'

/** How much room is left for the word of an authority: as much as other signers leave. */
export const TIME_STAMP_BYTES = 10_240

/** The authority's token (RFC 3161), or why there is none; the words fit behind "because". */
export type TimeStamp = { token: Uint8Array } | { trouble: string }

export type TimeStamps = (bytes: Uint8Array) => Promise<TimeStamp>

/**
 * Asks an authority to confirm that bytes were there by now. It is told their digest alone. One that does not answer is left
 * alone for a while: otherwise each result would wait for it, two at a time.
 */
export function timeStamps(fetch: GuardedFetch, url: string, clock: Pick<Clock, 'elapsed'>): TimeStamps {
  let restsUntil = -Infinity
  return async (bytes) => {
    if (clock.elapsed() < restsUntil) return { trouble: SILENT }
    const digest = createHash('sha256').update(bytes).digest()
    let said = await ask(fetch, url, digest)
    for (let tries = 1; tries < TRIES && 'trouble' in said; tries++) said = await ask(fetch, url, digest)
    if ('trouble' in said && said.trouble !== NO_TOKEN) restsUntil = clock.elapsed() + RESTS_MS
    return said
  }
}

async function ask(fetch: GuardedFetch, url: string, digest: Buffer): Promise<TimeStamp> {
  // A first bit that is not set: it is a positive number as it is.
  const nonce = Buffer.concat([Uint8Array.of(0x5a), randomBytes(15)])
  const imprint = sequence(sequence(objectId(SHA256), NULL), octets(digest))
  const answer = await fetch.request({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', 'user-agent': USER_AGENT },
    body: sequence(integer(Uint8Array.of(1)), imprint, integer(nonce), yes()),
    maxRedirects: 0,
    deadlineMs: DEADLINE_MS,
    maxBytes: MAX_ANSWER_BYTES,
    excess: 'fail',
  })
  if (!answer.ok) return { trouble: SILENT }
  try {
    const bytes = Buffer.concat(await Array.fromAsync(answer.body))
    const token = answer.status === 200 ? tokenIn(bytes) : undefined
    // Who signed the token is for readers to judge; that it is about this signature and no other is seen here.
    if (token?.includes(digest) === true && token.includes(nonce)) return { token }
    return { trouble: NO_TOKEN }
  } catch (error) {
    if (error instanceof BodyError) return { trouble: 'the response of the time stamp authority is incomplete' }
    throw error
  }
}

/** What stands behind the status, where that is "granted", with or without changes. */
function tokenIn(response: Buffer): Buffer | undefined {
  const whole = contentOf(response)
  const status = whole && contentOf(whole.content)
  const granted = status && contentOf(status.content)
  if (whole === undefined || status === undefined || granted === undefined) return undefined
  const isGranted = granted.content.length === 1 && (granted.content[0] ?? 9) <= 1
  const token = whole.content.subarray(status.end)
  return isGranted && token.length > 0 && token.length <= TIME_STAMP_BYTES - 64 ? token : undefined
}

/** The first value of DER in these bytes. */
function contentOf(bytes: Buffer): { content: Buffer; end: number } | undefined {
  const first = bytes[1]
  if (first === undefined) return undefined
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  if (lengthBytes > 4 || bytes.length < 2 + lengthBytes) return undefined
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes)
  const end = 2 + lengthBytes + length
  return end > bytes.length ? undefined : { content: bytes.subarray(2 + lengthBytes, end), end }
}
