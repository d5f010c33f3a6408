import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isDay } from '../../core/tasks/model.ts'
import type { PriceRuleConfig } from '../define-config.ts'
import { checkFields, isRecord, record, type Check } from './check-fields.ts'
import { priceContradictions, priceProblems } from './check-price.ts'
import type { PriceTable } from './price-table.ts'

/** The default path of imported prices, unless `MEDIAGEN_PRICES` is set. */
const USUAL_PRICES_FILE = 'mediagen.prices.json'

/** The form of the file: rules by `provider kind model`. */
export type PricesFile = { asOf: string; prices: Readonly<Record<string, readonly PriceRuleConfig[]>> }

// A thousand times the size for all models of all providers.
const MOST_BYTES = 64 * 2 ** 20
const NAME = /^[a-z0-9-]+ (image|video) \S+$/

const day: Check = (value) =>
  typeof value === 'string' && isDay(value) ? undefined : 'must be a day such as 2026-12-01'
const FILE = { asOf: day, prices: record }

/** The imported prices; none if there is no such file and none was requested. */
export async function readPricesFile(asked: string | undefined): Promise<{ prices: PriceTable; problems: string[] }> {
  const path = resolve(asked ?? USUAL_PRICES_FILE)
  const none: PriceTable = new Map()
  try {
    const value = await readJsonFile(path)
    if (value === undefined)
      return {
        prices: none,
        problems: asked === undefined ? [] : [`MEDIAGEN_PRICES names '${asked}', but there is no such file`],
      }
    const problems = fileProblems(value)
    if (problems.length > 0) return { prices: none, problems: problems.map((problem) => `${path}: ${problem}`) }
    return { prices: tableOf(value as PricesFile), problems }
  } catch (error) {
    return {
      prices: none,
      problems: [`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`],
    }
  }
}

/** The content of a JSON file from somebody else; undefined if there is none. Throws if it is not valid. */
export async function readJsonFile(path: string): Promise<unknown> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (found === undefined) return undefined
  if (!found.isFile()) throw new Error('it is not a file')
  if (found.size > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES / 2 ** 20} MiB`)
  return JSON.parse(await readFile(path, 'utf8')) as unknown
}

function fileProblems(value: unknown): string[] {
  const problems = checkFields('prices', value, FILE, ['asOf', 'prices'])
  if (problems.length > 0 || !isRecord(value) || !isRecord(value['prices'])) return problems
  return Object.entries(value['prices']).flatMap(([name, rules]) => {
    const kind = NAME.exec(name)?.[1]
    if (kind === undefined) return [`prices: '${name}' is not a name such as 'openai image gpt-image-1'`]
    return [...priceProblems(`prices['${name}']`, rules), ...priceContradictions(`prices['${name}']`, rules, kind)]
  })
}

function tableOf({ asOf, prices }: PricesFile): PriceTable {
  return new Map(Object.entries(prices).map(([name, rules]) => [name, { rules: [rules].flat(), asOf }]))
}
