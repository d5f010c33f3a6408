import { parseArgs, type ParseArgsConfig } from 'node:util'
import { UsageError } from '../../usage-error.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** Reads options and names; what is written wrong is answered with the help page. */
export function readArguments<const Known extends Options>(argv: readonly string[], options: Known) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

export function oneId(positionals: readonly string[]): string {
  const [id, ...more] = positionals
  if (id === undefined || more.length > 0) throw new UsageError(`Name one key by its id; 'keys list' shows them.`)
  return id
}

export function noMore(positionals: readonly string[]): void {
  const [first] = positionals
  if (first !== undefined) throw new UsageError(`'${first}' is one word too many here.`)
}

/** The words of a list that is written with commas. */
export function splitWords(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
