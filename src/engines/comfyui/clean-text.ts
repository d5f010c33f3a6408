const LONGEST = 300
// A server's own folders are nobody's business but the operator's; the name of the file says enough.
const FOLDERS = /(?<![\w:/.])(?:[A-Za-z]:)?(?:[\\/][\w. ~+@-]+)*[\\/]([\w.~+@-]+)/g
// oxfmt and editors show these as nothing, and terminals obey some of them.
const CONTROL = /\p{Cc}+/gu

/** What ComfyUI said, fit for a message to a caller: one line, no folders, not long. */
export function cleanText(text: unknown, longest = LONGEST): string {
  const words = String(text).replace(CONTROL, ' ').replace(FOLDERS, '$1').replace(/\s+/g, ' ').trim()
  return words.length > longest ? `${words.slice(0, longest)}…` : words
}
