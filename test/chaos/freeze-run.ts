import { setTimeout as pause } from 'node:timers/promises'
import { DEAD_AFTER_MS } from '../../src/workers/observation.ts'
import { openScene, type SceneOptions } from './scene.ts'
import type { ServerProcess } from './server-process.ts'

export type FreezeOptions = SceneOptions & {
  rounds: number
  pauseMs: number
  onRound?: (rounds: number, accepted: number) => void
}

/** Drives two processes on one database; in each round one of them is frozen past its lease while the other goes on. */
export async function freezeRun(options: FreezeOptions): Promise<void> {
  const scene = await openScene(options)
  const { random } = scene
  const waiting = [scene.hire(), scene.hire()]
  const servers: ServerProcess[] = []
  for (const each of waiting) servers.push(await each.serve(scene.orders))
  let frozen: ServerProcess | undefined
  const urlOf = async (): Promise<string> => {
    const awake = servers.filter((server) => server !== frozen)
    return (awake[random.between(0, awake.length - 1)] ?? awake[0])?.url ?? ''
  }
  const callers = scene.clientsOf(urlOf)
  const going = callers.run(options.inFlight, () => options.pauseMs)
  const leaseMs = DEAD_AFTER_MS / options.speed
  try {
    for (let round = 1; round <= options.rounds; round++) {
      // Long enough for it to hold tasks again.
      await pause(random.between(leaseMs / 20, leaseMs / 5))
      frozen = servers[random.between(0, 1)]
      frozen?.freeze()
      await pause(random.between(leaseMs * 1.1, leaseMs * 1.6))
      frozen?.thaw()
      frozen = undefined
      options.onRound?.(round, callers.accepted.size)
    }
    callers.stop()
    await going
    const [first] = servers
    if (first !== undefined) await scene.quiet(first)
    await Promise.all(servers.map((server) => server.stop()))
  } finally {
    callers.stop()
    for (const server of servers) {
      server.thaw()
      if (server.alive()) await server.kill()
    }
    await scene.close()
  }
}
