/** Why a step between a result and its keeping did not happen. */
export type StepFailure = {
  kind: 'failed'
  /** Fits behind "because". */
  reason: string
  /**
   * Whose fault it is: the file's, so that another try is in vain; perhaps the file's, which another try would show; or that of
   * something outside, such as a process that was killed, which says nothing of the file.
   */
  fault: 'file' | 'unsure' | 'outside'
}
