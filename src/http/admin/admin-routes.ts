import type { LocalModelDeps } from '../../actions/local-models/change-local-models.ts'
import type { AuditDeps } from '../../actions/keys/read-audit.ts'
import type { KeyDeps } from '../../actions/keys/create-key.ts'
import type { TypedRoutes } from '../answer/schema.ts'
import type { ReadEventsDeps } from '../../actions/events/read-events.ts'
import { auditRoutes } from './audit-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { localModelRoutes } from './local-model-routes.ts'
import { type ProjectParts, projectRoutes } from './project-routes.ts'
import { type ProviderParts, providerRoutes } from './provider-routes.ts'

export type AdminParts = KeyDeps & AuditDeps & ReadEventsDeps & LocalModelDeps & ProjectParts & ProviderParts

/** What operators do over HTTP, with a key that has the `admin` scope. */
export function adminRoutes(parts: AdminParts): TypedRoutes {
  return async (app) => {
    // Answers about keys must not be cached, least of all the two that contain a key.
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    await app.register(keyRoutes(parts))
    await app.register(projectRoutes(parts))
    await app.register(auditRoutes(parts))
    await app.register(eventRoutes(parts))
    await app.register(localModelRoutes(parts))
    await app.register(providerRoutes(parts))
  }
}
