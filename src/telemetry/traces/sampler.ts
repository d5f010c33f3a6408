/** Which traces are kept, by the names that OpenTelemetry has for it. */
export type Sampling = { sampler: string; ratio: number }

// The last 14 digits of a trace's id are random wherever it was made, and are what everyone counts by who keeps a share, so
// that all keep the same ones. The very last of them is more than a plain number holds, and decides nothing.
const RANDOM = { start: -14, end: -1 }
const RANDOM_RANGE = 16 ** 13

/** Decides whether a trace is kept. `isParentKept` is null where it begins here. */
export function samplerOf({ sampler, ratio }: Sampling): (traceId: string, isParentKept: boolean | null) => boolean {
  const root = sampler.replace('parentbased_', '')
  const share = root === 'always_off' ? 0 : root === 'traceidratio' ? ratio : 1
  const isOfShare = (traceId: string): boolean =>
    share === 1 || Number.parseInt(traceId.slice(RANDOM.start, RANDOM.end), 16) >= (1 - share) * RANDOM_RANGE
  return (traceId, isParentKept) => (isParentKept === null || root === sampler ? isOfShare(traceId) : isParentKept)
}
