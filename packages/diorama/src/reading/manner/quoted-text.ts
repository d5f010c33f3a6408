import type { Carrier } from '../../design.ts'

/** Words that a prompt wants to see written, and the prompt without them, so that they are not read as things. */
export type Quoted = { texts: string[]; rest: string; said: boolean }

// Every pair of quotation marks that people type. An apostrophe within a word is none: it follows a letter.
const PAIRS: readonly RegExp[] = [
  /[“”„‟]([^“”„‟]{1,120})[“”„‟]/gu,
  /«\s*([^«»]{1,120}?)\s*»/gu,
  /»\s*([^«»]{1,120}?)\s*«/gu,
  /「([^「」]{1,120})」/gu,
  /『([^『』]{1,120})』/gu,
  /《([^《》]{1,120})》/gu,
  /"([^"]{1,120})"/gu,
  /(?<![\p{L}\p{N}])[‘‚']([^‘’']{1,120}(?:[’'](?=\p{L})[^‘’']{1,80})*)[’'‘](?![\p{L}\p{N}])/gu,
]

const LEADS =
  'that says|which says|that reads|which reads|saying|reading the words|with the words?|with the text|with text|' +
  'with the title|with the name|with the inscription|with the slogan|with the caption|titled|entitled|called|named|labell?ed|' +
  'the words?|the text|the title'
// Without quotation marks only capitals tell where the words end: "a neon sign that says OPEN at night".
const UNQUOTED = new RegExp(String.raw`\b(?:${LEADS})\s*:?\s+((?:(?:[A-Z0-9][\p{L}\p{N}'’&!?-]*)\s?){1,6})`, 'u')
const SPEECH =
  /\b(says?|saying|shouts?|shouting|yells?|whispers?|asks?|thinks?|thinking|dice|dit|sagt|говорит|diz|dice)\b[\s,:]*$/iu

/** Finds what is to be written: what stands in quotation marks, or in capitals after "that says". */
export function takeQuoted(prompt: string): Quoted {
  const texts: { at: number; text: string }[] = []
  let rest = prompt.slice(0, 4000)
  let said = false
  for (const pair of PAIRS) {
    rest = rest.replace(pair, (whole: string, text: string, at: number) => {
      const words = text.trim().replaceAll(/\s+/g, ' ')
      if (!/[\p{L}\p{N}]/u.test(words)) return whole
      texts.push({ at, text: words })
      said ||= SPEECH.test(rest.slice(0, at))
      return ' '.repeat(whole.length)
    })
  }
  if (texts.length === 0) {
    const found = UNQUOTED.exec(rest)
    const text = found?.[1]?.trim()
    if (found && text && /\p{Lu}/u.test(text)) {
      texts.push({ at: found.index, text })
      rest = rest.replace(found[1] as string, ' ')
    }
  }
  const ordered = texts.sort((one, other) => one.at - other.at).map(({ text }) => text)
  return { texts: ordered.slice(0, 3), rest: texts.length > 0 ? rest.replaceAll(/ {2,}/g, ' ') : prompt, said }
}

/** What the words are written on: what the prompt names, else a bubble where somebody speaks, else a poster. */
export function carrierOf(
  named: readonly string[],
  facts: { said: boolean; living: boolean; holding: boolean },
): Carrier {
  const first = (
    ['neon', 'chalkboard', 'billboard', 'book', 'card', 'poster', 'banner', 'sign', 'label'] as const
  ).find((carrier) => named.includes(carrier))
  const flat = first === 'sign' || first === 'chalkboard' || first === 'banner'
  if (flat && facts.holding && facts.living) return 'held'
  if (first) return first
  return facts.said && facts.living ? 'bubble' : 'poster'
}
