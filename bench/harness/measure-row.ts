import type { Aim, Metric, OpenSide, Row, RowOptions, Sample, Side } from './row.ts'
import { median } from './statistics.ts'

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

export type RowResult = { name: string; what: string; sides: SideResult[]; aims: AimResult[]; seconds: number }

const metricsOf = (samples: readonly Sample[]): Metric[] => Object.keys(samples[0] ?? {}) as Metric[]

/** Measures all sides of a row in turns, so that whatever else the machine does meets them alike. */
export async function measureRow(
  row: Row,
  options: Omit<RowOptions, 'atEnd'> & { rounds: number },
): Promise<RowResult> {
  const began = performance.now()
  const endings: (() => Promise<void>)[] = []
  try {
    const sides = await row.sides({ ...options, atEnd: (close) => void endings.push(close) })
    const samples = await inTurns(row, sides, { rounds: options.rounds, endings })
    const results = sides.map((side, at) => summarise(side, samples[at] ?? [], samples[0] ?? []))
    const aims = row.aims.map((aim) => judge(aim, results))
    return { name: row.name, what: row.what, sides: results, aims, seconds: (performance.now() - began) / 1_000 }
  } finally {
    for (const end of endings.toReversed()) await end()
  }
}

type Turns = { rounds: number; endings: (() => Promise<void>)[] }

async function inTurns(row: Row, sides: readonly Side[], { rounds, endings }: Turns): Promise<Sample[][]> {
  const open: { side: Side; running: OpenSide; samples: Sample[] }[] = []
  for (const side of sides) {
    const running = await naming(row, side, () => side.open())
    endings.push(() => running.close())
    open.push({ side, running, samples: [] })
  }
  for (let round = 0; round < rounds; round++) {
    // Another side begins each time: the first one of a round meets a machine that was just checked, not loaded.
    const first = round % open.length
    for (const { side, running, samples } of [...open.slice(first), ...open.slice(0, first)])
      samples.push(await naming(row, side, () => running.round()))
  }
  return open.map(({ samples }) => samples)
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
