import type { FastifyInstance } from 'fastify'
import { healthRoutes, type HealthParts, metricsRoutes, type MetricsParts } from './health-routes.ts'
import { openApp } from './open-app.ts'
import type { AppParts } from './server-parts.ts'

/**
 * The routes of a process that takes no requests of callers: whether it lives, whether it can work, and its metrics.
 */
export function buildHealthServer(parts: AppParts & HealthParts & MetricsParts): FastifyInstance {
  const app = openApp(parts)
  app.register(healthRoutes(parts))
  app.register(metricsRoutes(parts))
  return app
}
