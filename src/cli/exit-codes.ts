/** What the end of a command tells a script; docs/cli.md has the same list. */
export const EXIT = {
  done: 0,
  /** The service refused, or a task failed, or some jobs of a batch failed. */
  failed: 1,
  /** The command line has an error. */
  usage: 2,
  /** The service cannot be reached, or does not accept the key. */
  unreachable: 3,
  /** Ended by Ctrl-C. */
  interrupted: 130,
} as const

/** The user interrupted it. */
export class InterruptedByUser extends Error {}

/** An error on the command line, answered with the help page. */
export class UsageError extends Error {}
