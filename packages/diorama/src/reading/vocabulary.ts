import { englishForms } from './english-forms.ts'
import { LANGUAGES } from './languages.ts'
import { relationForms } from './relation-forms.ts'
import { stem } from './stems.ts'
import { keyOf, spelling, tokenise } from './tokens.ts'
import { verbForms } from './verb-forms.ts'
import { kindOf, readWordTables, verbsOf, wordsOf, type Entry } from './word-tables.ts'

/**
 * What our own tables say of the words of one language: phrase to meanings, as written without accents and by stem; and
 * with accents where they make another word of it, as in "bebe" (drinks) and "bebê" (a baby). `forms` are those of
 * verbs: what is a noun too, such as "planta", is a verb only where it stands as one.
 */
export type Vocabulary = Record<'exact' | 'stems' | 'spelt' | 'forms', Meanings>
type Meanings = Map<string, readonly string[]>

let entries: Entry[] | undefined
const vocabularies = new Map<string, Vocabulary>()

// A list for each word would be a hundred thousand lists, and most words mean one thing: they share it.
const alone = new Map<string, readonly string[]>()

function onlyThat(meaning: string): readonly string[] {
  const known = alone.get(meaning)
  if (known) return known
  const list = [meaning]
  alone.set(meaning, list)
  return list
}

function add(map: Meanings, key: string, meaning: string) {
  const known = map.get(key)
  if (!known) map.set(key, onlyThat(meaning))
  else if (!known.includes(meaning)) map.set(key, [...known, meaning])
}

/** Everything that the word files say, for checking it. */
export function allEntries(): readonly Entry[] {
  return (entries ??= readWordTables())
}

// Shorter than this, a word is told from others by its accents alone: "dà" gives, "da" is from.
const LONG_ENOUGH = 3
const LATIN = /^\p{Script=Latin}+$/u

const isToldByAccent = ({ text, raw }: { text: string; raw: string }) =>
  text.length < LONG_ENOUGH && text !== raw.toLowerCase() && LATIN.test(raw)

// "Come um" without its ending would be "com um": only single words go by their stem where a verb may be meant.
const goesByStem = (meaning: string, words: number) =>
  words === 1 || !/^(verb|craft|activity|rel)$/.test(kindOf(meaning))

/** A phrase of the tables: how it is looked up, how it is written, and by what stem it is known, if by any. */
type Phrase = { meaning: string; key: string; written: string; stemmed: string | undefined; byAccent: boolean }

// Most phrases of most tables are written as they are looked up, and need not be cut into tokens for it.
const AS_LOOKED_UP = /^[a-z]+(?: [a-z]+)*$/

function phraseOf(phrase: string, meaning: string, language: string): Phrase | undefined {
  if (AS_LOOKED_UP.test(phrase)) {
    const words = phrase.split(' ')
    const stemmed = words.length === 1 ? stem(phrase, language) : words.map((word) => stem(word, language)).join(' ')
    return {
      meaning,
      key: phrase,
      written: phrase,
      byAccent: false,
      stemmed: goesByStem(meaning, words.length) ? stemmed : undefined,
    }
  }
  const tokens = tokenise(phrase, language)
  if (tokens.length === 0) return undefined
  const stemmed = () => keyOf(tokens.map(({ text, glued }) => ({ text: stem(text, language), glued })))
  return {
    meaning,
    key: keyOf(tokens),
    written: spelling(tokens),
    byAccent: tokens.some(isToldByAccent),
    stemmed: goesByStem(meaning, tokens.length) ? stemmed() : undefined,
  }
}

function writtenOf(entry: Entry, language: string): string[] {
  const written = wordsOf(entry, language)
  return kindOf(entry.meaning) === 'rel' ? written.flatMap((phrase) => relationForms(phrase, language)) : written
}

const phrasesIn = (language: string): Phrase[] =>
  allEntries().flatMap((entry) =>
    writtenOf(entry, language).flatMap((phrase) => phraseOf(phrase, entry.meaning, language) ?? []),
  )

/** Gives back the key of every spelling that may differ from others of the same word. */
function addWords({ exact, stems, spelt }: Vocabulary, language: string): Map<string, string> {
  const keys = new Map<string, string>()
  const phrases = phrasesIn(language)
  // Where a word is also written with accents, each way of writing it may mean something else.
  const accented = new Set(phrases.flatMap(({ key, written }) => (key === written ? [] : key)))
  for (const { meaning, key, written, stemmed, byAccent } of phrases) {
    if (accented.has(key)) {
      keys.set(written, key)
      add(spelt, written, meaning)
    }
    if (byAccent) continue
    add(exact, key, meaning)
    // One string for both, where they are alike.
    if (stemmed !== undefined) add(stems, stemmed === key ? key : stemmed, meaning)
  }
  return keys
}

const NUMBER = /^([一二两兩三四五六七八九十几数]|\d)$/

// 二本のろうそく, 两支蜡烛: two candles, and neither books nor branches.
function addCounted({ exact, stems }: Vocabulary, language: string): void {
  const counters = LANGUAGES.get(language)?.counters?.split(' ') ?? []
  for (const entry of counters.length > 0 ? allEntries() : []) {
    if (kindOf(entry.meaning) !== 'count') continue
    const numbers = wordsOf(entry, language).filter((word) => NUMBER.test(word))
    for (const counted of numbers.flatMap((number) => counters.map((counter) => `${number}${counter}`))) {
      const key = keyOf(tokenise(counted, language))
      add(exact, key, entry.meaning)
      add(stems, key, entry.meaning)
    }
  }
}

/** Whether a meaning is a thing, a place or whatever else is named by a noun. */
const isNoun = (meaning: string) => !/^(verb|craft|activity|stop|rel|post|happening)$/.test(kindOf(meaning))

// Where verbs have forms of their own, those that the tables write out keep their meanings and get what is said more exactly
// elsewhere: "allume" happens, and is done as a craft. Elsewhere only nouns, and what happens in a clip, may be verbs as well.
const INFLECTED = /^(de|fr|es|it|pt)$/

function addVerb({ exact, forms }: Vocabulary, key: string, meaning: string, language: string): void {
  const known = exact.get(key) ?? []
  if (known.some((other) => kindOf(other) === kindOf(meaning))) return
  const happens = known.every((other) => kindOf(other) === 'happening')
  const alone = known.length === 0 || known.some(isNoun)
  if (INFLECTED.test(language)) add(alone ? forms : exact, key, meaning)
  else if (alone || happens) add(forms, key, meaning)
}

const ACCENT_AT_END = /^[^ ]+[óòéì]$/

const isDeed = ({ meaning }: Entry) => /^(verb|craft|activity)$/.test(kindOf(meaning))

// Most of them are nouns as well: `find-marks.ts` asks how they are used.
function addEnglishForms({ exact, forms }: Vocabulary): void {
  for (const entry of allEntries().filter(isDeed)) {
    for (const form of wordsOf(entry, 'en').flatMap(englishForms)) {
      const known = exact.get(form) ?? []
      if (known.every((meaning) => meaning === 'stop:yes')) add(forms, form, entry.meaning)
    }
  }
}

function addVerbs(vocabulary: Vocabulary, language: string): void {
  if (language === 'en') addEnglishForms(vocabulary)
  for (const entry of allEntries())
    for (const verb of verbsOf(entry, language))
      for (const form of verbForms(verb, language)) {
        const tokens = tokenise(form, language)
        // "Abrazó" is done, "abrazo" is a hug; "dá" gives, "da" is of.
        if (ACCENT_AT_END.test(form)) add(vocabulary.spelt, form, entry.meaning)
        else if (tokens.some(isToldByAccent)) add(vocabulary.spelt, spelling(tokens), entry.meaning)
        else addVerb(vocabulary, keyOf(tokens), entry.meaning, language)
      }
}

// Where all spellings of a word mean the same, one map is enough.
function keepDifferent({ exact, spelt }: Vocabulary, keys: ReadonlyMap<string, string>): void {
  for (const [written, meanings] of spelt) {
    const folded = exact.get(keys.get(written) ?? '')
    if (folded && folded.length === meanings.length) spelt.delete(written)
  }
}

/** Our own vocabulary of a language; empty for a language without words in the tables. */
export function vocabularyOf(language: string): Vocabulary {
  const known = vocabularies.get(language)
  if (known) return known
  const vocabulary: Vocabulary = { exact: new Map(), stems: new Map(), spelt: new Map(), forms: new Map() }
  const keys = addWords(vocabulary, language)
  addCounted(vocabulary, language)
  // Before the verbs: what these add to a word that is written out too ("allume" happens and is done) is no other spelling.
  keepDifferent(vocabulary, keys)
  addVerbs(vocabulary, language)
  vocabularies.set(language, vocabulary)
  return vocabulary
}
