/** Where one can be on stairs, in shares of their drawing, from the first place that is taken to the last. */
type Flight = {
  /** How tall they are beside who is on them, and how wide for their height. */
  times: number
  /** Its height in metres beside whoever is small: made for people, and a cat sits on one step of it. */
  least: number
  aspect: number
  spots: readonly { x: number; y: number }[]
  /** As wide as those on them need, side by side on one step. */
  broad?: true
  /** They rise to the right: who goes up looks there. */
  rises?: true
}

const FLIGHTS: Readonly<Record<string, Flight>> = {
  staircase: {
    times: 1.3,
    least: 1.7,
    aspect: 1.06,
    rises: true,
    spots: [
      { x: 0.42, y: 0.64 },
      { x: 0.74, y: 0.42 },
      { x: 0.2, y: 0.76 },
      { x: 0.58, y: 0.53 },
      { x: 0.9, y: 0.31 },
    ],
  },
  'spiral-staircase': {
    times: 2,
    least: 2.6,
    aspect: 0.8,
    spots: [
      { x: 0.5, y: 0.7 },
      { x: 0.2, y: 0.58 },
      { x: 0.8, y: 0.8 },
    ],
  },
  'stone-steps': { times: 0.42, least: 0.6, aspect: 2.4, broad: true, spots: [{ x: 0.5, y: 0.3 }] },
}

/** The places on stairs, where a thing is some. */
export const flightOf = (art: string): Flight | undefined => (Object.hasOwn(FLIGHTS, art) ? FLIGHTS[art] : undefined)

/** Whether something is stairs. */
export const isStairs = (art: string): boolean => flightOf(art) !== undefined
