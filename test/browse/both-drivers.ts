import { test, type TestContext } from 'node:test'
import { openService, type OpenOptions, type TestService } from '../support/service.ts'
import { sharedPostgres } from '../support/postgres.ts'

export type Json = Record<string, unknown>

/** Opens the service of one driver; a second one with the same settings is on the same records. */
export type Open = (options?: OpenOptions) => Promise<TestService>

/** A promise of the interface that must hold on both databases. */
export function onBothDrivers(words: string, body: (t: TestContext, open: Open) => Promise<void>): void {
  test(`sqlite: ${words}`, (t) => body(t, (options = {}) => openService(t, options)))
  test(`postgres: ${words}`, async (t) => {
    const url = await (await sharedPostgres()).newDatabase()
    const open: Open = (options = {}) => openService(t, { ...options, env: { DATABASE_URL: url, ...options.env } })
    await body(t, open)
  })
}

/** A request whose answer is good. */
export async function read(service: TestService, path: string, key?: string): Promise<Json> {
  const answer = await service.call(path, key === undefined ? {} : { key })
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Json
}

/** The ids on all pages of a list. */
export async function idsOnAllPages(service: TestService, query: string, key?: string): Promise<unknown[]> {
  const ids: unknown[] = []
  for (let cursor: string | null = null; ;) {
    const page: Json = await read(service, `/api/ai/tasks?${query}${cursor === null ? '' : `&cursor=${cursor}`}`, key)
    ids.push(...(page['data'] as Json[]).map(({ id }) => id))
    cursor = page['next_cursor'] as string | null
    if (cursor === null) return ids
  }
}

/** The status and code of a refusal. */
export async function refusal(answer: Response): Promise<[number, unknown, unknown]> {
  const { error } = (await answer.json()) as { error: Json }
  return [answer.status, error['code'], error['param']]
}
