export type SpeedLimit = {
  /** Anything slower is useless. */
  bytesPerSecond: number
  /** Long enough for a server that wakes up or a lost packet that is sent again; after that, the average counts. */
  graceMs: number
  /** The last stretch counts by itself too: a fast download that then stalls has a good average for hours. */
  windowMs: number
}

type Mark = { waitedMs: number; bytes: number }

/** Measures a download by the time spent waiting for the sender: a slow reader on our side is not its fault. */
export type DownloadSpeed = {
  wait(now: number): void
  arrived(now: number, bytes: number): void
  isTooSlow(now: number): boolean
}

/** Starts to measure. */
export function downloadSpeed({ bytesPerSecond, graceMs, windowMs }: SpeedLimit): DownloadSpeed {
  let bytes = 0
  let waitedMs = 0
  let waitingSince: number | undefined
  // At most one mark per second, and those older than the window are dropped: the list stays short.
  const marks: Mark[] = [{ waitedMs: 0, bytes: 0 }]

  const note = (waited: number): void => {
    if (waited - (marks.at(-1)?.waitedMs ?? 0) >= 1_000) marks.push({ waitedMs: waited, bytes })
    while (marks.length > 1 && (marks[1]?.waitedMs ?? waited) <= waited - windowMs) marks.shift()
  }
  const isBelow = (more: number, ms: number): boolean => more < (bytesPerSecond * ms) / 1_000

  return {
    wait: (now) => void (waitingSince = now),
    arrived(now, more) {
      if (waitingSince !== undefined) waitedMs += now - waitingSince
      waitingSince = undefined
      bytes += more
      note(waitedMs)
    },
    isTooSlow(now) {
      const waited = waitedMs + (waitingSince === undefined ? 0 : now - waitingSince)
      if (waited > graceMs && isBelow(bytes, waited)) return true
      note(waited)
      const [oldest] = marks
      if (oldest === undefined || waited - oldest.waitedMs < windowMs) return false
      return isBelow(bytes - oldest.bytes, waited - oldest.waitedMs)
    },
  }
}
