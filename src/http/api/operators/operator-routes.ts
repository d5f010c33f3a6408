import type { Foresight } from '../../../actions/reading/foresee-end.ts'
import type { TypedRoutes } from '../../answer/schema.ts'
import type { ServerParts } from '../../server-parts.ts'
import { allUsageRoutes } from '../usage-routes.ts'
import { engineRoutes } from './engine-routes.ts'
import { systemRoutes } from './system-routes.ts'
import { operatorTaskRoutes } from './task-routes.ts'

/** What operators see and do over HTTP beside managing keys, with a key that has the scope `admin`. */
export function operatorRoutes(parts: ServerParts, foresight: Foresight): TypedRoutes {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    await app.register(operatorTaskRoutes(parts, foresight))
    await app.register(allUsageRoutes(parts))
    await app.register(systemRoutes(parts))
    await app.register(engineRoutes(parts))
  }
}
