import type { Config } from '../config.ts'
import type { Model } from '../core/tasks/model.ts'
import { findFfmpeg } from '../engines/find-ffmpeg.ts'
import { openPlannedEngines } from '../engines/open-engines.ts'
import { lineLog } from '../runtime/line-log.ts'
import { systemClock, systemRandom } from '../runtime/system.ts'
import { readModels } from './catalog.ts'
import { localPlace } from './local-place.ts'

// Long enough for a slow name server and a handshake; anything slower counts as unavailable.
const PROBE_MS = 10_000

/** A warning needs attention soon; it is not a failure. */
export type Finding = { ok: boolean; isWarning?: boolean; what: string; detail: string }

/** Looks for ffmpeg and checks, at no cost, whether each provider can be reached and has what its models need. */
export async function checkEngines(config: Config): Promise<Finding[]> {
  const plan = await readModels(config)
  const log = lineLog({ clock: systemClock, level: 'error', write: () => {} })
  const engines = await openPlannedEngines(plan, {
    clock: systemClock,
    random: systemRandom,
    log,
    local: localPlace(config),
  })
  try {
    const probes = engines.map(async (engine) => {
      const found = await engine.probe?.(AbortSignal.timeout(PROBE_MS))
      const line = { what: engine.id, ok: found?.ok ?? true, detail: found?.detail ?? 'is built in' }
      const own = plan.all.filter((model) => model.engine === engine.id)
      return [line, ...(found?.more ?? []), ...unknownEnds(own, found?.shutdowns)]
    })
    const ffmpeg = await findFfmpeg(config.ffmpeg)
    const detail = ffmpeg === undefined ? 'none; clips are encoded by the built-in encoder' : `${ffmpeg} works`
    return [{ what: 'ffmpeg', ok: true, detail }, ...(await Promise.all(probes)).flat()]
  } finally {
    await Promise.all(engines.map((engine) => engine.close()))
  }
}

/** Shutdown dates according to the provider that are missing in our list or differ from it. */
function unknownEnds(models: readonly Model[], shutdowns: ReadonlyMap<string, string> = new Map()): Finding[] {
  return models.flatMap(({ id, engineModel, retires }) => {
    const day = shutdowns.get(engineModel)
    if (day === undefined || day === retires) return []
    const known = retires === undefined ? 'the list has no date' : `the list has ${retires}`
    return [
      {
        ok: true,
        isWarning: true,
        what: `model ${id}`,
        detail: `will be shut down on ${day} by its provider; ${known}`,
      },
    ]
  })
}
