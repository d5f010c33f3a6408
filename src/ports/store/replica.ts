import type { FileRecords } from './file-records.ts'
import type { TaskReader } from './task-reader.ts'
import type { UsageReader } from './usage.ts'

/** Who answered a read: the replica, or the primary because the replica was not up to it. */
export type ReplicaAnswer = 'replica' | ReplicaFault

/**
 * `behind` what the primary had when it was asked, `away` when it does not answer, `detached` when it follows the
 * primary no more, `foreign` when it is a copy of another database.
 */
export type ReplicaFault = 'behind' | 'away' | 'detached' | 'foreign'

/**
 * Reads for pages and sums, which decide nothing. A replica answers them where there is one, and shows all that was there
 * when it was asked; in every other case the store itself answers. Whatever decides something asks the other rooms.
 */
export interface Replica {
  readonly tasks: Pick<TaskReader, 'find' | 'list' | 'prompts' | 'counts'>
  readonly files: Pick<FileRecords, 'shownOf'>
  readonly usage: Pick<UsageReader, 'sums' | 'sumsOfProject'>
  /** How many reads of this process were answered by whom; nothing where there is no replica. */
  answered(): ReadonlyMap<ReplicaAnswer, number>
}
