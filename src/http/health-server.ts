import type { FastifyInstance } from 'fastify'
import { healthRoutes, type HealthParts, metricsRoutes, type MetricsParts } from './health-routes.ts'
import { openApp } from './open-app.ts'
import type { AppParts } from './server-parts.ts'

/** What a process answers that takes no requests of callers: whether it lives, whether it can work, and what it counts. */
export function buildHealthServer(parts: AppParts & HealthParts & MetricsParts): FastifyInstance {
  const app = openApp(parts)
  app.register(healthRoutes(parts))
  app.register(metricsRoutes(parts))
  return app
}
