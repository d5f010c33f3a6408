import { type AddressDeps, readOutputsOfMany } from '../../../actions/reading/read-task.ts'
import type { Foresight } from '../../../actions/reading/foresee-end.ts'
import type { FoundTasks } from '../../../actions/reading/find-tasks.ts'
import type { ServerParts } from '../../server-parts.ts'
import { showPage, writeCursor } from '../../answer/paging.ts'
import { showListed } from './show-listed.ts'

type Deps = { parts: ServerParts; foresight: Foresight; addresses: AddressDeps }

/** A page of a list as callers see it. */
export async function showTaskPage({ parts, foresight, addresses }: Deps, { tasks, next }: FoundTasks) {
  const succeeded = tasks.filter(({ status }) => status === 'success').map(({ id }) => id)
  const outputs = await readOutputsOfMany(parts, succeeded)
  const rows = tasks.map(async (task) => {
    const more = { outputs: outputs.get(task.id) ?? [], eta: await foresight.left(task) }
    return showListed(task, more, addresses)
  })
  return showPage(await Promise.all(rows), next === null ? null : writeCursor(next))
}
