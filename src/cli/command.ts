import { UsageError } from './exit-codes.ts'

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
  isRequired?: boolean
  /** May be given several times. */
  isMany?: boolean
}

/** The options on the command line, by their long names. */
export type Given = {
  readonly args: readonly string[]
  text(option: string): string | undefined
  texts(option: string): readonly string[]
  /** Undefined if neither `--x` nor `--no-x` was given. */
  flag(option: string): boolean | undefined
  whole(option: string, bounds: { least: number; most: number }): number | undefined
  number(option: string): number | undefined
}

/** The surroundings of a command; nothing else reaches it from outside. */
export type Call = {
  given: Given
  environment: Readonly<Record<string, string | undefined>>
  nowMs: () => number
}

/** A command: its entry in the help page, the command tree and the completion, and what it does. */
export type CommandSpec = {
  name: string
  summary: string
  /** What its own help page says in addition to the summary. */
  about?: string
  arguments?: readonly ArgumentSpec[]
  options?: readonly OptionSpec[]
  examples?: readonly string[]
} & (
  | {
      /** Returns the exit code. Loads its parts when it is called: no command waits for the parts of another. */
      run: (call: Call) => Promise<number>
      /** Subcommands; the command also works without one. */
      commands?: readonly CommandSpec[]
    }
  /** Subcommands, one of which must be named. */
  | { commands: readonly CommandSpec[]; run?: never }
)

export function givenOf(args: readonly string[], values: Readonly<Record<string, unknown>>): Given {
  const text = (option: string): string | undefined => {
    const value = values[option]
    return typeof value === 'string' ? value : undefined
  }
  return {
    args,
    text,
    texts: (option) => (Array.isArray(values[option]) ? (values[option] as string[]) : []),
    flag: (option) => (typeof values[option] === 'boolean' ? values[option] : undefined),
    whole(option, { least, most }) {
      const given = text(option)
      if (given === undefined) return undefined
      const value = Number(given)
      if (given.trim() !== '' && Number.isSafeInteger(value) && value >= least && value <= most) return value
      throw new UsageError(`--${option} must be a whole number from ${least} to ${most}, not '${given}'.`)
    },
    number(option) {
      const given = text(option)
      if (given === undefined) return undefined
      const value = given.trim() === '' ? Number.NaN : Number(given)
      if (Number.isFinite(value)) return value
      throw new UsageError(`--${option} must be a number, not '${given}'.`)
    },
  }
}
