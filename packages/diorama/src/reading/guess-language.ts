import { keywordsOf } from './keywords.ts'
import { stem } from './stems.ts'
import { tokenise } from './tokens.ts'
import { tabledLanguages, vocabularyOf } from './vocabulary.ts'

// Small words of languages that have art keywords but no column in our tables.
const SMALL_WORDS: Record<string, string> = {
  sv: 'och en ett på med av som i under över den det är vid flyger sitter stor liten röd blå',
  da: 'og en et på med af som i under over den det er ved flyver sidder stor lille rød blå',
  nb: 'og en et på med av som i under over den det er ved flyr sitter stor liten rød blå',
  fi: 'ja on joka kanssa alla päällä yllä iso pieni punainen sininen lentää istuu',
  hu: 'egy a az és egyik alatt felett mellett nagy kis piros kék repül ül',
  et: 'ja on üks koos all peal kohal suur väike punane sinine lendab istub',
  lt: 'ir su ant po virš yra didelis mažas raudonas mėlynas skrenda sėdi',
  ms: 'dan di atas bawah dengan seekor sebuah yang besar kecil merah biru terbang duduk',
}
const SCRIPTS: [language: string, pattern: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['th', /\p{Script=Thai}/u],
  ['hi', /\p{Script=Devanagari}/u],
  ['bn', /\p{Script=Bengali}/u],
  ['ar', /\p{Script=Arabic}/u],
]
const VIETNAMESE = /[ăơưđạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/i
const GRAMMAR = /^(stop|rel|count|colour|size|activity)/
// Letters that nearly decide between languages with many words in common.
const LETTERS: [language: string, pattern: RegExp][] = [
  ['es', /[ñ¿¡]|ción/i],
  ['pt', /[ãõê]|ção|lh|nh|\bum(?:a|as|ns)?\b/i],
  ['it', /\b(?:un|dell|nell|sull|all|dall)['’]|\b(?:gli|degli|nello|della|sulla)\b/i],
  ['de', /[äß]|sch|ü/i],
  ['fr', /[çœêèà]|eau|\b[ldq]['’]/i],
  ['pl', /[łżźśąęń]/i],
  ['tr', /[ğış]/i],
  ['hu', /[őű]/i],
  ['sv', /å.*ä|ä.*å|ö.*å/i],
  ['da', /[æø]/i],
  ['nb', /ø/i],
]

/** The language whose script is in the text apart from Latin letters, with English as what is left. */
export function scriptLanguage(text: string): string | undefined {
  const found = SCRIPTS.find(([, pattern]) => pattern.test(text))
  if (found) return found[0]
  if (/\p{Script=Cyrillic}/u.test(text)) return /[іїєґ]/i.test(text) ? 'uk' : 'ru'
  return undefined
}

function knownWords(text: string, language: string): number {
  const { exact, stems } = vocabularyOf(language)
  const small = new Set((SMALL_WORDS[language] ?? '').split(' '))
  let score = 0
  let previous = ''
  for (const { text: word, raw } of tokenise(text, language)) {
    const meanings = exact.get(word)
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

// With no small word to go by, the names of the drawings decide: a lone "kettu" is Finnish.
function byNames(text: string): string | undefined {
  let best: { language: string; hits: number } | undefined
  for (const language of ['es', 'fr', 'de', 'pt', 'it', 'nl', 'pl', ...Object.keys(SMALL_WORDS)]) {
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
  return ['de', 'nl', 'sv'].find((language) => {
    const { exact } = vocabularyOf(language)
    return tokenise(text, language).some(({ text: word }) =>
      Array.from({ length: Math.max(0, word.length - 6) }, (_, at) => word.slice(at + 3)).some((tail) =>
        exact.has(tail),
      ),
    )
  })
}

/** The most likely language of the Latin words of a text; English when nothing speaks against it. */
export function latinLanguage(text: string): string {
  if (VIETNAMESE.test(text)) return 'vi'
  const sample = text.slice(0, 400)
  let best = { language: 'en', score: knownWords(sample, 'en') + 0.3 }
  // Nearly all of it is English: no need to open the other vocabularies.
  const words = tokenise(sample, 'en').length
  if (words > 2 && best.score >= words * 0.85) return 'en'
  const others = tabledLanguages().filter((name) => /^(es|fr|de|pt|it|tr|id|nl|pl)$/.test(name))
  for (const language of [...others, ...Object.keys(SMALL_WORDS)]) {
    const letters = LETTERS.some(([name, pattern]) => name === language && pattern.test(sample)) ? 1.2 : 0
    const known = knownWords(sample, language)
    const score = known > 0 ? known + letters : 0
    if (score > best.score) best = { language, score }
  }
  if (best.score < 0.8 && words < 40) return byNames(sample) ?? (words < 4 ? byCompound(sample) : undefined) ?? 'en'
  return best.language
}
