import { foresight } from '../../actions/reading/foresee-end.ts'
import type { TypedRoutes } from '../answer/schema.ts'
import type { ServerParts } from '../server-parts.ts'
import { modelRoutes } from './model-routes.ts'
import { taskEventRoutes } from './task-event-routes.ts'
import { operatorRoutes } from './operators/operator-routes.ts'
import { taskRoutes } from './task-routes.ts'
import { listRoutes } from './browse/list-routes.ts'

/** The routes that tell how long things take. They share what is known of it, so that the store is asked once for all. */
export function foreseeingRoutes(parts: ServerParts): TypedRoutes {
  const guess = foresight(parts)
  return async (app) => {
    for (const routes of [taskRoutes, listRoutes, modelRoutes, taskEventRoutes, operatorRoutes])
      await app.register(routes(parts, guess))
  }
}
