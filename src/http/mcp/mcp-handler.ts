import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { createMcpHandler, localhostAllowedOrigins, originValidationResponse } from '@modelcontextprotocol/server'
import { goneSignal, onceGone } from '../edge/client-connection.ts'
import type { AppParts } from '../server-parts.ts'
import { mcpServer, type Asking } from './mcp-server.ts'
import type { ToolParts } from './tool.ts'
import { messageBody } from './message-body.ts'
import { type PreviewParts, previews } from './preview.ts'

// The server never sends announcements, so nobody needs an open stream for them.
const NO_SUBSCRIPTIONS = 0
// Shorter than the shortest timeout of a proxy for a silent connection.
const KEEP_ALIVE_MS = 10_000
const HEADERS_READ = ['content-type', 'accept', 'origin', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

export type McpParts = Omit<ToolParts, 'previews'> & PreviewParts & Pick<AppParts, 'outside' | 'signingIn'>

/** Answers messages of either generation of the protocol; no state is kept between them. */
export function mcpHandler(parts: McpParts): (reply: FastifyReply) => Promise<FastifyReply> {
  const tools = { ...parts, previews: previews(parts) }
  const handler = createMcpHandler(({ authInfo }) => mcpServer(authInfo?.extra?.['asking'] as Asking), {
    maxSubscriptions: NO_SUBSCRIPTIONS,
    keepAliveMs: KEEP_ALIVE_MS,
    // Its message may repeat a caller's text, which does not belong in a log.
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
    // No foreign page may call us, as the protocol requires; without a key, it could not anyway.
    const ownNames = [...localhostAllowedOrigins(), new URL(parts.publicUrl(request.headers.host)).hostname]
    const foreign = mayCall(parts, request.headers.origin) ? undefined : originValidationResponse(asked, ownNames)
    return send(reply, foreign ?? (await handler.fetch(asked, { authInfo })))
  }
}

/** Pages that the operator allows everywhere are allowed here too. */
function mayCall({ outside }: McpParts, origin: string | undefined): boolean {
  const allowed = outside?.corsOrigins ?? []
  return origin !== undefined && (allowed.includes('*') || allowed.includes(origin))
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.code(answer.status).headers(Object.fromEntries(answer.headers))
  reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  return answer.body === null ? reply.send() : reply.send(Readable.fromWeb(answer.body))
}
