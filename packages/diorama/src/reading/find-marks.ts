import { isPlural } from './plural-endings.ts'
import { splitPrefixes } from './arabic-prefixes.ts'
import { drawingOf, drawingOfEmoji } from '../art.ts'
import { nounTest } from './english.ts'
import { asNumber } from './numbers.ts'
import { asEnglishDeed, isColoured, isEnglishDeed } from './english-deeds.ts'
import { latinLanguage, scriptLanguage } from './guess-language.ts'
import { keywordsOf } from './keywords.ts'
import { LANGUAGES } from './languages.ts'
import type { Mark } from './mark.ts'
import { nearestDrawing, type Nearest } from './meaning/nearest-drawing.ts'
import { isOfHer, isPluralForm } from './meaning/plural-forms.ts'
import { plainlySaid } from './meaning/plainly-said.ts'
import { rejoined } from './separable-verbs.ts'
import { withoutSlips } from './normalise.ts'
import { stem } from './stems.ts'
import { asDeedOfLast } from './third-person.ts'
import { keyOf, spelling, tokenise, type Token } from './tokens.ts'
import { isArticle } from './verb-forms.ts'
import { vocabularyOf } from './vocabulary.ts'

export type { Mark } from './mark.ts'

/** A prompt cut up: its languages, its tokens and what was understood of them. */
export type Marked = {
  language: string
  tokens: Token[]
  marks: Mark[]
  /** What is known of the shorter phrases within a longer one: the basket and the apples of a "basket of apples". */
  within(phrase: { at: number; end: number }): Mark[]
  /** Whether an English word is used as a noun in it. */
  isNoun(word: string): boolean
}

type NounTest = (word: string) => boolean
type Found = Pick<Mark, 'meanings' | 'strength' | 'near'>

const LONGEST_WORDS = 6
const LONGEST_GLUED = 12
const BORROWED = /^(?!stop|rel|count|activity|size|wear|cue|not|post|mood|idea)/

// A French coin is no money: only words too long to be alike by chance are taken from English into another language.
function mayBorrow(meaning: string, word: string): boolean {
  return BORROWED.test(meaning) && (meaning.includes(':') || word.length >= 6)
}

function languagesOf(token: Token, main: { latin: string; script: string | undefined }): string[] {
  const script = scriptLanguage(token.raw)
  if (script === undefined) return main.latin === 'en' ? ['en'] : [main.latin, 'en']
  if (script === 'zh' || script === 'ja') return main.script === 'ja' ? ['ja', 'zh'] : ['zh', 'ja']
  if (script === 'uk' || (script === 'ru' && main.script === 'uk')) return ['uk', 'ru']
  return [script]
}

// "Building" may be a thing or a deed: where the tables know both, its use in the sentence decides.
function asUsed(meanings: readonly string[], word: string, language: string, isNoun: NounTest): readonly string[] {
  const both = language === 'en' && meanings.length > 1 && meanings.includes('stop:yes')
  return both && !isNoun(word)
    ? meanings.filter((meaning) =>
        /^(stop|rel|verb|craft|look|support|material|finish|part|format|framing|carrier|style|happening|edit):/.test(
          meaning,
        ),
      )
    : meanings
}

// Where somebody is at home says not who it is: that is told by whatever else knows the word.
const isHomeOnly = (meanings: readonly string[]) => meanings.every((meaning) => meaning.startsWith('home:'))

function lookIn(tokens: readonly Token[], language: string, isNoun: NounTest): Found | undefined {
  const own = withDeed(asWritten(tokens, language) ?? asNumber(tokens), tokens, language)
  if (!own) return lookFurther(tokens, language, isNoun)
  const meanings = asUsed(own, keyOf(tokens), language, isNoun)
  if (!isHomeOnly(own)) return { meanings, strength: 3 }
  const who = lookFurther(tokens, language, isNoun)
  const known = who && who.strength > 1 ? who : undefined
  return { ...known, meanings: [...new Set([...meanings, ...(known?.meanings ?? [])])], strength: 3 }
}

// يصب, наливает: what happens in a clip is what somebody does in a picture.
function withDeed(own: readonly string[] | undefined, tokens: readonly Token[], language: string) {
  const happens = language !== 'en' && own?.every((meaning) => meaning.startsWith('happening:'))
  const deed = happens ? vocabularyOf(language).forms.get(keyOf(tokens)) : undefined
  return own && deed ? [...new Set([...own, ...deed])] : own
}

function stemInTables(stemmed: string, language: string): readonly string[] | undefined {
  const { exact, stems } = vocabularyOf(language)
  const whole = exact.get(stemmed)
  return whole && !isHomeOnly(whole) ? whole : (stems.get(stemmed) ?? whole)
}

// By the names of the drawings, by other forms of the words, and by what they are a kind of.
function lookFurther(tokens: readonly Token[], language: string, isNoun: NounTest): Found | undefined {
  const key = keyOf(tokens)
  const stemmed = keyOf(tokens.map((token) => ({ ...token, text: stem(token.text, language) })))
  const named = keywordsOf(language).get(key)
  const mayBeVerb = language === 'en' && tokens.length === 1 && named !== undefined && !isNoun(key)
  if (named?.strength === 3 && !mayBeVerb) return { meanings: [named.art], strength: 3 }
  const deed = asVerb(tokens, language)
  if (deed) return { meanings: deed, strength: 3 }
  const ownStem = stemInTables(stemmed, language)
  if (ownStem) return byStem(ownStem, key, language)
  const mayBeKeyword = tokens.length <= 3 && !mayBeVerb
  const base = language === 'en' && key.endsWith('ing') ? key : stemmed
  return asNamed(key, base, language, isNoun, mayBeKeyword)
}

// "Bebe" and "bebê" are two words.
function asWritten(tokens: readonly Token[], language: string): readonly string[] | undefined {
  const { exact, spelt } = vocabularyOf(language)
  return (spelt.size > 0 ? spelt.get(spelling(tokens)) : undefined) ?? exact.get(keyOf(tokens))
}

// "Cocina la sopa": a noun elsewhere, and before an article a verb.
function asVerb(tokens: readonly Token[], language: string): readonly string[] | undefined {
  if (language === 'en') return undefined
  const { forms } = vocabularyOf(language)
  const [word, article, ...more] = tokens
  const known = forms.get(keyOf(tokens))
  if (known || !word || !article || more.length > 0) return known
  return isArticle(article.text, language) ? forms.get(word.text) : undefined
}

// "Give her a rose" changes a picture that is there, "a girl gives her brother a rose" tells of one.
// Icing is no ice: what ends in -ing is a deed, and no thing that its stem means.
function byStem(meanings: readonly string[], key: string, language: string): Found | undefined {
  const deed = language === 'en' && key.endsWith('ing')
  const told = meanings.filter((meaning) => !meaning.startsWith('edit:'))
  const fitting = deed ? told.filter((meaning) => meaning.includes(':')) : told
  return fitting.length > 0 ? { meanings: fitting, strength: 3 } : undefined
}

function asNamed(key: string, stemmed: string, language: string, isNoun: NounTest, mayBeKeyword: boolean) {
  const keyword = mayBeKeyword ? asKeyword(key, stemmed, language, isNoun) : undefined
  return keyword && keyword.strength > 1 ? keyword : (asKindOf(key, stemmed, language, isNoun) ?? keyword)
}

// What a word is a kind of says more than what it merely calls to mind.
function asKindOf(key: string, stemmed: string, language: string, isNoun: NounTest): Found | undefined {
  // A cat's tail is the tail of a cat, though a flower has that name too.
  if (key.includes(' s ')) return undefined
  const nearest = language === 'en' && !isColoured(key) ? (nearestDrawing(key) ?? nearestDrawing(stemmed)) : undefined
  if (!nearest || (!key.includes(' ') && !isNoun(key))) return undefined
  return { meanings: [nearest.art], strength: 2, ...(isNear(nearest, stemmed) && { near: nearest.label }) }
}

// A rocking chair is a chair, and nobody needs to be told.
const isNear = ({ label, steps }: Nearest, word: string) => steps > 0 && !word.endsWith(label)

function asKeyword(key: string, stemmed: string, language: string, isNoun: NounTest): Found | undefined {
  const keywords = keywordsOf(language)
  const keyword = keywords.get(key) ?? keywords.get(stemmed)
  if (!keyword || (language === 'en' && !key.includes(' ') && !isNoun(key))) return undefined
  return { meanings: [keyword.art], strength: keyword.strength }
}

// A German or Dutch compound is what its last part is: a Blumenvase is a vase.
function lookInCompound(word: string, language: string): Found | undefined {
  if (!LANGUAGES.get(language)?.compounds || word.length < 8) return undefined
  const { exact, stems } = vocabularyOf(language)
  for (let cut = 3; cut <= word.length - 4; cut++) {
    const tail = word.slice(cut)
    const found = exact.get(tail) ?? stems.get(stem(tail, language))
    const thing = found?.filter((meaning) => !/^(stop|rel|count|cue|not)/.test(meaning))
    if (thing && thing.length > 0) return { meanings: thing, strength: 2 }
  }
  return undefined
}

function borrowed(tokens: readonly Token[], language: string, isNoun: NounTest): Found | undefined {
  const found = lookIn(tokens, language, isNoun)
  const glued = tokens[0]?.glued === true
  const word = keyOf(tokens)
  if (!found || found.strength < 3 || (!glued && word.length < 4)) return undefined
  const meanings = found.meanings.filter((meaning) => glued || mayBorrow(meaning, word))
  return meanings.length > 0 ? { ...found, meanings } : undefined
}

function look(tokens: readonly Token[], [main = 'en', ...others]: string[], isNoun: NounTest): Found | undefined {
  const found = lookIn(tokens, main, isNoun)
  if (found && (found.strength > 1 || tokens.length > 1)) return found
  for (const language of others) {
    const loan = borrowed(tokens, language, isNoun)
    if (loan) return loan
  }
  const word = tokens.length === 1 ? (tokens[0]?.text ?? '') : undefined
  if (word === undefined) return undefined
  return found ?? lookInCompound(word, main)
}

const isName = ({ meanings }: Found) => meanings.every((meaning) => !meaning.includes(':'))

type Around = { before: readonly Token[]; after: readonly Token[] }

function areSeveral(part: readonly Token[], around: Around, found: Found & { language: string }): boolean {
  const { before, after } = around
  const { meanings, language } = found
  const [word] = part
  if (language === 'ru' && word && isOfHer(word.text, before.at(-1)?.text ?? '')) return false
  if (isPlural(part, after, language)) return true
  return (
    word !== undefined &&
    part.length === 1 &&
    isPluralForm({ word: word.text, meanings, before: before.map(({ text }) => text), language, after: after[0]?.text })
  )
}

// What a part of a prompt means; in English what stands around it says whether it is a deed.
function lookAround(part: Token[], languages: string[], around: Around, isNoun: NounTest): Found | undefined {
  if (languages[0] !== 'en') return look(part, languages, isNoun)
  const deed = asEnglishDeed(part, around, isNoun)
  if (deed) return { meanings: deed, strength: 3 }
  const found = look(part, languages, isNoun)
  return found && isName(found) && isEnglishDeed(part, around, isNoun) ? undefined : found
}

function markAt(tokens: Token[], at: number, main: Main, isNoun: NounTest, longest = Infinity): Mark | undefined {
  const first = tokens[at]
  if (!first) return undefined
  const base = { at, clause: first.clause, plural: false, text: first.text }
  if (first.emoji) {
    const art = drawingOfEmoji(first.raw)
    return art && drawingOf(art) ? { ...base, meanings: [art], end: at + 1, strength: 3 } : undefined
  }
  const languages = languagesOf(first, main)
  // Only single words: a long association would hide the names within it.
  let weak: Mark | undefined
  for (let length = Math.min(longest, first.glued ? LONGEST_GLUED : LONGEST_WORDS); length > 0; length--) {
    const part = tokens.slice(at, at + length)
    if (part.length < length || part.some((token) => token.clause !== first.clause || token.emoji)) continue
    const around = { before: tokens.slice(Math.max(0, at - 2), at), after: tokens.slice(at + length, at + length + 2) }
    const found = lookAround(part, languages, around, isNoun)
    if (!found) continue
    const plural = areSeveral(part, around, { ...found, language: languages[0] ?? 'en' })
    const mark: Mark = { ...base, ...found, end: at + length, plural, text: keyOf(part) }
    if (mark.strength > 1) return mark
    if (length === 1) weak = mark
  }
  return weak
}

// What a language writes in one word or in two, otherwise than the tables have it.
const APART: Readonly<Record<string, (tokens: Token[]) => Token[]>> = { ar: splitPrefixes, de: rejoined }

type Main = { latin: string; script: string | undefined }

/** Finds what is known in a prompt, from left to right, the longest phrase first. */
export function findMarks(prompt: string): Marked {
  const written = plainlySaid(prompt.slice(0, 4000))
  const latin = /\p{Script=Latin}/u.test(written)
    ? latinLanguage(written.replaceAll(/[^\p{Script=Latin}\p{M}'’-]+/gu, ' '))
    : 'en'
  const main: Main = { latin, script: scriptLanguage(written) }
  const text = latin === 'en' && main.script === undefined ? withoutSlips(written) : written
  const language = main.script ?? latin
  const cut = tokenise(text, language === 'vi' ? 'vi' : latin === 'vi' ? 'vi' : language)
  const tokens = APART[language]?.(cut) ?? cut
  const isNoun = nounTest(text)
  const marksIn = (from: number, to: number, longest?: number): Mark[] => {
    const marks: Mark[] = []
    for (let at = from; at < to;) {
      const named = markAt(tokens, at, main, isNoun, longest === undefined ? undefined : Math.min(longest, to - at))
      const mark = named && language === 'en' ? asDeedOfLast(named, tokens, marks) : named
      if (mark) marks.push(mark)
      at = named ? named.end : at + 1
    }
    return marks
  }
  return {
    language,
    tokens,
    isNoun,
    marks: marksIn(0, tokens.length),
    within: ({ at, end }) => marksIn(at, end, end - at - 1),
  }
}
