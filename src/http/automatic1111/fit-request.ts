import type { GenerationRequest } from '../../core/tasks/generation-request.ts'
import type { Model } from '../../core/tasks/model.ts'
import { resolveSize, type AskedSize } from '../../core/tasks/size.ts'
import { fitsSchema } from '../../core/tasks/takes.ts'
import type { Catalog } from '../../ports/engine.ts'
import { fitSettings } from '../body/settings/fit-settings.ts'
import type { GenerationForm } from '../body/generation-form.ts'
import type { Generation } from '../body/read-generation.ts'
import { SAMPLER_OPTIONS } from './generation-forms.ts'

type Fitted = Pick<Generation, 'request' | 'warnings'>

// The web interface's default for a missing side.
const USUAL_SIDE = 512

/**
 * Combines what these clients send in pieces. They send a width, a height and a seed to any model, so unsupported
 * values are replaced with supported ones, with a warning; only an impossible shape is refused. `current` is the model
 * of a request that names none.
 */
export function fitRequest(
  catalog: Catalog,
  { request, warnings, own }: Generation,
  { form, current }: { form: GenerationForm; current: string },
): Fitted {
  const settings = (own['override_settings'] ?? {}) as Readonly<Record<string, unknown>>
  const { sd_model_checkpoint: checkpoint, ...others } = settings
  const named = typeof checkpoint === 'string' && checkpoint.trim() !== '' ? checkpoint.trim() : request.model
  const model = catalog.named('image', named)
  const size = sizeFor(model, own['width'], own['height'])
  const seed = seedFor(model, request.seed)
  const passedOver = Object.entries(others).filter(([, value]) => value !== null && value !== '')
  const sampler = optionsFor(model, own)
  const asked = sampler.options === undefined ? request.settings : { ...request.settings, options: sampler.options }
  const fitted = fitSettings(
    catalog,
    { ...request, settings: asked, model: named, ...size.asked, seed: seed.seed },
    form,
  )
  return {
    request: fitted.request,
    warnings: [
      ...warnings,
      ...sampler.warnings,
      ...fitted.warnings,
      ...(request.model === named || request.model === current
        ? []
        : [`model: '${request.model}' was ignored; override_settings names '${named}'.`]),
      ...passedOver.map(([name]) => `override_settings: ${name.slice(0, 80)} has no effect here and was ignored.`),
      ...size.warnings,
      ...seed.warnings,
    ],
  }
}

function sizeFor(model: Model | undefined, width: unknown, height: unknown): { asked: AskedSize; warnings: string[] } {
  if (width === undefined && height === undefined) return { asked: { aspectRatio: null, size: null }, warnings: [] }
  const sides = [width, height].map((side) => (typeof side === 'number' ? side : USUAL_SIDE))
  const exact = { aspectRatio: null, size: sides.join('x') }
  const shape = { aspectRatio: sides.join(':'), size: null }
  if (model === undefined || canMake(model, exact) || !canMake(model, shape)) return { asked: exact, warnings: [] }
  const warning = `width, height: the model does not support ${exact.size}; only the ratio ${shape.aspectRatio} was requested.`
  return { asked: shape, warnings: [warning] }
}

/** The sampler settings that the model allows, by the model's names for them. */
function optionsFor(
  model: Model | undefined,
  own: Generation['own'],
): { options?: Record<string, unknown>; warnings: string[] } {
  const allowed = model?.takes?.options ?? {}
  const given = Object.keys(SAMPLER_OPTIONS).filter((name) => own[name] !== undefined)
  // Each server has its own samplers: these clients name those of another server.
  const nameOf = (name: string): string | undefined =>
    SAMPLER_OPTIONS[name]?.find((option) => {
      const schema = Object.hasOwn(allowed, option) ? allowed[option] : undefined
      return schema !== undefined && fitsSchema(schema, own[name])
    })
  const told = given.flatMap((name) => {
    const option = nameOf(name)
    return option === undefined ? [] : [[option, own[name]] as const]
  })
  const warnings = given
    .filter((name) => nameOf(name) === undefined)
    .map((name) => `${name} has no effect here and was ignored.`)
  return told.length === 0 ? { warnings } : { options: Object.fromEntries(told), warnings }
}

function canMake({ sizes }: Model, asked: AskedSize): boolean {
  try {
    resolveSize(sizes, asked)
    return true
  } catch {
    return false
  }
}

function seedFor(
  model: Model | undefined,
  seed: GenerationRequest['seed'],
): { seed: GenerationRequest['seed']; warnings: string[] } {
  if (seed === null || model?.seed !== 'none') return { seed, warnings: [] }
  return { seed: null, warnings: [`seed: the model '${model.id}' does not accept one, so ${seed} was ignored.`] }
}
