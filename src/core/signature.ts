import { createHmac } from 'node:crypto'
import type { RandomBytes } from './random-text.ts'

const PREFIX = 'whsec_'
// Standard Webhooks asks for 24 to 64 bytes.
const SECRET_BYTES = 32

/** A fresh signing secret in the form that every Standard Webhooks library takes. */
export function newWebhookSecret(randomBytes: RandomBytes): string {
  return PREFIX + Buffer.from(randomBytes(SECRET_BYTES)).toString('base64')
}

/** The headers of one attempt: the id is the same on every attempt, the timestamp is not; one signature per secret. */
export function signatureHeaders(input: {
  webhookId: string
  atMs: number
  body: string
  secrets: readonly string[]
}): Record<string, string> {
  const timestamp = String(Math.floor(input.atMs / 1000))
  const signatures = input.secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${input.webhookId}.${timestamp}.${input.body}`).digest('base64')}`
  })
  return {
    'webhook-id': input.webhookId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
