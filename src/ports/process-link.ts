/** How one of our processes tells another of what it need not look up: hints, counts, and how it stands. */
export type Letter = {
  /** Topics of the bell. */
  rung: readonly string[]
  counted: readonly Count[]
  /** `ready` takes up work from now on, `leaving` no longer. */
  state?: 'ready' | 'leaving'
}

/** What is added to a metric: to which, under which labels, how much. */
export type Count = readonly [metric: string, labels: readonly string[], amount: number]

export type Link = {
  send(letter: Letter): void
  /** One at a time. */
  onLetter(hear: (letter: Letter) => void): void
}
