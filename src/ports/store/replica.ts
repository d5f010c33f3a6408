import type { FileRecords } from './file-records.ts'
import type { TaskReader } from './task-reader.ts'
import type { UsageReader } from './usage.ts'

/** Who answered a read: the replica, or the primary because the replica could not. */
export type ReplicaAnswer = 'replica' | ReplicaFault

/**
 * `behind` the primary's state at the time of the read, `away` if it does not respond, `detached` if it no longer
 * follows the primary, `foreign` if it is a copy of another database.
 */
export type ReplicaFault = 'behind' | 'away' | 'detached' | 'foreign'

/**
 * Reads for pages and sums, which decide nothing. If there is a replica, it answers them, with everything that existed
 * at the time of the read; otherwise, the store itself answers. Anything that decides something uses the other rooms.
 */
export interface Replica {
  readonly tasks: Pick<TaskReader, 'find' | 'list' | 'prompts' | 'counts'>
  readonly files: Pick<FileRecords, 'shownOf'>
  readonly usage: Pick<UsageReader, 'sums' | 'sumsOfProject'>
  /** How many reads of this process each of them answered; undefined without a replica. */
  answered(): ReadonlyMap<ReplicaAnswer, number>
}
