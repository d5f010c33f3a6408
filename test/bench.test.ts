import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { lineExpecter } from '../bench/harness/expect-lines.ts'
import { getBytes, postJson } from '../bench/harness/http-bytes.ts'
import { putLoad } from '../bench/harness/load.ts'
import { loadSide, type Work } from '../bench/harness/load-side.ts'
import { rowText } from '../bench/harness/table.ts'
import { judge, measureRow, type RowResult } from '../bench/harness/measure-row.ts'
import { readPeers } from '../bench/harness/read-peers.ts'
import type { OpenSide, Row, RowOptions, Sample } from '../bench/harness/row.ts'
import { pageWith } from '../bench/harness/save-results.ts'
import { untilStatus } from '../bench/harness/seed-tasks.ts'
import { runningPeer } from '../bench/harness/side-process.ts'
import { untilSo } from '../bench/harness/until-so.ts'
import { countIn, expectCount, expectFiles, sha256 } from '../bench/harness/verify.ts'
import { readMachine } from '../bench/harness/versions.ts'
import { ROWS } from '../bench/rows/all-rows.ts'
import { atEnd, temporaryFolder } from './support/at-end.ts'

const ROOT = resolve(import.meta.dirname, '..')
const NOTHING_STOLEN = () => () => 0
const OPTIONS = { root: ROOT, seconds: 0.05, rounds: 1, peers: [], upstreamPort: 0, watch: NOTHING_STOLEN }

type Behaviour = { status: number; insertsEvery: number; files: 'right' | 'other' | 'none' }
const HONEST: Behaviour = { status: 200, insertsEvery: 1, files: 'right' }

/** A row whose only side answers as it is told to, in this process. */
async function rowOf(t: TestContext, behaviour: Behaviour): Promise<Row> {
  const database = join(await temporaryFolder(t), 'side.db')
  const rows = new DatabaseSync(database)
  rows.exec('CREATE TABLE tasks (n INTEGER)')
  atEnd(t, () => rows.close())
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
  atEnd(t, () => server.close())
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

test('a request that is missing in the log is found, also when the log had lines before', async (t) => {
  const log = join(await temporaryFolder(t), 'side.log')
  writeFileSync(log, 'of an earlier process\n')
  const expectLines = lineExpecter(log, 50)
  appendFileSync(log, 'one\ntwo\n')
  await expectLines(2)
  appendFileSync(log, 'three\n')
  await assert.rejects(expectLines(4), /4 requests, 3 lines of log/)
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

test('a round in which the host took the cores away is measured again, and told where there is no other', async () => {
  const stolen = [0.5, 0.01, 0.3, 0]
  const watch = () => () => stolen.shift() ?? 0.1
  let round = 0
  const open = async (): Promise<OpenSide> => ({ round: async () => ({ perSecond: ++round }), close: async () => {} })
  const sides = () => [{ name: 'ours', version: '1', open }]
  const row: Row = { name: 'a-row', what: 'a row', rounds: 2, aims: [], sides }
  const quiet = await measureRow(row, { ...OPTIONS, rounds: 2, watch })
  assert.deepEqual(
    quiet.sides[0]?.rounds.map(({ perSecond }) => perSecond),
    [2, 4],
  )
  assert.match(rowText(quiet), /^a-row: a row \(0 s\)\n/)
  const disturbed = await measureRow(row, { ...OPTIONS, rounds: 2, watch })
  assert.equal(round, 4 + 6)
  assert.match(rowText(disturbed), /^a-row: a row \(0 s, disturbed: 10 % stolen\)\n/)
})

test('another checkout joins a row as its last side', async () => {
  const roots: string[] = []
  const sides = ({ root }: RowOptions) =>
    ['ours', 'bare'].map((name) => ({ name, version: root, open: () => open(root) }))
  const open = async (root: string): Promise<OpenSide> => {
    roots.push(root)
    return { round: async () => ({ perSecond: root === '/other' ? 50 : 100 }), close: async () => {} }
  }
  const row: Row = { name: 'a-row', what: 'a row', rounds: 1, aims: [], sides }
  const result = await measureRow(row, { ...OPTIONS, against: '/other' })
  assert.deepEqual(roots, [ROOT, ROOT, '/other'])
  assert.deepEqual(
    result.sides.map(({ name, ratios }) => [name, ratios.perSecond]),
    [
      ['ours', undefined],
      ['bare', 1],
      ['ours, other checkout', 2],
    ],
  )
})

test('another checkout that lacks what a row measures is named with its reason, and the row is measured', async () => {
  for (const lacking of ['open', 'round'] as const) {
    const open = async (root: string): Promise<OpenSide> => {
      const fail = (at: typeof lacking): void => {
        if (root === '/other' && at === lacking) throw new Error('no such program')
      }
      fail('open')
      const round = async () => (fail('round'), { perSecond: 100 })
      return { round, close: async () => {} }
    }
    const sides = ({ root }: RowOptions) => [{ name: 'ours', version: root, open: () => open(root) }]
    const row: Row = { name: 'a-row', what: 'a row', rounds: 1, aims: [], sides }
    const result = await measureRow(row, { ...OPTIONS, against: '/other' })
    assert.deepEqual([result.sides.map(({ name }) => name), result.otherLacks], [['ours'], 'no such program'])
    assert.match(rowText(result), /not measured, other checkout: no such program/)
  }
})

test('saved results take the place of the table on the page, and leave the rest of it alone', async (t) => {
  const rows = [await measured(t, {})]
  const results = { at: '2030-01-02T03:04:05Z', machine: readMachine(), rows }
  const page = 'before\n<!-- table -->\nold\n<!-- end of table -->\nafter\n'
  const saved = pageWith(page, results)
  assert.match(
    saved,
    /^before\n<!-- table -->\n2030-01-02, [\s\S]*\| `a-row` \| a side \| [\s\S]*<!-- end of table -->\nafter\n$/,
  )
  assert.doesNotMatch(saved, /old/)
  assert.match(saved, new RegExp(`Node ${process.version}, load average before`))
})

test('a gateway that runs already is named by its address, model and key', () => {
  const peer = { name: 'b', url: 'http://127.0.0.1:8090', model: 'up/picture', key: 'sk=1', pid: 4711 }
  assert.deepEqual(readPeers(['name=b,url=http://127.0.0.1:8090,model=up/picture,key=sk=1,pid=4711']), [peer])
  assert.throws(() => readPeers(['name=b']), /needs name, url and model/)
})

test('the page on performance names every row', async () => {
  const page = readFileSync(join(ROOT, 'docs/performance.md'), 'utf8')
  assert.deepEqual(
    ROWS.map(({ name }) => name).filter((name) => !page.includes(`\`${name}\``)),
    [],
  )
  assert.equal(new Set(ROWS.map(({ name }) => name)).size, ROWS.length)
})

test('a bench does not wait for what cannot come: a task that ended otherwise, and what takes too long, are told', async (t) => {
  const failed = { status: 'failed', error: { code: 'provider_error', message: 'The picture could not be read.' } }
  const server = createServer((_request, response) => response.end(JSON.stringify(failed)))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  atEnd(t, () => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await assert.rejects(untilStatus({ url }, ['1'], 'success'), /is failed, not success: The picture could not be read/)
  const look = async () => ({ progress: 5 })
  await assert.rejects(
    untilSo({ what: 'the first step', look, isSo: () => false, withinMs: 0 }),
    /waited 0 s for the first step, in vain; seen last: \{"progress":5\}/,
  )
})

test('at a fixed rate a request that had to wait for a slow one before it counts as slow, too', async (t) => {
  const SLOW_MS = 60
  const server = createServer((_request, response) => void setTimeout(() => response.end('{}'), SLOW_MS))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  atEnd(t, () => server.close())
  const { port } = server.address() as AddressInfo
  const load = { port, connections: 1, seconds: 0.1, perSecond: 50, request: () => getBytes('/'), check: () => {} }
  const { timesMs } = await putLoad(load)
  assert.equal(timesMs.length, 5)
  // Each was due 20 ms after the one before it, and began 60 ms after it.
  assert.ok((timesMs.at(-1) ?? 0) > 3 * SLOW_MS, timesMs.join(' '))
})
