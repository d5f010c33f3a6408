import { createHash } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { preparedJson } from '../answer/prepared-json.ts'
import type { ServerParts } from '../server-parts.ts'
import { docsPage } from './docs-page.ts'
import { DOCS_STYLE } from './docs-style.ts'
import type { MakeDocument } from './route-record.ts'

// The page holds one style sheet and no script; nothing else may load or run, whatever slips into it.
const STYLE_HASH = createHash('sha256').update(DOCS_STYLE).digest('base64')
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The interface described for machines and for people, from the schemas that validate. */
export function docsRoutes({ publicUrl }: Pick<ServerParts, 'publicUrl'>, document: MakeDocument): FastifyPluginAsync {
  return async (app) => {
    const options = { config: { auth: 'none' }, schema: { hide: true } } as const
    const json = preparedJson(document)
    app.get('/openapi.json', options, (_request, reply) => json(reply))
    // The page for the name that was asked for last: nearly all ask for the same.
    let page: { base: string; text: string } | undefined
    app.get('/docs', options, async (request, reply) => {
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': PAGE_POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      const base = publicUrl(request.headers.host)
      if (page?.base !== base) page = { base, text: docsPage(await document(), base) }
      return page.text
    })
  }
}
