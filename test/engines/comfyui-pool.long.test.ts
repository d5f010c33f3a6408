import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { read, type Json } from '../browse/both-drivers.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { openService, type TestService } from '../support/service.ts'
import { graphWith, openRealComfyUis } from './support/real-comfyui.ts'

const WEIGHTS = ['red', 'blue']

test('three real ComfyUI servers behind one model lose nothing, though one is drained and one is killed', async (t) => {
  const servers = await openRealComfyUis(t, 3, WEIGHTS)
  const [first, second, third] = servers
  assert.ok(first !== undefined && second !== undefined && third !== undefined)
  const folder = await temporaryFolder(t)
  const workflows = join(folder, 'workflows')
  await mkdir(workflows)
  for (const name of WEIGHTS) await writeFile(join(workflows, `${name}.json`), JSON.stringify(graphWith(name)))
  const model = (engine: string, name: string): object => ({ kind: 'image', engine, model: `${name}.json` })
  const config = join(folder, 'mediagen.config.json')
  const engines = {
    one: { type: 'comfyui', baseURL: [first.url], workflows },
    gpus: { type: 'comfyui', baseURL: servers.map(({ url }) => url), workflows },
  }
  const models = { alone: model('one', 'red'), red: model('gpus', 'red'), blue: model('gpus', 'blue') }
  await writeFile(config, JSON.stringify({ engines, models }))
  const DATABASE_URL = await (await sharedPostgres()).newDatabase()
  const dataDir = await temporaryFolder(t)
  const env = { DATABASE_URL, MEDIAGEN_CONFIG: config, MEDIAGEN_FFMPEG: 'off' }
  const one = await openService(t, { env, dataDir })
  const processes = [one]

  const idOf = ({ url }: { url: string }): string => `gpus@${new URL(url).host}`
  const receiptOf = (id: string): Promise<Json> => read(one, `/api/ai/admin/tasks/${id}`)
  const submit = async (name: string, prompt: string, n = 0): Promise<string> => {
    const answer = await (processes[n % processes.length] as TestService).call('/api/ai/images/generations', {
      json: { model: name, prompt },
      headers: { prefer: 'respond-async' },
    })
    assert.equal(answer.status, 202, await answer.clone().text())
    return ((await answer.json()) as { id: string }).id
  }
  const many = (name: string, count: number, words: string): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => submit(name, `${words} ${n}`, n)))
  /** The receipts of tasks that have all succeeded, by the server that made them. */
  const madeBy = async (ids: string[]): Promise<Map<unknown, Json[]>> => {
    const receipts = await eventually(async () => {
      const seen = await Promise.all(ids.map(receiptOf))
      const failed = seen.find(({ status }) => status === 'failed')
      assert.equal(failed, undefined, JSON.stringify(failed))
      return seen.every(({ status }) => status === 'success') ? seen : undefined
    })
    return Map.groupBy(receipts, ({ server }) => server)
  }
  const timed = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const began = performance.now()
    await work()
    t.diagnostic(`${what}: ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  }
  const stateOf = async (server: { url: string }, by = one): Promise<Json> => {
    const { engines: seen } = (await read(by, '/api/ai/admin/system')) as { engines: Json[] }
    const { servers: all } = seen.find(({ id }) => id === 'gpus') as { servers: Json[] }
    return all.find(({ id }) => id === idOf(server)) ?? assert.fail(`no ${server.url}`)
  }

  await timed('six pictures on one server', async () => madeBy(await many('alone', 6, 'alone')))
  await timed('six pictures on three servers, two of them without the weights', async () => {
    const made = await madeBy(await many('red', 6, 'together'))
    assert.deepEqual(new Set(made.keys()), new Set(servers.map(idOf)))
  })
  await timed('six more, all with the weights', async () => madeBy(await many('red', 6, 'warm')))

  // The server that got the other weights keeps them, and makes all that needs them.
  const [other] = (await madeBy([await submit('blue', 'the first')])).keys()
  for (const n of [1, 2, 3]) {
    const made = async (name: string): Promise<unknown> => [
      ...(await madeBy([await submit(name, `again ${n}`)])).keys(),
    ]
    assert.deepEqual(await made('blue'), [other])
    assert.notDeepEqual(await made('red'), [other])
  }

  // Which weights a server has, each process remembers for itself. What follows is exact over both.
  processes.push(await openService(t, { env, dataDir }))
  const pause = { json: { reason: 'a new card' } }
  const drained = `/api/ai/admin/engines/${encodeURIComponent(idOf(second))}`
  assert.equal((await one.call(`${drained}/pause`, pause)).status, 200)
  for (const process of processes)
    await eventually(async () => ((await stateOf(second, process))['paused'] === null ? undefined : true))
  await timed('six pictures with one server drained', async () => {
    const made = await madeBy(await many('red', 6, 'drained'))
    assert.deepEqual(new Set(made.keys()), new Set([idOf(first), idOf(third)]))
  })
  assert.equal((await one.call(`${drained}/resume`, { method: 'POST' })).status, 200)

  await timed('nine pictures, one server killed in the middle', async () => {
    const ids = await many('red', 9, 'killed')
    await eventually(async () => ((await stateOf(third))['in_work'] === 1 ? true : undefined))
    await third.kill()
    const made = await madeBy(ids)
    const again = [...made.values()].flat().filter(({ warnings }) => JSON.stringify(warnings) !== '[]')
    t.diagnostic(`told in the receipt: ${JSON.stringify(again.map(({ warnings }) => warnings))}`)
    assert.equal(again.length, 1)
    t.diagnostic(`made by: ${JSON.stringify([...made].map(([server, of]) => [server, of.length]))}`)
  })
})
