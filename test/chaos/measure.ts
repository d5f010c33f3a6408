import { setTimeout as pause } from 'node:timers/promises'
import { machineMs, readJournal } from './journal.ts'
import type { ProviderCall, Wanted } from './provider.ts'
import { openScene, type Scene, type SceneOptions } from './scene.ts'

/**
 * From the start of a new program on existing data to its first call for a task that was accepted before: `asleep` had its
 * operation stored, so it only waits for the program; a task in the hands of the killed one waits for its lease too.
 */
export async function measureRestart(options: SceneOptions, samples: number): Promise<number[]> {
  const scene = await openScene(options)
  const times: number[] = []
  try {
    let server = await scene.hire().serve(scene.orders)
    await submit(scene, server.url, 'ignores-key', { startMs: 0, polls: 1e6, pollMs: 200 }, 20)
    await callsOf(scene, ({ kind, pid }) => kind === 'status' && pid === server.pid)
    for (let sample = 0; sample < samples; sample++) {
      await server.kill()
      const startedAt = machineMs()
      server = await scene.hire(false).serve(scene.orders)
      const [first] = await callsOf(scene, ({ pid }) => pid === server.pid)
      times.push((first?.at ?? Number.NaN) - startedAt)
    }
    await server.kill()
  } finally {
    await scene.close()
  }
  return times
}

/** From the kill of a process that is at work on tasks to the moment at which another one begins on one of them. */
export async function measureTakeover(options: SceneOptions, samples: number): Promise<number[]> {
  const scene = await openScene(options)
  const times: number[] = []
  try {
    let holder = await scene.hire().serve(scene.orders)
    for (let sample = 0; sample < samples; sample++) {
      const ids = await submit(scene, holder.url, 'local', { startMs: 60_000, polls: 0, pollMs: 0 }, 2)
      await callsOf(scene, ({ pid, taskId }) => pid === holder.pid && ids.includes(taskId))
      const other = await scene.hire().serve(scene.orders)
      await pause(scene.random.between(0, 2_000))
      await holder.kill()
      const killedAt = machineMs()
      // By the one that was not killed: what the other had in hand runs in a child of the other.
      const [first] = await callsOf(scene, ({ pid, taskId }) => pid !== holder.pid && ids.includes(taskId))
      times.push((first?.at ?? Number.NaN) - killedAt)
      // What it took over would fill its lanes: the next sample begins with nothing in hand.
      await Promise.all(ids.map((id) => scene.post(other.url, `/api/ai/tasks/${id}/cancel`)))
      holder = other
    }
    await holder.kill()
  } finally {
    await scene.close()
  }
  return times
}

async function submit(scene: Scene, url: string, model: string, wanted: Wanted, count: number): Promise<string[]> {
  const body = { model, prompt: JSON.stringify(wanted) }
  const answers = await Promise.all(Array.from({ length: count }, () => scene.post(url, '/api/ai/videos', body)))
  return answers.map(({ id }) => String(id))
}

async function callsOf(scene: Scene, wanted: (call: ProviderCall) => boolean): Promise<ProviderCall[]> {
  for (;;) {
    const found = readJournal<ProviderCall>(scene.traces.calls).filter(wanted)
    if (found.length > 0) return found
    await pause(20)
  }
}
