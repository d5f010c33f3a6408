import { readModels } from '../../compose/catalog.ts'
import { processEnvironment, readConfig } from '../../config.ts'
import type { Model } from '../../core/model.ts'
import { describeRule, isFree } from '../../core/price.ts'
import { hasRetired, retirementNotice } from '../../core/retirement.ts'
import { systemClock } from '../../runtime/system.ts'
import { table } from '../table.ts'
import { UsageError } from '../usage-error.ts'

/** Lists the models that a service with these settings would offer. */
export async function modelsCommand(argv: readonly string[]): Promise<number> {
  if (argv.length > 0) throw new UsageError(`'models' takes no arguments; settings come from the environment.`)
  const { all, file } = await readModels(readConfig(processEnvironment()))
  const now = systemClock.now()
  const offered = all.filter((model) => !hasRetired(model, now))
  const rows = [['MODEL', 'KIND', 'ENGINE', 'MAKES', 'IMAGES', 'PRICE', 'RETIRES', 'ALIASES'], ...offered.map(rowOf)]
  const notices = offered.map((model) => retirementNotice(model, now)).filter((text) => text !== undefined)
  const source = file === undefined ? 'No config file; models come from the keys that are set.' : `Config: ${file}`
  process.stdout.write(`${[table(rows), ...notices, source].join('\n')}\n`)
  return 0
}

function rowOf(model: Model): string[] {
  const { sizes, price } = model
  return [
    model.id,
    model.kind,
    model.engine,
    makes(sizes),
    model.maxReferences === 0 ? '–' : `${model.maxReferences} (${model.referenceRoles.join(', ')})`,
    price === undefined ? '–' : priceOf(price),
    model.retires ?? '–',
    model.aliases?.join(', ') ?? '–',
  ]
}

/** Long lists belong to the answer of the service; here the first line stands for them. */
function priceOf(price: NonNullable<Model['price']>): string {
  if (isFree(price)) return 'free'
  const [first, ...others] = price.rules
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  return `${first === undefined ? '' : describeRule(first)}${more} (${price.source})`
}

function makes(rules: Model['sizes']): string {
  switch (rules.form) {
    case 'free':
      return `sides to ${rules.maxSide}, ${(rules.maxArea / 1_000_000).toFixed(1)} MP`
    case 'ratios':
      return [...rules.ratios.slice(0, 4), ...(rules.ratios.length > 4 ? ['…'] : []), ...rules.resolutions].join(' ')
    case 'sizes':
      return rules.sizes.slice(0, 3).join(' ') + (rules.sizes.length > 3 ? ' …' : '')
    case 'own':
      return 'a size of its own'
  }
}
