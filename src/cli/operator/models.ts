import { readModels } from '../../compose/catalog.ts'
import { processEnvironment, readConfig } from '../../config.ts'
import { hasRetired, type Model, retirementNotice } from '../../core/tasks/model.ts'
import { describeRule, isFree } from '../../core/money/price.ts'
import { systemClock } from '../../runtime/system.ts'
import { table } from '../table.ts'

/** Lists the models that a service with these settings would offer. */
export async function modelsCommand({ kind, isJson }: { kind: string | undefined; isJson: boolean }): Promise<number> {
  const { all, file } = await readModels(readConfig(processEnvironment()))
  const now = systemClock.now()
  const offered = all.filter((model) => !hasRetired(model, now) && (kind === undefined || model.kind === kind))
  if (isJson) {
    process.stdout.write(`${JSON.stringify(offered.map(jsonOf), null, 2)}\n`)
    return 0
  }
  const rows = [['MODEL', 'KIND', 'ENGINE', 'SIZES', 'IMAGES', 'PRICE', 'RETIRES', 'ALIASES'], ...offered.map(rowOf)]
  const notices = offered.map((model) => retirementNotice(model, now)).filter((text) => text !== undefined)
  const source =
    file === undefined ? 'No config file; the provider keys that are set determine the models.' : `Config: ${file}`
  process.stdout.write(`${[table(rows), ...notices, source].join('\n')}\n`)
  return 0
}

/** With the field names of the service; facts that only a running service knows are missing. */
function jsonOf(model: Model): object {
  const { id, kind, engine, sizes, price } = model
  return {
    id,
    kind,
    engine,
    sizes,
    reference_roles: model.referenceRoles,
    max_references: model.maxReferences,
    seed: model.seed !== 'none',
    seconds: model.seconds ?? null,
    pricing: price === undefined ? null : { source: price.source, rules: price.rules.map(describeRule) },
    retires: model.retires ?? null,
    aliases: model.aliases ?? [],
  }
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

/** The service's answer has the full list; here, the first line stands for it. */
function priceOf(price: NonNullable<Model['price']>): string {
  if (isFree(price)) return 'free'
  const [first, ...others] = price.rules
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  return `${first === undefined ? '' : describeRule(first)}${more} (${price.source})`
}

function makes(rules: Model['sizes']): string {
  switch (rules.form) {
    case 'free':
      return `sides up to ${rules.maxSide}, ${(rules.maxArea / 1_000_000).toFixed(1)} MP`
    case 'ratios':
      return [...rules.ratios.slice(0, 4), ...(rules.ratios.length > 4 ? ['…'] : []), ...rules.resolutions].join(' ')
    case 'sizes':
      return rules.sizes.slice(0, 3).join(' ') + (rules.sizes.length > 3 ? ' …' : '')
    case 'own':
      return 'a fixed size'
  }
}
