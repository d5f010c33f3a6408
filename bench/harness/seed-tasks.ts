import { KEY } from './http-bytes.ts'
import { WorkNotDone } from './row.ts'
import type { SideProcess } from './side-process.ts'
import { untilSo } from './until-so.ts'

const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }

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

type Seen = { status: string; error: { code: string; message: string } | null }

/** Waits until these tasks have this status; one that ended otherwise never will. */
export async function untilStatus(
  { url }: Pick<SideProcess, 'url'>,
  ids: readonly string[],
  status: string,
): Promise<void> {
  for (const [at, id] of ids.entries())
    await untilSo({
      what: `task ${at + 1} of ${ids.length} to be ${status}`,
      look: async () => {
        const answer = await fetch(`${url}/api/ai/videos/${id}`, { headers })
        if (answer.status !== 200) throw new WorkNotDone(`${answer.status}: ${await answer.text()}`)
        const { status: found, error } = (await answer.json()) as Seen
        return { status: found, error }
      },
      isSo(seen) {
        if (seen.status === status) return true
        if (seen.status === 'success' || seen.status === 'failed')
          throw new WorkNotDone(`a task is ${seen.status}, not ${status}: ${seen.error?.message ?? 'without an error'}`)
        return false
      },
    })
}
