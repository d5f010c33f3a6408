import type { Whereto } from '../../brief.ts'
import type { Phrase } from './phrase.ts'
import { anyOf, formsOf, once, sourceOf, valuesOf, wishTable } from './wish-table.ts'

type Part = (name: string) => string

const isEnglish = (language: string) => language === 'en'
const isOther = (language: string) => language !== 'en'

const beforeName = (isWanted: (language: string) => boolean): RegExp => {
  const all = formsOf('article', isWanted)
  const isLetter = (word: string) => /[a-z]$/.test(word)
  const glued = all.filter((word) => !isLetter(word))
  return new RegExp(
    String.raw`^(?:${anyOf(all.filter(isLetter))}\s+${glued.length > 0 ? `|${anyOf(glued)}` : ''})`,
    'iu',
  )
}

const article = once(() => beforeName(isEnglish))
const otherArticle = once(() => beforeName(isOther))

/** A name without its article: "the red car" is "red car". */
export const withoutArticle = (name: string): string => name.replace(article(), '')

const asDoing = (verb: string): string =>
  /ing$/i.test(verb)
    ? verb
    : `${verb.replace(/(?<=[^e])e$/i, '').replace(/^(sit|run|swim|hug|cut)$/i, (word) => word + word.slice(-1))}ing`

const joined = (...words: string[]) => words.filter((word) => word !== '').join(' ')
const add = (thing: string): Phrase => ({ what: 'add', thing })
const size = (part: Part, by: number): Phrase => ({ what: 'size', old: part('old'), by })
const number = (part: Part, count: number): Phrase => ({ what: 'number', who: part('who'), count, more: true })
const move = (part: Part, to: string): Phrase => ({ what: 'move', who: part('who'), to: to as Whereto })
const wear = (part: Part, how: string): Phrase => ({ what: 'wear', who: part('who'), thing: part('thing'), how })

// What each row of the table asks for. What is new is read as a prompt of its own, so that it may be described.
const WISHES: Readonly<Record<string, (part: Part, language: string) => Phrase>> = {
  more: (part) => number(part, 2),
  fewer: (part) => number(part, -1),
  several: (part) => ({ ...number(part, Number(part('count') || 1)), where: joined(part('prep'), part('where')) }),
  only: (part) => ({ what: 'only', said: joined(part('count'), part('said')) }),
  number: (part) => ({ what: 'number', who: part('who'), count: Number(part('count')) }),
  across: (part) => move(part, 'across'),
  move: (part) => move(part, part('spot')),
  deed: (part) => add(joined(part('who'), asDoing(part('deed')), part('prep'), part('what'))),
  hang: (part) => ({ what: 'hang', thing: part('thing') }),
  write: (part) => ({ what: 'write', said: part('said') }),
  place: (part) => ({ what: 'place', where: part('where') }),
  replace: (part) => ({ what: 'replace', old: part('old'), by: part('by') }),
  remove: (part) => ({ what: 'remove', old: part('old') }),
  size: (part) => size(part, Number(part('size'))),
  enlarge: (part) => size(part, 1.5),
  shrink: (part) => size(part, 0.62),
  give: (part) => wear(part, 'held'),
  wear: (part) => wear(part, part('how')),
  hold: (part) => ({ what: 'hold', thing: part('thing') }),
  add: (part) => add(part('thing')),
  make: (part, language) => {
    const plain = (name: string) => (isEnglish(language) ? part(name) : part(name).replace(otherArticle(), ''))
    return { what: 'make', old: plain('old'), as: plain('as') }
  },
  dress: (part, language) => {
    const [told = ''] = formsOf('told:dress', (one) => one === language)
    return { what: 'dress', who: part('who'), sentence: told.replace('{thing}', part('thing')) }
  },
}

type Form = { pattern: RegExp; language: string; make: (part: Part, language: string) => Phrase }

const forms = once(() =>
  [...wishTable()].flatMap(([row, lines]): Form[] => {
    const make = WISHES[row.replace(/^wish:/, '')]
    if (!row.startsWith('wish:')) return []
    if (!make) throw new Error(`words/wishes/forms.txt: nobody knows what ${row} asks for`)
    return [...lines].flatMap(([language, worded]) =>
      worded.map((form) => ({ pattern: new RegExp(`^${sourceOf(form, language)}$`, 'iu'), language, make })),
    )
  }),
)

// A slot by its words, or by which value of its table they mean.
function partIn(groups: Readonly<Record<string, string | undefined>>, name: string): string {
  const said = groups[name]
  if (said !== undefined) return said.trim()
  return valuesOf(name).find((_, at) => groups[`${name}_${at}`] !== undefined) ?? ''
}

function phraseIn(clause: string, isWanted: (language: string) => boolean): Phrase | undefined {
  for (const { pattern, language, make } of forms()) {
    const groups = isWanted(language) ? pattern.exec(clause)?.groups : undefined
    if (groups) return make((name) => partIn(groups, name), language)
  }
  return undefined
}

/** Reads an English clause by its form; nothing where it speaks of the picture as a whole, or in another language. */
export const phraseOf = (clause: string): Phrase | undefined => phraseIn(clause, isEnglish)

/** The same in any other language; its words stay as they are. */
export const phraseInOtherWords = (clause: string): Phrase | undefined => phraseIn(clause, isOther)
