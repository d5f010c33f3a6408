import type { ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { openReceiver, type Answer } from '../webhooks/receiver.ts'

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

export type SentFile = {
  mediaType: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  durationMs: number | null
  preview: string | null
}

/** What a hook is sent. */
export type Sent = {
  type: 'prompt' | 'result'
  taskId: string
  keyId: string
  kind: string
  model: string
  prompt: string
  references?: SentFile[]
  files?: SentFile[]
}

/** What a hook answers; undefined never does. */
export type Judge = (sent: Sent) => unknown

/** Refuses what holds the word at the stage that is named, and allows all else. */
export function refusing(stage: Sent['type'], word: string, reason?: string): Judge {
  return ({ type, prompt }) => (type === stage && prompt.includes(word) ? { allow: false, reason } : { allow: true })
}

/** A moderation hook on loopback, and the settings with which a service asks it. It ends with the test. */
export async function openHook(t: TestContext, judge: Judge = () => ({ allow: true })) {
  const answer: Answer = (reply: ServerResponse, { body }) => {
    const said = judge(JSON.parse(body) as Sent)
    if (said === undefined) return
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  }
  const receiver = await openReceiver(t, answer)
  const sent = (): Sent[] => receiver.arrivals.map(({ body }) => JSON.parse(body) as Sent)
  const env = { MEDIAGEN_MODERATION_URL: receiver.url, MEDIAGEN_MODERATION_SECRET: SECRET }
  return { ...receiver, sent, env }
}
