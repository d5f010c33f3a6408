// What a caller made up is repeated to it only as far as a person would read.
const SHOWN_CHARACTERS = 80

/** The beginning of a text of the caller's, to be repeated in an error; never half a character. */
export function cutText(text: string): string {
  // Only the few that can be shown are looked at: the text may be as long as a body.
  const start = text.slice(0, SHOWN_CHARACTERS)
  return (/[\uD800-\uDBFF]$/.test(start) ? start.slice(0, -1) : start).toWellFormed()
}
