import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { bits, integer, numbered, objectId, octets, sequence, set, utcTime, utf8, yes } from './der.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const OF_AUTHORITY_DAYS = 3650
const OF_SIGNER_DAYS = 365
// Clocks differ: what is made now is good for a reader whose clock is behind.
const BEFORE_MS = DAY_MS

const ECDSA_WITH_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'))
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4'

/** Certificates and keys in PEM. */
export type MadeCertificates = {
  /** The certificate of the authority, which readers have to trust. */
  authority: string
  authorityKey: string
  /** The signer's certificate and the authority's after it. */
  chain: string
  key: string
}

/** Makes an authority for tests and a certificate with which it lets somebody sign. */
export function makeCertificates(name: string, now: number): MadeCertificates {
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuer = { name: `${name} (test authority)`, key: root.privateKey, publicKey: root.publicKey }
  const rootCertificate = certificate({
    subject: issuer.name,
    publicKey: root.publicKey,
    issuer,
    from: now,
    days: OF_AUTHORITY_DAYS,
    // May issue certificates and lists of revoked ones.
    extensions: [
      extension('2.5.29.19', sequence(yes()), true),
      extension('2.5.29.15', bits(Uint8Array.of(0x06), 1), true),
    ],
  })
  const ownCertificate = certificate({
    subject: name,
    publicKey: own.publicKey,
    issuer,
    from: now,
    days: OF_SIGNER_DAYS,
    // May sign, and nothing else; C2PA knows the use by the name that mail has for it.
    extensions: [
      extension('2.5.29.19', sequence(), true),
      extension('2.5.29.15', bits(Uint8Array.of(0x80), 7), true),
      extension('2.5.29.37', sequence(objectId(EMAIL_PROTECTION))),
    ],
  })
  return {
    authority: pem(rootCertificate),
    authorityKey: root.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    chain: pem(ownCertificate) + pem(rootCertificate),
    key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}

type Wanted = {
  subject: string
  publicKey: KeyObject
  issuer: { name: string; key: KeyObject; publicKey: KeyObject }
  from: number
  days: number
  extensions: readonly Buffer[]
}

function certificate({ subject, publicKey, issuer, from, days, extensions }: Wanted): Buffer {
  const content = sequence(
    numbered(0, integer(Uint8Array.of(2))),
    integer(Buffer.concat([Uint8Array.of(1), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    distinguished(issuer.name),
    sequence(utcTime(new Date(from - BEFORE_MS)), utcTime(new Date(from + days * DAY_MS))),
    distinguished(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    numbered(
      3,
      sequence(
        ...extensions,
        extension('2.5.29.14', octets(keyId(publicKey))),
        extension('2.5.29.35', sequence(octets(keyId(issuer.publicKey), 0x80))),
      ),
    ),
  )
  return sequence(content, ECDSA_WITH_SHA256, bits(sign('sha256', content, issuer.key)))
}

/** A name is a common name and an organisation: readers show the latter as who signed. */
function distinguished(name: string): Buffer {
  const part = (id: string): Buffer => set(sequence(objectId(id), utf8(name)))
  return sequence(part('2.5.4.10'), part('2.5.4.3'))
}

function extension(id: string, value: Uint8Array, isCritical = false): Buffer {
  return sequence(objectId(id), ...(isCritical ? [yes()] : []), octets(value))
}

function keyId(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
