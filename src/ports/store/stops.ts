import type { Stop } from '../../core/tasks/stop.ts'

export type StopClaim = {
  now: number
  /** Until when nobody else takes them. Twice at once would do no harm, so no lease guards them. */
  until: number
  limit: number
}

/** Which job it is: a task may leave several behind, and what came of one says nothing of the others. */
export type StoppedJob = Pick<Stop, 'taskId' | 'operation'>

/** Jobs that must be stopped at their provider. They begin with the end of their task, and outlive it. */
export interface Stops {
  /** Takes due ones, oldest first. What belongs to a task that has not ended waits. */
  take(claim: StopClaim): Promise<Stop[]>
  /** Enters a job that was started for a task in vain; that a start of the task was on its way gives way to it. */
  add(stop: Stop): Promise<void>
  /** A start that was on its way came to nothing. What is known by its operation stays. */
  dropStarting(taskId: string): Promise<void>
  /** Puts a job off that could not be stopped yet. */
  putOff(job: StoppedJob, until: number): Promise<void>
  /** The job is over, or is given up. */
  remove(job: StoppedJob): Promise<void>
}
