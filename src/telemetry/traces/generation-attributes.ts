import type { FileRecord } from '../../core/files/file-record.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Outcome } from '../../ports/store/task-queue.ts'
import type { SpanRecord } from './otlp-json.ts'

/** The address of a result, for traces that carry what was asked for and what was made; absent where they do not. */
export type ContentOf = { addressOf: (file: FileRecord) => string }

const MICROS = 1_000_000

/**
 * What tools for generative models look for: OpenTelemetry's names where it has them, and Langfuse's for the cost. They are
 * on the span that ends the task and on no other, so that a sum counts each task once.
 */
export function generationAttributes(
  task: Task,
  { cost, files }: Pick<Outcome, 'cost' | 'files'>,
  content: ContentOf | undefined,
): SpanRecord['attributes'] {
  const { id, kind, model, engine, effective } = task
  const seed = effective?.seed
  return {
    'gen_ai.operation.name': 'generate_content',
    'gen_ai.provider.name': engine,
    'gen_ai.request.model': model,
    'gen_ai.response.id': id,
    'gen_ai.output.type': kind,
    ...(typeof seed === 'number' ? { 'gen_ai.request.seed': seed } : {}),
    'langfuse.observation.type': 'generation',
    ...(cost.micros === null ? {} : costAttributes(cost.micros / MICROS)),
    ...(content === undefined ? {} : contentAttributes(task, files, content)),
  }
}

function costAttributes(total: number): SpanRecord['attributes'] {
  return { 'gen_ai.usage.cost': total, 'langfuse.observation.cost_details': JSON.stringify({ total }) }
}

function contentAttributes(
  { prompt, kind }: Task,
  files: readonly FileRecord[],
  { addressOf }: ContentOf,
): SpanRecord['attributes'] {
  const asked = [{ role: 'user', parts: [{ type: 'text', content: prompt }] }]
  const parts = files
    .filter(({ role }) => role === 'output')
    .map((file) => ({ type: 'uri', modality: kind, mime_type: file.mediaType, uri: addressOf(file) }))
  const made = parts.length === 0 ? [] : [{ role: 'assistant', parts, finish_reason: 'stop' }]
  return { 'gen_ai.input.messages': JSON.stringify(asked), 'gen_ai.output.messages': JSON.stringify(made) }
}
