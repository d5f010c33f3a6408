import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CancelTaskDeps } from '../../actions/tasks/cancel-task.ts'
import { type AppError, type ErrorCode, ERRORS } from '../../core/errors.ts'
import type { ApiKey, Scope } from '../../core/keys/api-key.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Schema } from '../answer/schema.ts'
import type { Fields } from '../body/check-fields.ts'
import type { MakingParts, ReadingParts, WaitingParts } from '../server-parts.ts'
import type { OwnModels } from './own-models.ts'
import type { Previews } from './preview.ts'

/** The parts that tools use: those of the server, and those made for this API. */
export type ToolParts = MakingParts &
  ReadingParts &
  WaitingParts &
  CancelTaskDeps & { previews: Previews; version: string }

/** One call of a tool: the caller, the end of its wait, and the receiver of progress reports. */
export type ToolCall = {
  parts: ToolParts
  request: FastifyRequest
  reply: FastifyReply
  caller: ApiKey
  /** Aborts once nobody waits for the answer. Tasks continue all the same. */
  signal: AbortSignal
  /** Absent if nobody asked for progress. */
  onProgress?: (task: Task) => Promise<void>
}

export type Content =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType: string; size: number; description: string }

/** The answer of a tool: for the assistant to read and see, and the same as values. */
export type ToolAnswer = { content: Content[]; structuredContent: Record<string, unknown>; isError?: true }

export type Tool = {
  title: string
  description: string
  /** The scope that a key needs; null if any key will do. */
  scope: Scope | null
  /** Hints for clients about the effects of a call, so that they can ask their user first. */
  hints: { readOnlyHint: boolean; destructiveHint?: boolean; idempotentHint?: boolean; openWorldHint?: boolean }
  /** Its parameters, for a key with these models; undefined if the key has no suitable model. */
  input: (models: OwnModels) => Schema | undefined
  run: (call: ToolCall, given: Fields) => Promise<ToolAnswer>
}

/** The best reaction of an assistant to an error, in addition to the message. */
export function adviceFor(code: ErrorCode, afterSeconds?: number): string {
  if (code === 'cancelled') return 'Call again to create a new one.'
  if (!ERRORS[code].retryable) return 'Do not repeat it unchanged.'
  return `This may be temporary: try again${afterSeconds === undefined ? ' later' : ` in ${Math.ceil(afterSeconds)} s`}.`
}

/** An error that the assistant sees, so that it can correct its call: with our code, as everywhere. */
export function toolError(error: AppError, requestId: string): ToolAnswer {
  const { code, message, param, taskId, retryAfterSeconds } = error
  const { retryable } = ERRORS[code]
  const advice = adviceFor(code, retryAfterSeconds)
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message} ${advice}` }],
    structuredContent: {
      error: {
        code,
        message,
        param,
        retryable,
        advice,
        ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: Math.ceil(retryAfterSeconds) }),
        ...(taskId === undefined ? {} : { task_id: taskId }),
        request_id: requestId,
      },
    },
  }
}
