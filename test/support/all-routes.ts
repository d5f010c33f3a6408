import { buildServer } from '../../src/http/server.ts'
import type { ServerParts } from '../../src/http/server-parts.ts'
import { systemRandom } from '../../src/runtime/system.ts'

export type DeclaredRoute = { method: string; url: string; auth: string | undefined }

/** Every route of the server; its parts are never used, because no request is made. */
export async function allRoutes(): Promise<DeclaredRoute[]> {
  const app = buildServer({ random: systemRandom, version: '0' } as ServerParts)
  const routes: DeclaredRoute[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) routes.push({ method: each, url, auth: config?.auth })
  })
  await app.ready()
  await app.close()
  return routes
}
