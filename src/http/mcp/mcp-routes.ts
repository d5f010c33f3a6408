import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { MCP_PATH } from '../edge/people.ts'
import type { McpParts } from './mcp-handler.ts'
import { challenge, protectedResourceRoutes } from './protected-resource.ts'

type Answer = (reply: FastifyReply) => Promise<FastifyReply>

/**
 * The Model Context Protocol, for assistants: the same tasks as tools. The first request loads its library, since most
 * processes never see an assistant. It describes itself, so it is in no document.
 */
export function mcpRoutes(parts: McpParts): FastifyPluginAsync {
  let loading: Promise<Answer> | undefined
  const load = async (): Promise<Answer> => (await import('./mcp-handler.ts')).mcpHandler(parts)
  return async (app) => {
    await app.register(protectedResourceRoutes(parts))
    app.addHook('onSend', async ({ headers: { host, authorization } }, reply) => {
      if (reply.statusCode === 401)
        reply.header('www-authenticate', challenge(parts, host, authorization !== undefined))
    })
    // Each tool declares its scope: a key without it gets a message that assistants can read.
    app.post(MCP_PATH, { config: { auth: 'any key' } }, async (_request, reply) => (await (loading ??= load()))(reply))
  }
}
