import { AppError } from '../../src/core/errors.ts'
import type { Store } from '../../src/ports/store.ts'
import { sqliteStore } from '../../src/store/sqlite/store.ts'
import type { Task } from '../../src/core/tasks/task.ts'
import { isSeat, type Answer, type Call } from './other-process.ts'

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>

const stores: Store[] = []

async function perform({ store, part, method, args }: Call, taken: Task[]): Promise<unknown> {
  if (method === 'open') return stores.push(sqliteStore(String(args[0]))) - 1
  const whole = stores[store] as unknown as Record<string, Methods> & Methods
  const owner: Methods = part === '' ? whole : (whole[part] as Methods)
  const take = (tasks: Task[]): void => void taken.push(...tasks)
  return owner[method]?.(...args.map((arg) => (isSeat(arg) ? { ...arg, take } : arg)))
}

process.on('message', (call: Call) => {
  const taken: Task[] = []
  perform(call, taken).then(
    (value) => process.send?.({ id: call.id, taken, value } satisfies Answer),
    (error: unknown) => {
      const code = error instanceof AppError ? error.code : null
      process.send?.({ id: call.id, taken, error: { code, message: String(error) } } satisfies Answer)
    },
  )
})
