/** A command line that was written wrong; answered with the help page. */
export class UsageError extends Error {}
