import type { TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client'
import { isFinal, type Task } from '../../src/core/tasks/task.ts'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { manualClock, type ManualClock } from '../support/manual-clock.ts'
import { openService, type OpenOptions, type TestService } from '../support/service.ts'
import { atEnd } from '../support/at-end.ts'

/** The two families of the protocol: with a handshake first, and with everything in every request. */
export const ERAS = ['legacy', 'modern'] as const
export type Era = (typeof ERAS)[number]

export type Spoken = { service: TestService; client: Client }

/** The version of the protocol that a client is made to speak. */
export function negotiation(era: Era) {
  return { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } } as const
}

/** The unmodified client of the protocol's makers, given nothing but an address and a key. */
export async function connect(t: TestContext, url: string, key: string, era: Era = 'modern'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, negotiation(era))
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }))
  atEnd(t, () => client.close())
  return client
}

/** The whole service, and that client in front of it. */
export async function openSpoken(t: TestContext, options: OpenOptions = {}, era: Era = 'modern'): Promise<Spoken> {
  const service = await openService(t, options)
  return { service, client: await connect(t, service.url, service.key, era) }
}

/** The same under a clock that moves only when told: nobody's patience ends before a slow machine has drawn. */
export async function openPatient(t: TestContext, era?: Era, env = {}): Promise<Spoken & { clock: ManualClock }> {
  const clock = manualClock(Date.now())
  return { clock, ...(await openSpoken(t, { env, replacements: { clock } }, era)) }
}

// Not more than a look takes: the clock stays behind the machine's, and what is done without it is done in time.
const STEP_MS = 10

/** Lets time pass until the only task of the service is as wanted, and no longer. */
export function comesTo(
  { service, clock }: { service: TestService; clock: ManualClock },
  isSo: (task: Task) => boolean,
): Promise<true> {
  return eventuallyOn(clock, STEP_MS, async () => {
    const [task] = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 1 })
    return task !== undefined && isSo(task) ? true : undefined
  })
}

/** Lets the only task go on to its end, after its client was told of its beginning and of a step on the way. */
export async function goOnAsTold(
  place: { service: TestService; clock: ManualClock },
  told: readonly number[],
): Promise<void> {
  const [first] = await eventually(() => (told.length > 0 ? told : undefined))
  await comesTo(place, ({ progress }) => progress > (first ?? 0))
  await eventually(() => (told.length > 1 ? true : undefined))
  await comesTo(place, ({ status }) => isFinal(status))
}

type Receipt = {
  task_id: string
  status: string
  progress: number
  prompt: string
  warnings: string[]
  files: {
    file_id: string
    role: string
    url: string
    sha256: string
    bytes: number
    type: string
    seconds: number
    credentials: unknown
  }[]
  error: { code: string; message: string; retryable: boolean; advice: string } | null
  next: { tool: string; arguments: Record<string, unknown> } | null
}

/** An answer in its parts. */
export function read(result: CallToolResult) {
  const { content, structuredContent, isError = false } = result
  return {
    isError,
    text: content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
    pictures: content.flatMap((block) => (block.type === 'image' ? [block] : [])),
    links: content.flatMap((block) => (block.type === 'resource_link' ? [block] : [])),
    receipt: structuredContent as Receipt,
    error: (structuredContent as { error?: Record<string, unknown> } | undefined)?.error,
  }
}

// The client gives up after a minute otherwise, which a slow machine may well need.
const timeout = 2 ** 31 - 1

/** Calls a tool and takes its answer apart. */
export async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  return read(await client.callTool({ name, arguments: given }, { timeout }))
}
