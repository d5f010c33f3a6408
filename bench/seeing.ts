// npm run bench:seeing [-- row …] [--rounds N] [--seconds N]
// What it costs to count and to follow: the same service with nothing, with metrics, and with traces, in interleaved rounds.
// Beside the rate, the time on a core for each request: on a machine that others use too, that is what can be compared.
// Two processes of the same program differ by some hundredths, so each round has processes of its own, and one side is there
// twice: how far it is from itself is how much of a difference says nothing. `bench:seeing-turns` looks closer.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadSide } from './harness/load-side.ts'
import { measureRow } from './harness/measure-row.ts'
import type { Aim, Row, RowOptions, Side } from './harness/row.ts'
import { mainOf, sideProgram, startOurs, startSide } from './harness/side-process.ts'
import { rowText } from './harness/table.ts'
import { ourVersion } from './harness/versions.ts'
import { ours as pollSide } from './rows/poll.ts'
import { submissions } from './rows/submit.ts'

const ROOT = resolve(import.meta.dirname, '..')
const CONNECTIONS = 50
const OFF = 'nothing'
const AGAIN = 'nothing, once more'
const METRICS = 'metrics'
const SAMPLED = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

type Env = Readonly<Record<string, string>>
type Watched = { name: string; env: Env; headers?: Env }

const overhead = (of: string): Aim => ({ metric: 'cpuMs', of, against: OFF, atMost: 1.03 })

/** The ways in which a service may be watched, each trace sent to a collector of its own process. */
async function watched({ atEnd }: RowOptions): Promise<{ plain: Watched[]; traced: (share: string) => Env }> {
  const collector = await startSide({ command: [sideProgram('collector.ts')] })
  atEnd(() => collector.close())
  const sampler = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' }
  return {
    plain: [
      { name: OFF, env: { MEDIAGEN_METRICS: 'off' } },
      { name: AGAIN, env: { MEDIAGEN_METRICS: 'off' } },
      { name: METRICS, env: {} },
    ],
    traced: (share) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...sampler, OTEL_TRACES_SAMPLER_ARG: share }),
  }
}

const POLL_TRACED = 'metrics and traces'
const POLL_FOLLOWED = 'and every caller follows its poll'

const poll: Row = {
  name: 'poll',
  what: `GET of a task, ${CONNECTIONS} connections, one line of log each`,
  rounds: 16,
  aims: [overhead(METRICS), overhead(POLL_TRACED)],
  async sides(options) {
    const { plain, traced } = await watched(options)
    const all: Watched[] = [
      ...plain,
      { name: POLL_TRACED, env: traced('1') },
      { name: POLL_FOLLOWED, env: traced('1'), headers: { traceparent: SAMPLED } },
    ]
    return all.map(({ name, ...asked }) => side(name, options, pollSide(true, mainOf(options.root), asked)))
  },
}

const TENTH = 'metrics, traces of a tenth'
const ALL = 'metrics, traces of all'

const submit: Row = {
  name: 'submit',
  what: `POST of a clip, ${CONNECTIONS} callers, api role`,
  rounds: 16,
  aims: [overhead(METRICS), overhead(TENTH), overhead(ALL)],
  async sides(options) {
    const { plain, traced } = await watched(options)
    const all: Watched[] = [...plain, { name: TENTH, env: traced('0.1') }, { name: ALL, env: traced('1') }]
    return all.map(({ name, env }) =>
      side(name, options, {
        start: () => startOurs({ role: 'api', main: mainOf(options.root), env }),
        prepare: async (process) => submissions(process, 'mediagen.db'),
      }),
    )
  },
}

type Started = Pick<Parameters<typeof loadSide>[0], 'start' | 'prepare'>

function side(name: string, { seconds, root }: RowOptions, started: Started): Side {
  return loadSide({ name, version: ourVersion(root), connections: CONNECTIONS, seconds, isFresh: true, ...started })
}

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string' }, seconds: { type: 'string', default: '2' } },
  allowPositionals: true,
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
for (const row of [poll, submit].filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  const options = { root: ROOT, seconds: Number(values.seconds), peers: [], upstreamPort: 0 }
  console.log(rowText(await measureRow(row, { ...options, rounds: Number(values.rounds ?? row.rounds) })))
}
