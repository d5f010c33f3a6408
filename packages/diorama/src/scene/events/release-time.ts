/** The share of its time at which something leaves the hand. */
export const RELEASED_AT = 0.22
