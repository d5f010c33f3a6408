import { AppError, type ErrorCode } from '../../core/errors.ts'

/** The outcome of a request about many tasks: one refusal does not affect the others. */
export type EachTask = {
  done: string[]
  /** Refused tasks, each with the reason. */
  refused: { id: string; code: ErrorCode }[]
}

/** Does the work for each task, once; refusals with one of these codes are collected, and anything else is thrown. */
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
