import type { TaskKind } from '../core/model.ts'
import { PARKED_STATUS, type TaskStatus } from '../core/task.ts'
import type { TaskFilter } from '../ports/store/task-reader.ts'

const KINDS: readonly TaskKind[] = ['image', 'video']
const LIVE: readonly TaskStatus[] = ['pending', 'processing']
/** Under which words a status is kept. */
const KEPT_AS: Record<TaskStatus, readonly string[]> = {
  pending: ['pending', PARKED_STATUS],
  processing: ['processing'],
  success: ['success'],
  failed: ['failed'],
}
const ENDED: readonly TaskStatus[] = ['success', 'failed']

/** The conditions of a list, each of which is the beginning of an index: together they are all that was asked for. */
export function listParts({ kind, status, model }: TaskFilter): string[] {
  const kinds = KINDS.filter((each) => kind === undefined || each === kind)
  const asked = (each: TaskStatus): boolean => status === undefined || each === status
  const listed = (statuses: readonly TaskStatus[]): string[] =>
    kinds.flatMap((one) =>
      statuses
        .filter(asked)
        .flatMap((state) => KEPT_AS[state])
        .map((state) => `kind = '${one}' AND status = '${state}'`),
    )
  if (model === undefined) return listed([...LIVE, ...ENDED])
  const ended = `finished_at IS NOT NULL AND kind ${oneOf(kinds)} AND status ${oneOf(ENDED.filter(asked))}`
  return [...listed(LIVE), ...(ENDED.some(asked) ? [ended] : [])]
}

function oneOf(words: readonly string[]): string {
  return `IN (${words.map((word) => `'${word}'`).join(', ')})`
}
