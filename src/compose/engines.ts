import type { Diorama, DioramaOptions } from '@mediagen/diorama'
import type { Config } from '../config.ts'
import { DIORAMA_CLIPS, DIORAMA_PICTURES } from '../engines/built-in-models.ts'
import { dioramaEngine } from '../engines/diorama.ts'
import { findFfmpeg } from '../engines/find-ffmpeg.ts'
import { openPlannedEngines, type EngineDeps } from '../engines/open-engines.ts'
import type { Plan } from '../engines/config/plan-catalog.ts'
import { sandboxEngine } from '../engines/sandbox/sandbox.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Engine } from '../ports/engine.ts'
import { localPlace } from './local-place.ts'
import { clipsOnFirstUse, onFirstUse } from './on-first-use.ts'

/** Opens the illustrator; tests share one, since its threads take seconds to load their vocabulary. */
export type OpenDiorama = (options: DioramaOptions) => Diorama

/** Opens every engine of the plan and the built-in ones. The first job loads their libraries. */
export async function openEngines(
  config: Config,
  plan: Plan,
  deps: EngineDeps & { openDiorama: OpenDiorama | undefined },
): Promise<Engine[]> {
  // If the operator's ffmpeg does not work, the start says so, not the first clip.
  if (config.ffmpeg !== 'auto') await findFfmpeg(config.ffmpeg)
  return [
    ...openBuiltIn(config, deps),
    ...(await openPlannedEngines(plan, { ...deps, local: localPlace(config), writeClip: clipsOnFirstUse() })),
  ]
}

function openBuiltIn(
  config: Config,
  { clock, openDiorama }: { clock: Clock; openDiorama: OpenDiorama | undefined },
): Engine[] {
  const threads = config.renderThreads
  const open = onFirstUse(async () => {
    const [ffmpeg, illustrator] = await Promise.all([findFfmpeg(config.ffmpeg), import('@mediagen/diorama')])
    const unmarked = !config.pictureMarks
    return (openDiorama ?? illustrator.openDiorama)({ threads, unmarked, ...(ffmpeg === undefined ? {} : { ffmpeg }) })
  })
  return [
    sandboxEngine(clock),
    dioramaEngine({ id: DIORAMA_PICTURES, open, concurrency: threads * 2 }),
    dioramaEngine({ id: DIORAMA_CLIPS, open, concurrency: threads }),
  ]
}
