/** Ground that somebody is on, drawn as part of the land about it: by how much it is higher than who is on it. */
const RAISED: Readonly<Record<string, { times: number }>> = {
  hill: { times: 0.75 },
  cliff: { times: 0.85 },
  summit: { times: 1 },
}

/** Whether a support is ground: it has the colours of the scene's own, and no picture of itself. */
export const isRaised = (art: string): boolean => Object.hasOwn(RAISED, art)

/** How tall raised ground is beside those on it. */
export const raisedTimes = (art: string): number => RAISED[art]?.times ?? 1
