import { AppError, type ErrorCode } from '../../core/errors.ts'
import type { Store } from '../../ports/store.ts'
import type { Hook, HookCall } from './writer-hooks.ts'

type Rooms = Omit<Store, 'time' | 'ping' | 'close'>

/** Where each thing is done: what reads where it is asked, what writes in the thread. A new one does not compile until it is here. */
export const PLACES = {
  tasks: { find: 'here', view: 'here', list: 'here', findRepeat: 'here', queuePosition: 'here' },
  queue: {
    insert: 'thread',
    noteRepeat: 'thread',
    claim: 'thread',
    lost: 'here',
    heldBy: 'here',
    suspects: 'here',
    wakeAll: 'thread',
    takePlace: 'thread',
    advance: 'thread',
    finish: 'thread',
    finishAny: 'thread',
  },
  stops: { take: 'thread', add: 'thread', dropStarting: 'thread', putOff: 'thread', remove: 'thread' },
  // Also the list: it asks after the locks of others, and our own is held by the thread.
  owners: { join: 'thread', beat: 'thread', list: 'thread', bury: 'thread' },
  files: { find: 'here', ofTask: 'here', withoutRecord: 'here' },
  deliveries: {
    claim: 'thread',
    record: 'thread',
    ofTask: 'here',
    attempts: 'here',
    requeue: 'thread',
    requeueSince: 'thread',
  },
  keys: {
    insert: 'thread',
    findByHash: 'here',
    find: 'here',
    list: 'here',
    revoke: 'thread',
    replaceHash: 'thread',
    replaceWebhookSecrets: 'thread',
  },
  usage: { sums: 'here' },
  chores: {
    take: 'thread',
    overdue: 'here',
    removable: 'here',
    remove: 'thread',
    sweepIdempotency: 'thread',
    watch: 'thread',
    absences: 'here',
  },
} as const satisfies { [Room in keyof Rooms]: { [Method in keyof Rooms[Room]]: 'here' | 'thread' } }

export type RoomName = keyof Rooms

/** Calls that were made in one turn go together; null asks the thread to end. */
export type Calls = Call[] | null
export type Call = { number: number; room: RoomName; method: string; args: readonly unknown[]; hooks: readonly Hook[] }

export type Answer = { number: number } & (
  | { value: unknown; hookCalls: readonly HookCall[] }
  | { error: CrossingError }
)

/** An error as it goes from thread to thread: what is copied there loses its kind. */
export type CrossingError = {
  message: string
  code: ErrorCode | undefined
  param: string | null
  stack: string | undefined
}

export function toCrossing(error: unknown): CrossingError {
  if (!(error instanceof Error)) return { message: String(error), code: undefined, param: null, stack: undefined }
  const { message, stack } = error
  if (!(error instanceof AppError)) return { message, stack, code: undefined, param: null }
  return { message, stack, code: error.code, param: error.param }
}

export function fromCrossing({ message, code, param, stack }: CrossingError): Error {
  const error = code === undefined ? new Error(message) : new AppError(code, message, param === null ? {} : { param })
  if (stack !== undefined) error.stack = stack
  return error
}
