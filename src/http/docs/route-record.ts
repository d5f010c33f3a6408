import type { FastifyInstance, RouteOptions } from 'fastify'
import type { SwaggerOptions } from '@fastify/swagger'

/** Gives the document of all routes; the same each time. */
export type MakeDocument = () => Promise<object>

/**
 * Remembers what every later route says of itself. The document is made of it when it is first asked for: what makes it
 * takes longer to load than the service takes to start, and few processes are ever asked.
 */
export function recordRoutes(app: FastifyInstance, options: SwaggerOptions): MakeDocument {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  let made: Promise<object> | undefined
  return () => {
    made ??= documentOf(routes, options).catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** The maker of documents listens to routes as they are declared, so they are declared once more, to it alone. */
async function documentOf(routes: readonly RouteOptions[], options: SwaggerOptions): Promise<object> {
  const [{ default: Fastify }, { default: swagger }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
  ])
  const app = Fastify({ exposeHeadRoutes: false })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => () => '')
  await app.register(swagger, options)
  for (const { method, url, schema, config } of routes)
    app.route({ method, url, handler: () => undefined, ...(schema && { schema }), ...(config && { config }) })
  await app.ready()
  return app.swagger()
}
