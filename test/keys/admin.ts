import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { openService, type OpenOptions, type TestService } from '../support/service.ts'

export const KEYS = '/api/ai/admin/keys'
export const AUDIT = '/api/ai/admin/audit'

export type Json = Record<string, unknown>
export type Answer = { status: number; body: Json; text: string; headers: Headers }

export type Admin = TestService & {
  /** Asks as an operator, or with the key that is given. */
  ask(method: string, path: string, json?: unknown, key?: string): Promise<Answer>
  /** The same, where it must go well. */
  done(method: string, path: string, json?: unknown): Promise<Json>
}

/** A service whose own key may manage keys. */
export async function openAdmin(t: TestContext, options: OpenOptions = {}): Promise<Admin> {
  const service = await openService(t, options)
  const ask: Admin['ask'] = async (method, path, json, key = service.key) => {
    const body = json === undefined ? {} : { json }
    const answer = await service.call(path, { ...body, method, key })
    const text = await answer.text()
    return { status: answer.status, body: JSON.parse(text) as Json, text, headers: answer.headers }
  }
  const done: Admin['done'] = async (method, path, json) => {
    const { status, body, text } = await ask(method, path, json)
    assert.ok(status < 300, text)
    return body
  }
  return { ...service, ask, done }
}

export function codeOf({ body }: Answer): unknown {
  return (body['error'] as Json)['code']
}

export function paramOf({ body }: Answer): unknown {
  return (body['error'] as Json)['param']
}
