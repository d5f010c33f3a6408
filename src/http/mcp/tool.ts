import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiKey, Scope } from '../../core/keys/api-key.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Schema } from '../answer/schema.ts'
import type { Fields } from '../body/check-fields.ts'
import type { ServerParts } from '../server-parts.ts'
import type { OwnModels } from './own-models.ts'
import type { Previews } from './preview.ts'

/** What tools are done with: the parts of the server, and what is made for this interface. */
export type ToolParts = ServerParts & { previews: Previews }

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
