import type { EngineJob } from '../ports/engine.ts'
import type { ModelSettings } from './model-settings.ts'

/** How settings are said to an engine: as a field of this name, or `call` where its call has a place of its own for it. */
export type Ways = Readonly<Record<string, string | { readonly call: true }>>

/** Where the package's call has a place of its own. */
export const BY_CALL = { call: true } as const

/** How settings of callers are called by stable-diffusion.cpp. */
export const LOCAL_WAYS: Ways = { negative_prompt: 'negative_prompt', strength: 'strength', seconds: BY_CALL }

/**
 * What a job says beyond prompt, shape and seed, by the provider's names: the model's own options, then those of the
 * style, then what was asked for. What its call has a place for is left to it.
 */
export function toldOptions(
  { model, parameters }: Pick<EngineJob, 'model' | 'parameters'>,
  { options, inputs, styles = {} }: ModelSettings,
  ways: Ways,
): Record<string, unknown> {
  const { style, options: own = {}, output_format: format, ...plain } = parameters.settings ?? {}
  // A format that the model does not write is ours to write.
  const isWritten = format !== undefined && model.takes?.output_format?.includes(format) === true
  const said = Object.entries({ ...plain, ...(isWritten ? { output_format: format } : {}) }).flatMap(
    ([name, value]) => {
      const way = inputs[name] ?? ways[name]
      return typeof way === 'string' ? [[way, value] as const] : []
    },
  )
  const further = Object.entries(own).map(([name, value]) => [inputs[name] ?? name, value] as const)
  return {
    ...options,
    ...(style === undefined ? {} : styles[style]),
    ...Object.fromEntries(said),
    ...Object.fromEntries(further),
  }
}
