import type { Gap } from '../../core/gap.ts'
import type { Task } from '../../core/tasks/task.ts'

/** From the last sign of the one time to the first of the next. */
export type Absence = { from: number; until: number }

/** A task by its end. */
export type EndedAt = { finishedAt: number; id: string }

/** So many at most, those after this one; undefined begins. */
export type EndedPage = { after: EndedAt | undefined; limit: number }

export type Removable = { ids: string[]; next: EndedAt | undefined }

/** The tasks that are gone, and the ids of their files and thumbnails, whose bytes are now nobody's. */
export type Removed = { ids: string[]; fileIds: string[] }

/** What keeps the store from filling up with what nobody needs, and finds what nobody else would end. */
export interface Chores {
  /** True for the one process, of all on this store, that is to do the chore now: once in each such time. */
  take(name: string, now: number, everyMs: number): Promise<boolean>
  /**
   * Unfinished tasks past their deadline that are due and that nobody has taken: full lanes, engines that are gone. What
   * sleeps is not among them, since it wakes by its deadline; nor is what has a job, for a quarter of an hour: workers ask after it first.
   */
  overdue(now: number, limit: number): Promise<Task[]>
  /**
   * Of so many tasks that ended before this time, or fewer, oldest first, those that have nothing left to announce; and where the next
   * look goes on, undefined at the end. A page costs the same however many of them cannot be removed yet.
   */
  removable(time: number, page: EndedPage): Promise<Removable>
  /**
   * Removes those of the tasks that have finished, with their records but for webhooks still to be sent; the others stay. One is
   * removed whole or not at all, many some at a time. If it fails half way, nobody is told of the files of what is gone: they are orphans.
   */
  remove(ids: readonly string[]): Promise<Removed>
  /** Removes idempotency records that have expired, at most so many; gives back how many. */
  sweepIdempotency(now: number, limit: number): Promise<number>
  /**
   * Notes that these records are looked after at this time. Where that is further from the last such time than `GAP_MS`,
   * ahead or back, nothing is noted, and the gap is given back.
   */
  watch(now: number): Promise<Gap | undefined>
  /**
   * Lets everything go on as if the time of the gap had not passed, in one transaction: what had an hour left has an hour
   * left, a record of a request too, what sleeps is due, and what was due is due. Of a clock that was set webhooks know nothing either; after an
   * absence they follow their schedule, and after one of more than a day the first attempt costs no round. True for the
   * one process that did it.
   */
  passOver(gap: Gap, how: 'away' | 'set'): Promise<boolean>
  /**
   * The same for deadlines and records of requests that another process wrote by the old time while it was done. After a jump
   * ahead nothing else can lie in the gap, so it may be done again and again.
   */
  passLate(gap: Gap): Promise<void>
  /**
   * Forgets when these records were looked after before this time: all of it counts as one absence, so that nothing is taken
   * for an orphan that was none before.
   */
  forgetWatched(before: number): Promise<void>
  /**
   * Times during which nobody looked after these records: the service was down, or the records are a copy from before
   * that time, and others were written since of which it knows nothing.
   */
  absences(): Promise<Absence[]>
}
