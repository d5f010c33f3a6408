/** How things repeat in time. In a loop every period divides the clip, so that the end meets the beginning. */
export type Clock = {
  seconds: number
  loop: boolean
  /** The moment to draw: in a loop the last second is the first again. */
  at(second: number): number
  /** A wave between -1 and 1 with about this period. */
  wave(second: number, period: number, phase?: number): number
  /** The angle of something that turns once in about this many seconds. */
  turn(second: number, period: number): number
  /** How far something has come that moves this fast and comes round again after `wrap`. */
  travel(second: number, perSecond: number, wrap: number): number
}

/** The clock of a clip of this many seconds, in which what drifts goes `hurry` times as fast. */
export function sceneClock(seconds: number, loop: boolean, hurry = 1): Clock {
  const length = seconds > 0 ? seconds : 1
  const fit = (period: number) => (loop ? length / Math.max(1, Math.round(length / period)) : period)
  return {
    seconds: length,
    loop,
    at: (second) => (loop ? ((second % length) + length) % length : second),
    wave: (second, period, phase = 0) => Math.sin((second / fit(period) + phase) * Math.PI * 2),
    turn: (second, period) => (second / fit(period)) * Math.PI * 2,
    travel(second, usual, wrap) {
      const perSecond = usual * hurry
      if (!loop) return second * perSecond
      const rounds = Math.round((perSecond * length) / wrap)
      // Too slow to come round in one clip: sway there and back instead.
      if (rounds === 0) return perSecond * length * 0.25 * Math.sin((second / length) * Math.PI * 2)
      return (second / length) * rounds * wrap
    },
  }
}
