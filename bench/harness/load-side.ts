import { measureLoad, putLoad, type Load, type Loaded } from './load.ts'
import { cpuOfTree } from './process-cost.ts'
import type { OpenSide, Sample, Side } from './row.ts'
import type { SideProcess } from './side-process.ts'

/** What is asked of a running side, and how it is told that the work was done. */
export type Work = Pick<Load, 'request' | 'check'> & {
  /** Throws `WorkNotDone` where so many answers, counted from the start of the process, left too little behind. */
  verify: (answered: number) => Promise<void>
}

export type LoadSide = {
  name: string
  version: string
  connections: number
  seconds: number
  start(): Promise<SideProcess>
  /** Fills the side with what it needs. */
  prepare(side: SideProcess): Promise<Work>
  /** A new process for each round, for a side that goes on working after its round and would disturb the others. */
  isFresh?: boolean
  /** What a round tells beyond the load itself. */
  also?(loaded: Loaded): Sample
}

// So many requests, or so much work over fewer, compile the code that the next ones run through. Work is counted on the
// core, because a busy machine gives little of it in a second; the rounds of at most a second end somewhere all the same.
const WARM_UP = { requests: 5_000, cpuMs: 2_000, rounds: 6 }

/** A side that is measured by asking it over HTTP. */
export function loadSide(settings: LoadSide): Side {
  const { name, version } = settings
  return { name, version, open: () => (settings.isFresh === true ? openFresh(settings) : openKept(settings)) }
}

async function openKept(settings: LoadSide): Promise<OpenSide> {
  const side = await settings.start()
  try {
    const round = await warmed(settings, side)
    return { round, close: () => side.close() }
  } catch (error) {
    await side.close()
    throw error
  }
}

async function openFresh(settings: LoadSide): Promise<OpenSide> {
  const round = async (): Promise<Sample> => {
    const side = await settings.start()
    try {
      return await (
        await warmed(settings, side)
      )()
    } finally {
      await side.close()
    }
  }
  return { round, close: async () => {} }
}

const cpuOf = ({ pid }: SideProcess): number => (pid === undefined ? 0 : cpuOfTree(pid))

/** Asks until the code is compiled, checks that too, and gives back what measures a round. */
async function warmed(settings: LoadSide, side: SideProcess): Promise<() => Promise<Sample>> {
  const { connections } = settings
  const { verify, ...work } = await settings.prepare(side)
  const load = { ...work, port: side.port, connections }
  let answered = 0
  const began = cpuOf(side)
  const isWarm = (): boolean => answered >= WARM_UP.requests || cpuOf(side) - began >= WARM_UP.cpuMs
  for (let round = 0; round < WARM_UP.rounds && !isWarm(); round++)
    answered += (await putLoad({ ...load, seconds: Math.min(1, settings.seconds) })).count
  await verify(answered)
  return async () => {
    const { loaded, sample } = await measureLoad({ ...load, seconds: settings.seconds }, side.pid)
    answered += loaded.count
    await verify(answered)
    return { ...sample, ...settings.also?.(loaded) }
  }
}
