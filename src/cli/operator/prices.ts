import { parseArgs } from 'node:util'
import { importPrices, writePrices, type PriceImport } from '../../compose/import-prices.ts'
import { processEnvironment, readConfig } from '../../config.ts'
import { isDay, type Model } from '../../core/tasks/model.ts'
import { describePrice } from '../../core/money/price.ts'
import { systemClock } from '../../runtime/system.ts'
import { table } from '../table.ts'
import { UsageError } from '../usage-error.ts'

const OPTIONS = {
  write: { type: 'string' },
  'as-of': { type: 'string' },
  'believe-zero': { type: 'boolean' },
} as const

/** Reads a public list of prices from disk, shows what would change, and writes it down where that is asked for. */
export async function pricesCommand(argv: readonly string[]): Promise<number> {
  const [verb, ...rest] = argv
  if (verb !== 'import') throw new UsageError(`'prices' takes import.`)
  const { values, positionals } = parse(rest)
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new UsageError('Name one file: prices import FILE')
  const asOf = values['as-of'] ?? new Date(systemClock.now()).toISOString().slice(0, 10)
  if (!isDay(asOf)) throw new UsageError(`'${asOf}' is not a day. Write it as 2026-12-01.`)
  const believeZero = values['believe-zero'] === true
  const found = await importPrices(readConfig(processEnvironment()), file, { believeZero, asOf })
  const written = values.write === undefined ? undefined : await writePrices(values.write, found.content)
  process.stdout.write(`${[...report(found), ending(found, written)].join('\n')}\n`)
  return 0
}

function report({ models, without, remarks }: PriceImport): string[] {
  const changed = models.filter(({ before, after }) => words(before) !== words(after))
  const rows = changed.map(({ before, after }) => [before.id, before.kind, words(before), words(after)])
  const lines = changed.length === 0 ? ['No price changes.\n'] : [table([['MODEL', 'KIND', 'NOW', 'AFTER'], ...rows])]
  if (remarks.length > 0)
    lines.push('Not taken, or not in full:', ...remarks.map(({ entry, why }) => `  ${entry}: ${why}`), '')
  if (without.length > 0) lines.push(`Nothing to take for: ${without.join(', ')}`, '')
  return lines
}

function ending({ content }: PriceImport, written: string | undefined): string {
  const count = Object.keys(content.prices).length
  return written === undefined
    ? `${count} prices were found, and nothing was written: --write mediagen.prices.json does so.`
    : `${count} prices were written to ${written}. A service reads them when it starts.`
}

function words({ price }: Model): string {
  return price === undefined ? '–' : `${describePrice(price)} (${price.source})`
}

function parse(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
