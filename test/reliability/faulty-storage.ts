import { AppError } from '../../src/core/errors.ts'
import type { Files } from '../../src/ports/files.ts'
import type { Store } from '../../src/ports/store.ts'
import { isRead } from '../chaos/boundaries.ts'

/** Storage that takes no writes while the test says so; reads go on. */
export type FaultySwitch = { database: 'works' | 'full'; disk: 'works' | 'full' }

/** Wraps both stores so that every method that changes something fails while its switch says `full`. */
export function faultyStorage() {
  const state: FaultySwitch = { database: 'works', disk: 'works' }
  const refuse = (): never => {
    throw new AppError('storage_unavailable', 'There is no space left.')
  }
  return {
    state,
    wrapStore: (store: Store): Store => guarded(store, '', () => (state.database === 'full' ? refuse() : undefined)),
    wrapFiles: (files: Files): Files =>
      guarded(files, 'bytes.', (name) => {
        // Removing needs no space.
        if (state.disk === 'full' && name !== 'bytes.remove') refuse()
      }),
  }
}

function guarded<Port extends object>(port: Port, prefix: string, check: (name: string) => void): Port {
  const entries = Object.entries(port).map(([name, value]: [string, unknown]) => {
    const method = prefix + name
    if (typeof value === 'object' && value !== null) return [name, guarded(value, `${method}.`, check)]
    if (typeof value !== 'function' || isRead(method) || method === 'close') return [name, value]
    return [
      name,
      async (...args: never[]): Promise<unknown> => {
        check(method)
        return (value as (...args: never[]) => unknown)(...args)
      },
    ]
  })
  return Object.fromEntries(entries) as Port
}
