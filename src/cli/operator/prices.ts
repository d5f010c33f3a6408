import { importPrices, writePrices, type PriceImport } from '../../compose/import-prices.ts'
import { processEnvironment, readConfig } from '../../config.ts'
import { isDay, type Model } from '../../core/tasks/model.ts'
import { describePrice } from '../../core/money/price.ts'
import { systemClock } from '../../runtime/system.ts'
import type { Given } from '../command.ts'
import { table } from '../table.ts'
import { UsageError } from '../exit-codes.ts'

/** Reads a public price list from disk, shows what would change, and saves it on request. */
export async function importPricesCommand(given: Given): Promise<number> {
  const [file = ''] = given.args
  const asOf = given.text('as-of') ?? new Date(systemClock.now()).toISOString().slice(0, 10)
  if (!isDay(asOf)) throw new UsageError(`'${asOf}' is not a date. Use the form 2026-12-01.`)
  const believeZero = given.flag('believe-zero') === true
  const found = await importPrices(readConfig(processEnvironment()), file, { believeZero, asOf })
  const target = given.text('write')
  const written = target === undefined ? undefined : await writePrices(target, found.content)
  process.stdout.write(given.flag('json') === true ? reportJson(found, written) : reportWords(found, written))
  return 0
}

function changedIn({ models }: PriceImport): PriceImport['models'] {
  return models.filter(({ before, after }) => words(before) !== words(after))
}

function reportJson(found: PriceImport, written: string | undefined): string {
  const changed = changedIn(found).map(({ before, after }) => ({
    model: before.id,
    kind: before.kind,
    now: before.price ?? null,
    after: after.price ?? null,
  }))
  const { remarks, without } = found
  return `${JSON.stringify({ changed, remarks, without, written: written ?? null }, null, 2)}\n`
}

function reportWords(found: PriceImport, written: string | undefined): string {
  return `${[...linesOf(found), ending(found, written)].join('\n')}\n`
}

function linesOf(found: PriceImport): string[] {
  const { without, remarks } = found
  const changed = changedIn(found)
  const rows = changed.map(({ before, after }) => [before.id, before.kind, words(before), words(after)])
  const lines = changed.length === 0 ? ['No price changes.\n'] : [table([['MODEL', 'KIND', 'NOW', 'AFTER'], ...rows])]
  if (remarks.length > 0)
    lines.push('Skipped, fully or in part:', ...remarks.map(({ entry, why }) => `  ${entry}: ${why}`), '')
  if (without.length > 0) lines.push(`No price found for: ${without.join(', ')}`, '')
  return lines
}

function ending({ content }: PriceImport, written: string | undefined): string {
  const count = Object.keys(content.prices).length
  return written === undefined
    ? `Found ${count} prices. Save them with --write mediagen.prices.json.`
    : `Wrote ${count} prices to ${written}. A service reads them at startup.`
}

function words({ price }: Model): string {
  return price === undefined ? '–' : `${describePrice(price)} (${price.source})`
}
