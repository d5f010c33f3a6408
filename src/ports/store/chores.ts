import type { Gap } from '../../core/gap.ts'
import type { Task } from '../../core/tasks/task.ts'

/** From the last heartbeat before it to the first one after it. */
export type Absence = { from: number; until: number }

/** A task by its end. */
export type EndedAt = { finishedAt: number; id: string }

/** At most this many, after this one; undefined begins. */
export type EndedPage = { after: EndedAt | undefined; limit: number }

export type Removable = { ids: string[]; next: EndedAt | undefined }

/** The removed tasks, and the ids of their files and thumbnails, whose bytes no longer have an owner. */
export type Removed = { ids: string[]; fileIds: string[] }

/** Chores that keep the store from filling up with obsolete records, and end tasks that nobody else would end. */
export interface Chores {
  /** True for the one process, of all on this store, that should do the chore now: once per period. */
  take(name: string, now: number, everyMs: number): Promise<boolean>
  /**
   * Unfinished tasks past their deadline that are due and not claimed: their slots are full, or their engine is gone.
   * Sleeping tasks are left out, since they wake at their deadline; so are tasks with a job, for a quarter of an hour,
   * because workers first ask for its state.
   */
  overdue(now: number, limit: number): Promise<Task[]>
  /**
   * Among this many tasks that ended before this time, or fewer, oldest first: those with nothing left to announce; and
   * where to continue, undefined at the end. A page costs the same however many of them cannot be removed yet.
   */
  removable(time: number, page: EndedPage): Promise<Removable>
  /**
   * Removes those of the tasks that have finished, with their records except for unsent webhooks; the others stay. A
   * task is removed completely or not at all, but of many only some may be. If it fails halfway, the caller does not
   * learn the files of the removed tasks: they are orphans.
   */
  remove(ids: readonly string[]): Promise<Removed>
  /** Removes expired idempotency records, at most this many; returns how many. */
  sweepIdempotency(now: number, limit: number): Promise<number>
  /**
   * Records that these records are being watched at this time. If that is further than `GAP_MS` from the last such
   * time, ahead or back, nothing is recorded, and the gap is returned.
   */
  watch(now: number): Promise<Gap | undefined>
  /**
   * Continues as if the time of the gap had not passed, in one transaction: a deadline that was an hour away is an hour
   * away, for records of requests too; what sleeps is due, and what was due is due. If a clock was set, webhooks are
   * shifted as well; after a downtime, they follow their schedule, and after more than a day, the first attempt does
   * not count as one. True for the one process that did it.
   */
  passOver(gap: Gap, how: 'away' | 'set'): Promise<boolean>
  /**
   * The same for deadlines and records of requests that another process wrote by the old time meanwhile. After a jump
   * ahead, nothing else can lie in the gap, so this may be repeated.
   */
  passLate(gap: Gap): Promise<void>
  /**
   * Forgets when these records were watched before this time: all of it counts as one downtime, so that nothing becomes
   * an orphan that was none before.
   */
  forgetWatched(before: number): Promise<void>
  /**
   * Periods in which nobody watched these records: the service was down, or the records are a copy from before that
   * time and lack what was written since.
   */
  absences(): Promise<Absence[]>
}
