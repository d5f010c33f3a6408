import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RUNTIMES } from '../../test/support/local-runtime.ts'
import { writeFullKlein, writeToyKlein } from '../../test/support/toy-klein.ts'
import { getBytes, KEY } from '../harness/http-bytes.ts'
import { putLoad, type Loaded } from '../harness/load.ts'
import { WorkNotDone, type Row, type RowOptions, type Sample, type Side } from '../harness/row.ts'
import { mainOf, startOurs, type SideProcess } from '../harness/side-process.ts'
import { seedTasks, untilStatus } from '../harness/seed-tasks.ts'
import { quantile } from '../harness/statistics.ts'
import { untilSo } from '../harness/until-so.ts'
import { ourVersion } from '../harness/versions.ts'

const QUIET = 'mediagen, quiet'
const TASKS = 20
// More than any round has time for: it is cancelled when the round is over.
const STEPS = 100_000
// What people have: their clients ask every few seconds, so this is some hundreds of them.
const RATE = { perSecond: 100, connections: 10 }
// Shorter, and the slowest hundredth of such a rate is a request or two.
const RATE_SECONDS = 10
// A card compiles its shaders before the first step of a size.
const DRAWS_WITHIN_MS = 180_000
const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }

type Model = 'toy' | 'full'
type Seen = { status: string; progress: number; error: { code: string; message: string } | null }

/** The most that this very process has held, without what it started. */
function peakMibOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** Starts a picture that takes for as long as it is let, and waits until the model draws. */
async function drawing({ url }: SideProcess): Promise<{ stop: () => Promise<void> }> {
  const body = JSON.stringify({ model: 'neural', prompt: 'a red fox' })
  const asked = { method: 'POST', headers: { ...headers, prefer: 'respond-async' }, body }
  const answer = await fetch(`${url}/api/ai/images/generations`, asked)
  const id = answer.headers.get('x-task-id')
  if (id === null) throw new WorkNotDone(`the picture was refused: ${answer.status} ${await answer.text()}`)
  const look = async (): Promise<Seen> => {
    const { status, progress, error } = (await (await fetch(`${url}/api/ai/tasks/${id}`, { headers })).json()) as Seen
    return { status, progress, error }
  }
  const stopped = (seen: Seen): WorkNotDone =>
    new WorkNotDone(`the model did not draw all the time: ${JSON.stringify(seen)}`)
  await untilSo({
    what: 'the first step of the model',
    withinMs: DRAWS_WITHIN_MS,
    look,
    isSo(seen) {
      if (seen.status === 'success' || seen.status === 'failed') throw stopped(seen)
      // Below that it is loaded, and the prompt is read.
      return seen.status === 'processing' && seen.progress >= 10
    },
  })
  const stop = async (): Promise<void> => {
    const seen = await look()
    if (seen.status !== 'processing') throw stopped(seen)
    const { authorization } = headers
    await fetch(`${url}/api/ai/tasks/${id}/cancel`, { method: 'POST', headers: { authorization } })
    await untilSo({ what: 'the cancelled task to end', look, isSo: ({ status }) => status === 'failed' })
  }
  return { stop }
}

type Polls = (port: number, request: (n: number) => Buffer) => Promise<Loaded>

async function openSide(
  isDrawing: boolean,
  config: string,
  { root, polls }: Pick<RowOptions, 'root'> & { polls: Polls },
) {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-bench-'))
  symlinkSync(RUNTIMES, join(folder, 'runtimes'))
  const env = { ...driverVariables(), MEDIAGEN_CONFIG: config }
  const side = await startOurs({ role: 'all', folder, main: mainOf(root), env })
  const close = async (): Promise<void> => {
    await side.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const ids = await seedTasks(
      side,
      Array.from({ length: TASKS }, (_, n) => `clip ${n}`),
    )
    await untilStatus(side, ids, 'success')
    const requests = ids.map((id) => getBytes(`/api/ai/videos/${id}`))
    const request = (n: number): Buffer => requests[n % requests.length] ?? Buffer.alloc(0)
    await polls(side.port, request)
    const round = async (): Promise<Sample> => {
      const model = isDrawing ? await drawing(side) : undefined
      const { count, seconds: took, timesMs } = await polls(side.port, request)
      await model?.stop()
      const times = Float64Array.from(timesMs).sort()
      return {
        perSecond: count / took,
        p50Ms: quantile(times, 0.5),
        p99Ms: quantile(times, 0.99),
        peakMib: peakMibOf(side.pid ?? 0),
      }
    }
    return { round, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Where the loader and the driver of a card are, for machines that have them in places of their own. */
function driverVariables(): Record<string, string> {
  const all = Object.entries(process.env)
  return Object.fromEntries(
    all.filter((each): each is [string, string] => /^(?:VK_|LD_)/.test(each[0]) && each[1] !== undefined),
  )
}

/** The model's files, and how it is run. The one of full size needs a card and 32 GB of disk that stay empty. */
async function writeModel(folder: string, model: Model): Promise<object> {
  const toy = await writeToyKlein(join(folder, 'toy'))
  const files = model === 'toy' ? toy : await writeFullKlein(join(folder, 'full'), toy.vae)
  const sizes = [model === 'toy' ? '64x64' : '512x512']
  const neural = { kind: 'image', engine: 'local', files, sizes, options: { steps: STEPS, guidance: 3.5 } }
  const local = model === 'toy' ? { device: 'cpu', threads: 1 } : { device: 'gpu' }
  return { local, models: { neural } }
}

async function sides(model: Model, pollsOf: (seconds: number) => Polls, options: RowOptions): Promise<Side[]> {
  if (!existsSync(RUNTIMES))
    throw new Error('the runtime of local models is not here: npm test -- local-runtime fetches it')
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-bench-'))
  options.atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const config = join(folder, 'mediagen.config.json')
  writeFileSync(config, JSON.stringify(await writeModel(folder, model)))
  const version = ourVersion(options.root)
  const how = { root: options.root, polls: pollsOf(options.seconds) }
  return [
    { name: 'mediagen, a model draws', version, open: () => openSide(true, config, how) },
    { name: QUIET, version, open: () => openSide(false, config, how) },
  ]
}

const check = (): void => {}

/** One client that asks again as soon as it is answered. */
const closedLoop =
  (seconds: number): Polls =>
  (port, request) =>
    putLoad({ port, connections: 1, seconds, request, check })

/** People who ask when they ask. */
const openLoop =
  (seconds: number): Polls =>
  (port, request) =>
    putLoad({ port, ...RATE, seconds: Math.max(RATE_SECONDS, seconds), request, check })

const LOOPS = {
  closed: { polls: closedLoop, what: 'GET of a task by 1 connection at full speed' },
  open: {
    polls: openLoop,
    what: `${RATE.perSecond} GETs of tasks per second over ${RATE.connections} connections, timed from when each was due,`,
  },
}

/** Polls beside a model that draws, and the same polls while none does. */
export function besideModel(name: string, model: Model, loop: keyof typeof LOOPS): Row {
  const { polls, what } = LOOPS[loop]
  return {
    name,
    what: `${what} while a neural model draws on this machine, and while none does; memory is that of the service alone`,
    rounds: 5,
    aims: [
      { metric: 'p99Ms', against: QUIET, atMost: 2 },
      { metric: 'peakMib', against: QUIET, atMost: 2 },
    ],
    sides: (options) => sides(model, polls, options),
  }
}

export const localModel = besideModel('local-model', 'toy', 'closed')
export const localModelRate = besideModel('local-model-rate', 'toy', 'open')
