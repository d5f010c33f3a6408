import type { OfferedProvider } from '../../ports/engine.ts'
import type { ProviderRow } from '../ai-sdk/provider-row.ts'
import { providerRow } from '../ai-sdk/providers.ts'
import type { MediagenConfig } from '../define-config.ts'
import { CURATED } from './curated.ts'

type ProvidersInput = { config: Pick<MediagenConfig, 'curated'>; variable: Variable }
type Variable = (name: string) => string | undefined

/** The providers that have ready-made models, and the variables that each needs. */
export function planProviders({ config, variable }: ProvidersInput): OfferedProvider[] {
  if (config.curated === false) return []
  return Object.entries(CURATED).flatMap(([id, set]) => {
    const row = providerRow(id)
    if (row === undefined) return []
    const models = Object.entries(set).map(([model, { kind, retires }]) => ({
      kind,
      id: model,
      ...(retires === undefined ? {} : { retires }),
    }))
    return [{ id, name: row.name, isOn: isOn(row, variable), variables: variablesOf(row), models }]
  })
}

/** Whether everything that the provider needs is set. */
export function isOn(row: ProviderRow, variable: Variable): boolean {
  const settings = settingsOf(row, variable)
  return missing(row, settings).length === 0 && Object.keys(settings).length > 0
}

/** The required settings that are missing. */
export function missing(row: ProviderRow, settings: Readonly<Record<string, string>>): string[] {
  return row.needs.filter((need) => need.split('|').every((setting) => settings[setting] === undefined))
}

/** The settings of a provider in the environment. */
export function settingsOf(row: ProviderRow, variable: Variable): Record<string, string> {
  const entries = Object.entries(row.variables).flatMap(([setting, names]) => {
    const value = names.map(variable).find((each) => each !== undefined)
    return value === undefined ? [] : [[setting, value] as const]
  })
  return Object.fromEntries(entries)
}

/** One variable for each need: of several names, the shortest, which is the best known. */
function variablesOf({ needs, variables }: ProviderRow): string[] {
  return needs.flatMap((need) => {
    const [names = []] = need.split('|').flatMap((setting) => (variables[setting] ? [variables[setting]] : []))
    return names.toSorted((one, other) => one.length - other.length).slice(0, 1)
  })
}
