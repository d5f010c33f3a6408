/** The person at the keyboard ended it. */
export class Interrupted extends Error {}
