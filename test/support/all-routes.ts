import { buildServer } from '../../src/http/server.ts'
import type { ServerParts } from '../../src/http/server.ts'
import { lineLog } from '../../src/runtime/line-log.ts'
import { systemClock, systemRandom } from '../../src/runtime/system.ts'

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

/** The documents of the interfaces beside the native one, for which no service has to be asked. */
export async function otherDocuments(): Promise<object[]> {
  const { signal } = new AbortController()
  const log = lineLog({ clock: systemClock, level: 'error', write: () => undefined })
  const parts = { random: systemRandom, clock: systemClock, log, version: '0', draining: signal, closing: signal }
  const app = buildServer({ ...parts, automatic1111: { isAlone: true } } as unknown as ServerParts)
  const documents: object[] = []
  for (const url of ['/v1/openapi.json', '/sdapi/v1/openapi.json'])
    documents.push((await app.inject({ url, headers: { host: 'localhost' } })).json())
  await app.close()
  return documents
}
