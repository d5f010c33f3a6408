import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DEAD_AFTER_MS } from '../../src/workers/observation.ts'
import { exchanges } from './check.ts'
import type { HistoryEntry } from './history.ts'
import { machineMs, readJournal } from './journal.ts'
import { openScene, type SceneOptions } from './scene.ts'

export type FullDiskOptions = SceneOptions & { rounds: number }

// Longer than it takes to be taken for dead: whatever is in work when the disk runs full cannot give a sign of life in time.
const FULL_MS = DEAD_AFTER_MS + 3_000

/** Drives the service on a disk that runs full again and again; the process is the same from first to last. */
export async function fullDiskRun(options: FullDiskOptions): Promise<{ refused: number; read: number }> {
  const scene = await openScene(options)
  const disk = ballastIn(scene.traces.dataDir)
  const server = await scene.hire().serve(scene.orders)
  const callers = scene.clientsOf(async () => server.url)
  const going = callers.run(options.inFlight, () => 50)
  const spans: { from: number; to: number }[] = []
  try {
    for (let round = 0; round < options.rounds; round++) {
      const enough = callers.accepted.size + 40
      while (callers.accepted.size < enough) await pause(50)
      const from = machineMs()
      for (const until = from + FULL_MS; machineMs() < until; await pause(200)) await disk.fill()
      await disk.free()
      spans.push({ from, to: machineMs() })
    }
    const enough = callers.accepted.size + 40
    while (callers.accepted.size < enough) await pause(50)
    callers.stop()
    await going
    await scene.quiet(server)
    await server.stop()
  } finally {
    callers.stop()
    if (server.alive()) await server.kill()
    await scene.close()
  }
  return countIn(spans, readJournal(scene.traces.history))
}

/** Takes all the room that is left on a disk, and gives it back. */
function ballastIn(folder: string) {
  const path = join(folder, 'ballast')
  return {
    async fill(): Promise<void> {
      await using file = await open(path, 'a')
      for (const size of [65_536, 4_096]) {
        try {
          while ((await file.write(Buffer.alloc(size))).bytesWritten === size);
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
        }
      }
    },
    free: (): Promise<void> => rm(path, { force: true }),
  }
}

function countIn(spans: { from: number; to: number }[], history: HistoryEntry[]): { refused: number; read: number } {
  const during = exchanges(history).filter(({ askedAt, answeredAt }) =>
    spans.some(({ from, to }) => askedAt > from && answeredAt < to),
  )
  return {
    refused: during.filter(({ answered }) => answered.event === 'refused' && answered.http === 503).length,
    read: during.filter(({ asked, answered }) => asked.what === 'poll' && answered.event === 'ok').length,
  }
}
