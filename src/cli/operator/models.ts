import { readModels } from '../../compose/catalog.ts'
import { processEnvironment, readConfig } from '../../config.ts'
import type { Model } from '../../core/model.ts'
import { table } from '../table.ts'
import { UsageError } from '../usage-error.ts'

/** Lists the models that a service with these settings would offer. */
export async function modelsCommand(argv: readonly string[]): Promise<number> {
  if (argv.length > 0) throw new UsageError(`'models' takes no arguments; settings come from the environment.`)
  const { offered, file } = await readModels(readConfig(processEnvironment()))
  const rows = [['MODEL', 'KIND', 'ENGINE', 'MAKES', 'IMAGES', 'PRICE'], ...offered.map(rowOf)]
  const source = file === undefined ? 'No config file; models come from the keys that are set.' : `Config: ${file}`
  process.stdout.write(`${table(rows)}\n${source}\n`)
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
    price === undefined ? '–' : `$${price.usd} a ${price.per}`,
  ]
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
