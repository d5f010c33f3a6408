import { ERRORS, type ErrorCode } from '../../core/errors.ts'
import type { DocumentHead } from '../answer/document.ts'
import { STATUS } from '../answer/error-reply.ts'
import { COMPLETION_WEBHOOK } from './completion-webhook.ts'

/** What the native document says beside its routes; `others` are the other interfaces, and where each describes itself. */
export function nativeDocument(version: string, others: readonly { name: string; url: string }[]): DocumentHead {
  return {
    title: 'mediagen',
    version,
    description:
      'Prompts in, images and videos out. Images are answered in the same request; videos are tasks that are ' +
      'polled or announced by webhook. Every error has the same body, with a code from one closed list.',
    tags: [
      { name: 'Images', description: 'Synchronous: the request stays open until the image is ready.' },
      { name: 'Videos', description: 'Asynchronous: a task id at once, the result by polling or webhook.' },
      { name: 'Tasks', description: 'Receipts, lists, events, cancelling, deleting.' },
      { name: 'Webhooks', description: 'Deliveries, resending them, and the secrets that sign them.' },
      { name: 'Models', description: 'What there is to choose from, and what you used.' },
      { name: 'Files', description: 'Results and covers.' },
      { name: 'Administration', description: 'Keys and the audit log, for keys with the scope `admin`.' },
      { name: 'Operation', description: 'For monitoring.' },
    ],
    keys: { apiKey: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <key>' } },
    more: {
      webhooks: { taskCompleted: { post: COMPLETION_WEBHOOK } },
      'x-documents': others,
      'x-errors': errorRows(),
    },
  }
}

/** Every code with its status and meaning: the closed list, for those who read it and for programs. */
function errorRows(): object[] {
  return Object.entries(ERRORS).map(([code, { meaning, retryable }]) => ({
    code,
    status: STATUS[code as ErrorCode],
    meaning,
    retryable,
  }))
}
