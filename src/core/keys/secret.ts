/** A value that shows itself as `[set]` wherever it is printed. */
export class Secret {
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  reveal(): string {
    return this.#value
  }
  toJSON(): string {
    return '[set]'
  }
  toString(): string {
    return '[set]'
  }
}
