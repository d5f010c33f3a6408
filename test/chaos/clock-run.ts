import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Evidence } from './evidence.ts'
import { startLineage } from './kill-run.ts'
import { setAhead } from './moved-clock.ts'
import { openScene, type SceneOptions } from './scene.ts'

export type ClockOptions = SceneOptions & {
  /** In each, everybody is away for a month, and then the clock jumps ahead by a month and back while they work. */
  rounds: number
  onMove?: (what: string, accepted: number) => void
}

const MONTH_MS = 31 * 24 * 60 * 60_000
// A jump is believed after twenty seconds, and looked for every five.
const BELIEVED_MS = 30_000
const LIFE_MS = 5_000
const PAUSE_MS = 50
// Far less than a month: a service that believes a wrong clock removes all that there is.
const RETENTION = { MEDIAGEN_RETENTION_DAYS: '3' }

/** Drives two processes on one database that are away for longer than every timeout, and whose clock jumps while they work. */
export async function clockRun(options: ClockOptions): Promise<void> {
  const scene = await openScene(options)
  const aheadFile = join(options.folder, 'clock-ahead')
  let ahead = 0
  const move = (ms: number): void => setAhead(aheadFile, (ahead += ms))
  move(0)
  const orders = { ...scene.orders, env: { ...scene.orders.env, ...RETENTION }, aheadFile }
  const pair = [await startLineage({ ...scene, orders }), await startLineage({ ...scene, orders })] as const
  const callers = scene.clientsOf(async () => scene.random.pick([...pair]).url())
  const going = callers.run(options.inFlight, () => PAUSE_MS)
  const tell = (what: string): void => options.onMove?.(what, callers.accepted.size)
  try {
    for (let round = 0; round < options.rounds; round++) {
      await pause(scene.random.between(LIFE_MS / 2, LIFE_MS))
      for (const each of pair) await each.kill()
      move(MONTH_MS)
      for (const each of pair) await each.replace()
      tell('a month away')
      await pause(scene.random.between(LIFE_MS / 2, LIFE_MS))
      for (const ms of [MONTH_MS, -MONTH_MS]) {
        move(ms)
        await pause(BELIEVED_MS)
        tell(`the clock was set ${ms > 0 ? 'ahead' : 'back'} by a month`)
      }
    }
    callers.stop()
    await going
    await scene.quiet(pair[0].current())
    for (const each of pair) await each.current().stop()
  } finally {
    callers.stop()
    for (const each of pair) await each.end()
    await scene.close()
  }
}

/** What nobody had time for, and paid work that was stopped though no caller asked for that. */
export function endedByTime({ tasks }: Pick<Evidence, 'tasks'>): string[] {
  const late = new Set(['timeout', 'queue_timeout', 'provider_unavailable', 'provider_lost_task'])
  return tasks.flatMap(({ id, error_code }) =>
    error_code !== null && late.has(error_code) ? [`thrown away: task ${id} ended as ${error_code}`] : [],
  )
}
