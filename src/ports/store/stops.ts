import type { Stop } from '../../core/stop.ts'

export type StopClaim = {
  now: number
  /** Until when nobody else takes them. Twice at once would do no harm, so no lease guards them. */
  until: number
  limit: number
}

/** Jobs that must be stopped at their provider. They begin with the end of their task, and outlive it. */
export interface Stops {
  /** Takes due ones, oldest first. What belongs to a task that has not ended waits. */
  take(claim: StopClaim): Promise<Stop[]>
  /** Enters a job that was started for a task in vain; what was known of that task's job before gives way to it. */
  add(stop: Stop): Promise<void>
  /** A start that was on its way came to nothing. What is known by its operation stays. */
  dropStarting(taskId: string): Promise<void>
  /** Puts a job off that could not be stopped yet. */
  putOff(taskId: string, until: number): Promise<void>
  /** The job is over, or is given up. */
  remove(taskId: string): Promise<void>
}
