import { keywordsOf } from './keywords.ts'
import { LANGUAGES } from './languages.ts'
import { stem } from './stems.ts'
import { tokenise } from './tokens.ts'
import { vocabularyOf } from './vocabulary.ts'

const GRAMMAR = /^(stop|rel|count|colour|size|activity)/
// Vietnamese is written in Latin letters, of which some are its own.
const SCRIPTS = [...LANGUAGES].filter(([language, { script }]) => script && language !== 'vi')
// Told by their words: those without a script of their own.
const LATIN = [...LANGUAGES].filter(([language, { script }]) => !script && language !== 'en')

/** The language whose script is in the text apart from Latin letters, with English as what is left. */
export function scriptLanguage(text: string): string | undefined {
  return SCRIPTS.find(([, { script }]) => script?.test(text))?.[0]
}

const smallWordsOf = (language: string) => new Set((LANGUAGES.get(language)?.smallWords ?? '').split(' '))

function isStyle(words: string): boolean {
  const meanings = vocabularyOf('en').exact.get(words)
  return meanings?.some((meaning) => meaning.startsWith('style:')) === true
}

// "Un chat, pop art", "colores pastel": the English names of styles are said in every language, and tell none.
function withoutStyles(text: string): string {
  const words = text.split(/\s+/)
  const plain = words.map((word) => word.toLowerCase())
  const pair = (at: number) => at >= 0 && isStyle(`${plain[at]} ${plain[at + 1]}`)
  const left = words.filter((_, at) => !pair(at) && !pair(at - 1) && !isStyle(plain[at] ?? ''))
  return left.length > 1 ? left.join(' ') : text
}

function knownWords(text: string, language: string): number {
  const { exact, stems, forms } = vocabularyOf(language)
  const small = smallWordsOf(language)
  const known = (word: string) => exact.get(word) ?? forms.get(word)
  let score = 0
  let previous = ''
  for (const { text: word, raw } of tokenise(text, language)) {
    const meanings = known(word)
    if (small.has(raw.toLowerCase())) score += 1
    else if (meanings?.some((meaning) => GRAMMAR.test(meaning))) score += 1
    // Keywords of two letters are codes of countries, and small words elsewhere.
    else if (meanings || (language === 'en' && word.length > 2 && keywordsOf('en').has(word))) score += 0.9
    else if (exact.has(`${previous} ${word}`)) score += 1.8
    else if (word.length > 4 && stems.has(stem(word, language))) score += 0.4
    previous = word
  }
  return score
}

function likeness(text: string, language: string, letters: RegExp | undefined): number {
  const known = knownWords(text, language)
  return known > 0 && letters?.test(text) ? known + 1.2 : known
}

// With no small word to go by, the names of the drawings decide: a lone "kettu" is Finnish.
function byNames(text: string): string | undefined {
  let best: { language: string; hits: number } | undefined
  for (const [language, { names }] of LATIN) {
    if (!names.includes(language)) continue
    const keywords = keywordsOf(language)
    const found = tokenise(text, language).map(
      ({ text: word }) => keywords.get(word) ?? keywords.get(stem(word, language)),
    )
    const hits = found.reduce((sum, keyword) => sum + (keyword && keyword.strength > 1 ? 1 : keyword ? 0.3 : 0), 0)
    if (hits > (best?.hits ?? 0)) best = { language, hits }
  }
  return best?.language
}

// A lone compound: what it ends with tells.
function byCompound(text: string): string | undefined {
  return LATIN.find(([language, { compounds }]) => {
    if (!compounds) return false
    const { exact } = vocabularyOf(language)
    return tokenise(text, language).some(({ text: word }) =>
      Array.from({ length: Math.max(0, word.length - 6) }, (_, at) => word.slice(at + 3)).some((tail) =>
        exact.has(tail),
      ),
    )
  })?.[0]
}

// The commonest small words of those that our word files know well.
const COMMON: Record<string, string> = {
  es: 'el la los las un una unos unas de del al en con y sobre por para su sus que se hacia entre',
  fr: 'le la les un une des de du au aux en dans avec et sur sous par pour son sa ses qui se vers entre devant chez',
  de: 'der die das den dem des ein eine einen einem einer in im am an auf mit und unter von vor zu zum zur bei seine ihre',
  pt: 'o a os as um uma uns umas de do da dos das no na nos nas em com e sobre por para seu sua que se num numa entre',
  it: 'il lo la i gli le un uno una di del della dei nel nella in con e su sul sulla per suo sua che si tra da dal al alla',
  tr: 'bir ve ile bu icinde üzerinde altında yanında için olan içinde gibi',
  id: 'di dan dengan yang sebuah seekor seorang pada ke dari untuk atas bawah dalam sambil',
  nl: 'de het een in op met en van onder naast voor bij door uit naar zijn haar aan',
  pl: 'i w we na z ze pod nad przy do od za przez się obok jest dla o',
}

const SAID = new Map(
  LATIN.map(([language]) => [language, new Set(COMMON[language]?.split(' ') ?? smallWordsOf(language))]),
)

// Where a language's small words are heard more than once, those without any of theirs are left out: a vocabulary takes
// a megabyte in every thread, and the first prompt in another language had to wait for a dozen of them.
function likelyOnes(text: string): typeof LATIN {
  const words = text.toLowerCase().split(/[^\p{L}\p{M}]+/u)
  const heard = LATIN.map((one) => ({ one, count: words.filter((word) => SAID.get(one[0])?.has(word)).length }))
  const most = Math.max(...heard.map(({ count }) => count))
  return heard.filter(({ count }) => most < 2 || count > 0).map(({ one }) => one)
}

/** The most likely language of the Latin words of a text; English when nothing speaks against it. */
export function latinLanguage(text: string): string {
  if (LANGUAGES.get('vi')?.script?.test(text)) return 'vi'
  const whole = text.slice(0, 400)
  const sample = withoutStyles(whole)
  let best = { language: 'en', score: knownWords(sample, 'en') + 0.3 }
  // Nearly all of it is English: no need to open the other vocabularies.
  const words = tokenise(sample, 'en').length
  if (words > 2 && best.score >= words * 0.85) return 'en'
  for (const [language, traits] of likelyOnes(sample)) {
    const score = likeness(sample, language, traits.letters)
    if (score > best.score) best = { language, score }
  }
  if (best.score < 0.8 && words < 40) return byNames(whole) ?? (words < 4 ? byCompound(whole) : undefined) ?? 'en'
  return best.language
}
