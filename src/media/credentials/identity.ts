import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { algorithmOf, type Algorithm } from './cose.ts'

// One of these must be allowed to the certificate; readers of C2PA refuse any other.
const SIGNING_USES = new Set(['1.3.6.1.5.5.7.3.4', '1.3.6.1.4.1.62558.2.1'])
// C2PA refuses smaller ones; for larger ones, too little room is left in the file.
const SMALLEST_RSA_BITS = 2_048
const LARGEST_RSA_BITS = 4_096
const ONE_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The files of an identity; without a key it is kept elsewhere, and something else signs with it. */
export type IdentityFiles = { certificates: string; key: string | undefined }

/** Who signs, by name and until when, and with what. */
export type KnownIdentity = {
  /** The certificates without the root, the signer's own first. */
  chain: readonly Uint8Array[]
  publicKey: KeyObject
  /** Absent where the key is kept elsewhere. */
  key: KeyObject | undefined
  algorithm: Algorithm
  signer: string
  validTo: Date
}

/**
 * Reads certificates and key. They are read for every signature, so that a renewed certificate needs no restart. What it
 * says of a problem fits behind "because" and names no content.
 */
export async function readIdentity(files: IdentityFiles, now: number): Promise<KnownIdentity | { problem: string }> {
  const pem = files.key === undefined ? undefined : await readOr(files.key, 'key')
  if (typeof pem === 'object') return pem
  const certificates = await readOr(files.certificates, 'certificate')
  if (typeof certificates !== 'string') return certificates
  try {
    return judge(pem, certificatesIn(certificates), now)
  } catch {
    return { problem: `${files.certificates} contains something that is not a certificate` }
  }
}

async function readOr(path: string, what: string): Promise<string | { problem: string }> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return { problem: `the file ${path} with the ${what} cannot be read` }
  }
}

function certificatesIn(text: string): X509Certificate[] {
  return (text.match(ONE_CERTIFICATE) ?? []).map((each) => new X509Certificate(each))
}

function judge(
  pem: string | undefined,
  all: readonly X509Certificate[],
  now: number,
): KnownIdentity | { problem: string } {
  const [own] = all
  const key = pem === undefined ? undefined : keyOf(pem)
  if (key === undefined && pem !== undefined)
    return { problem: 'the key is not an unencrypted private key in PEM format' }
  if (own === undefined) return { problem: 'the file has no certificate in PEM format' }
  const { publicKey } = own
  const algorithm = algorithmOf(publicKey)
  if (algorithm === undefined) return { problem: 'C2PA does not support this kind of key' }
  if (key !== undefined && !own.checkPrivateKey(key))
    return { problem: 'the key does not belong to the first certificate' }
  const problem = problemOf(own, now) ?? problemOfChain(all)
  if (problem !== undefined) return { problem }
  // Programs that trust the root have it; inside the file it would be dead weight.
  const chain = all.filter((each) => !isRoot(each)).map(({ raw }) => raw)
  return { chain, publicKey, key, algorithm, signer: nameOf(own), validTo: new Date(own.validTo) }
}

/** What is wrong with the signer's own certificate. */
function problemOf(own: X509Certificate, now: number): string | undefined {
  const { modulusLength = SMALLEST_RSA_BITS } = own.publicKey.asymmetricKeyDetails ?? {}
  if (modulusLength < SMALLEST_RSA_BITS || modulusLength > LARGEST_RSA_BITS)
    return `an RSA key must have ${SMALLEST_RSA_BITS} to ${LARGEST_RSA_BITS} bits`
  if (isRoot(own)) return 'the certificate is self-signed, which C2PA does not allow'
  if (now > Date.parse(own.validTo)) return `the certificate expired on ${own.validTo}`
  if (now < Date.parse(own.validFrom)) return `the certificate is not valid before ${own.validFrom}`
  // A certificate may name no uses at all, whatever its type says.
  if (new Set(own.keyUsage).isDisjointFrom(SIGNING_USES))
    return 'the certificate is not intended for C2PA, because its extended key usage lacks emailProtection'
  return undefined
}

/** What is wrong with the certificates of its authorities. */
function problemOfChain(all: readonly X509Certificate[]): string | undefined {
  const gap = all.findIndex((each, index) => {
    const next = all[index + 1]
    return next !== undefined && !each.checkIssued(next)
  })
  return gap >= 0 ? `certificate ${gap + 1} was not issued by the one after it` : undefined
}

function keyOf(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}

function isRoot(certificate: X509Certificate): boolean {
  return certificate.subject === certificate.issuer
}

function nameOf({ subject }: X509Certificate): string {
  const part = (name: string): string | undefined => new RegExp(`^${name}=(.+)$`, 'm').exec(subject)?.[1]
  return part('CN') ?? part('O') ?? subject
}
