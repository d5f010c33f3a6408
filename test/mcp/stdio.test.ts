import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join, resolve } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { someOf } from '../support/long.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openService } from '../support/service.ts'
import { compiledBefore } from '../support/run-mediagen.ts'
import { call, ERAS, goOnAsTold, negotiation, type Era } from './client.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'

const MAIN = resolve(import.meta.dirname, '../../src/main.ts')
const good = { prompt: 'a cat', model: 'sandbox' }

function environment(env: Record<string, string>): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', ...compiledBefore(), ...env }
}

/** The unmodified client, which starts the program as a desktop assistant does. */
async function start(t: TestContext, env: Record<string, string>, era: Era = 'legacy') {
  const client = new Client({ name: 'test', version: '1.0.0' }, negotiation(era))
  const options = { command: process.execPath, args: [MAIN, 'mcp'], env: environment(env), stderr: 'ignore' as const }
  const transport = new StdioClientTransport({ ...options, cwd: await temporaryFolder(t) })
  await client.connect(transport)
  atEnd(t, () => client.close())
  return { client, transport }
}

/** Makes an image, and asks for it for as long as a slow machine still draws it or makes its preview. */
async function makeImage(client: Client, given: Record<string, unknown>) {
  let made = await call(client, 'generate_image', given)
  while (made.receipt.next !== null || made.text.includes('is not ready yet'))
    made = await call(client, 'get_task', { task_id: made.receipt.task_id, wait_seconds: 20 })
  return made
}

// Each starts the program three times; what differs between the two is on the wire, where test/mcp asks in both.
for (const era of someOf(ERAS, 1))
  test(`${era}: with nothing set, an assistant gets a service of its own, and finds its tasks again the next time; two at once share one folder, and see what the other made`, async (t) => {
    const home = await temporaryFolder(t)
    const [{ client }, other] = await Promise.all([start(t, { HOME: home }, era), start(t, { HOME: home }, era)])
    assert.equal(client.getProtocolEra(), era)
    assert.equal((await client.listTools()).tools.length, 6)
    const [made, second] = await Promise.all([
      makeImage(client, good),
      makeImage(other.client, { ...good, prompt: 'a dog' }),
    ])
    assert.deepEqual([made.receipt.status, made.pictures.length], ['success', 1], made.text)
    assert.equal(second.receipt.status, 'success', second.text)
    assert.equal((await fetch(made.links[0]?.uri ?? '')).status, 200)
    const shared = await call(other.client, 'get_task', { task_id: made.receipt.task_id })
    assert.equal(shared.receipt.status, 'success', shared.text)
    await Promise.all([client.close(), other.client.close()])
    const key = join(home, '.mediagen', 'mcp-api-key')
    assert.equal((await stat(key)).mode & 0o777, 0o600)
    assert.match(await readFile(key, 'utf8'), /^mg_\w{49}\n$/)
    const again = await start(t, { HOME: home }, era)
    const seen = await call(again.client, 'get_task', { task_id: made.receipt.task_id })
    assert.deepEqual([seen.receipt.status, seen.receipt.files.length], ['success', 1])
    assert.equal((await fetch(seen.links[0]?.uri ?? '')).status, 200)
  })

for (const era of ERAS) {
  test(`${era}: with MEDIAGEN_URL it speaks for the service there, progress and errors included; a call that is called off is let go of, and its task goes on`, async (t) => {
    const clock = manualClock(Date.now())
    const service = await openService(t, { replacements: { clock } })
    const { client } = await start(t, { MEDIAGEN_URL: service.url, MEDIAGEN_API_KEY: service.key }, era)
    const told: number[] = []
    const params = { name: 'generate_image', arguments: { ...good, prompt: 'a cat [[progress 5]]' } }
    const calling = client.callTool(params, { onprogress: ({ progress }) => void told.push(progress) })
    await goOnAsTold({ service, clock }, told)
    await calling
    assert.ok(told.length >= 2, told.join(' '))
    const tasks = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 10 })
    assert.deepEqual(
      tasks.map(({ status }) => status),
      ['success'],
    )
    assert.equal((await call(client, 'get_task', { task_id: '1' })).error?.['code'], 'task_not_found')
    await assert.rejects(client.callTool({ name: 'generate_söng', arguments: {} }), /There is no tool/)

    const stop = new AbortController()
    const hanging = { name: 'generate_image', arguments: { ...good, prompt: 'a cat [[hang]]' } }
    const calledOff = client.callTool(hanging, { signal: stop.signal })
    const task = await eventuallyOn(clock, 10, async () => {
      const [last] = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 1 })
      return last?.step === 'running' ? last : undefined
    })
    stop.abort()
    await assert.rejects(calledOff)
    await eventually(() => (service.logLines.some((line) => line.includes('"hungUp":true')) ? true : undefined))
    assert.equal((await call(client, 'get_task', { task_id: task.id })).receipt.status, 'processing')
  })
}

/** Runs the program as a filter: everything that comes out, and how it ended. */
async function pipe(input: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN, 'mcp'], { env: environment(env) })
  const closed = once(child, 'close') as Promise<[number | null]>
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  child.stdin.write(input)
  const lines = (): string[] => out.split('\n').filter((line) => line !== '')
  const end = async () => {
    child.stdin.end()
    const [code] = await closed
    return { code, out, err }
  }
  return { say: (more: string) => child.stdin.write(more), lines, end }
}

const ping = (id: number): string => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`

test('nothing but the protocol goes to standard output, one message a line, and it ends with its input', async (t) => {
  const HOME = await temporaryFolder(t)
  const { lines, end } = await pipe(`${ping(1)}garbage\n\n[]\n${ping(2)}`, { HOME, MEDIAGEN_LOG_LEVEL: 'debug' })
  await eventually(() => (lines().length >= 4 ? true : undefined))
  const { code, err } = await end()
  const ids = lines().map((line) => (JSON.parse(line) as { jsonrpc: string; id: number | null }).id)
  assert.deepEqual(
    [code, ids.filter((id) => id === null).length, ids.filter((id) => id !== null).sort()],
    [0, 2, [1, 2]],
  )
  assert.match(err, /"level":"info"/)
})

/** A service that begins every answer and never gives one. */
async function brokenService(port: number): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': here it comes\n\n')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

test('a service that is not there, breaks off or does not want the key is told to the assistant in words, and asked again', async (t) => {
  const port = await freePort()
  const env = { MEDIAGEN_URL: `http://127.0.0.1:${port}`, MEDIAGEN_API_KEY: 'mg_wrong_key_of_nobody_here' }
  const { say, lines, end } = await pipe('', env)
  const assertTold = async (asked: number, words: RegExp): Promise<void> => {
    say(ping(asked))
    const line = await eventually(() => lines()[asked - 1])
    const { id, error } = JSON.parse(line) as { id: number; error: { code: number; message: string } }
    assert.deepEqual([id, error.code], [asked, -32_603])
    assert.match(error.message, words)
  }
  await assertTold(1, /cannot be reached/)
  const broken = await brokenService(port)
  await assertTold(2, /ended without a response/)
  broken.close().closeAllConnections()
  await once(broken, 'close')
  await openService(t, { env: { PORT: String(port) } })
  await assertTold(3, /^invalid_api_key: This API key does not work/)
  assert.equal((await end()).code, 0)
})

test('an address without a key is a mistake in the settings, told on standard error', async () => {
  const { end } = await pipe('', { MEDIAGEN_URL: 'http://127.0.0.1:1' })
  const { code, out, err } = await end()
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /MEDIAGEN_URL requires MEDIAGEN_API_KEY/)
})
