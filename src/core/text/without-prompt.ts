// A shorter run may be anybody's words; a longer one would let half a sentence of the prompt through.
const SHORTEST_RUN = 20
const STAND_IN = '[the prompt]'

/** The significant characters of a text, each with its position. */
type Folded = { characters: string[]; starts: number[]; ends: number[] }

// Escapes of JSON and of Python's repr, as in the error messages of providers that quote a prompt.
const NEXT = /\\u([0-9a-f]{4})|\\[nrtbf]|\\(.)|\s+|([^])/gi

/**
 * A text without quotations of a prompt: every run of twenty characters is removed, however its spaces, line breaks and
 * quotation marks are written; a shorter prompt is removed as a whole, where it stands as separate words.
 */
export function withoutPrompt(text: string, prompt: string): string {
  const wanted = folded(prompt).characters
  if (wanted.length === 0) return text
  const length = Math.min(SHORTEST_RUN, wanted.length)
  const runs = new Set(windows(wanted, length))
  const found = folded(text)
  let clean = ''
  let hiddenTo = 0
  windows(found.characters, length).forEach((run, at) => {
    const start = found.starts[at] ?? 0
    const end = found.ends[at + length - 1] ?? 0
    if (!runs.has(run) || (length < SHORTEST_RUN && !standsAlone(text, start, end))) return
    if (start >= hiddenTo) clean += `${text.slice(hiddenTo, start)}${STAND_IN}`
    hiddenTo = end
  })
  return clean + text.slice(hiddenTo)
}

function folded(text: string): Folded {
  const all: Folded = { characters: [], starts: [], ends: [] }
  for (const match of text.matchAll(NEXT)) {
    const [whole, code, escaped, plain] = match
    const character = code === undefined ? (escaped ?? plain) : String.fromCharCode(Number.parseInt(code, 16))
    if (character === undefined || /["'`\\\s]/.test(character)) continue
    all.characters.push(character.toLowerCase())
    all.starts.push(match.index)
    all.ends.push(match.index + whole.length)
  }
  return all
}

function windows(characters: readonly string[], length: number): string[] {
  const count = characters.length - length + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => characters.slice(at, at + length).join(''))
}

function standsAlone(text: string, start: number, end: number): boolean {
  return !/[\p{L}\p{N}]$/u.test(text.slice(0, start).slice(-2)) && !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2))
}
