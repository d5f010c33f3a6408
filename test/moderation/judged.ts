import type { TestContext } from 'node:test'
import type { Engine } from '../../src/ports/engine.ts'
import { countingStarts } from '../support/counting-starts.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { openService, type OpenOptions, type TestService } from '../support/service.ts'
import { openHook, type Judge } from './hook.ts'

export const IMAGES = '/api/ai/images/generations'
export const VIDEOS = '/api/ai/videos'
export const good = { prompt: 'a cat', model: 'sandbox' }
export const bad = { prompt: 'a forbidden cat', model: 'sandbox' }

export type Receipt = {
  status: string
  warnings: string[]
  error: { code: string; message: string } | null
  files: { role: string; sha256: string; url: string }[]
}

/** A service that asks a hook, and counts what it starts. */
export async function openJudged(t: TestContext, judge?: Judge, options: OpenOptions = {}) {
  const hook = await openHook(t, judge)
  const { starts, wrapEngine } = countingStarts()
  const env = { ...hook.env, ...options.env }
  const replacements = { wrapEngine, ...options.replacements }
  const service = await openService(t, { ...options, env, replacements })
  return { hook, starts, service }
}

/** Engines of which nobody knows whether a second start would be a second bill. */
export function unsafe(wrapEngine: (engine: Engine) => Engine): (engine: Engine) => Engine {
  return (engine) => Object.assign(wrapEngine(engine), { safeToRestart: false, free: false, inProcess: false })
}

export async function databaseOf(driver: string): Promise<Record<string, string>> {
  return driver === 'SQLite' ? {} : { DATABASE_URL: await (await sharedPostgres()).newDatabase() }
}

export async function submit(service: TestService, body: object = good): Promise<string> {
  return ((await (await service.call(VIDEOS, { json: body })).json()) as { id: string }).id
}

export async function receiptOf(service: TestService, id: string, key = service.key): Promise<Receipt> {
  return (await (await service.call(`/api/ai/tasks/${id}`, { key })).json()) as Receipt
}

/** The receipt of a task that has ended. */
export async function endOf(service: TestService, id: string, key = service.key): Promise<Receipt | undefined> {
  const receipt = await receiptOf(service, id, key)
  return ['success', 'failed'].includes(receipt.status) ? receipt : undefined
}
