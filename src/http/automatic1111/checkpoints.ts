import type { FastifyRequest } from 'fastify'
import type { ApiKey } from '../../core/keys/api-key.ts'
import { AppError } from '../../core/errors.ts'
import { hasRetired, type Model, retirementNotice } from '../../core/tasks/model.ts'
import { didYouMean } from '../../core/text/nearest-name.ts'
import type { Catalog } from '../../ports/engine.ts'
import type { Clock } from '../../ports/runtime.ts'
import { basicOf } from '../edge/authenticate.ts'

// More keys than use such a client at a time; the key whose choice is the oldest must choose again.
const MOST_REMEMBERED = 10_000

/** The model that each key works with: these clients choose one, and then request pictures without naming it. */
export type Checkpoints = {
  /** The names of the image models that the caller may use, including aliases. */
  names(caller: ApiKey): string[]
  /** The caller's chosen model, or the one named as its user; otherwise the first. */
  current(request: FastifyRequest): string
  choose(request: FastifyRequest, name: string): void
}

export type CheckpointParts = {
  catalog: Catalog
  clock: Clock
  /** Whether this process alone serves these clients; absent if they are not served. */
  automatic1111?: { isAlone: boolean } | undefined
}

/** Choices are kept in memory: they end with the process, and are accepted only if there is a single process. */
export function checkpoints({ catalog, clock, automatic1111 }: CheckpointParts): Checkpoints {
  const chosen = new Map<string, string>()
  const mayUse = ({ models }: ApiKey, { id }: Model): boolean => models === null || models.includes(id)
  const mine = (caller: ApiKey): Model[] =>
    catalog.list().filter((model) => model.kind === 'image' && mayUse(caller, model))
  const names = (caller: ApiKey): string[] => mine(caller).flatMap(({ id, aliases = [] }) => [id, ...aliases])

  // A named model is kept, even if it has retired or is not allowed for this key: a refusal is better than another
  // model.
  const current = ({ caller, headers }: FastifyRequest): string => {
    const user = basicOf(headers.authorization)?.user ?? ''
    const found = chosen.get(caller.id) ?? (catalog.named('image', user) && user) ?? names(caller)[0]
    if (found !== undefined) return found
    throw new AppError('model_not_found', 'This API key cannot use any image model.', { param: 'model' })
  }

  return {
    names,
    current,
    choose(request, name) {
      if (name === current(request)) return
      const all = names(request.caller)
      if (!all.includes(name)) {
        const model = catalog.named('image', name)
        // The state of a model does not concern a key that may not use it.
        const gone = model !== undefined && mayUse(request.caller, model) && hasRetired(model, clock.now())
        const near = didYouMean(name, all)
        const unknown = `There is no image model '${name.slice(0, 80)}' for this API key.${near} Known: ${all.join(', ')}.`
        const message = (gone ? retirementNotice(model, clock.now()) : undefined) ?? unknown
        throw new AppError('model_not_found', message, { param: 'sd_model_checkpoint' })
      }
      if (automatic1111?.isAlone !== true) {
        const message =
          'The service has several processes, so it cannot remember a choice. Send the model as the Basic ' +
          'authentication user name, or in override_settings.sd_model_checkpoint of each request.'
        throw new AppError('invalid_parameter', message, { param: 'sd_model_checkpoint' })
      }
      chosen.delete(request.caller.id)
      chosen.set(request.caller.id, name)
      const [oldest] = chosen.keys()
      if (chosen.size > MOST_REMEMBERED && oldest !== undefined) chosen.delete(oldest)
    },
  }
}
