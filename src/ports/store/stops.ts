import type { Stop } from '../../core/tasks/stop.ts'

export type StopClaim = {
  now: number
  /** Until when nobody else takes them. Stopping twice is harmless, so no lease guards them. */
  until: number
  limit: number
}

/** The job: a task may leave several behind, and the outcome of one says nothing about the others. */
export type StoppedJob = Pick<Stop, 'taskId' | 'operation'>

/** Jobs that must be stopped at their provider. They begin with the end of their task, and outlive it. */
export interface Stops {
  /** Claims due ones, oldest first. Those of a task that has not ended wait. */
  take(claim: StopClaim): Promise<Stop[]>
  /** Adds a job that was started in vain; it replaces the note that a start of the task was under way. */
  add(stop: Stop): Promise<void>
  /** A start that was under way failed. Jobs with a known operation stay. */
  dropStarting(taskId: string): Promise<void>
  /** Postpones a job that could not be stopped yet. */
  putOff(job: StoppedJob, until: number): Promise<void>
  /** The job is over, or no more attempts are made. */
  remove(job: StoppedJob): Promise<void>
}
