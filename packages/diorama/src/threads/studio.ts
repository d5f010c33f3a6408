import { DRAWN, STOP } from './messages.ts'
import { swept } from './sweep.ts'

/** What drawing code may ask of the thread it runs in. */
export type Studio = {
  /** Reports a finished frame or stage; call it once per frame drawn. */
  step(fraction: number): void
  /** Gives the thread's event loop a turn, lets waiting pictures pass, and throws when the job was stopped. */
  breathe(): Promise<void>
}

/** A studio for one order. `passing` is whatever should go first at every breath. */
export function openStudio(options: {
  control: SharedArrayBuffer
  passing: () => Promise<void>
  report: (fraction: number) => void
}): Studio {
  const control = new Int32Array(options.control)
  return {
    step: (fraction) => {
      Atomics.add(control, DRAWN, 1)
      options.report(fraction)
    },
    breathe: async () => {
      // Without this a clip takes gigabytes.
      await swept()
      await options.passing()
      if (Atomics.load(control, STOP) !== 0) throw new Error('The job was stopped')
    },
  }
}
