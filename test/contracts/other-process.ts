import { fork, type ChildProcess } from 'node:child_process'
import { after } from 'node:test'
import { AppError, type ErrorCode } from '../../src/core/errors.ts'
import type { Store } from '../../src/ports/store.ts'

export type Call = { id: number; store: number; part: string; method: string; args: unknown[] }
export type Answer = { id: number; value?: unknown; error?: { code: string | null; message: string } }

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
    child.send({ id, ...message } satisfies Call)
    const { value, error } = await answered
    waiting.delete(id)
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
      const parts = ['tasks', 'queue', 'stops', 'owners', 'files', 'deliveries', 'keys', 'usage', 'chores'].map(
        (name) => [name, part(store, name)],
      )
      const own = ['ping', 'time', 'close'].map((method) => [
        method,
        (...args: unknown[]) => call({ store, part: '', method, args }),
      ])
      return Object.fromEntries([...parts, ...own]) as Store
    },
  }
}
