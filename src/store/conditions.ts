// Written out in every query: SQLite uses a partial index only where it finds the index's own words.

/** A task that nobody has taken yet, or that was given back before it began. */
export const WAITING = `status = 'pending' AND lease_token IS NULL`

/** The status of a task that waits for a place on an account. It is neither waiting in a line nor in work. */
export const PARKED = `status = 'parked'`

/** The task that has waited longest for a place comes first. */
export const PARKED_FIRST = 'ORDER BY turn, created_at, id'

/** A task that holds something of accounts. Kinds and states are named for the index of lists, the only one by key. */
export const LIVE_HOLDERS = `kind IN ('image', 'video') AND status IN ('pending', 'processing', 'parked')
  AND holds IS NOT NULL`

/** A waiting task that can be begun at once: it is in time, was never suspect, and no picture has to be fetched first. */
export function isReady(now: string): string {
  return `(queue_deadline_at > ${now} AND crowd = 0 AND solo_cuts = 0 AND effective IS NOT NULL
    AND reference_images NOT LIKE '%"from":"url"%')`
}

/** A task that holds its place under its engine's cap: leased, or asleep until its provider is asked again. */
export const IN_WORK = `finished_at IS NULL AND (status = 'processing' OR lease_token IS NOT NULL)`

/** A task that has a place at another engine, which makes it instead of its own. */
export const GUEST = `guest_of IS NOT NULL AND finished_at IS NULL`

/** A job to be stopped whose task has ended, or is gone. While the task lives, it is the task that counts. */
export const TO_STOP = `NOT EXISTS (SELECT 1 FROM tasks WHERE id = coalesce(of_task, task_id) AND finished_at IS NULL)`

/** The jobs that an engine has, a row each: tasks of its own in work, those of others that it makes, and those to be stopped. */
export function jobsAt(engine: string): string {
  return `SELECT id FROM tasks WHERE engine = ${engine} AND ${IN_WORK}
    UNION ALL SELECT id FROM tasks WHERE guest_of = ${engine} AND ${GUEST}
    UNION ALL SELECT task_id FROM stops WHERE lane = ${engine} AND ${TO_STOP}`
}

/** Whether the end of a task leaves a job behind, judged by the row as the end found it. */
export const LEAVES_A_JOB = `(ended_step = 'starting' OR (ended_step = 'running' AND operation IS NOT NULL))`

/** When a task's time is up: that of waiting until it began, then that of running. */
export const DEADLINE = 'coalesce(run_deadline_at, queue_deadline_at)'

// Longer than a worker may wait with a job whose time is up: a minute for the last answer, ten to download the result, and
// ten more in which a download that broke is retried. Shorter, and a paid result is dropped between two downloads. A worker
// that has not asked after its job by then never will.
const LEFT_TO_WORKERS_MS = 25 * 60_000

/** Past its deadline, and nobody else's to end: a worker asks after a job before it ends the task. */
export function isOverdue(now: string): string {
  return `${DEADLINE} <= ${now} - CASE WHEN operation IS NULL THEN 0 ELSE ${LEFT_TO_WORKERS_MS} END`
}

/** What a poll reads of a task: a row for each of its results and covers, or one without a file. */
export function viewOf(id: string): string {
  return `SELECT tasks.id, tasks.key_id, tasks.project, tasks.kind, tasks.model, tasks.status, tasks.created_at, tasks.error_code,
    tasks.error_message, files.id AS file_id, files.role, files.position, files.media_type, files.extension
    FROM tasks LEFT JOIN files ON files.task_id = tasks.id AND files.role <> 'reference' AND tasks.status = 'success'
    WHERE tasks.id = ${id} ORDER BY files.role, files.position`
}

/** How many wait for a place on an account, by the engine that they will wait for then. */
export function parkedAt(most: string): string {
  return `SELECT engine, count(*) AS parked FROM (SELECT engine FROM tasks WHERE ${PARKED} LIMIT ${most}) AS some_parked
    GROUP BY engine`
}

/** A page of what ended, oldest first, with whether it is still being announced. Most tasks have no webhook to look for. */
export function endedPage(given: Record<'before' | 'finishedAt' | 'id' | 'limit', string>): string {
  return `SELECT id, finished_at,
      CASE WHEN webhook_url IS NULL THEN 0
        ELSE (SELECT count(*) FROM deliveries WHERE task_id = tasks.id AND status = 'pending') END AS announcing
    FROM tasks WHERE finished_at < ${given.before} AND (finished_at, id) > (${given.finishedAt}, ${given.id})
    ORDER BY finished_at, id LIMIT ${given.limit}`
}

/** What those that ended last took, by the index of what may be removed. */
export function lastEnded(most: string): string {
  return `SELECT id, kind, model, started_at, finished_at FROM (
    SELECT id, kind, model, status, started_at, finished_at FROM tasks WHERE finished_at IS NOT NULL
    ORDER BY finished_at DESC LIMIT ${most}
  ) AS ended WHERE status = 'success' AND started_at IS NOT NULL ORDER BY finished_at DESC`
}

// A place further back than this tells a caller nothing more, and counting it would cost more than it is worth.
export const FURTHEST_PLACE = 1_000

// Only the oldest few hundred are ranked: a host with ten thousand due deliveries must not make every look slow.
export const RANKED = 500

/** Days begin at midnight in UTC, as times do. */
export const DAY_MS = 86_400_000

/**
 * How everything is told of a gap, as the assignments of an UPDATE. What is to come keeps the time that it has left; what has
 * begun seems to have lasted as long as it had before.
 */
export function passedOver({ from, until, least, greatest }: GapWords): Passed {
  const gap = `(${until} - ${from})`
  const toCome = (column: string): string =>
    `${column} = CASE WHEN ${column} > ${from} THEN ${column} + ${gap} ELSE ${column} END`
  const begun = (column: string): string =>
    `${column} = CASE WHEN ${column} IS NULL THEN NULL ELSE ${least}(${column} + ${greatest}(${gap}, 0), ${until}) END`
  // A time that nobody saw: what lies there was written by the old time after all else had been moved.
  const isLate = (column: string): string => `(${column} > ${from} AND ${column} <= ${until})`
  const latecomer = (column: string): string =>
    `${column} = CASE WHEN ${isLate(column)} THEN ${column} + ${gap} ELSE ${column} END`
  const keepsPause = (column: string): string =>
    `${column} = CASE WHEN ${column} > ${from} THEN ${column} + ${gap} ELSE ${least}(${column}, ${until}) END`
  return {
    tasks: `${toCome('queue_deadline_at')}, ${toCome('run_deadline_at')}, ${begun('away_since')},
      next_run_at = CASE WHEN lease_token IS NULL THEN ${least}(next_run_at, ${until}) ELSE next_run_at END`,
    stops: `${begun('created_at')}, next_run_at = ${least}(next_run_at, ${until})`,
    deliveries: keepsPause('next_run_at'),
    // What was written by the new time before the gap was passed over keeps it: a record that holds too long costs nothing.
    repeats: toCome('expires_at'),
    late: {
      tasks: `${latecomer('queue_deadline_at')}, ${latecomer('run_deadline_at')}`,
      lateTasks: `(${isLate('queue_deadline_at')} OR ${isLate('run_deadline_at')})`,
      repeats: latecomer('expires_at'),
      lateRepeats: isLate('expires_at'),
    },
  }
}

type GapWords = { from: string; until: string; least: 'least' | 'min'; greatest: 'greatest' | 'max' }
type Passed = {
  tasks: string
  stops: string
  deliveries: string
  repeats: string
  late: Record<'tasks' | 'lateTasks' | 'repeats' | 'lateRepeats', string>
}

/** How many days were over by this time. */
export function wholeDays(time: number): number {
  return Math.floor(time / DAY_MS)
}

// A few signs of life that were missed. Shorter, and a busy minute would look like one in which nobody was there; longer, and
// what was written after a backup would not be told from what a crash left.
export const ABSENCE_MS = 5 * 60_000

/** The times between those in which the records were looked after. */
export const ABSENCES = `SELECT absent_from, absent_until FROM (
    SELECT until_at AS absent_from, lead(from_at) OVER (ORDER BY from_at) AS absent_until FROM watched
  ) AS between_two WHERE absent_until > absent_from`

/**
 * The first is kept: without it, all before the next would count as watched. And the last: without it, what was watched since
 * the one before would count as time that nobody saw pass.
 */
export function forgetWatched(before: string): string {
  return `DELETE FROM watched WHERE until_at < ${before} AND from_at > (SELECT min(from_at) FROM watched)
    AND from_at < (SELECT max(from_at) FROM watched)`
}
