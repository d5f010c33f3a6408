import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { systemClock } from '../../src/runtime/system.ts'
import { countingStarts } from '../support/counting-starts.ts'
import { eventually } from '../support/eventually.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { openService, type OpenOptions, type TestService } from '../support/service.ts'
import { tcpProxy } from '../support/tcp-proxy.ts'
import { atEnd } from '../support/at-end.ts'
import { clientOf, countTasks, openSpoken } from './client.ts'

const good = { model: 'sandbox', prompt: 'a cat' }

type Answer = { status: number; id: string | undefined; isAdopted: boolean }
type Sent = { count?: number; json?: object; agent?: Agent | false; headers?: Record<string, string>; key?: string }

/** One attempt of a call, over a connection that the test chooses; one of its own unless it says otherwise. */
async function send(service: TestService, sent: Sent = {}): Promise<Answer> {
  const { count = 0, json = good, agent = false, headers = {}, key = service.key } = sent
  const outgoing = request(new URL('/v1/images/generations', service.url), {
    method: 'POST',
    agent,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'x-stainless-retry-count': String(count),
      ...headers,
    },
  })
  outgoing.end(JSON.stringify(json))
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  await text(answer)
  const id = answer.headers['x-task-id']
  const isAdopted = answer.headers['x-mediagen-adopted'] === 'retry'
  return { status: answer.statusCode ?? 0, id: typeof id === 'string' ? id : undefined, isAdopted }
}

/** One connection for all that is sent over it, one after the other. */
function oneConnection(t: TestContext): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  atEnd(t, () => agent.destroy())
  return agent
}

/** A key with a rate, and a way to let the minute pass. */
async function openLimited(t: TestContext, createsPerMinute: number, options: OpenOptions = {}) {
  let ahead = 0
  const clock = { ...systemClock, elapsed: () => systemClock.elapsed() + ahead }
  const service = await openService(t, { ...options, replacements: { clock } })
  const key = await service.newKey({ limits: { createsPerMinute } })
  return { service, key, wait: (ms: number) => void (ahead += ms) }
}

test('24 equal calls under a rate of 20 a minute make 24 tasks: over one connection, each over its own, and behind a proxy', async (t) => {
  const { service, key, wait } = await openLimited(t, 20)
  const agent = oneConnection(t)
  const ways: Sent[] = [{ agent }, {}, { agent, headers: { 'x-forwarded-for': '192.0.2.7' } }]
  for (const [n, way] of ways.entries()) {
    wait(60_000)
    const json = { ...good, prompt: `cat number ${n}`, response_format: 'url' }
    const ids: (string | undefined)[] = []
    for (let call = 0; call < 24; call++) {
      for (let count = 0; ; count++) {
        const { status, id, isAdopted } = await send(service, { ...way, key, json, count })
        if (status === 429) {
          wait(3_000)
          continue
        }
        assert.deepEqual([status, isAdopted], [200, false])
        ids.push(id)
        break
      }
    }
    assert.equal(new Set(ids).size, 24)
  }
})

test('the client of OpenAI that is refused for its rate is given tasks of its own', async (t) => {
  const service = await openService(t)
  const key = await service.newKey({ limits: { createsPerMinute: 20 } })
  const client = clientOf(service, { apiKey: key, maxRetries: 9 })
  const answers = await Promise.all(
    Array.from({ length: 21 }, () => client.images.generate({ ...good, response_format: 'url' }).withResponse()),
  )
  const ids = answers.map(({ response }) => response.headers.get('x-task-id'))
  assert.ok(answers.every(({ response }) => response.headers.get('x-mediagen-adopted') === null))
  assert.equal(new Set(ids).size, 21)
})

test('a count that no client reaches is ignored, and harms no later repeat', async (t) => {
  const { service, key, wait } = await openLimited(t, 1)
  const json = { ...good, response_format: 'url' }
  const made = await send(service, { key, json })
  assert.equal((await send(service, { key, json })).status, 429)
  wait(60_000)
  const fresh = await send(service, { key, json, count: 999_999 })
  assert.deepEqual([fresh.status, fresh.isAdopted, fresh.id === made.id], [200, false, false])
  wait(60_000)
  const repeated = await send(service, { key, json, count: 99 })
  assert.equal(repeated.status, 200)
})

test('two equal calls at once whose answers are both cut off are given one task each', async (t) => {
  const { starts, wrapEngine } = countingStarts()
  const { service } = await openSpoken(t, { replacements: { wrapEngine } })
  const proxy = await tcpProxy(t, Number(new URL(service.url).port))
  const client = clientOf(service, { baseURL: `http://127.0.0.1:${proxy.port}/v1` })
  proxy.cutNextAnswer()
  proxy.cutNextAnswer()
  const answers = await Promise.all([0, 1].map(() => client.images.generate(good).withResponse()))
  const ids = answers.map(({ response }) => response.headers.get('x-task-id'))
  assert.ok(answers.every(({ response }) => response.headers.get('x-mediagen-adopted') === 'retry'))
  assert.deepEqual([new Set(ids).size, await countTasks(service), starts()], [2, 2, 2])
})

test('a call whose first attempt got lost on its way in makes its own task once the answer before it has surely arrived', async (t) => {
  const { service } = await openSpoken(t)
  const proxy = await tcpProxy(t, Number(new URL(service.url).port))
  const client = clientOf(service, { baseURL: `http://127.0.0.1:${proxy.port}/v1` })
  const agent = oneConnection(t)
  const first = await send(service, { agent })
  // Over the same connection: a client that sends another request has read the answer to the one before.
  await send(service, { agent, json: { ...good, prompt: 'a dog' } })
  proxy.cutNextRequest()
  const second = await client.images.generate(good).withResponse()
  assert.equal(second.response.headers.get('x-mediagen-adopted'), null)
  assert.notEqual(second.response.headers.get('x-task-id'), first.id)
  assert.equal(await countTasks(service), 3)
})

test('a client that asks for a video by its id has been told it: the next equal call is another', async (t) => {
  const { service, client } = await openSpoken(t)
  const first = await client.videos.create({ ...good, model: 'sandbox' })
  await service.call(`/v1/videos/${first.id}`)
  const json = { ...good }
  const lost = await service.call('/v1/videos', { json, headers: { 'x-stainless-retry-count': '1' } })
  assert.equal(lost.headers.get('x-mediagen-adopted'), null)
  assert.notEqual(((await lost.json()) as { id: string }).id, first.id)
})

test('an answer over a connection of a proxy proves nothing: the repeat is given its task', async (t) => {
  const { service } = await openSpoken(t)
  const agent = oneConnection(t)
  const headers = { via: '1.1 somewhere' }
  const first = await send(service, { agent, headers })
  await send(service, { agent, headers, json: { ...good, prompt: 'a dog' } })
  const again = await send(service, { agent, headers, count: 1 })
  assert.deepEqual([again.id, again.isAdopted], [first.id, true])
})

test('of several equal calls a repeat is given the one whose answer surely got lost, not the last', async (t) => {
  const { service } = await openSpoken(t)
  const json = { ...good, prompt: 'a cat [[delay 1s]]' }
  const left = new Agent({ keepAlive: true })
  const leaving = send(service, { agent: left, json })
  await eventually(async () => ((await countTasks(service)) === 1 ? true : undefined))
  const [task] = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 1 })
  left.destroy()
  await assert.rejects(leaving)
  const other = await send(service, { json })
  assert.notEqual(other.id, task?.id)
  const again = await send(service, { json, count: 1 })
  assert.deepEqual([again.id, again.isAdopted, await countTasks(service)], [task?.id, true, 2])
})

test('what one process refused or answered is known to another', async (t) => {
  const DATABASE_URL = await (await sharedPostgres()).newDatabase()
  const { service: first, key } = await openLimited(t, 3, { env: { DATABASE_URL } })
  const second = await openService(t, { env: { DATABASE_URL }, dataDir: first.dataDir })
  const json = { ...good, response_format: 'url' }
  // A repeat waits until all that its process has learned is in the store.
  const settle = (prompt: string): Promise<Answer> => send(first, { json: { ...json, prompt }, count: 1 })
  const made = [await send(first, { key, json }), await send(first, { key, json })]
  await send(first, { key, json: { ...json, prompt: 'a cow' } })
  assert.equal((await send(first, { key, json })).status, 429)
  await settle('a bird')
  const repeated = await send(second, { key, json, count: 1 })
  assert.deepEqual([repeated.status, repeated.isAdopted], [200, false])
  // Both of the others may have been cut, and each is given once.
  const again = [await send(second, { key, json, count: 1 }), await send(second, { key, json, count: 1 })]
  assert.deepEqual(again.map(({ id }) => id).sort(), made.map(({ id }) => id).sort())
  const agent = oneConnection(t)
  const dog = { ...json, prompt: 'a dog' }
  const arrived = await send(first, { agent, json: dog })
  await send(first, { agent, json })
  await settle('a fish')
  const own = await send(second, { key: first.key, json: dog, count: 1 })
  assert.deepEqual([own.status, own.isAdopted], [200, false])
  assert.notEqual(own.id, arrived.id)
})
