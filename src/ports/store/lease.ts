/** Proof of ownership: a write that carries an outdated token touches nothing. */
export type Lease = { id: string; token: string }
