import { readRows, type Rows } from '../../reading/word-lists.ts'

const FILES = ['forms.txt', 'clauses.txt', 'mentions.txt']

let table: Rows | undefined

/** What the files of `words/wishes` say. */
export function wishTable(): Rows {
  return (table ??= new Map(FILES.flatMap((name) => [...readRows(`wishes/${name}`)])))
}

const formsIn = (row: string, language: string): readonly string[] => wishTable().get(row)?.get(language) ?? []

/** The forms of a row in all languages for which `isWanted`. */
export const formsOf = (row: string, isWanted: (language: string) => boolean): string[] =>
  [...(wishTable().get(row) ?? [])].flatMap(([language, forms]) => (isWanted(language) ? forms : []))

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()[\]\\]/g, String.raw`\$&`)

/** Words of which any will do. */
export const anyOf = (words: readonly string[]): string =>
  `(?:${words
    .map((word) =>
      escaped(word)
        .replaceAll('_', String.raw`\s+`)
        .replace(String.raw`\*`, String.raw`\p{L}*`),
    )
    .join('|')})`

const wordsUpTo = (most: string): string =>
  most === '' ? '.+?' : String.raw`\S+(?:\s+(?!and\b)\S+){0,${Number(most) - 1}}?`

// "Dark blue" is one colour of two words.
const TINT = String.raw`(?:an?\s+)?\S+(?:\s(?:blue|green|red|yellow|brown|grey|gray|pink|purple|orange))?`

// What may stand in a slot of that shape, such as `the2`.
function shaped(shape: string, language: string): string {
  if (shape === 'tint') return TINT
  if (shape === 'quoted') return '.*["“„«].+["”“»].*'
  const the = anyOf(formsIn('the', language))
  if (shape === 'noun') return String.raw`(?:${the}\s+\S+|\S+)`
  const [, before = '', most = ''] = /^(the|a|)(\d?)$/.exec(shape) ?? []
  if (before === 'the') return String.raw`(?:${anyOf(formsIn('everybody', language))}|${the}\s+${wordsUpTo(most)})`
  return before === 'a' ? String.raw`${anyOf(formsIn('a', language))}\s+${wordsUpTo(most)}` : wordsUpTo(most)
}

/** The values that a slot with tables of its own may have: of `spot` left, right and so on. */
export const valuesOf = (slot: string): string[] =>
  [...wishTable().keys()].flatMap((row) => (row.startsWith(`${slot}:`) ? row.slice(slot.length + 1) : []))

function slotOf(slot: string, language: string): string {
  const [, name = '', sign = '', rest = ''] = /^(\w+)([:=!]?)(.*)$/.exec(slot) ?? []
  if (sign === '=') return `(?<${name}>${anyOf(rest.split('|'))})`
  if (sign === '!') return String.raw`(?<${name}>.+?)(?<!\b${anyOf(rest.split('|'))})`
  const values = valuesOf(name)
  if (values.length === 0) return `(?<${name}>${shaped(rest, language)})`
  const each = values.flatMap((value, at) =>
    formsIn(`${name}:${value}`, language).map((form) => `(?<${name}_${at}>${sourceOf(form, language)})`),
  )
  return `(?:${[...(name === 'count' ? [String.raw`(?<count>\d{1,2})`] : []), ...each].join('|')})`
}

type Item = { source: string; isSpare: boolean; isGlued: boolean }

// What may be missing goes with the space behind it, or before it where something came before.
function inARow(items: readonly Item[]): string {
  const first = items.findIndex(({ isSpare }) => !isSpare)
  return items
    .map(({ source, isSpare, isGlued }, at) => {
      if (at < first) return String.raw`(?:${source}\s+)?`
      const spaced = at === first || isGlued ? source : String.raw`\s+${source}`
      return isSpare ? `(?:${spaced})?` : spaced
    })
    .join('')
}

/** A form as a pattern. */
export function sourceOf(form: string, language: string): string {
  const rows: Item[][] = [[]]
  let isGlued = true
  for (const part of form.split(/(\{[^}]+\}|[[\]]|\s+)/)) {
    if (part === '') continue
    if (part === '[') rows.push([])
    else if (part === ']') rows.at(-2)?.push({ source: inARow(rows.pop() ?? []), isSpare: true, isGlued: false })
    else if (part.startsWith('{'))
      rows.at(-1)?.push({ source: slotOf(part.slice(1, -1), language), isSpare: false, isGlued })
    else if (part.trim() !== '') {
      const isSpare = part.endsWith('?')
      rows.at(-1)?.push({ source: anyOf((isSpare ? part.slice(0, -1) : part).split('|')), isSpare, isGlued })
    }
    isGlued = part.trim() !== '' && part !== '['
  }
  return inARow(rows[0] ?? [])
}

const isSpaced = (language: string) => !/^(?:zh|ja)$/.test(language)

/** Any form of a row, in any language, among other words. */
export function saidBy(row: string): string {
  const each = [...(wishTable().get(row) ?? [])].map(([language, forms]) => {
    const any = `(?:${forms.map((form) => sourceOf(form, language)).join('|')})`
    return isSpaced(language) ? String.raw`(?<!\p{L})${any}(?!\p{L})` : any
  })
  // Nobody asks which words stood in its slots, and a split would give them back as parts.
  return `(?:${each.join('|').replaceAll(/\(\?<\w+>/g, '(?:')})`
}

/** Makes something when it is first asked for: tables are read only where there is a wish. */
export const once = <Value>(make: () => Value): (() => Value) => {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

const tested = (source: () => string) => {
  const pattern = once(() => new RegExp(source(), 'iu'))
  return (text: string): boolean => pattern().test(text)
}

/** Whether words speak of what a row names. */
export const speaksOf = (row: string) => tested(() => saidBy(row))

/** Whether words begin with it. */
export const beginsWith = (row: string) => tested(() => `^${saidBy(row)}`)

/** Whether words are nothing else. */
export const isJust = (row: string) => tested(() => `^${saidBy(row)}$`)
