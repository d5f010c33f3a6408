import { setTimeout as pause } from 'node:timers/promises'
import { KEY } from './http-bytes.ts'
import type { SideProcess } from './side-process.ts'

const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
const LOOK_EVERY_MS = 50

/** Submits clips of the sandbox with these prompts; gives back their ids. */
export async function seedTasks({ url }: SideProcess, prompts: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const prompt of prompts) {
    const body = JSON.stringify({ model: 'sandbox', prompt })
    const answer = await fetch(`${url}/api/ai/videos`, { method: 'POST', headers, body })
    if (answer.status !== 200) throw new Error(`a task could not be made: ${answer.status} ${await answer.text()}`)
    ids.push(((await answer.json()) as { id: string }).id)
  }
  return ids
}

/** Waits until these tasks have this status. */
export async function untilStatus({ url }: SideProcess, ids: readonly string[], status: string): Promise<void> {
  for (const id of ids) {
    for (;;) {
      const answer = await fetch(`${url}/api/ai/videos/${id}`, { headers })
      if (((await answer.json()) as { status: string }).status === status) break
      await pause(LOOK_EVERY_MS)
    }
  }
}
