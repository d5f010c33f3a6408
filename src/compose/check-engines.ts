import type { Config } from '../config.ts'
import { findFfmpeg } from '../engines/find-ffmpeg.ts'
import { openPlannedEngines } from '../engines/open-engines.ts'
import { lineLog } from '../runtime/line-log.ts'
import { systemClock, systemRandom } from '../runtime/system.ts'
import { readModels } from './catalog.ts'

// Long enough for a slow name server and a handshake; whoever needs more is not there.
const PROBE_MS = 10_000

/** Looks for ffmpeg and tries, at no cost, whether each provider can be reached and has what its models need. */
export async function checkEngines(config: Config): Promise<{ ok: boolean; what: string; detail: string }[]> {
  const plan = await readModels(config)
  const log = lineLog({ clock: systemClock, level: 'error', write: () => {} })
  const engines = await openPlannedEngines(plan, { clock: systemClock, random: systemRandom, log })
  try {
    const probes = engines.map(async (engine) => {
      const found = await engine.probe?.(AbortSignal.timeout(PROBE_MS))
      const line = { what: engine.id, ok: found?.ok ?? true, detail: found?.detail ?? 'is built in' }
      return [line, ...(found?.more ?? [])]
    })
    const ffmpeg = await findFfmpeg(config.ffmpeg)
    const detail = ffmpeg === undefined ? 'none; clips are encoded by the built-in encoder' : `${ffmpeg} works`
    return [{ what: 'ffmpeg', ok: true, detail }, ...(await Promise.all(probes)).flat()]
  } finally {
    await Promise.all(engines.map((engine) => engine.close()))
  }
}
