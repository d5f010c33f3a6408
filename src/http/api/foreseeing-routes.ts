import { foresight, type ForeseeDeps, type Foresight } from '../../actions/reading/foresee-end.ts'
import type { SystemDeps } from '../../actions/reading/read-system.ts'
import type { UsageDeps } from '../../actions/reading/read-usage.ts'
import type { PauseDeps } from '../../actions/running/pause-engine.ts'
import type { Rooms } from '../server-parts.ts'
import type { TypedRoutes } from '../answer/schema.ts'
import { modelRoutes, type ModelParts } from './model-routes.ts'
import { type EventParts, taskEventRoutes } from './task-event-routes.ts'
import { type TaskParts, taskRoutes } from './task-routes.ts'
import { type ListParts, listRoutes } from './browse/list-routes.ts'
import { allUsageRoutes } from './usage-routes.ts'
import { engineRoutes } from './operators/engine-routes.ts'
import { systemRoutes } from './operators/system-routes.ts'
import { type OperatorTaskParts, operatorTaskRoutes } from './operators/task-routes.ts'

type OperatorParts = OperatorTaskParts & Rooms<'projects'> & UsageDeps & SystemDeps & PauseDeps & { version: string }
export type ForeseeingParts = ForeseeDeps & TaskParts & ListParts & ModelParts & EventParts & OperatorParts

/** The routes that estimate durations. They share the data, so that the store is queried once for all. */
export function foreseeingRoutes(parts: ForeseeingParts): TypedRoutes {
  const guess = foresight(parts)
  return async (app) => {
    for (const routes of [taskRoutes, listRoutes, modelRoutes, taskEventRoutes, operatorRoutes])
      await app.register(routes(parts, guess))
  }
}

/** What operators see and do over HTTP in addition to key management, with a key that has the `admin` scope. */
function operatorRoutes(parts: OperatorParts, foresight: Foresight): TypedRoutes {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    await app.register(operatorTaskRoutes(parts, foresight))
    await app.register(allUsageRoutes(parts))
    await app.register(systemRoutes(parts))
    await app.register(engineRoutes(parts))
  }
}
