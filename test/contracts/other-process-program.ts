import { AppError } from '../../src/core/errors.ts'
import type { Store } from '../../src/ports/store.ts'
import { sqliteStore } from '../../src/store/sqlite/store.ts'
import type { Answer, Call } from './other-process.ts'

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>

const stores: Store[] = []

async function perform({ store, part, method, args }: Call): Promise<unknown> {
  if (method === 'open') return stores.push(sqliteStore(String(args[0]))) - 1
  const whole = stores[store] as unknown as Record<string, Methods> & Methods
  const owner: Methods = part === '' ? whole : (whole[part] as Methods)
  return owner[method]?.(...args)
}

process.on('message', (call: Call) => {
  perform(call).then(
    (value) => process.send?.({ id: call.id, value } satisfies Answer),
    (error: unknown) => {
      const code = error instanceof AppError ? error.code : null
      process.send?.({ id: call.id, error: { code, message: String(error) } } satisfies Answer)
    },
  )
})
