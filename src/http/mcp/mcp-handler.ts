import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { createMcpHandler, localhostAllowedOrigins, originValidationResponse } from '@modelcontextprotocol/server'
import { goneSignal, onceGone } from '../edge/client-connection.ts'
import type { AppParts } from '../server-parts.ts'
import { mcpServer, type Asking } from './mcp-server.ts'
import type { ToolParts } from './tool.ts'
import { messageBody } from './message-body.ts'
import { type PreviewParts, previews } from './preview.ts'

// Nothing is ever announced here, so nobody needs a line for announcements held open.
const NO_SUBSCRIPTIONS = 0
// Shorter than the shortest patience of a proxy with a silent line.
const KEEP_ALIVE_MS = 10_000
const HEADERS_READ = ['content-type', 'accept', 'origin', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

export type McpParts = Omit<ToolParts, 'previews'> & PreviewParts & Pick<AppParts, 'outside' | 'signingIn'>

/** Answers messages of either era of the protocol; nothing is kept from one to the next. */
export function mcpHandler(parts: McpParts): (reply: FastifyReply) => Promise<FastifyReply> {
  const tools = { ...parts, previews: previews(parts) }
  const handler = createMcpHandler(({ authInfo }) => mcpServer(authInfo?.extra?.['asking'] as Asking), {
    maxSubscriptions: NO_SUBSCRIPTIONS,
    keepAliveMs: KEEP_ALIVE_MS,
    // Its message may repeat what a caller sent, and that is nothing for a log.
    onerror: ({ name }) => parts.log.debug('mcp request refused', { name }),
  })
  return async (reply) => {
    const { request } = reply
    const { body, free } = await messageBody(request)
    onceGone(reply, free)
    const signal = goneSignal(reply)
    const headers = new Headers()
    for (const name of HEADERS_READ) {
      const value = request.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    const asked = new Request('http://localhost/mcp', { method: 'POST', headers, body, signal })
    const asking: Asking = { parts: tools, request, reply, signal }
    const authInfo = { token: '', clientId: request.caller.id, scopes: [...request.caller.scopes], extra: { asking } }
    // No page of somebody else's may speak to us, as the protocol demands; the key would keep it out as well.
    const ownNames = [...localhostAllowedOrigins(), new URL(parts.publicUrl(request.headers.host)).hostname]
    const foreign = mayCall(parts, request.headers.origin) ? undefined : originValidationResponse(asked, ownNames)
    return send(reply, foreign ?? (await handler.fetch(asked, { authInfo })))
  }
}

/** Pages that the operator lets in anywhere are let in here too. */
function mayCall({ outside }: McpParts, origin: string | undefined): boolean {
  const allowed = outside?.corsOrigins ?? []
  return origin !== undefined && (allowed.includes('*') || allowed.includes(origin))
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.code(answer.status).headers(Object.fromEntries(answer.headers))
  reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  return answer.body === null ? reply.send() : reply.send(Readable.fromWeb(answer.body))
}
