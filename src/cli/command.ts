import type { Given } from './given.ts'

export type ArgumentSpec = {
  name: string
  description: string
  isRequired?: boolean
  isMany?: boolean
  choices?: readonly string[]
}

export type OptionSpec = {
  /** As the help page writes it, such as `-o, --output <file>`. */
  flags: string
  description: string
  choices?: readonly string[]
  /** May be given several times. */
  isMany?: boolean
}

/** What a command is given to work with; nothing else reaches it from outside. */
export type Call = {
  given: Given
  environment: Readonly<Record<string, string | undefined>>
  nowMs: () => number
}

/** A command: what the help page, the tree of commands and the completion say of it, and what it does. */
export type CommandSpec = {
  name: string
  summary: string
  arguments?: readonly ArgumentSpec[]
  options?: readonly OptionSpec[]
  examples?: readonly string[]
  /** Gives the exit code. Loads what it needs when it is called: no command waits for the parts of another. */
  run: (call: Call) => Promise<number>
}
