import { setTimeout as pause } from 'node:timers/promises'
import { openScene, type Scene, type SceneOptions } from './scene.ts'
import type { ServerProcess, Waiting } from './server-process.ts'

export type KillOptions = SceneOptions & {
  /** The run goes on until both are reached. */
  kills: number
  tasks: number
  /** The longest that a process lives after it began to serve; most are killed sooner. */
  lifeMs: number
  onKill?: (kills: number, accepted: number) => void
}

const PAUSE_MS = 5
const LOOK_MS = 30

/** Drives the service while its process is killed again and again at random moments, each time replaced by a fresh one. */
export async function killRun(options: KillOptions): Promise<{ kills: number; killsWhileStarting: number }> {
  const scene = await openScene(options)
  const lineage = await startLineage(scene)
  const callers = scene.clientsOf(lineage.url)
  const going = callers.run(options.inFlight, () => PAUSE_MS)
  // A life is measured in tasks, so that a slow machine is not killed faster than it works, and in time for the rest.
  const perLife = Math.ceil((2 * options.tasks) / options.kills)
  const liveOn = async (): Promise<void> => {
    const until = Date.now() + options.lifeMs
    const enough = callers.accepted.size + scene.random.between(0, perLife)
    while (callers.accepted.size < enough && Date.now() < until) await pause(LOOK_MS)
    await pause(scene.random.between(0, LOOK_MS))
  }
  let kills = 0
  let killsWhileStarting = 0
  try {
    while (kills < options.kills || callers.accepted.size < options.tasks) {
      await liveOn()
      await lineage.kill()
      kills++
      if (scene.random.chance(0.1)) {
        await lineage.killWhileStarting(scene.random.between(0, 300))
        kills++
        killsWhileStarting++
      }
      const isLast = kills >= options.kills && callers.accepted.size >= options.tasks
      await lineage.replace({ isLast })
      options.onKill?.(kills, callers.accepted.size)
    }
    callers.stop()
    await going
    await scene.quiet(lineage.current())
    await lineage.current().stop()
  } finally {
    callers.stop()
    await lineage.end()
    await scene.close()
  }
  return { kills, killsWhileStarting }
}

/** One process after the other on the same data; the next one always stands ready, except for the last. */
export async function startLineage(scene: Pick<Scene, 'hire' | 'orders'>) {
  let server: ServerProcess = await scene.hire().serve(scene.orders)
  let spare: Waiting | undefined = scene.hire()
  let up = Promise.withResolvers<string>()
  up.resolve(server.url)
  return {
    url: () => up.promise,
    current: () => server,
    async kill(): Promise<void> {
      // Requests that are under way are cut off; new ones wait for the next process.
      up = Promise.withResolvers()
      await server.kill()
    },
    async killWhileStarting(afterMs: number): Promise<void> {
      await (spare ?? scene.hire()).killWhileStarting(scene.orders, afterMs)
      spare = scene.hire()
    },
    async replace({ isLast } = { isLast: false }): Promise<void> {
      server = await (spare ?? scene.hire()).serve(scene.orders)
      up.resolve(server.url)
      spare = isLast ? undefined : scene.hire()
    },
    async end(): Promise<void> {
      await spare?.dismiss()
      if (server.alive()) await server.kill()
    },
  }
}
