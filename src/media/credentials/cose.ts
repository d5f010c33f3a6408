import { constants, createPrivateKey, sign, type KeyObject } from 'node:crypto'

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

/** Signs a claim as C2PA wants it: COSE_Sign1 with the certificates in it and the payload apart, padded to its length. */
export function signClaim(claim: Uint8Array, pem: string, chain: readonly Uint8Array[]): Uint8Array {
  const key = createPrivateKey(pem)
  const algorithm = algorithmOf(key)
  if (algorithm === undefined) throw new Error('C2PA knows no signature with this kind of key')
  const certificates = chain.map(bytesOf)
  const head = concat([
    start(5, 2),
    number(1),
    number(algorithm.cose),
    number(X5_CHAIN),
    certificates.length === 1 ? concat(certificates) : concat([start(4, certificates.length), ...certificates]),
  ])
  const signed = concat([start(4, 4), text('Signature1'), bytesOf(head), bytesOf(new Uint8Array()), bytesOf(claim)])
  const signature = sign(algorithm.hash, signed, {
    key,
    dsaEncoding: 'ieee-p1363',
    ...(algorithm.name === 'ps256'
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : {}),
  })
  const whole = (pad: number): Uint8Array =>
    concat([
      Uint8Array.of(0xd2),
      start(4, 4),
      bytesOf(head),
      start(5, 1),
      text('pad'),
      bytesOf(new Uint8Array(pad)),
      Uint8Array.of(0xf6),
      bytesOf(signature),
    ])
  return padded(whole, coseBytes(chain, algorithm))
}

/** The length of the padding is itself told in one, two or three bytes: the first that fits is taken. */
function padded(whole: (pad: number) => Uint8Array, length: number): Uint8Array {
  const most = length - whole(0).length
  for (let pad = most; pad >= most - 4; pad--) {
    const bytes = whole(Math.max(0, pad))
    if (bytes.length === length) return bytes
  }
  throw new Error('the signature does not fit into the room that was left for it')
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
