import { cutText, textWidth } from './text-width.ts'

// Nothing narrower can be read; the terminal wraps.
const LEAST_ROOM = 20

/** A text broken between words into lines that fit; every line after the first begins with this many spaces. */
export function wrapText(text: string, { columns, indent = 0 }: { columns: number; indent?: number }): string {
  const room = Math.max(LEAST_ROOM, columns - indent)
  if (textWidth(text) <= room) return text
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((each) => piecesOf(each, room))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (textWidth(longer) <= room) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`)
}

/** A word that is wider than a line, in as many parts as needed. */
function piecesOf(word: string, room: number): string[] {
  if (textWidth(word) <= room) return [word]
  const first = cutText(word, room + 1).replace(/…$/, '')
  return [first, ...piecesOf(word.slice(first.length), room)]
}

/** A page on which every line is a word and, after a gap, its meaning: a meaning that does not fit continues below. */
export function wrapPage(page: string, columns: number): string {
  return page
    .split('\n')
    .map((line) => (textWidth(line) <= columns ? line : wrapEntry(line, columns)))
    .join('\n')
}

function wrapEntry(line: string, columns: number): string {
  const [, lead = '', words = '', gap = '', meaning = ''] = /^(\s*)(\S.*?)(?:(\s{2,})(\S.*))?$/.exec(line) ?? []
  const indent = lead.length + words.length + gap.length
  if (meaning !== '' && indent + LEAST_ROOM <= columns)
    return `${lead}${words}${gap}${wrapText(meaning, { columns, indent })}`
  // Such a narrow window has no room next to the word: its meaning goes below.
  const below = lead.length + 2
  const first = `${lead}${wrapText(words, { columns, indent: below })}`
  return meaning === ''
    ? first
    : `${first}\n${' '.repeat(below + 2)}${wrapText(meaning, { columns, indent: below + 2 })}`
}
