import { setImmediate } from 'node:timers/promises'
import { DRAWN, STOP, type Step } from './messages.ts'

/** What drawing code may ask of the thread it runs in. */
export type Studio = {
  /** Reports a finished frame or stage; call it once per frame drawn. */
  step(fraction: number, frame?: Step['frame']): void
  /** Gives the thread's event loop a turn, lets waiting pictures pass, and throws when the job was stopped. */
  breathe(): Promise<void>
}

/** A studio for one order. `passing` is whatever should go first at every breath. */
export function openStudio(options: {
  control: SharedArrayBuffer
  passing: () => Promise<void>
  report: (fraction: number, frame?: Step['frame']) => void
}): Studio {
  const control = new Int32Array(options.control)
  return {
    step: (fraction, frame) => {
      Atomics.add(control, DRAWN, 1)
      options.report(fraction, frame)
    },
    breathe: async () => {
      // Native pixel buffers are freed by finalizers that only run between turns; without this a clip takes gigabytes.
      await setImmediate()
      await options.passing()
      if (Atomics.load(control, STOP) !== 0) throw new Error('The job was stopped')
    },
  }
}
