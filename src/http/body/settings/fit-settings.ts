import type { GenerationRequest } from '../../../core/tasks/generation-request.ts'
import type { Model } from '../../../core/tasks/model.ts'
import type { SettingName, Settings } from '../../../core/tasks/settings.ts'
import { hasChoice } from '../../../core/tasks/takes.ts'
import type { Catalog } from '../../../ports/engine.ts'
import { nameFor, type GenerationForm } from '../generation-form.ts'

type Fitted = { request: GenerationRequest; warnings: string[] }

/**
 * For APIs whose clients send the same form to every model: settings without a choice are left out, with a warning. An
 * invalid value for a model with a choice is refused as everywhere.
 */
export function fitSettings(catalog: Pick<Catalog, 'named'>, request: GenerationRequest, form: GenerationForm): Fitted {
  const model = catalog.named(request.kind, request.model)
  const { settings } = request
  if (model === undefined || settings === null) return { request, warnings: [] }
  const given = Object.entries(settings) as [SettingName, unknown][]
  const taken = given.filter(([name, value]) => takes(model, name, value))
  const left = given.filter((entry) => !taken.includes(entry))
  const rest = taken.length === 0 ? null : (Object.fromEntries(taken) as Settings)
  return {
    request: { ...request, settings: rest },
    warnings: left.map(([name, value]) => leftOut(model, nameFor(form, name), value)),
  }
}

function takes(model: Model, name: SettingName, value: unknown): boolean {
  if (name === 'seconds' && value === model.seconds) return true
  // Clients of another model name its styles; a style changes no price.
  if (name === 'style') return model.takes?.style?.includes(String(value)) === true
  return hasChoice(model, name)
}

function leftOut({ id, seconds }: Model, name: string, value: unknown): string {
  if (name !== 'seconds') return `${name} has no effect for the model '${id}' and was ignored.`
  if (seconds === undefined) return `seconds: the model decides the length of a clip, so ${String(value)} was ignored.`
  return `seconds: ${String(value)} was changed to ${seconds}, the only length of this model.`
}
