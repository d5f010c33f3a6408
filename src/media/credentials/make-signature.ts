import { createHash } from 'node:crypto'
import type { OperatorHook } from '../../core/operator-hook.ts'
import type { StepFailure } from '../../ports/marking.ts'
import type { GuardedFetch } from '../../ports/runtime.ts'
import { callHook } from '../operator-hook.ts'
import { checkedSignature, coseBytes, coseFor, signWithKey, type Algorithm } from './cose.ts'
import type { KnownIdentity } from './identity.ts'
import type { SignatureForm } from './signer-orders.ts'
import { TIME_STAMP_BYTES, type TimeStamp, type TimeStamps } from './time-stamp.ts'

const MAX_ANSWER_BYTES = 64 * 1024

/** Who is asked outside of this process: the one that keeps the key, and an authority for time stamps. */
export type SignatureParts = {
  /** Absent where the key is here, and nobody stamps. */
  outside?: { fetch: GuardedFetch; signer: OperatorHook | undefined; stamp: TimeStamps | undefined }
}

export type MadeSignature = { kind: 'made'; cose: Uint8Array<ArrayBuffer>; warnings: string[] }

/** What the library has to know of a signature before it is made. */
export function signatureForm({ chain, algorithm }: KnownIdentity, { outside }: SignatureParts): SignatureForm {
  const stampBytes = outside?.stamp === undefined ? 0 : TIME_STAMP_BYTES
  return { name: algorithm.name, bytes: coseBytes(chain, algorithm) + stampBytes }
}

/** Signs a claim with the key that is here or by asking the one that keeps it, and has it stamped where that is wanted. */
export async function makeSignature(
  parts: SignatureParts,
  identity: KnownIdentity,
  claim: Uint8Array,
): Promise<MadeSignature | StepFailure> {
  const { chain, algorithm, key } = identity
  const cose = coseFor(claim, chain, algorithm)
  const signature =
    key === undefined ? await askSigner(parts, identity, cose.toBeSigned) : signWithKey(cose.toBeSigned, key, algorithm)
  if (!(signature instanceof Uint8Array)) return signature
  const { bytes } = signatureForm(identity, parts)
  const stamp = await stampOf(parts, cose.toBeStamped(signature))
  const warnings =
    'trouble' in stamp
      ? [`The result's Content Credentials have no time stamp from an authority, because ${stamp.trouble}.`]
      : []
  const token = 'token' in stamp ? stamp.token : undefined
  return { kind: 'made', cose: Uint8Array.from(cose.whole(signature, token, bytes)), warnings }
}

async function stampOf({ outside }: SignatureParts, bytes: Uint8Array): Promise<TimeStamp | { token: undefined }> {
  return (await outside?.stamp?.(bytes)) ?? { token: undefined }
}

async function askSigner(
  { outside }: SignatureParts,
  { publicKey, algorithm }: KnownIdentity,
  bytes: Uint8Array,
): Promise<Uint8Array | StepFailure> {
  if (outside?.signer === undefined) return failed('there is neither a key nor a signer')
  const body = Buffer.from(JSON.stringify(questionOf(bytes, algorithm)))
  const answer = await callHook(outside.fetch, outside.signer, {
    body,
    mediaType: 'application/json',
    maxBytes: MAX_ANSWER_BYTES,
  })
  if ('trouble' in answer) return failed(`the signer cannot be reached: ${answer.trouble}`)
  const given = signatureIn(answer.bytes.toString())
  if (given === undefined) return failed('the signer did not respond with {"signature": "…"} in base64')
  const checked = checkedSignature(bytes, given, publicKey, algorithm)
  return checked ?? failed("the signer's response is not a signature by the certificate's key")
}

/** Services that keep keys take a digest, or the whole where the key makes its own. */
function questionOf(bytes: Uint8Array, { name, hash }: Algorithm) {
  const digest = hash === undefined ? null : createHash(hash).update(bytes).digest('base64')
  return { algorithm: name, hash: hash ?? null, digest, data: Buffer.from(bytes).toString('base64') }
}

function signatureIn(text: string): Buffer | undefined {
  try {
    const { signature } = JSON.parse(text) as { signature?: unknown }
    return typeof signature === 'string' && signature !== '' ? Buffer.from(signature, 'base64') : undefined
  } catch {
    return undefined
  }
}

function failed(reason: string): StepFailure {
  return { kind: 'failed', fault: 'outside', reason }
}
