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

function knownWords(text: string, language: string): number {
  const { exact, stems, forms } = vocabularyOf(language)
  const small = new Set((LANGUAGES.get(language)?.smallWords ?? '').split(' '))
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

/** The most likely language of the Latin words of a text; English when nothing speaks against it. */
export function latinLanguage(text: string): string {
  if (LANGUAGES.get('vi')?.script?.test(text)) return 'vi'
  const sample = text.slice(0, 400)
  let best = { language: 'en', score: knownWords(sample, 'en') + 0.3 }
  // Nearly all of it is English: no need to open the other vocabularies.
  const words = tokenise(sample, 'en').length
  if (words > 2 && best.score >= words * 0.85) return 'en'
  for (const [language, traits] of LATIN) {
    const score = likeness(sample, language, traits.letters)
    if (score > best.score) best = { language, score }
  }
  if (best.score < 0.8 && words < 40) return byNames(sample) ?? (words < 4 ? byCompound(sample) : undefined) ?? 'en'
  return best.language
}
