import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { newWebhookSecret, signatureHeaders } from './signature.ts'

const bytes = (length: number): Uint8Array => randomBytes(length)

test('the independent verifier accepts our signature, with either secret, and rejects a changed byte', () => {
  const [old, fresh] = [newWebhookSecret(bytes), newWebhookSecret(bytes)]
  const body = '{"id":"1","status":"success"}'
  const headers = signatureHeaders({ webhookId: 'msg_1', atMs: Date.now(), body, secrets: [fresh, old] })
  for (const secret of [old, fresh]) assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
  assert.throws(() => new Webhook(fresh).verify(body.replace('1', '2'), headers))
  assert.throws(() => new Webhook(newWebhookSecret(bytes)).verify(body, headers))
})
