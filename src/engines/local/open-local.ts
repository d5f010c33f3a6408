import type { LocalModel } from '../../core/local-model.ts'
import type { Engine } from '../../ports/engine.ts'
import type { Clock, Log } from '../../ports/runtime.ts'
import type { EnginePlan } from '../config/plan-catalog.ts'
import type { Transport } from '../transport/transport.ts'
import { bareDriver, type BareOptions } from './bare/bare-program.ts'
import { localEngine, type LocalEngineOptions } from './engine.ts'
import { modelPool } from './model-pool.ts'
import { onnxDriver } from './onnx/onnx-program.ts'
import { probeLocal } from './probe-local.ts'
import { sdServerDriver } from './sd-server/sd-server-program.ts'
import { missingFile, rememberDevices } from './this-machine.ts'
import { RuntimeUnavailable } from './driver-process.ts'

const SECOND_MS = 1_000
const GB = 1_000_000_000
const UNLOAD_AFTER_SECONDS = 300

type LocalPlan = Extract<EnginePlan, { type: 'local' }>
type Deps = Pick<LocalEngineOptions, 'modelSettings' | 'writeClip'> & {
  clock: Clock
  log: Log
  local?: LocalPlace
  models: readonly LocalModel[]
}

/** Where the runtimes of this machine are kept and downloaded from. */
export type LocalPlace = Pick<BareOptions, 'folder' | 'registry' | 'environment'> & {
  /** The operator's own `sd-server`. */
  sdServer?: string | undefined
}

/** Opens the engine of this machine. Nothing is downloaded or started before the first job. */
export function openLocalEngine({ id, concurrency, local }: LocalPlan, deps: Deps): Engine {
  const { clock, log, local: place, modelSettings, models, writeClip } = deps
  let transport: Transport | undefined
  const pool = modelPool({
    clock,
    log,
    device: local.device ?? 'auto',
    unloadAfterMs: (local.unloadAfterSeconds ?? UNLOAD_AFTER_SECONDS) * SECOND_MS,
    ...(local.loras === undefined ? {} : { loras: local.loras }),
    ...(local.threads === undefined ? {} : { threads: local.threads }),
    ...(local.memoryGB === undefined ? {} : { memoryBytes: local.memoryGB * GB }),
    onDevices: (devices) => void (place !== undefined && rememberDevices(place.folder, devices)),
    programFor: async (driver, signal) => {
      if (place === undefined) throw new RuntimeUnavailable(`There is no '${driver}' program on this machine.`)
      if (driver === 'sd-server') return await sdServerDriver(place)
      // Most starts find the runtime installed, and do not load the code for the network.
      transport ??= (await import('../transport/transport.ts')).openTransport({ clock })
      return await (driver === 'onnx' ? onnxDriver : bareDriver)(place, { transport, log, signal })
    },
  })
  const engine = localEngine({
    id,
    concurrency,
    log,
    pool,
    modelSettings,
    ...(local.loras === undefined ? {} : { loras: local.loras }),
    ...(writeClip === undefined ? {} : { writeClip }),
    localModel: (kind, model) => modelSettings(kind, model).local,
    missingFile,
    ...(place === undefined ? {} : { probe: (signal) => probeLocal({ pool, place, models }, signal) }),
  })
  return {
    ...engine,
    async close() {
      await engine.close()
      await transport?.close()
    },
  }
}
