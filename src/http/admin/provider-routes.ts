import type { Catalog } from '../../ports/engine.ts'
import { describeAnswers, LIST_ERRORS } from '../answer/describe-answers.ts'
import { Type, type TypedRoutes } from '../answer/schema.ts'

const Provider = Type.Object({
  id: Type.String(),
  name: Type.String(),
  on: Type.Boolean({
    description: 'Whether its variables are set. If they are, `GET /api/ai/models` lists its models.',
  }),
  variables: Type.Array(Type.String(), {
    description: 'The environment variables that turn it on; setting them requires a restart.',
  }),
  models: Type.Array(Type.Object({ id: Type.String(), kind: Type.Enum(['image', 'video']) })),
})

export type ProviderParts = { catalog: Catalog }

/** The providers, and the variables that turn on their models. */
export function providerRoutes({ catalog }: ProviderParts): TypedRoutes {
  return async (app) => {
    const schema = {
      tags: ['Administration'],
      operationId: 'listProviders',
      summary: 'List the providers with ready-made models, and the variables that turn them on',
      description: 'The values of the variables are never shown.',
      response: describeAnswers(Type.Object({ object: Type.Literal('list'), data: Type.Array(Provider) }), LIST_ERRORS),
    }
    app.get('/api/ai/admin/providers', { config: { auth: 'admin' }, schema }, async () => ({
      object: 'list' as const,
      data: catalog.providers().map(({ id, name, isOn, variables, models }) => ({
        id,
        name,
        on: isOn,
        variables: [...variables],
        models: models.map(({ id: model, kind }) => ({ id: model, kind })),
      })),
    }))
  }
}
