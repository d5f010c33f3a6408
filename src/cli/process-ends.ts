import { EXIT, InterruptedByUser } from './exit-codes.ts'

/**
 * Continues when nobody reads the output, as in `mediagen serve | head`: a write would otherwise end the process, and
 * with it a service that others use.
 */
export function outliveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}

const LOOK_EVERY_MS = 500

/** Resolves once the parent process has ended. */
export async function parentGone(): Promise<void> {
  const parent = process.ppid
  await new Promise<void>((resolve) => {
    const look = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(look)
      resolve()
    }, LOOK_EVERY_MS)
    look.unref()
  })
}

/** A signal that the first Ctrl-C aborts; the second one exits at once. */
export type Interrupts = { signal: AbortSignal; letGo(): void }

export function watchInterrupts({ onFirst, onSecond }: { onFirst: () => void; onSecond: () => void }): Interrupts {
  const controller = new AbortController()
  const onSignal = (): void => {
    if (controller.signal.aborted) {
      onSecond()
      process.exit(EXIT.interrupted)
    }
    onFirst()
    controller.abort(new InterruptedByUser())
  }
  process.on('SIGINT', onSignal)
  return { signal: controller.signal, letGo: () => void process.off('SIGINT', onSignal) }
}
