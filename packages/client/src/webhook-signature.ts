import { WebhookVerificationError } from './errors.ts'

const PREFIX = 'whsec_'

export type SignedMessage = { id: string; timestamp: string; body: string }

/** The Standard Webhooks signature of a message, such as `v1,5+FW…`. */
export async function signatureOf(secret: string, message: SignedMessage): Promise<string> {
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(secret), bytesOf(message)))
  return `v1,${btoa(String.fromCharCode(...signed))}`
}

/** Whether one of these signatures was created with this secret; compares in constant time. */
export async function isSigned(secret: string, message: SignedMessage, signatures: string): Promise<boolean> {
  const key = await keyOf(secret)
  for (const signature of signatures.split(' ')) {
    const [version, code = ''] = signature.split(',')
    const given = version === 'v1' ? fromBase64(code) : undefined
    if (given !== undefined && (await crypto.subtle.verify('HMAC', key, given, bytesOf(message)))) return true
  }
  return false
}

function bytesOf({ id, timestamp, body }: SignedMessage): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(`${id}.${timestamp}.${body}`))
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
  if (bytes === undefined || bytes.length === 0)
    throw new WebhookVerificationError('A webhook secret must be whsec_ followed by base64.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}
