import { killTree } from './process-tree.ts'

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Who ends the run ends all that it started: test processes, their services and browsers, PostgreSQL. */
export function endOnSignal(clear: () => Promise<void>): void {
  for (const [signal, code] of Object.entries(SIGNALS))
    process.once(signal, () => {
      killTree(process.pid)
      void clear().finally(() => process.exit(code))
    })
}
