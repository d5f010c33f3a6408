/**
 * What a round may tell, the figure that a row is about before the others; each is the median of the rounds in the end. `#`
 * stands for the figure.
 */
export const METRICS = {
  perSecond: { name: 'rate', text: '# per second' },
  readyMs: { name: 'start', text: 'ready in # ms' },
  clipMs: { name: 'time', text: 'clip in # ms' },
  insertsPerSecond: { name: 'inserts', text: '# inserts/s' },
  megabytesPerSecond: { name: 'throughput', text: '# MB/s' },
  p50Ms: { name: 'p50', text: 'p50 # ms' },
  p99Ms: { name: 'p99', text: 'p99 # ms' },
  cpuMs: { name: 'CPU', text: '# ms of CPU each' },
  idleMib: { name: 'idle memory', text: '# MiB idle' },
  peakMib: { name: 'peak memory', text: '# MiB at peak' },
} as const

export type Metric = keyof typeof METRICS
export type Sample = Partial<Record<Metric, number>>

/** A side that is running. Each round does its work, checks that it was done, and throws `WorkNotDone` where it was not. */
export type OpenSide = {
  round(): Promise<Sample>
  close(): Promise<void>
}

/** One contender of a row: a process of its own, started by `open`. */
export type Side = {
  name: string
  /** What it is made of, with versions. */
  version: string
  open(): Promise<OpenSide>
}

/** What we want of our own side: a ratio to another one, or a figure of its own. */
export type Aim = {
  metric: Metric
  /** Whose figure it is; without a name the first side's. */
  of?: string
  /** The side that it is compared with; without one the figure itself counts. */
  against?: string
  atLeast?: number
  atMost?: number
}

/** One line of the table. The first side is ours. */
export type Row = {
  name: string
  /** What happens, in a sentence that stands in the table. */
  what: string
  /** Rounds where `--rounds` is not given. */
  rounds: number
  aims: readonly Aim[]
  sides(options: RowOptions): Side[] | Promise<Side[]>
}

export type RowOptions = {
  /** The checkout whose service is measured. */
  root: string
  /** How long a round loads a side. */
  seconds: number
  /** Gateways that somebody has started beside this run. */
  peers: readonly Peer[]
  /** Where the upstream of the gateways listens; 0 is any free port. */
  upstreamPort: number
  /** Called when the row is over, however it ended. */
  atEnd: (close: () => Promise<void>) => void
}

/** A gateway that runs already, and how it is asked. */
export type Peer = { name: string; url: string; model: string; key: string; pid: number | undefined }

/** A side answered, but what it said it did is not there. */
export class WorkNotDone extends Error {
  override name = 'WorkNotDone'
}
