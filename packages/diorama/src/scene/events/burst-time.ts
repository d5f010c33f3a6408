/** When something bursts, as a share of its time. */
export const BURSTS_AT = 0.5
