/** From 0 to 1, slowly at both ends. */
export const smooth = (t: number): number => t * t * (3 - 2 * t)

/** How far along something is between two shares of its time, softly at both ends. */
export const within = (t: number, from: number, to: number): number =>
  smooth(Math.min(1, Math.max(0, (t - from) / (to - from))))
