import type { FastifyRequest } from 'fastify'
import type { ApiKey } from '../../core/api-key.ts'
import { AppError } from '../../core/errors.ts'
import type { Model } from '../../core/model.ts'
import type { ServerParts } from '../server-parts.ts'

type ListedModel = { id: string; object: 'model'; created: number; owned_by: string; kind: Model['kind'] }

/** The models of this key, as these clients list them. */
export function modelHandlers({ catalog }: ServerParts) {
  const mine = ({ models }: ApiKey): ListedModel[] =>
    catalog
      .list()
      .filter(({ id }) => models === null || models.includes(id))
      // Nobody knows when a model was made; clients that sort by it keep the order in which they come.
      .map(({ id, kind }) => ({ id, object: 'model', created: 0, owned_by: 'mediagen', kind }))

  return {
    list: async ({ caller }: FastifyRequest) => ({ object: 'list', data: mine(caller) }),
    get: async ({ caller, params }: FastifyRequest) => {
      const { '*': id } = params as { '*': string }
      const found = mine(caller).find((model) => model.id === id)
      if (found === undefined) {
        throw new AppError('model_not_found', `There is no model '${id.slice(0, 80)}' for this API key.`, {
          param: 'model',
        })
      }
      return found
    },
  }
}
