import { type AddressDeps, addressFile, readOutputs } from '../../actions/reading/read-task.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Static } from '../answer/schema.ts'
import type { ServerParts } from '../server-parts.ts'
import type { ImageAnswer, ImageSubmission, ImageTask } from './generation-schemas.ts'

/** What a request for images has come to. Of several it tells, task by task, what became of each. */
export async function imageAnswer(
  parts: ServerParts,
  addresses: AddressDeps,
  tasks: readonly Task[],
): Promise<Static<typeof ImageAnswer>> {
  const shown = await Promise.all(tasks.map((task) => showOne(parts, addresses, task)))
  const created = Math.floor((tasks[0]?.createdAt ?? 0) / 1000)
  const answer = { created, data: shown.flatMap(({ data }) => data) }
  return wereSeveral(tasks) ? { ...answer, tasks: shown } : answer
}

async function showOne(
  parts: ServerParts,
  addresses: AddressDeps,
  { id, status, error }: Task,
): Promise<Static<typeof ImageTask>> {
  const outputs = status === 'success' ? await readOutputs(parts, id) : []
  const data = await Promise.all(outputs.map(async ({ file }) => ({ url: (await addressFile(addresses, file)).url })))
  return { id, status, data, error }
}

/** The answer at once, as for a video; of several images it names every task. */
export function imageSubmission(tasks: readonly [Task, ...Task[]]): Static<typeof ImageSubmission> {
  const [{ id }] = tasks
  const submission = { id, status: 'pending' as const, message: 'The task is queued. Use the id to query its status.' }
  if (!wereSeveral(tasks)) return submission
  const several = `${tasks.length} tasks are queued. Use their ids to query their status.`
  const message = tasks.length === 1 ? submission.message : several
  return { ...submission, message, tasks: tasks.map((task) => ({ id: task.id, status: 'pending' as const })) }
}

/** Whether several were asked for. Of those, a repeat may find one alone: the others may have been deleted. */
function wereSeveral(tasks: readonly Task[]): boolean {
  return tasks.some(({ groupIds }) => groupIds !== null)
}
