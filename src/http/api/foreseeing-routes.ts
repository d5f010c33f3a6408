import { foresight, type Foresight } from '../../actions/reading/foresee-end.ts'
import type { TypedRoutes } from '../answer/schema.ts'
import type { ServerParts } from '../server-parts.ts'
import { modelRoutes } from './model-routes.ts'
import { taskEventRoutes } from './task-event-routes.ts'
import { taskRoutes } from './task-routes.ts'
import { listRoutes } from './browse/list-routes.ts'
import { allUsageRoutes } from './usage-routes.ts'
import { engineRoutes } from './operators/engine-routes.ts'
import { systemRoutes } from './operators/system-routes.ts'
import { operatorTaskRoutes } from './operators/task-routes.ts'

/** The routes that tell how long things take. They share what is known of it, so that the store is asked once for all. */
export function foreseeingRoutes(parts: ServerParts): TypedRoutes {
  const guess = foresight(parts)
  return async (app) => {
    for (const routes of [taskRoutes, listRoutes, modelRoutes, taskEventRoutes, operatorRoutes])
      await app.register(routes(parts, guess))
  }
}

/** What operators see and do over HTTP beside managing keys, with a key that has the scope `admin`. */
function operatorRoutes(parts: ServerParts, foresight: Foresight): TypedRoutes {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    await app.register(operatorTaskRoutes(parts, foresight))
    await app.register(allUsageRoutes(parts))
    await app.register(systemRoutes(parts))
    await app.register(engineRoutes(parts))
  }
}
