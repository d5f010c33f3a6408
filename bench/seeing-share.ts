// npm run bench:seeing-share [-- --seconds N]
// What share of its own time a service spends on counting and following, while clips are submitted to it and every trace is
// kept: by the profiler, within one process. On a machine that others use too, two processes differ by more than what is
// looked for; the parts of one do not. What the collector of garbage has more to do is not in it.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { putLoad } from './harness/load.ts'
import { mainOf, sideProgram, startOurs, startSide } from './harness/side-process.ts'
import { submissions } from './rows/submit.ts'

type Frame = { id: number; callFrame: { functionName: string; url: string }; children?: number[] }
type Profile = { nodes: Frame[]; samples: number[]; timeDeltas: number[] }

const ROOT = resolve(import.meta.dirname, '..')
const FOLLOWING = /src\/telemetry\/traces\/|src\/telemetry\/traced|request-trace|trace-context/
const COUNTING = /src\/telemetry\/|count-requests/

/** Of each part, the time in it and in what it calls of Node: whatever goes on behind a hook or a wrapper is not its own. */
function shares({ nodes, samples, timeDeltas }: Profile): { counting: number; following: number } {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const partOf = new Map<number, 'counting' | 'following' | 'idle' | 'other'>()
  const visit = (id: number, outer: 'counting' | 'following' | 'idle' | 'other'): void => {
    const { callFrame, children = [] } = byId.get(id) ?? { callFrame: { functionName: '', url: '' } }
    const { functionName, url } = callFrame
    const own = FOLLOWING.test(url) ? 'following' : COUNTING.test(url) ? 'counting' : 'other'
    const part = functionName === '(idle)' ? 'idle' : url.startsWith('file:') ? own : outer
    partOf.set(id, part)
    for (const child of children) visit(child, part)
  }
  visit(nodes[0]?.id ?? 0, 'other')
  const spent = { counting: 0, following: 0, idle: 0, other: 0 }
  for (const [n, id] of samples.entries()) spent[partOf.get(id) ?? 'other'] += timeDeltas[n] ?? 0
  const busy = spent.counting + spent.following + spent.other
  return { counting: spent.counting / busy, following: spent.following / busy }
}

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } })
const profiles = mkdtempSync(join(tmpdir(), 'mediagen-profiles-'))
const collector = await startSide({ command: [sideProgram('collector.ts')] })
const side = await startOurs({
  role: 'api',
  main: mainOf(ROOT),
  env: {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}`,
  },
})
const { verify, ...work } = submissions(side, 'mediagen.db')
const { count } = await putLoad({ ...work, port: side.port, connections: 50, seconds: Number(values.seconds) })
await verify(count)
await side.close()
await collector.close()
// The process has a profile for each of its threads; the one that serves is by far the largest.
const all = readdirSync(profiles).map((name) => JSON.parse(readFileSync(join(profiles, name), 'utf8')) as Profile)
const [serving] = all.toSorted((a, b) => b.nodes.length - a.nodes.length)
if (serving === undefined) throw new Error('the service left no profile behind')
const { counting, following } = shares(serving)
console.log(
  `${count} submissions: counting ${(100 * counting).toFixed(2)} %, following ${(100 * following).toFixed(2)} %`,
)
rmSync(profiles, { recursive: true, force: true })
