import type { FastifyPluginAsync } from 'fastify'
import { preparedJson } from '../answer/send-asset.ts'
import type { MakeDocument } from './route-record.ts'

/** The interface described for machines, from the schemas that validate. For people the console draws it at /docs. */
export function docsRoutes(document: MakeDocument): FastifyPluginAsync {
  return async (app) => {
    const json = preparedJson(document)
    const options = { config: { auth: 'none' }, schema: { hide: true } } as const
    app.get('/openapi.json', options, json)
  }
}
