/** A job that nothing can be made of; its message says why, and what would do instead. Trying again changes nothing. */
export class Refusal extends Error {
  override name = 'Refusal'
}
