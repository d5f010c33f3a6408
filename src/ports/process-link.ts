/** How one of our processes tells another what it need not look up: hints, counts, and its state. */
export type Letter = {
  /** Topics of the bell. */
  rung: readonly string[]
  counted: readonly Count[]
  /** `ready` accepts work from now on, `leaving` no longer does. */
  state?: 'ready' | 'leaving'
}

/** What is added to a metric: its name, the labels, the amount. */
export type Count = readonly [metric: string, labels: readonly string[], amount: number]

export type Link = {
  send(letter: Letter): void
  /** One at a time. */
  onLetter(hear: (letter: Letter) => void): void
}
