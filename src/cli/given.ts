import { UsageError } from './usage-error.ts'

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
