import { constants, sign, verify, type KeyObject } from 'node:crypto'

// What C2PA allows, by the curve or kind of the key; the numbers are COSE's.
const ALGORITHMS = {
  prime256v1: { name: 'es256', cose: -7, hash: 'sha256', signatureBytes: 64 },
  secp384r1: { name: 'es384', cose: -35, hash: 'sha384', signatureBytes: 96 },
  secp521r1: { name: 'es512', cose: -36, hash: 'sha512', signatureBytes: 132 },
  ed25519: { name: 'ed25519', cose: -8, hash: undefined, signatureBytes: 64 },
  rsa: { name: 'ps256', cose: -37, hash: 'sha256', signatureBytes: 512 },
} as const
const X5_CHAIN = 33
// For the heads of maps and strings around certificates and signature.
const FRAME_BYTES = 128

export type Algorithm = (typeof ALGORITHMS)[keyof typeof ALGORITHMS]

/** The way in which this key signs; undefined where C2PA has none for it. */
export function algorithmOf(key: KeyObject): Algorithm | undefined {
  const kind = key.asymmetricKeyType ?? ''
  const name = kind === 'ec' ? (key.asymmetricKeyDetails?.namedCurve ?? '') : kind.replace(/^rsa-pss$/, 'rsa')
  return name in ALGORITHMS ? ALGORITHMS[name as keyof typeof ALGORITHMS] : undefined
}

/** How many bytes a signature takes with these certificates: all are of one length, so that room can be left for it. */
export function coseBytes(chain: readonly Uint8Array[], { signatureBytes }: Algorithm): number {
  return chain.reduce((sum, { length }) => sum + length + 8, 0) + signatureBytes + FRAME_BYTES
}

/** What has to be signed for a claim, and how the signature is put into the form that C2PA wants: COSE_Sign1, padded to its length. */
export function coseFor(claim: Uint8Array, chain: readonly Uint8Array[], algorithm: Algorithm) {
  const certificates = chain.map(bytesOf)
  const head = concat([
    start(5, 2),
    number(1),
    number(algorithm.cose),
    number(X5_CHAIN),
    certificates.length === 1 ? concat(certificates) : concat([start(4, certificates.length), ...certificates]),
  ])
  const structure = (context: string, payload: Uint8Array): Uint8Array =>
    concat([start(4, 4), text(context), bytesOf(head), bytesOf(new Uint8Array()), bytesOf(payload)])
  return {
    toBeSigned: structure('Signature1', claim),
    /** What an authority is asked to stamp: the signature itself, under the same head. */
    toBeStamped: (signature: Uint8Array) => structure('CounterSignature', bytesOf(signature)),
    whole(signature: Uint8Array, token: Uint8Array | undefined, length: number): Uint8Array {
      const stamp =
        token === undefined
          ? []
          : [text('sigTst2'), start(5, 1), text('tstTokens'), start(4, 1), start(5, 1), text('val'), bytesOf(token)]
      const withPad = (pad: number): Uint8Array =>
        concat([
          Uint8Array.of(0xd2),
          start(4, 4),
          bytesOf(head),
          start(5, token === undefined ? 1 : 2),
          ...stamp,
          text('pad'),
          bytesOf(new Uint8Array(pad)),
          Uint8Array.of(0xf6),
          bytesOf(signature),
        ])
      return padded(withPad, length)
    },
  }
}

const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }

/** A signature with a key that is here. */
export function signWithKey(bytes: Uint8Array, key: KeyObject, { name, hash }: Algorithm): Uint8Array {
  return sign(hash, bytes, { key, dsaEncoding: 'ieee-p1363', ...(name === 'ps256' ? PSS : {}) })
}

/** Whether this is the signature of the certificate's key, in the form that COSE wants; one in DER is turned into it. */
export function checkedSignature(
  bytes: Uint8Array,
  signature: Uint8Array,
  key: KeyObject,
  { name, hash, signatureBytes }: Algorithm,
): Uint8Array | undefined {
  const isDer = name.startsWith('es') && signature.length !== signatureBytes
  const plain = isDer ? fromDer(signature, signatureBytes / 2) : signature
  const isGood = (): boolean =>
    plain !== undefined &&
    verify(hash, bytes, { key, dsaEncoding: 'ieee-p1363', ...(name === 'ps256' ? PSS : {}) }, plain)
  return isGood() ? plain : undefined
}

/** Two numbers, each as long as the curve wants it: services that keep keys give them in DER. */
function fromDer(der: Uint8Array, size: number): Uint8Array | undefined {
  let at = (der[1] ?? 0) < 0x80 ? 2 : 3
  const numbers: Uint8Array[] = []
  for (let count = 0; count < 2; count++) {
    const length = der[at + 1] ?? 0
    const bytes = Buffer.from(der.subarray(at + 2, at + 2 + length))
    const digits = bytes.length > size ? bytes.subarray(bytes.length - size) : bytes
    numbers.push(concat([new Uint8Array(size - digits.length), digits]))
    at += 2 + length
  }
  return at === der.length ? concat(numbers) : undefined
}

/** The length of the padding is itself told in one, two or three bytes: the first that fits is taken. */
function padded(whole: (pad: number) => Uint8Array, length: number): Uint8Array {
  const most = length - whole(0).length
  for (let pad = most; pad >= most - 4; pad--) {
    const bytes = whole(Math.max(0, pad))
    if (bytes.length === length) return bytes
  }
  throw new Error('the signature does not fit into its reserved space')
}

function start(major: number, count: number): Uint8Array {
  if (count < 24) return Uint8Array.of((major << 5) | count)
  if (count < 2 ** 8) return Uint8Array.of((major << 5) | 24, count)
  if (count < 2 ** 16) return Uint8Array.of((major << 5) | 25, count >> 8, count & 0xff)
  return Uint8Array.of((major << 5) | 26, count >>> 24, (count >> 16) & 0xff, (count >> 8) & 0xff, count & 0xff)
}

function number(value: number): Uint8Array {
  return value < 0 ? start(1, -1 - value) : start(0, value)
}

function bytesOf(bytes: Uint8Array): Uint8Array {
  return concat([start(2, bytes.length), bytes])
}

function text(words: string): Uint8Array {
  return concat([start(3, words.length), Buffer.from(words)])
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts)
}
