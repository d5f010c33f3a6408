import type { NewReference } from '../../actions/tasks/create-task.ts'
import type { AppError } from '../../core/errors.ts'

/** The error of a request that was read and is refused all the same; nothing of its pictures stays behind. */
export async function refusedWith(references: readonly NewReference[], error: AppError): Promise<AppError> {
  await Promise.all(references.map(async (each) => (each.from === 'bytes' ? each.spooled.discard() : undefined)))
  return error
}
