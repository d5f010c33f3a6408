/** What the end of a command tells a script; docs/cli.md has the same list. */
export const EXIT = {
  done: 0,
  /** The service refused, a task failed, or some of a batch did. */
  failed: 1,
  /** The command line was written wrong. */
  usage: 2,
  /** The service cannot be reached, or does not take the key. */
  unreachable: 3,
  /** Ended by Ctrl-C. */
  interrupted: 130,
} as const

/** The person at the keyboard ended it. */
export class InterruptedByUser extends Error {}

/** A command line that was written wrong; answered with the help page. */
export class UsageError extends Error {}
