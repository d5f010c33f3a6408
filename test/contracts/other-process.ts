import { fork, type ChildProcess } from 'node:child_process'
import { after } from 'node:test'
import { AppError, type ErrorCode } from '../../src/core/errors.ts'
import type { Task } from '../../src/core/tasks/task.ts'
import type { Store } from '../../src/ports/store.ts'
import type { Seat } from '../../src/ports/store/task-queue.ts'

export type Call = { id: number; store: number; part: string; method: string; args: unknown[] }
export type Answer = { id: number; taken: Task[]; value?: unknown; error?: { code: string | null; message: string } }

/** Also of what is left of a seat on the other side. */
export function isSeat(arg: unknown): arg is Seat {
  return typeof arg === 'object' && arg !== null && 'claim' in arg
}

/** Stores in another process, used from this one as if they were here. The process ends with the tests of the file. */
export function storesElsewhere(): { open(address: string): Promise<Store> } {
  let child: ChildProcess | undefined
  let calls = 0
  const waiting = new Map<number, (answer: Answer) => void>()

  const start = (): ChildProcess => {
    const started = fork(new URL('other-process-program.ts', import.meta.url), { serialization: 'advanced' })
    started.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer))
    return started
  }

  const call = async (message: Omit<Call, 'id'>): Promise<unknown> => {
    child ??= start()
    const id = ++calls
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    // Functions stay here: who takes a seat over there is told with the answer.
    const seat = message.args.find(isSeat)
    const args = message.args.map((arg) => (isSeat(arg) ? { claim: arg.claim } : arg))
    child.send({ id, ...message, args } satisfies Call)
    const { value, error, taken } = await answered
    waiting.delete(id)
    if (error === undefined) seat?.take(taken)
    if (error === undefined) return value
    throw error.code === null ? new Error(error.message) : new AppError(error.code as ErrorCode, error.message)
  }

  after(() => child?.disconnect())

  const part = (store: number, name: string): object =>
    new Proxy(
      {},
      {
        get:
          (_, method) =>
          (...args: unknown[]) =>
            call({ store, part: name, method: String(method), args }),
      },
    )

  return {
    async open(address) {
      const store = Number(await call({ store: 0, part: '', method: 'open', args: [address] }))
      const parts = [
        'tasks',
        'queue',
        'repeats',
        'stops',
        'owners',
        'files',
        'deliveries',
        'keys',
        'audit',
        'usage',
        'accounts',
        'chores',
        'census',
      ].map((name) => [name, part(store, name)])
      const own = ['ping', 'time', 'close'].map((method) => [
        method,
        (...args: unknown[]) => call({ store, part: '', method, args }),
      ])
      return Object.fromEntries([...parts, ...own]) as Store
    },
  }
}
