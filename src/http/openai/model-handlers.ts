import type { FastifyRequest } from 'fastify'
import type { ApiKey } from '../../core/keys/api-key.ts'
import { AppError } from '../../core/errors.ts'
import type { Model } from '../../core/tasks/model.ts'
import type { Static } from '../answer/schema.ts'
import type { ServerParts } from '../server-parts.ts'
import type { ListedModel } from './operations.ts'

/** The models of this key, as these clients list them. */
export function modelHandlers({ catalog }: ServerParts) {
  const mine = ({ models }: ApiKey): Static<typeof ListedModel>[] => {
    const kindsOf = new Map<string, Model['kind'][]>()
    const all = catalog.list().filter(({ id }) => models === null || models.includes(id))
    const aliases = all.flatMap((model) => (model.aliases ?? []).map((id) => ({ id, kind: model.kind })))
    // Clients that look a name up before they use it find aliases too.
    for (const { id, kind } of [...all, ...aliases]) {
      // A name stands for a model of each kind here; there it is one model, and a list with a name twice breaks clients.
      kindsOf.set(id, [...(kindsOf.get(id) ?? []), kind])
    }
    // Nobody knows when a model was made; clients that sort by it keep the order in which they come.
    return [...kindsOf].map(([id, kinds]) => ({ id, object: 'model', created: 0, owned_by: 'mediagen', kinds }))
  }

  return {
    list: async ({ caller }: FastifyRequest) => ({ object: 'list', data: mine(caller) }),
    get: async ({ caller, params }: FastifyRequest) => {
      const { '*': id } = params as { '*': string }
      const found = mine(caller).find((model) => model.id === id)
      if (found === undefined) {
        const message = `There is no model '${id.slice(0, 80)}' for this API key.`
        throw new AppError('model_not_found', message, { param: 'model' })
      }
      return found
    },
  }
}
