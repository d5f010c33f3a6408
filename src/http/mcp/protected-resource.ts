import type { FastifyPluginAsync } from 'fastify'
import type { SigningIn } from '../../ports/identity.ts'
import { MCP_PATH } from '../edge/people.ts'
import type { PublicUrl } from '../edge/session-cookie.ts'

type ResourceParts = { publicUrl: PublicUrl; signingIn?: SigningIn | undefined }

// RFC 9728: before the path of the resource. Clients without a hint also ask at the root of the host.
const METADATA_PATH = '/.well-known/oauth-protected-resource'
const REMEMBER_SECONDS = 300

/** Tells an assistant at which provider its person signs in, and the audience of the tokens. */
export function protectedResourceRoutes({ publicUrl, signingIn }: ResourceParts): FastifyPluginAsync {
  return async (app) => {
    const about = signingIn?.about
    if (about === undefined) return
    for (const path of [METADATA_PATH, METADATA_PATH + MCP_PATH])
      app.get(path, { config: { auth: 'none' } }, async ({ headers: { host } }, reply) => {
        // Assistants that run in a web page read it as well, and it is the same for everybody.
        reply.headers({ 'access-control-allow-origin': '*', 'cache-control': `public, max-age=${REMEMBER_SECONDS}` })
        return {
          resource: publicUrl(host) + MCP_PATH,
          authorization_servers: [about.issuer],
          bearer_methods_supported: ['header'],
          scopes_supported: about.scopes.split(' '),
          resource_name: 'mediagen',
        }
      })
  }
}

/** The header of an answer with 401 that says how to sign in. */
export function challenge({ publicUrl, signingIn }: ResourceParts, host: string | undefined, sent: boolean): string {
  if (signingIn?.about === undefined) return 'Bearer'
  const found = `resource_metadata="${publicUrl(host)}${METADATA_PATH}${MCP_PATH}"`
  return sent ? `Bearer error="invalid_token", ${found}` : `Bearer ${found}`
}
