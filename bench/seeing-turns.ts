// npm run bench:seeing-turns [-- --turns N]
// What it costs to follow a submission, to some thousandths: requests that are followed and requests that are not, in short
// turns at one process. Two processes differ by more than what is looked for here, and so do two seconds of a machine that
// others use too; two turns that follow each other within half a second mostly do not, and there are hundreds of them.
// Nothing is kept but what a caller follows, whose header is looked into on top of what a trace of our own costs.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Connection } from './harness/connection.ts'
import { postJson } from './harness/http-bytes.ts'
import { WorkNotDone } from './harness/row.ts'
import { mainOf, sideProgram, startOurs, startSide, type SideProcess } from './harness/side-process.ts'
import { median, quantile } from './harness/statistics.ts'
import { watchStolen } from './harness/stolen-time.ts'
import { countIn, expectCount } from './harness/verify.ts'

const ROOT = resolve(import.meta.dirname, '..')
const CONNECTIONS = 50
// Two full batches of spans: with the last answer of a turn they are sent, and so paid within it.
const REQUESTS = 2_048
const WARM_UP_TURNS = 10
const QUIET_MS = 15
// Beyond it, part of what is counted as time on a core has been none.
const MOST_STOLEN = 0.04
// So many rounds for each that is to count, at most.
const MOST_TRIES = 4
const RESAMPLED = 2_000
const SAMPLED = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
// As long as the header by which a caller follows, and read by nobody: what a header costs is the caller's.
const ASKED = {
  plain: { 'x-reference': SAMPLED },
  again: { 'x-reference': SAMPLED },
  followed: { traceparent: SAMPLED },
} as const

type Kind = keyof typeof ASKED
const ORDERS: readonly Kind[][] = [
  ['plain', 'again', 'followed'],
  ['followed', 'plain', 'again'],
  ['again', 'followed', 'plain'],
  ['followed', 'again', 'plain'],
  ['plain', 'followed', 'again'],
  ['again', 'plain', 'followed'],
]

/** Time on a core in ms of all threads of a process, as exactly as the scheduler knows it. */
function cpuMs(pid: number): number {
  const folder = `/proc/${pid}/task`
  const each = readdirSync(folder).map((thread) => readFileSync(join(folder, thread, 'schedstat'), 'utf8'))
  return each.reduce((sum, text) => sum + Number.parseInt(text, 10), 0) / 1e6
}

async function untilIdle(pid: number): Promise<void> {
  for (let last = cpuMs(pid), now = Infinity; now - last > 1; [last, now] = [now, cpuMs(pid)]) await pause(QUIET_MS)
}

async function turn(kind: Kind, connections: readonly Connection[], pid: number): Promise<number> {
  const bytes = postJson('/api/ai/videos', { model: 'sandbox', prompt: 'a red fox in the snow' }, ASKED[kind])
  const before = cpuMs(pid)
  let left = REQUESTS
  const line = async (connection: Connection): Promise<void> => {
    while (left-- > 0) {
      const { status, body } = await connection.ask(bytes)
      if (status !== 200) throw new WorkNotDone(`${status}: ${body.toString().slice(0, 300)}`)
    }
  }
  await Promise.all(connections.map(line))
  await untilIdle(pid)
  return (cpuMs(pid) - before) / REQUESTS
}

type Triple = Record<Kind, number>
const sumOf = (triples: readonly Triple[], kind: Kind): number => triples.reduce((sum, one) => sum + one[kind], 0)
/** What a kind costs, of what the same requests cost that nobody follows: two turns of each round, or the first where it is the second. */
const ratioOf = (kind: Kind, { plain, again, followed }: Triple): number =>
  kind === 'followed' ? (2 * followed) / (plain + again) : again / plain
const pooled = (triples: readonly Triple[], kind: Kind): number =>
  ratioOf(kind, {
    plain: sumOf(triples, 'plain'),
    again: sumOf(triples, 'again'),
    followed: sumOf(triples, 'followed'),
  })

/** The ratio, and between what it lies in nineteen of twenty cases when rounds are drawn anew from those that were measured. */
function told(name: string, triples: readonly Triple[], kind: Kind): string {
  const drawn = (): Triple[] => triples.map(() => triples[Math.floor(Math.random() * triples.length)] as Triple)
  const spread = Float64Array.from({ length: RESAMPLED }, () => pooled(drawn(), kind)).sort()
  const [low, high] = [quantile(spread, 0.025), quantile(spread, 0.975)]
  const middle = median(triples.map((one) => ratioOf(kind, one)))
  const figures = [pooled(triples, kind), low, high, middle].map((value) => value.toFixed(3))
  return `${name}: ${figures[0]} of the time on a core (${figures[1]} to ${figures[2]}), median of the rounds ${figures[3]}`
}

async function verify(side: SideProcess, turns: Record<Kind, number>): Promise<void> {
  const file = join(side.folder, 'mediagen.db')
  const all = turns.plain + turns.again + turns.followed
  expectCount('tasks', countIn(file, 'SELECT count(*) FROM tasks'), all * REQUESTS)
  const followed = countIn(file, 'SELECT count(*) FROM tasks WHERE trace_parent IS NOT NULL')
  expectCount('followed tasks', followed, turns.followed * REQUESTS)
  // As bytes: the log of a long run is more than a text may be long.
  if (readFileSync(join(side.folder, 'side.log')).includes('traces could not be sent'))
    throw new WorkNotDone('the collector did not get all spans')
}

const { values } = parseArgs({ options: { turns: { type: 'string', default: '240' } } })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const collector = await startSide({ command: [sideProgram('collector.ts')] })
const env = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: '0',
}
const side = await startOurs({ role: 'api', main: mainOf(ROOT), env })
const connections = Array.from({ length: CONNECTIONS }, () => new Connection(side.port))
const pid = side.pid ?? 0
const counted: Record<Kind, number> = { plain: 0, again: 0, followed: 0 }
const measured: Triple[] = []
let disturbed = 0
try {
  const wanted = Number(values.turns)
  for (let round = 0; measured.length < wanted && round < WARM_UP_TURNS + MOST_TRIES * wanted; round++) {
    const triple: Triple = { plain: 0, again: 0, followed: 0 }
    const stolen = watchStolen()
    for (const kind of ORDERS[round % ORDERS.length] ?? []) {
      triple[kind] = await turn(kind, connections, pid)
      counted[kind]++
    }
    if (round < WARM_UP_TURNS) continue
    if (stolen() <= MOST_STOLEN) measured.push(triple)
    else disturbed++
  }
  await verify(side, counted)
} finally {
  for (const connection of connections) connection.close()
  await side.close()
  await collector.close()
}
const each = (1_000 * sumOf(measured, 'plain')) / measured.length
console.log(
  `${measured.length} rounds of ${REQUESTS} submissions each, ${each.toFixed(0)} µs of a core for one; ${disturbed} others were disturbed`,
)
console.log(told('the same once more', measured, 'again'))
console.log(told('followed', measured, 'followed'))
