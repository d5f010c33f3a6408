import { measureLoad, putLoad, type Load, type Loaded } from './load.ts'
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

// So many requests compile the code that the next ones run through; a slow side may take the time instead.
const WARM_UP = { requests: 5_000, seconds: 3 }

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

/** Asks until the code is compiled, checks that too, and gives back what measures a round. */
async function warmed(settings: LoadSide, side: SideProcess): Promise<() => Promise<Sample>> {
  const { connections } = settings
  const { verify, ...work } = await settings.prepare(side)
  const load = { ...work, port: side.port, connections }
  let answered = 0
  for (let second = 0; second < WARM_UP.seconds && answered < WARM_UP.requests; second++)
    answered += (await putLoad({ ...load, seconds: Math.min(1, settings.seconds) })).count
  await verify(answered)
  return async () => {
    const { loaded, sample } = await measureLoad({ ...load, seconds: settings.seconds }, side.pid)
    answered += loaded.count
    await verify(answered)
    return { ...sample, ...settings.also?.(loaded) }
  }
}
