/** Time that nobody saw pass: between two signs of life, or what a clock that was set jumped over; back where `until` is earlier. */
export type Gap = { from: number; until: number }

// Three signs of life that were missed: one comes every five seconds.
export const GAP_MS = 15_000
