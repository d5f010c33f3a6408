import { drawingOf } from '../../art.ts'
import { stem } from '../stems.ts'
import { vocabularyOf } from '../vocabulary.ts'
import { masculineForms } from './gender.ts'

const isPerson = (meaning: string) =>
  meaning.startsWith('role:') || drawingOf(meaning)?.kind.startsWith('person') === true

/** What a feminine word means, where only its masculine form is known: Gärtnerin by Gärtner, shepherdess by shepherd. */
export function meaningOfFeminine(word: string, language: string): string[] | undefined {
  const { exact, stems } = vocabularyOf(language)
  for (const form of masculineForms(word, language)) {
    const people = (exact.get(form) ?? stems.get(stem(form, language)))?.filter(isPerson)
    if (people && people.length > 0) return people
  }
  return undefined
}

// How words for those who do something end. Some tools end so too: see `doesSomething`.
const AGENTS: Readonly<Record<string, RegExp>> = {
  es: /(dor|dora|dores|doras|ero|era|eros|eras|ista|istas|ologo|ologa)$/,
  pt: /(dor|dora|dores|doras|eiro|eira|eiros|eiras|ista|istas|ologo|ologa)$/,
  fr: /(eur|euse|eurs|euses|teur|trice|ier|iere|iers|ieres|iste|istes|ologue|ien|ienne)$/,
  it: /(tore|trice|tori|trici|aio|aia|aiolo|aiola|iere|iera|ista|isti|iste|ologo|ologa|vendolo)$/,
  de: /(erin|erinnen|ist|istin|loge|login|macher|bauer|meister|meisterin|fahrer|arbeiter|handler|trager|leger)$/,
  nl: /(er|ster|ist|iste|maker|bouwer|man|vrouw|loog)$/,
  sv: /(are|arna|erska|ist|log)$/,
  pl: /(arz|arka|nik|niczka|nica|ista|istka|log|acz|aczka|owiec)$/,
  ru: /(щик|щица|чик|чица|тель|тельница|ник|ница|ист|истка|лог|ец|арь)$/,
}
const RELATIVE = /^(que|qui|che|die|der|who|która|ktora|ktory|который|которая|som)$/
// The present of verbs and their forms in -ing, beyond the verbs that are known.
const DOING: Readonly<Record<string, RegExp>> = {
  es: /(ando|iendo|yendo)$/,
  pt: /(ando|endo|indo)$/,
  fr: /(ant|ent)$/,
  it: /(ando|endo)$/,
  de: /(et|t)$/,
  nl: /t$/,
  sv: /(ar|er)$/,
  pl: /(uje|ia|a|acy|aca|y|i)$/,
  ru: /(ет|ит|ёт|ют|ят|ущий|ущая|ющий|ющая)$/,
}

/**
 * Whether a word that nobody knows is somebody: it ends like a word for who does something, and right after it comes
 * what is done. A letrero (a sign) ends so too, but does nothing.
 */
export function doesSomething(word: string, next: string | undefined, language: string): boolean {
  if (word.length < 6 || next === undefined || !AGENTS[language]?.test(word)) return false
  return RELATIVE.test(next) || (next.length > 3 && DOING[language]?.test(next) === true)
}
