import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { RUNTIMES } from '../../test/support/local-runtime.ts'
import { writeToyKlein } from '../../test/support/toy-klein.ts'
import { getBytes, KEY } from '../harness/http-bytes.ts'
import { putLoad } from '../harness/load.ts'
import { WorkNotDone, type Row, type RowOptions, type Sample, type Side } from '../harness/row.ts'
import { mainOf, startOurs, type SideProcess } from '../harness/side-process.ts'
import { seedTasks, untilStatus } from '../harness/seed-tasks.ts'
import { quantile } from '../harness/statistics.ts'
import { ourVersion } from '../harness/versions.ts'

const QUIET = 'mediagen, quiet'
const TASKS = 20
// More than any round has time for: it is cancelled when the round is over.
const STEPS = 100_000
const LOOK_EVERY_MS = 100
const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }

/** The most that this very process has held, without what it started. */
function peakMibOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** Starts a picture that takes for as long as it is let, and waits until the model draws. */
async function drawing({ url }: SideProcess): Promise<{ stop: () => Promise<void> }> {
  const body = JSON.stringify({ model: 'toy', prompt: 'a red fox', size: '64x64' })
  const asked = { method: 'POST', headers: { ...headers, prefer: 'respond-async' }, body }
  const id = (await fetch(`${url}/api/ai/images/generations`, asked)).headers.get('x-task-id')
  const read = async () =>
    (await (await fetch(`${url}/api/ai/tasks/${id}`, { headers })).json()) as { status: string; progress: number }
  const until = async (isSo: (task: { status: string; progress: number }) => boolean): Promise<void> => {
    while (!isSo(await read())) await pause(LOOK_EVERY_MS)
  }
  // Below that it is loaded, and the prompt is read.
  await until(({ status, progress }) => status === 'failed' || (status === 'processing' && progress >= 10))
  const stop = async (): Promise<void> => {
    const { status } = await read()
    if (status !== 'processing') throw new WorkNotDone(`the model did not draw all the time: the task is ${status}`)
    await fetch(`${url}/api/ai/tasks/${id}/cancel`, {
      method: 'POST',
      headers: { authorization: headers.authorization },
    })
    await until((task) => task.status === 'failed')
  }
  return { stop }
}

async function openSide(isDrawing: boolean, config: string, { root, seconds }: RowOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-bench-'))
  symlinkSync(RUNTIMES, join(folder, 'runtimes'))
  const side = await startOurs({ role: 'all', folder, main: mainOf(root), env: { MEDIAGEN_CONFIG: config } })
  const ids = await seedTasks(
    side,
    Array.from({ length: TASKS }, (_, n) => `clip ${n}`),
  )
  await untilStatus(side, ids, 'success')
  const requests = ids.map((id) => getBytes(`/api/ai/videos/${id}`))
  const request = (n: number): Buffer => requests[n % requests.length] ?? Buffer.alloc(0)
  const polls = () => putLoad({ port: side.port, connections: 1, seconds, request, check: () => {} })
  await polls()
  return {
    async round(): Promise<Sample> {
      const model = isDrawing ? await drawing(side) : undefined
      const { count, seconds: took, timesMs } = await polls()
      await model?.stop()
      const times = Float64Array.from(timesMs).sort()
      return {
        perSecond: count / took,
        p50Ms: quantile(times, 0.5),
        p99Ms: quantile(times, 0.99),
        peakMib: peakMibOf(side.pid ?? 0),
      }
    },
    async close(): Promise<void> {
      await side.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function sides(options: RowOptions): Promise<Side[]> {
  if (!existsSync(RUNTIMES))
    throw new Error('the runtime of local models is not here: npm test -- local-runtime fetches it')
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-bench-'))
  options.atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const files = await writeToyKlein(join(folder, 'toy'))
  const toy = { kind: 'image', engine: 'local', files, sizes: ['64x64'], options: { steps: STEPS, guidance: 3.5 } }
  const config = join(folder, 'mediagen.config.json')
  writeFileSync(config, JSON.stringify({ local: { device: 'cpu', threads: 1 }, models: { toy } }))
  const version = ourVersion(options.root)
  return [
    { name: 'mediagen, a model draws', version, open: () => openSide(true, config, options) },
    { name: QUIET, version, open: () => openSide(false, config, options) },
  ]
}

export const localModel: Row = {
  name: 'local-model',
  what: 'GET of a task by 1 connection while a neural model draws on this machine, and while none does; memory is that of the service alone',
  rounds: 3,
  aims: [
    { metric: 'p99Ms', against: QUIET, atMost: 2 },
    { metric: 'peakMib', against: QUIET, atMost: 2 },
  ],
  sides,
}
