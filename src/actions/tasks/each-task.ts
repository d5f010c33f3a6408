import { AppError, type ErrorCode } from '../../core/errors.ts'

/** What came of a request about many tasks: one that is refused does not keep the others from it. */
export type EachTask = {
  done: string[]
  /** Those with which it could not be done, each with the reason. */
  refused: { id: string; code: ErrorCode }[]
}

/** Does the work for each task, once; what is refused with one of these codes is told, and anything else is thrown. */
export async function forEachTask(
  ids: readonly string[],
  expected: readonly ErrorCode[],
  work: (id: string) => Promise<unknown>,
): Promise<EachTask> {
  const all: EachTask = { done: [], refused: [] }
  await Promise.all(
    [...new Set(ids)].map(async (id) => {
      try {
        await work(id)
        all.done.push(id)
      } catch (error) {
        if (!(error instanceof AppError) || !expected.includes(error.code)) throw error
        all.refused.push({ id, code: error.code })
      }
    }),
  )
  return all
}
