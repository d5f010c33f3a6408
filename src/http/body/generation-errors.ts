import type { ErrorCode } from '../../core/errors.ts'
import type { TaskKind } from '../../core/tasks/model.ts'

const REQUEST_ERRORS = [
  'prompt_too_long',
  'missing_parameter',
  'invalid_parameter',
  'invalid_json',
  'invalid_multipart',
  'model_not_found',
  'invalid_image',
  'too_many_images',
  'model_not_allowed',
  'unsupported_request',
  'budget_exceeded',
  'idempotency_conflict',
  'payload_too_large',
  'image_too_large',
  'unsupported_media_type',
  'queue_full',
  'shutting_down',
] as const satisfies readonly ErrorCode[]

// An image request waits for its task, so it can end in whatever a task can end in.
const KIND_ERRORS = {
  image: [
    'image_url_unreachable',
    'content_policy_violation',
    'provider_error',
    'provider_unavailable',
    'provider_lost_task',
    'start_unknown',
    'no_output',
    'cancelled',
    'timeout',
    'queue_timeout',
  ],
  video: ['invalid_webhook_url'],
} as const satisfies Record<TaskKind, readonly ErrorCode[]>

/** What a request for a generation may end in, beyond what any request may end in. */
export function generationErrors(kind: TaskKind): readonly ErrorCode[] {
  return [...REQUEST_ERRORS, ...KIND_ERRORS[kind]]
}
