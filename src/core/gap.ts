/**
 * Time that nobody saw pass: between two heartbeats, or the jump of a clock that was set; backward if `until` is
 * earlier.
 */
export type Gap = { from: number; until: number }

// Three missed heartbeats: there is one every five seconds.
export const GAP_MS = 15_000
