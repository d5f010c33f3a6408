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

/** What tools are done with: the parts of the server, and what is made for this interface. */
export type ToolParts = MakingParts &
  ReadingParts &
  WaitingParts &
  CancelTaskDeps & { previews: Previews; version: string }

/** One call of a tool: who calls, until when anybody waits for it, and whom to tell how far it is. */
export type ToolCall = {
  parts: ToolParts
  request: FastifyRequest
  reply: FastifyReply
  caller: ApiKey
  /** Aborts once nobody waits for the answer. Tasks go on all the same. */
  signal: AbortSignal
  /** Absent where nobody asked to be told. */
  onProgress?: (task: Task) => Promise<void>
}

export type Content =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType: string; size: number; description: string }

/** What a tool answers: for the assistant to read and see, and the same as values. */
export type ToolAnswer = { content: Content[]; structuredContent: Record<string, unknown>; isError?: true }

export type Tool = {
  title: string
  description: string
  /** What a key must be allowed to do; null where any key will do. */
  scope: Scope | null
  /** What clients are told of what a call does, so that they can ask their user before it. */
  hints: { readOnlyHint: boolean; destructiveHint?: boolean; idempotentHint?: boolean; openWorldHint?: boolean }
  /** What it takes, for a key with these models; undefined where the key has none that it could be used with. */
  input: (models: OwnModels) => Schema | undefined
  run: (call: ToolCall, given: Fields) => Promise<ToolAnswer>
}

/** What an assistant does best about an error, beyond what its message says. */
export function adviceFor(code: ErrorCode, afterSeconds?: number): string {
  if (code === 'cancelled') return 'Call again to create a new one.'
  if (!ERRORS[code].retryable) return 'Do not repeat it unchanged.'
  return `This may be temporary: try again${afterSeconds === undefined ? ' in a while' : ` in ${Math.ceil(afterSeconds)} s`}.`
}

/** An error that the assistant is shown, so that it can mend what it asked for: with our code, as everywhere. */
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
