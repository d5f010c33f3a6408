import { setTimeout as pause } from 'node:timers/promises'
import { isFinal } from '../../src/core/tasks/task.ts'
import { submitted, wishFor, type Script } from './crash-script.ts'

const HARMLESS = 6

/** One task that kills the process that starts it, among others that are in work at the same time. */
export async function playPoison(script: Script): Promise<void> {
  const { house } = script
  const key = await house.key()
  const known = await house.store.tasks.list({ keyId: key.id, limit: 100 })
  if (known.length === 0) {
    // The harmless ones first, and slower: all of them are in hand when the other one strikes.
    for (let each = 0; each < HARMLESS; each++) await submitted(script, key, wishFor('local', { startMs: 60 }))
    await submitted(script, key, wishFor('local', { kills: true }))
  }
  house.start(true)
  for (;;) {
    const tasks = await house.store.tasks.list({ keyId: key.id, limit: 100 })
    if (tasks.every(({ status }) => isFinal(status))) break
    await pause(20)
  }
  await house.stop(1_000)
  await house.store.close()
}
