import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server'
import { hasScope } from '../../core/keys/api-key.ts'
import { AppError, toAppError } from '../../core/errors.ts'
import type { Task } from '../../core/tasks/task.ts'
import { STATUS, tellOfFailure } from '../answer/error-reply.ts'
import { cutText } from '../answer/client-text.ts'
import { givenOf } from './arguments.ts'
import { ownModels } from './own-models.ts'
import { type Tool, type ToolAnswer, type ToolCall, toolError, type ToolParts } from './tool.ts'
import { TOOLS } from './tools.ts'

export type Asking = Pick<ToolCall, 'request' | 'reply' | 'signal'> & { parts: ToolParts }

const INSTRUCTIONS =
  'Makes images and videos. Results come with a small preview; give people the URL of the original. ' +
  'Long tasks continue in the background: wait for them with get_task. To change a result, pass its task_id in images.'
// Models change only with a restart of the service; nobody needs to ask more often than this.
const LIST_TTL_MS = 60_000

/** Answers the requests of one caller: created for each request, so that no state is kept between two of them. */
export function mcpServer(asking: Asking): Server {
  const { parts, request } = asking
  const server = new Server(
    { name: 'mediagen', title: 'mediagen', version: parts.version },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' } },
    },
  )
  server.setRequestHandler('tools/list', () => ({ tools: listed(asking) }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = TOOLS.get(params.name)
    if (tool === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool '${cutText(params.name)}'.`)
    }
    const call = { ...asking, caller: request.caller, ...progressOf(context) }
    const signal = AbortSignal.any([asking.signal, context.mcpReq.signal])
    const answer = await runTool(tool, { ...call, signal }, params.arguments)
    const { isError = false } = answer
    parts.log.debug('tool called', { tool: params.name, isError, requestId: request.id })
    return { ...answer }
  })
  return server
}

/** The tools that this key may use, with its own models in their parameters. */
function listed({ parts, request: { caller } }: Asking) {
  const models = ownModels(parts.catalog, caller)
  return [...TOOLS].flatMap(([name, { title, description, scope, hints, input }]) => {
    const schema = scope === null || hasScope(caller, scope) ? input(models) : undefined
    if (schema === undefined) return []
    return [{ name, title, description, inputSchema: { ...schema, type: 'object' as const }, annotations: hints }]
  })
}

/** Errors are answers too: the assistant reads them, and corrects its call. */
async function runTool(tool: Tool, call: ToolCall, given: unknown): Promise<ToolAnswer> {
  try {
    if (tool.scope !== null && !hasScope(call.caller, tool.scope)) {
      throw new AppError('insufficient_scope', `This requires an API key with the '${tool.scope}' scope.`)
    }
    if (tool.scope === 'images:write' || tool.scope === 'videos:write') {
      call.reply.countOne('create', call.request.endUser)
    }
    return await tool.run(call, givenOf(given))
  } catch (thrown) {
    const error = toAppError(thrown)
    if (STATUS[error.code] >= 500) tellOfFailure(call.parts.log, 'tool failed', { requestId: call.request.id }, error)
    return toolError(error, call.request.id)
  }
}

/** Reports the progress of a task to clients that asked for it. Each number must be larger than the one before. */
function progressOf({ mcpReq }: ServerContext): Pick<ToolCall, 'onProgress'> {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return {}
  let told = -1
  return {
    onProgress: async ({ progress, status, step }: Task) => {
      if (progress <= told) return
      told = progress
      const message = step === null ? status : `${status}: ${step}`
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 100, message },
      })
    },
  }
}
