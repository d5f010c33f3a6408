import type { Carrier } from '../../design.ts'

/** Words that a prompt wants to see written, and the prompt without them, so that they are not read as things. */
export type Quoted = {
  texts: string[]
  rest: string
  /** The first of them is said to stand below the picture. */
  low: boolean
  /** Somebody says it. */
  said: boolean
  /** It is the name of somebody or something, to be written only where there is something to write it on. */
  named: boolean
}

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
  'that says|which says|says|that reads|which reads|saying|reading|reading the words|with the words?|with the text|with text|' +
  'with the title|with the name|with the inscription|with the slogan|with the caption|with the lettering|titled|entitled|' +
  'author name|author|by author|written by|and underneath|underneath|reads|subtitle|tagline|slogan|title|text|speech bubble|thought bubble|and text|and the text|and the words?|' +
  'labell?ed|the words?|the text|the title|with the phrase|with a message|' +
  'con el texto|con la frase|con las palabras|que dice|con el título|titulado|titulada|avec le texte|avec les mots|avec l.inscription|' +
  'qui dit|intitulé|intitulée|mit dem Text|mit der Aufschrift|mit den Worten|mit dem Titel|com o texto|com a frase|que diz|' +
  'con la scritta|con il testo|con la frase|che dice|intitolato|с надписью|с текстом|со словами|под названием|met de tekst|' +
  'z napisem|z tekstem|med texten|dengan tulisan|bertuliskan|với dòng chữ|yazan'
const NAMES =
  'called|named|llamado|llamada|appelé|appelée|namens|genannt|chamado|chamada|chiamato|chiamata|по имени|по кличке'
const MADE = 'in the style of|style of|inspired by|based on|from the (?:movie|film|book|game|song)|scene from|like'

const HERE = '\u0001'
const before = (words: string) => new RegExp(String.raw`(?:^|[\s,;(])(?:${words})\s*:?\s*${HERE}`, 'iu')
const LED = new RegExp(before(LEADS).source, 'giu')
const NAMED = before(NAMES)
const AFTER_MODELS = before(MADE)
// Without quotation marks only capitals tell where the words end: "a neon sign that says OPEN at night".
const UNQUOTED = new RegExp(
  String.raw`\b(?:${LEADS}|${NAMES})\s*:?\s+((?:(?:[A-Z0-9][\p{L}\p{N}'’&!?-]*)\s?){1,6})`,
  'u',
)
const SPEECH =
  /\b(?:speech bubble|thought bubble|bubble|says?|saying|shouts?|shouting|yells?|whispers?|asks?|thinks?|thinking|dice|dit|sagt|говорит|diz)\b[\s,:]*$/iu

const BELOW =
  /^[^,.;"“”]{0,24}\b(?:at the (?:very )?bottom|underneath|below|beneath|on the bottom|unten|darunter|abajo|debajo|en bas|dessous|in basso|sotto|embaixo|abaixo|внизу|под)\b/iu

// In capitals after "that says": the words end where the capitals do.
function unquoted(prompt: string): { text: string; rest: string } | undefined {
  const found = UNQUOTED.exec(prompt)
  const text = found?.[1]?.trim()
  if (!found || !text || !/\p{Lu}/u.test(text)) return undefined
  const at = found.index + found[0].length - (found[1] as string).length
  return { text, rest: `${prompt.slice(0, at)}${HERE}${prompt.slice(found.index + found[0].length)}` }
}

/** Finds what is to be written: what stands in quotation marks, or in capitals after "that says". */
export function takeQuoted(prompt: string): Quoted {
  const texts: { at: number; text: string }[] = []
  let rest = prompt.slice(0, 4000).replaceAll(HERE, ' ')
  let said = false
  let low = false
  for (const pair of PAIRS) {
    const whole = rest
    rest = whole.replace(pair, (quote: string, text: string, at: number) => {
      const words = text.trim().replaceAll(/\s+/g, ' ')
      // What a picture should look like is no text in it.
      if (!/[\p{L}\p{N}]/u.test(words) || AFTER_MODELS.test(`${whole.slice(0, at)}${HERE}`)) return quote
      texts.push({ at, text: words })
      said ||= SPEECH.test(whole.slice(0, at))
      if (texts.length === 1) low = BELOW.test(whole.slice(at + quote.length))
      return HERE.padEnd(quote.length, ' ')
    })
  }
  if (texts.length === 0) {
    const plain = unquoted(rest)
    if (!plain) return { texts: [], rest: prompt, low, said: false, named: false }
    texts.push({ at: 0, text: plain.text })
    rest = plain.rest
  }
  const named = NAMED.test(rest)
  const ordered = texts.sort((one, other) => one.at - other.at).map(({ text }) => text)
  const without = rest.replaceAll(LED, ' ').replaceAll(HERE, ' ').replaceAll(/ {2,}/g, ' ')
  return { texts: ordered.slice(0, 3), rest: without, low, said, named }
}

/** What the words are written on: what the prompt names, else a bubble where somebody speaks, else a poster. */
export function carrierOf(
  named: readonly string[],
  facts: { said: boolean; living: boolean; holding: boolean; onIt?: boolean },
): Carrier {
  const first = (
    ['neon', 'chalkboard', 'billboard', 'book', 'card', 'poster', 'banner', 'sign', 'label'] as const
  ).find((carrier) => named.includes(carrier))
  const flat = first === 'sign' || first === 'chalkboard' || first === 'banner'
  if (flat && facts.holding && facts.living) return 'held'
  if (first) return first
  if (facts.onIt) return 'label'
  return facts.said && facts.living ? 'bubble' : 'poster'
}

const ON_IT =
  /\bon (it|its \w+|the side|the front)\b|\b(that (says|reads)|saying|inscribed|printed with|iced with|with the words?)\b/i
const WRITTEN_ON = /^(food-(prepared|sweet)|drink|dishware|clothing|mail)|^(household|event)/

/** Whether words are said to be on the one thing that is shown: a mug, a cake, a shirt. */
export const isOnThing = (prompt: string, subjects: readonly { kind: string }[]): boolean =>
  subjects.length === 1 && WRITTEN_ON.test(subjects[0]?.kind ?? '') && ON_IT.test(prompt)
