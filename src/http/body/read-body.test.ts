import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { AppError } from '../../core/errors.ts'
import { nextTurn, readSmallBody } from './read-body.ts'

const RULES = { maxBytes: 1_000, brokenOff: 'invalid_json' } as const

/** A request whose client sends this and then hangs up when it is told to. */
async function aRequest(t: TestContext, text: string): Promise<{ raw: IncomingMessage; hangUp: () => void }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  t.after(() => {
    client.destroy()
    server.close()
  })
  client.write(text)
  const [raw] = (await once(server, 'request')) as [IncomingMessage]
  return { raw, hangUp: () => client.resetAndDestroy() }
}

const head = (length: number): string => `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`

const isBrokenOff = (error: unknown): boolean => error instanceof AppError && error.code === 'invalid_json'

test('a small body is one piece, in however many it came', async (t) => {
  const { raw } = await aRequest(t, `${head(7)}{"a":1}`)
  assert.equal(Buffer.from((await readSmallBody(raw, RULES)) ?? []).toString(), '{"a":1}')
})

test('a client that hangs up in the middle of a small body, or had done so before it was read, keeps nobody waiting', async (t) => {
  const cut = await aRequest(t, `${head(7)}{"a"`)
  const reading = readSmallBody(cut.raw, RULES)
  cut.hangUp()
  await assert.rejects(async () => reading, isBrokenOff)

  for (const body of ['{"a"', '{"a":1}']) {
    const { raw, hangUp } = await aRequest(t, head(7) + body)
    raw.on('error', () => undefined)
    const closed = new Promise((resolve) => raw.once('close', resolve))
    hangUp()
    await closed
    await assert.rejects(async () => readSmallBody(raw, RULES), isBrokenOff)
  }

  const { raw, hangUp } = await aRequest(t, `${head(7)}{"a":1}`)
  // All of it has come, and nobody has taken it yet.
  raw.pause()
  const late = readSmallBody(raw, RULES)
  raw.pause()
  hangUp()
  await assert.rejects(async () => late, isBrokenOff)
})

test('a hundred who work in turns leave the event loop free after a few of them, and all of them come to their end', async () => {
  const perTurn: number[] = []
  let steps = 0
  const worker = async (): Promise<void> => {
    for (let step = 0; step < 10; step++, steps++) await nextTurn()
  }
  let isOver = false
  const all = Promise.all(Array.from({ length: 100 }, worker)).then(() => (isOver = true))
  while (!isOver) {
    const before = steps
    await turn()
    perTurn.push(steps - before)
  }
  await all
  assert.equal(steps, 1_000)
  assert.ok(Math.max(...perTurn) <= 16, `${Math.max(...perTurn)} in one turn`)
})
