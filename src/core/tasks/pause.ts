/** An engine that an operator has paused: nothing new is begun on it, and what waits for it waits on. */
export type Pause = {
  engine: string
  /** In the operator's words, for other operators. */
  reason: string
  pausedAt: number
  /** The name of the key that did it. */
  pausedBy: string
}
