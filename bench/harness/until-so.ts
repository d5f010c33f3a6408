import { setTimeout as pause } from 'node:timers/promises'

export type Waiting<T> = {
  /** What is waited for, in words. */
  what: string
  look: () => Promise<T>
  /** Throws where it can never be so any more. */
  isSo: (seen: T) => boolean
  withinMs?: number
  /** Hears what is waited for and what was seen, once that takes long. */
  say?: (line: string) => void
  everyMs?: number
}

const WITHIN_MS = 120_000
const LOOK_EVERY_MS = 50
const SAY_AFTER_MS = 10_000

/** Looks again and again until it is so. A wait that takes too long fails, with what it waited for and what it saw last. */
export async function untilSo<T>({ what, look, isSo, ...rest }: Waiting<T>): Promise<T> {
  const { withinMs = WITHIN_MS, everyMs = LOOK_EVERY_MS, say = (line: string) => console.error(line) } = rest
  const began = performance.now()
  let saidAt = began
  for (;;) {
    const seen = await look()
    if (isSo(seen)) return seen
    const now = performance.now()
    const seconds = ((now - began) / 1_000).toFixed(0)
    if (now - began >= withinMs)
      throw new Error(`waited ${seconds} s for ${what}, in vain; seen last: ${JSON.stringify(seen)}`)
    if (now - saidAt >= SAY_AFTER_MS) {
      saidAt = now
      say(`waits for ${what} since ${seconds} s; sees ${JSON.stringify(seen)}`)
    }
    await pause(everyMs)
  }
}
