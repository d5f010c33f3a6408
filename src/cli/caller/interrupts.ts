import { EXIT } from '../exit-codes.ts'
import { Interrupted } from '../interrupted.ts'

/** A signal that the first Ctrl-C aborts; the second one leaves at once. */
export type Interrupts = { signal: AbortSignal; letGo(): void }

export function watchInterrupts({ onFirst, onSecond }: { onFirst: () => void; onSecond: () => void }): Interrupts {
  const controller = new AbortController()
  const onSignal = (): void => {
    if (controller.signal.aborted) {
      onSecond()
      process.exit(EXIT.interrupted)
    }
    onFirst()
    controller.abort(new Interrupted())
  }
  process.on('SIGINT', onSignal)
  return { signal: controller.signal, letGo: () => void process.off('SIGINT', onSignal) }
}
