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

/** What stood on the command line after the command, by the long names of its options. */
export type Given = {
  readonly args: readonly string[]
  text(option: string): string | undefined
  texts(option: string): readonly string[]
  /** Undefined where neither `--x` nor `--no-x` was written. */
  flag(option: string): boolean | undefined
  whole(option: string, bounds: { least: number; most: number }): number | undefined
  number(option: string): number | undefined
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
  /** What its own help page says beyond the summary. */
  about?: string
  arguments?: readonly ArgumentSpec[]
  options?: readonly OptionSpec[]
  examples?: readonly string[]
} & (
  | {
      /** Gives the exit code. Loads what it needs when it is called: no command waits for the parts of another. */
      run: (call: Call) => Promise<number>
      /** Commands of its own, for which it also stands alone. */
      commands?: readonly CommandSpec[]
    }
  /** Commands of its own, one of which must be named. */
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
      throw new UsageError(`--${option} takes a whole number from ${least} to ${most}, not '${given}'.`)
    },
    number(option) {
      const given = text(option)
      if (given === undefined) return undefined
      const value = given.trim() === '' ? Number.NaN : Number(given)
      if (Number.isFinite(value)) return value
      throw new UsageError(`--${option} takes a number, not '${given}'.`)
    },
  }
}
