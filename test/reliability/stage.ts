import type { TestContext } from 'node:test'
import type { ApiKey } from '../../src/core/keys/api-key.ts'
import type { Model } from '../../src/core/tasks/model.ts'
import { isFinal, type Task } from '../../src/core/tasks/task.ts'
import type { TaskChange } from '../../src/ports/store/task-queue.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { manualClock, type ManualClock } from '../support/manual-clock.ts'
import { aModel, openHouse, type House, type HouseOptions, type Wish } from './house.ts'
import { scriptedEngine, type ScriptedEngine } from './scripted-engine.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'

export type StageOptions = Partial<Omit<HouseOptions, 'engines' | 'models'>> & {
  engine?: ScriptedEngine
  model?: Partial<Model>
  clock?: ManualClock
}

/** A house with one scripted engine under a manual clock; its workers wait for `start`. */
export async function openStage(t: TestContext, options: StageOptions = {}) {
  const engine = options.engine ?? scriptedEngine()
  const clock = options.clock ?? manualClock()
  const dataDir = options.dataDir ?? (await temporaryFolder(t))
  const models = [aModel(engine.id, options.model)]
  const house = await openHouse({ ...options, clock, dataDir, engines: [engine], models })
  const key = await house.key()
  atEnd(t, async () => {
    await house.stop()
    await house.close()
  })
  return {
    ...house,
    house,
    engine,
    clock,
    dataDir,
    key,
    submit: (wish: Wish = {}): Promise<Task> => house.submit(key, wish),
    cancel: (id: string): Promise<Task> => house.cancel(key, id),
    /** Lets a little time pass, again and again, until the task is as wanted. */
    until: (id: string, wanted: (task: Task) => boolean, stepMs = 10): Promise<Task> =>
      eventuallyOn(clock, stepMs, async () => {
        const task = await house.row(id)
        return wanted(task) ? task : undefined
      }),
  }
}

/**
 * Lets time pass for processes that share a file, a second at a time: each time all that either has begun to write is written.
 * Beats take real time, and a clock that runs ahead of them would tell of the death of somebody alive.
 */
export async function passForAll(
  clock: ManualClock,
  ms: number,
  houses: readonly Pick<House, 'store'>[],
): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    await clock.advance(Math.min(left, 1_000))
    // Of nobody: it only waits for its turn behind the others.
    for (const { store } of houses) await store.queue.advance({ id: 'none', token: 'none' }, {})
  }
}

export const hasEnded = ({ status }: Task): boolean => isFinal(status)

/**
 * What a process does that dies: it takes the task, comes as far as `change` says, and is never heard of again. Nobody
 * can prove that it is gone, so the others wait for its beat in vain.
 */
export async function dieHolding(
  house: Pick<House, 'store' | 'deps' | 'row'>,
  task: Task,
  change: TaskChange = {},
): Promise<void> {
  const now = house.deps.clock.now()
  const token = `dead-${now}`
  await house.store.owners.join(token)
  const { crowd } = await house.row(task.id)
  const claim = { engine: task.engine, owner: token, token, now, limit: 1, wakeLimit: 1, crowd, cap: null }
  const [held] = await house.store.queue.claim(claim)
  if (held?.id !== task.id) throw new Error('another task was due first')
  await house.store.queue.advance({ id: task.id, token }, change)
}

/** The change that `begin` makes: from here on a start may have happened. */
export function startingWith(
  startKey: string,
  { clock, engine }: { clock: ManualClock; engine: ScriptedEngine },
): TaskChange {
  const startedAt = clock.now()
  const runDeadlineAt = startedAt + aModel(engine.id).runTimeoutMs
  return { status: 'processing', step: 'starting', startedAt, runDeadlineAt, startKey }
}

export type Stage = Awaited<ReturnType<typeof openStage>>
export type Caller = ApiKey
