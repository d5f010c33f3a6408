import { statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { WorkNotDone } from './row.ts'

// A log may be written together with what follows; what is not there by then was dropped.
const WITHIN_MS = 3_000
const LINE_END = 10
const CHUNK_BYTES = 2 ** 20

/** Looks whether a log has had at least so many lines since this call; it reads each byte once, however often it is asked. */
export function lineExpecter(file: string, withinMs = WITHIN_MS): (atLeast: number) => Promise<void> {
  let lines = 0
  let offset = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const chunk = Buffer.alloc(CHUNK_BYTES)
  const readOn = async (): Promise<void> => {
    const log = await open(file)
    try {
      for (;;) {
        const { bytesRead } = await log.read(chunk, 0, chunk.length, offset)
        if (bytesRead === 0) return
        offset += bytesRead
        for (let at = chunk.indexOf(LINE_END); at >= 0 && at < bytesRead; at = chunk.indexOf(LINE_END, at + 1)) lines++
      }
    } finally {
      await log.close()
    }
  }
  return async (atLeast) => {
    const until = performance.now() + withinMs
    for (await readOn(); lines < atLeast; await readOn()) {
      if (performance.now() > until) throw new WorkNotDone(`${atLeast} requests, ${lines} lines of log`)
      await pause(20)
    }
  }
}
