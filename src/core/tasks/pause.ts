/** An engine that an operator has paused: nothing new starts on it, and its queued tasks stay queued. */
export type Pause = {
  engine: string
  /** In the operator's words, for other operators. */
  reason: string
  pausedAt: number
  /** The name of the key that did it. */
  pausedBy: string
}
