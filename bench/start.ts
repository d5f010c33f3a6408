// How long a process takes from its start until it serves, and what it holds while idle: the checkout beside the packed
// form, role by role, with and without what Node kept from the last start. Rounds are interleaved: what slows the machine
// down meets every row. Linux alone, because it reads /proc.
//   npm run bench:start -- --rounds 9
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { endProcess, startServiceProcess } from '../scripts/service-process.ts'
import { installPacked, packInto } from '../test/support/installed-pack.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, idle: { type: 'string', default: '2' } },
})
const [rounds, idleSeconds] = [Number(values.rounds), Number(values.idle)]
const ROLES = ['all', 'api', 'worker'] as const
const MS_PER_TICK = 10

type Start = { form: string; role: (typeof ROLES)[number]; cached: boolean; main: string }
type Taken = { readyMs: number; cpuMs: number; idleMib: number }

const folder = await mkdtemp(join(tmpdir(), 'mediagen-bench-'))
try {
  const home = join(folder, 'home')
  await mkdir(home)
  installPacked(packInto(join(folder, 'packed')), home)
  const forms = {
    checkout: resolve(import.meta.dirname, '../src/main.ts'),
    packed: join(home, 'node_modules/mediagen/dist/main.js'),
  }
  const starts: Start[] = ROLES.flatMap((role) =>
    Object.entries(forms).flatMap(([form, main]) => [true, false].map((cached) => ({ form, role, cached, main }))),
  )
  const taken = new Map<Start, Taken[]>(starts.map((start) => [start, []]))
  // The first round fills the caches and is not counted.
  for (let round = 0; round <= rounds; round++)
    for (const start of starts) {
      const result = await measure(start)
      if (round > 0) taken.get(start)?.push(result)
    }
  console.table(starts.map((start) => row(start, taken.get(start) ?? [])))
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measure({ role, cached, main }: Start): Promise<Taken> {
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const begin = performance.now()
  const env = {
    MEDIAGEN_PUBLIC_URL: 'http://127.0.0.1:1',
    ...(cached ? {} : { NODE_DISABLE_COMPILE_CACHE: '1' }),
  }
  const service = await startServiceProcess({ dataDir, apiKey: 'key-of-the-bench', role, env, main })
  const readyMs = performance.now() - begin
  const stat = await readFile(`/proc/${service.pid}/stat`, 'utf8')
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
  await pause(idleSeconds * 1000)
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8')
  const idleMib = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  await endProcess(service.child, 'SIGTERM')
  return { readyMs, cpuMs: (user + system) * MS_PER_TICK, idleMib }
}

function row({ form, role, cached }: Start, results: readonly Taken[]) {
  const median = (of: (result: Taken) => number): number =>
    Math.round(results.map(of).toSorted((a, b) => a - b)[Math.floor(results.length / 2)] ?? NaN)
  return {
    role,
    form,
    'compile cache': cached ? 'warm' : 'off',
    'ready, ms': median(({ readyMs }) => readyMs),
    'of it CPU, ms': median(({ cpuMs }) => cpuMs),
    'idle, MiB': median(({ idleMib }) => idleMib),
  }
}
