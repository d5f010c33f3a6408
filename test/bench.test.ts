import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { postJson } from '../bench/harness/http-bytes.ts'
import { loadSide, type Work } from '../bench/harness/load-side.ts'
import { judge, measureRow, type RowResult } from '../bench/harness/measure-row.ts'
import type { OpenSide, Row, Sample } from '../bench/harness/row.ts'
import { runningPeer } from '../bench/harness/side-process.ts'
import { countIn, expectCount, expectFiles, sha256 } from '../bench/harness/verify.ts'
import { ROWS } from '../bench/rows/all-rows.ts'
import { temporaryFolder } from './support/service.ts'

const ROOT = resolve(import.meta.dirname, '..')
const OPTIONS = { seconds: 0.05, rounds: 1, peers: [], upstreamPort: 0 }

type Behaviour = { status: number; insertsEvery: number; files: 'right' | 'other' | 'none' }
const HONEST: Behaviour = { status: 200, insertsEvery: 1, files: 'right' }

/** A row whose only side answers as it is told to, in this process. */
async function rowOf(t: TestContext, behaviour: Behaviour): Promise<Row> {
  const database = join(await temporaryFolder(t), 'side.db')
  const rows = new DatabaseSync(database)
  rows.exec('CREATE TABLE tasks (n INTEGER)')
  t.after(() => rows.close())
  let asked = 0
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === '/files/1') {
      response.statusCode = behaviour.files === 'none' ? 404 : 200
      return void response.end(behaviour.files === 'other' ? 'blue' : 'red')
    }
    if (++asked % behaviour.insertsEvery === 0) rows.exec('INSERT INTO tasks VALUES (1)')
    response.statusCode = behaviour.status
    response.end('{"id":"1"}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const prepare = async (): Promise<Work> => ({
    request: () => postJson('/', {}),
    check: () => {},
    verify: async (answered) => {
      expectCount('rows', countIn(database, 'SELECT count(*) FROM tasks'), answered)
      await expectFiles(port, ['http://anywhere/files/1'], (bytes) => sha256(bytes) === sha256(Buffer.from('red')))
    },
  })
  const start = async () => runningPeer(`http://127.0.0.1:${port}`, undefined)
  const side = loadSide({ name: 'a side', version: '1', connections: 2, seconds: 0.05, start, prepare })
  return { name: 'a-row', what: 'a row', rounds: 1, aims: [], sides: () => [side] }
}

const measured = async (t: TestContext, behaviour: Partial<Behaviour>): Promise<RowResult> =>
  measureRow(await rowOf(t, { ...HONEST, ...behaviour }), OPTIONS)

test('a side that does its work is measured', async (t) => {
  const { sides } = await measured(t, {})
  assert.ok((sides[0]?.figures.perSecond ?? 0) > 0)
  assert.ok((sides[0]?.figures.p99Ms ?? 0) >= (sides[0]?.figures.p50Ms ?? Infinity))
})

test('a side that lies about its work makes its row fail, with the name of both', async (t) => {
  await assert.rejects(measured(t, { insertsEvery: 2 }), /^Error: a-row, a side: \d+ rows were answered for, \d+ are/)
  await assert.rejects(measured(t, { files: 'other' }), /has other bytes/)
  await assert.rejects(measured(t, { files: 'none' }), /gives 404/)
  await assert.rejects(measured(t, { status: 503 }), /503/)
})

test('sides take turns, each begins a round once, and ratios are medians of what each round gave', async () => {
  const turns: string[] = []
  const closed: string[] = []
  const side = (name: string, perSecond: number[]) => ({
    name,
    version: '1',
    open: async (): Promise<OpenSide> => ({
      round: async (): Promise<Sample> => {
        turns.push(name)
        return { perSecond: perSecond.shift() ?? 0 }
      },
      close: async () => void closed.push(name),
    }),
  })
  const aims = [{ metric: 'perSecond', against: 'bare', atLeast: 0.6 } as const]
  const sides = () => [side('ours', [50, 10, 90]), side('bare', [100, 100, 100])]
  const row: Row = { name: 'a-row', what: 'a row', rounds: 3, aims, sides }
  const result = await measureRow(row, { ...OPTIONS, rounds: 3 })
  assert.deepEqual(turns, ['ours', 'bare', 'bare', 'ours', 'ours', 'bare'])
  assert.deepEqual(closed, ['bare', 'ours'])
  assert.equal(result.sides[0]?.figures.perSecond, 50)
  assert.equal(result.sides[1]?.ratios.perSecond, 0.5)
  assert.deepEqual(result.aims, [{ ...aims[0], reached: 0.5, isMet: false }])
  assert.equal(judge({ metric: 'perSecond', atLeast: 50 }, result.sides).isMet, true)
})

test('the page on performance names every row', async () => {
  const page = readFileSync(join(ROOT, 'docs/performance.md'), 'utf8')
  assert.deepEqual(
    ROWS.map(({ name }) => name).filter((name) => !page.includes(`\`${name}\``)),
    [],
  )
  assert.equal(new Set(ROWS.map(({ name }) => name)).size, ROWS.length)
})
