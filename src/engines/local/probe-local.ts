import type { LocalModel } from '../../core/local-model.ts'
import type { Probe } from '../../ports/engine.ts'
import { isInstalled, runtimePlace, thisPlatform } from './bare/install-runtime.ts'
import type { ModelPool } from './model-pool.ts'
import { sdServerProblem } from './sd-server/sd-server-program.ts'
import { isThere, missingForCard, visibleCards } from './this-machine.ts'

const GB = 1_000_000_000
/**
 * The doctor's checks of this machine: whether the runtime is installed, which devices it sees, and why it sees no GPU.
 */
export async function probeLocal({ pool, place, models }: Probed, signal: AbortSignal): Promise<Probe> {
  const found = await probeRuntime(pool, place, signal)
  const server = await checkServer(place.sdServer, models)
  return { ...found, more: [...(found.more ?? []), ...server, ...(await Promise.all(models.map(checkFiles)))] }
}

type Environment = Readonly<Record<string, string | undefined>>

export type Probed = {
  pool: ModelPool
  place: { folder: string; sdServer?: string | undefined; environment: Environment }
  models: readonly LocalModel[]
}

async function checkServer(
  path: string | undefined,
  models: readonly LocalModel[],
): Promise<NonNullable<Probe['more']>> {
  if (path === undefined && !models.some(({ driver }) => driver === 'sd-server')) return []
  const problem = await sdServerProblem(path)
  return [{ what: 'local sd-server', ok: problem === undefined, detail: problem ?? `${path} exists` }]
}

async function checkFiles({ id, files }: LocalModel): Promise<NonNullable<Probe['more']>[number]> {
  const lines = await Promise.all(
    Object.entries(files).map(async ([role, path]) => ((await isThere(path)) ? [] : [`${role}: ${path} is missing`])),
  )
  const missing = lines.flat()
  const count = Object.keys(files).length
  const detail =
    missing.length === 0 ? `${count === 1 ? 'its file is' : `its ${count} files are`} present` : missing.join('; ')
  return { what: `local model ${id}`, ok: missing.length === 0, detail }
}

async function probeRuntime(
  pool: ModelPool,
  { folder, environment }: Probed['place'],
  signal: AbortSignal,
): Promise<Probe> {
  const runtime = runtimePlace({ folder })
  if (runtime === undefined) return { ok: false, detail: `there is no runtime for ${thisPlatform()}` }
  // The doctor downloads nothing: 230 MB are for the first picture, or for the command that adds a model.
  if (!(await isInstalled(runtime)))
    return {
      ok: true,
      detail: 'the runtime is not downloaded yet (230 MB; the first picture starts it)',
      more: await advice(environment),
    }
  const chosen = await pool.choose('bare', signal)
  if ('kind' in chosen) return { ok: false, detail: chosen.detail, more: await advice(environment) }
  const listed = chosen.devices.map(({ name, description, memoryBytes = 0 }) => {
    const memory = memoryBytes > 0 ? `, ${Math.round(memoryBytes / GB)} GB` : ''
    return { what: `local device ${name}`, ok: true, detail: `${description}${memory}` }
  })
  const missing = chosen.device === 'cpu' && chosen.remark !== undefined ? await advice(environment) : []
  return { ok: true, detail: `runs on the ${chosen.device.toUpperCase()}`, more: [...listed, ...missing] }
}

/** What keeps this machine from using its GPU, as far as that can be seen. */
async function advice(environment: Environment): Promise<NonNullable<Probe['more']>> {
  if (process.platform !== 'linux') return []
  const cards = await visibleCards()
  const what = 'local GPU'
  if (!cards.hasNvidia && !cards.hasCards)
    return [{ what, ok: true, detail: 'no graphics card is visible here; pictures are made on the CPU' }]
  const missing = missingForCard(cards, (name) => environment[name])
  if (missing !== undefined) return [{ what, ok: false, detail: missing }]
  return [{ what, ok: true, detail: 'a graphics card, a Vulkan loader and a driver file were found' }]
}
