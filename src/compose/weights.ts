import { join } from 'node:path'
import type { Config } from '../config.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import type { Clock, Random } from '../ports/runtime.ts'
import { freeBytesAt, type WeightsDeps } from '../weights/add-model.ts'
import { BUILT_IN_NAMES } from '../engines/built-in-models.ts'
import { thisMachine } from '../engines/local/this-machine.ts'
import { runtimesFolder } from './local-place.ts'
import { HUB } from '../weights/sources.ts'
import { openWeightsFetch } from '../weights/weights-fetch.ts'
import { weightsPlaces } from '../weights/weights-places.ts'

// Mirrors are named by the operator, and are often in a private network. Metadata services are refused all the same.
const EVERYWHERE = ['0.0.0.0/0', '::/0']

/** The folder of the model store. */
export function weightsFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'models')
}

/** The model store of this machine. */
export function openWeights(config: Config, { clock, random }: { clock: Clock; random: Random }): WeightsDeps {
  const { modelMirrors: mirrors, allowAddresses } = config
  const secret = config.secret('HF_TOKEN')
  return {
    places: weightsPlaces(weightsFolder(config)),
    fetch: openWeightsFetch({
      guard: guardedFetch({ allow: allowAddresses, clock }),
      openGuard: guardedFetch({ allow: EVERYWHERE, clock }),
      named: new Set([...mirrors.values()].map((base) => new URL(base).origin)),
      token: secret === undefined ? undefined : { origin: HUB, secret },
      clock,
    }),
    mirrors,
    clock,
    random,
    freeBytes: freeBytesAt,
    drivers: config.sdServer === undefined ? ['bare', 'onnx'] : ['bare', 'onnx', 'sd-server'],
    builtIn: BUILT_IN_NAMES,
    machine: () => thisMachine(runtimesFolder(config)),
  }
}
