import type { Aim, Metric, OpenSide, Row, RowOptions, Sample, Side } from './row.ts'
import { median } from './statistics.ts'
import { watchStolen } from './stolen-time.ts'

export type SideResult = {
  name: string
  version: string
  /** Medians of the rounds. */
  figures: Sample
  /** Ours against this side: medians of what each round gave. What ours has, divided by what this side has. */
  ratios: Sample
  rounds: Sample[]
}

export type AimResult = Aim & { reached: number; isMet: boolean }

export type RowResult = {
  name: string
  what: string
  sides: SideResult[]
  aims: AimResult[]
  seconds: number
  stolen: number[]
  /** Why the other checkout is not among the sides: an older one may not have what the row measures. */
  otherLacks?: string
}

const metricsOf = (samples: readonly Sample[]): Metric[] => Object.keys(samples[0] ?? {}) as Metric[]

/** Measures all sides of a row in turns, so that whatever else the machine does meets them alike. */
export async function measureRow(
  row: Row,
  options: Omit<RowOptions, 'atEnd'> & { rounds: number; against?: string | undefined; watch?: typeof watchStolen },
): Promise<RowResult> {
  const began = performance.now()
  const endings: (() => Promise<void>)[] = []
  try {
    const atEnd = (close: () => Promise<void>): void => void endings.push(close)
    const sides = await row.sides({ ...options, atEnd })
    const open = await opened(row, sides, endings)
    const other =
      options.against === undefined ? undefined : await otherCheckout(row, options.against, { ...options, atEnd })
    if (other !== undefined && 'running' in other) {
      // All have run as often as the other checkout has before the first round that counts.
      for (const { side, running } of open) await naming(row, side, () => running.round())
      open.push(other)
      sides.push(other.side)
    }
    const rounds = quietest(await inTurns(row, open, { watch: watchStolen, ...options }), options.rounds)
    const samples = sides.map((_, at) => rounds.map((round) => round.samples[at] ?? {}))
    const results = sides.map((side, at) => summarise(side, samples[at] ?? [], samples[0] ?? []))
    const aims = row.aims.map((aim) => judge(aim, results))
    const seconds = (performance.now() - began) / 1_000
    const lacks = other !== undefined && 'lacks' in other ? { otherLacks: other.lacks } : {}
    const stolen = rounds.map((round) => round.stolen)
    return { name: row.name, what: row.what, sides: results, aims, seconds, stolen, ...lacks }
  } finally {
    for (const end of endings.toReversed()) await end()
  }
}

type Running = { side: Side; running: OpenSide }

async function opened(row: Row, sides: readonly Side[], endings: (() => Promise<void>)[]): Promise<Running[]> {
  const open: Running[] = []
  for (const side of sides) {
    const running = await naming(row, side, () => side.open())
    endings.push(() => running.close())
    open.push({ side, running })
  }
  return open
}

/** Our side of the row as another checkout has it, or why it has none. */
async function otherCheckout(row: Row, root: string, options: RowOptions): Promise<Running | { lacks: string }> {
  try {
    const [first] = await row.sides({ ...options, root })
    if (first === undefined) return { lacks: 'the row has no sides there' }
    const side = { ...first, name: `${first.name}, other checkout` }
    const running = await side.open()
    options.atEnd(() => running.close())
    // Some meet what they lack only at work: a round that is not counted tells.
    await running.round()
    return { side, running }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    // Saved with the results, where a folder of this machine says nothing.
    return { lacks: reason.replaceAll(`${root}/`, '') }
  }
}

type Turns = { rounds: number; watch: typeof watchStolen }

/** What each side did in a round, and the share of the machine that its host gave to others meanwhile. */
export type Round = { samples: Sample[]; stolen: number }

// A host that takes cores away does so for seconds or minutes, from one side more than from the other. Such rounds are
// measured again; where it never ends, those count that were met least.
export const QUIET_BELOW = 0.02
const MOST_TRIES = 3

async function inTurns(row: Row, open: readonly Running[], { rounds, watch }: Turns): Promise<Round[]> {
  const all: Round[] = []
  const isQuiet = ({ stolen }: Round): boolean => stolen < QUIET_BELOW
  while (all.filter(isQuiet).length < rounds && all.length < rounds * MOST_TRIES) {
    const stolen = watch()
    const samples: Sample[] = []
    // Another side begins each time: the first one of a round meets a machine that was just checked, not loaded.
    for (let turn = 0; turn < open.length; turn++) {
      const at = (all.length + turn) % open.length
      const { side, running } = open[at] as Running
      samples[at] = await naming(row, side, () => running.round())
    }
    all.push({ samples, stolen: stolen() })
  }
  return all
}

/** So many of the rounds, in their order: those in which least was stolen. */
export function quietest(rounds: readonly Round[], wanted: number): Round[] {
  const chosen = new Set(rounds.toSorted((a, b) => a.stolen - b.stolen).slice(0, wanted))
  return rounds.filter((round) => chosen.has(round))
}

async function naming<T>(row: Row, side: Side, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Error(`${row.name}, ${side.name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

function summarise({ name, version }: Side, rounds: Sample[], ours: readonly Sample[]): SideResult {
  const figures: Sample = {}
  const ratios: Sample = {}
  for (const metric of metricsOf(rounds)) {
    figures[metric] = median(rounds.map((sample) => sample[metric] ?? Number.NaN))
    if (rounds !== ours) ratios[metric] = ratioOf(ours, rounds, metric)
  }
  return { name, version, figures, ratios, rounds }
}

/** The median of what each round gave: a round in which the machine was busy then counts once, not on one side alone. */
function ratioOf(these: readonly Sample[], those: readonly Sample[], metric: Metric): number {
  return median(these.map((sample, n) => (sample[metric] ?? Number.NaN) / (those[n]?.[metric] ?? Number.NaN)))
}

/** How our side stands to an aim: its own figure, or its figure divided by that of the other side. */
export function judge(aim: Aim, sides: readonly SideResult[]): AimResult {
  const { metric, against, atLeast = -Infinity, atMost = Infinity } = aim
  const found = (name: string): SideResult => {
    const side = sides.find((each) => each.name === name)
    if (side === undefined) throw new Error(`an aim names ${name}, which is no side of the row`)
    return side
  }
  const ours = found(aim.of ?? sides[0]?.name ?? '')
  const reached = against === undefined ? ours.figures[metric] : ratioOf(ours.rounds, found(against).rounds, metric)
  const value = reached ?? Number.NaN
  return { ...aim, reached: value, isMet: value >= atLeast && value <= atMost }
}
