import { drawingOf } from '../../art.ts'
import type { Spot, TieKind, Verb } from '../../brief.ts'
import { craftOf } from '../../crafts.ts'
import { SAID } from '../said-of-another.ts'
import type { Sentence, Word } from './sentence.ts'
import type { Sense } from '../senses.ts'
import { isSupport } from '../../staging/supports.ts'
import { saysFrom } from './out-of.ts'
import { beforeThing, finer, isFor, isFrom, saysAgainst, saysFull } from './prepositions.ts'
import type { Mention } from './second-mention.ts'
import { saysAnd, saysWith } from './and-with.ts'
import { unknownDeeds } from './unknown-deeds.ts'

export type { Sentence, Word } from './sentence.ts'

const OF = /^(of|de|d|du|des|del|di|dei|delle|degli|dello|della|von|do|da|dos|das|van)$/
const SPOTS: [RegExp, Spot][] = [
  [/^(roof|rooftop|tejado|toit|dach|telhado|tetto|крыш[аеиу])$/, 'roof'],
  [/^(back|lomo|espalda|dos|rucken|costas|schiena|dorso|groppa|rug|спин[аеуыой]+|ظهره?|ظهرها|背|पीठ)$/, 'back'],
  [
    /^(shoulders?|ears?|oreja|oido|oreille|ohr|orelha|orecchio|oor|hombros?|epaules?|schultern?|ombros?|spalle|spalla|плеч[аеоуи]|плечах|كتفه?|كتفها|كتفيه|كتفيها|كتف|肩|कंधे|कंधों|hombro|epaule|ombro|schulter)$/,
    'shoulders',
  ],
  [
    /^(head|nose|hat|cap|helmet|hood|bonnet|crown|antlers?|horns?|sombrero|chapeau|hut|helm|chapeu|cappello|cabeza|nariz|tete|nez|kopf|nase|cabeca|testa|naso|голов[аеуыой]+|нос[уеа]?|راسه?|راسها|头|頭|सिर|鼻)$/,
    'head',
  ],
  [/^(arms?|怀|腕|ذراعي|ذراعيه|ذراعيها|bras|armen|brazos|braccia|bracos|руках|объятиях)$/, 'arms'],
  [/^(lap|regazo|genoux|schoss|colo|grembo|膝|गोद|коленях|حضن|حجر)$/, 'lap'],
]
// Movements that are known as deeds without an object.
const MOVES: Record<string, Verb> = {
  sit: 'sit',
  sleep: 'sleep',
  run: 'run',
  jump: 'jump',
  fly: 'fly',
  swim: 'swim',
  dance: 'dance',
  // Who sails or rows is in the boat.
  sail: 'ride',
}

function verbOf(sense: Sense, senses: readonly Sense[]): Verb | undefined {
  if (sense.kind === 'verb') return sense.value as Verb
  if (!/^(activity|craft)$/.test(sense.kind)) return undefined
  // Reading is known as sitting too: what is more exact is said by a verb at the same place, and then by a craft.
  const exact = (kind: string) => senses.some((other) => other.kind === kind && other.at === sense.at)
  if (exact('verb')) return undefined
  if (sense.kind === 'craft') return craftOf(sense.value)?.does ?? 'work'
  return exact('craft') ? undefined : MOVES[sense.value]
}

/** Whether a word says what somebody wears: who is in yellow helmets is not in the mixer that comes next. */
export const isWorn = ({ kind, value }: Sense) =>
  (kind === 'look' && value !== 'long') || (kind === 'art' && drawingOf(value)?.kind === 'clothing')

function endsPhrase(sense: Sense, { tokens }: Sentence): boolean {
  const { kind, value, text, end } = sense
  if (kind === 'place' || kind === 'sky' || isWorn(sense)) return true
  if (kind === 'stop') return value === SAID
  return kind === 'part' && !SPOTS.some(([word]) => word.test(text)) && !OF.test(tokens[end]?.text ?? '')
}

function wordOf(sentence: Sentence, sense: Sense): Word[] {
  const entities = sentence.entities.flatMap((thing, entity) => (thing.sense.at === sense.at ? [entity] : []))
  if (entities.length > 0) {
    const first = sentence.senses.find((other) => other.at === sense.at)
    if (first !== sense) return []
    // Knitting is both a deed and the wool for it.
    const deed = sentence.senses.find((other) => /^(verb|craft)$/.test(other.kind) && other.at === sense.at)
    const verb = deed && verbOf(deed, sentence.senses)
    const nouns = entities.map((entity): Word => ({ is: 'noun', entity, sense }))
    return verb ? [{ is: 'verb', verb, sense: deed }, ...nouns] : nouns
  }
  const again = sentence.mentions.find((mention) => mention.sense.at === sense.at)
  return again ? onceMore(again, sense) : smallWordOf(sentence, sense)
}

const onceMore = ({ sense: said, entity }: Mention, sense: Sense): Word[] =>
  sense === said ? [{ is: 'noun', entity, sense }] : []

function smallWordOf(sentence: Sentence, sense: Sense): Word[] {
  const verb = verbOf(sense, sentence.senses)
  if (verb) return [{ is: 'verb', verb, sense }]
  // A noun that is no thing of its own still ends the phrase that it stands in.
  if (endsPhrase(sense, sentence)) return [{ is: 'place', sense }]
  if (sense.kind !== 'rel') return []
  if (saysFrom(sentence, sense.at)) return [{ is: 'relation', kind: 'from', sense }]
  if (saysAnd(sense, sentence.language)) return [{ is: 'and', sense }]
  if (saysWith(sense, sentence.language)) return [{ is: 'with', sense }]
  if (sense.value === 'riding') return [{ is: 'verb', verb: 'ride', sense }]
  return [{ is: 'relation', kind: finer(sentence.language, sense.text) ?? (sense.value as TieKind), sense }]
}

// "From a branch", "dal davanzale": with an article and a word between them at most.
function isBeforeSupport({ entities }: Sentence, from: number): boolean {
  return entities.some(
    ({ art, sense }) => sense.at > from && sense.at - from <= 3 && isSupport(art) && !art.endsWith('tree'),
  )
}

// A kitten that is rescued from a tree is in it; who falls or jumps from it is not.
function isTakenFromTree({ entities, senses }: Sentence, from: number): boolean {
  const taken = entities.some(({ sense }) => sense.end === from)
  const moves = senses.some(
    ({ kind, value, at }) => at < from && from - at <= 3 && kind === 'activity' && /^(jump|fly|run)$/.test(value),
  )
  return (
    taken &&
    !moves &&
    entities.some(({ art, sense }) => art.endsWith('tree') && sense.at > from && sense.at - from <= 3)
  )
}

// "Alla lavagna", "au piano": something that stands there, and that nobody plays.
function isBeforeStanding({ entities, senses }: Sentence, at: number): boolean {
  const next = entities.find(({ sense }) => sense.at > at && sense.at - at <= 2)
  if (!next || senses.some(({ value, end }) => value === 'play' && end === at)) return false
  return (
    isSupport(next.art) ||
    /^(place|household|transport-ground)/.test(next.kind) ||
    /stop|board|tunnel|hole|gate|door/.test(next.art)
  )
}

const DETERMINER = /^(a|an|the|his|her|its|their|my|your|our|it|him|them)$/

// "À vélo", "en bateau", "in bicicletta", "de bicicleta": without an article, before what one goes by.
const GOING_BY: Readonly<Record<string, RegExp>> = { fr: /^(a|en)$/, es: /^en$/, it: /^in$/, pt: /^de$/ }

function goesBy({ entities, language }: Sentence, at: number, text: string): TieKind | undefined {
  if (!GOING_BY[language]?.test(text)) return undefined
  const next = entities.find(({ sense, kind }) => sense.at === at + 1 && kind.startsWith('transport'))
  return next && (next.art.endsWith('wheelchair') ? 'in' : 'on')
}

// What a word of no table says by itself: finer prepositions, from, for, of.
function smallWordAt(sentence: Sentence, at: number): Word[] {
  const { text = '', clause = 0 } = sentence.tokens[at] ?? {}
  const sense = { at, end: at + 1, clause, text, kind: 'stop', value: '', strength: 3, plural: false } as Sense
  const kind = relationAt(sentence, at, text)
  if (kind) return [{ is: 'relation', kind, sense }]
  if (saysAgainst(text)) return [{ is: 'against', sense }]
  if (isFor(sentence.language, text)) return [{ is: 'for', sense }]
  return OF.test(text) || saysFull(text) ? [{ is: 'of', sense }] : []
}

function relationAt(sentence: Sentence, at: number, text: string): TieKind | undefined {
  // Round the table one sits; a round table is round.
  const round = text === 'round' && !DETERMINER.test(sentence.tokens[at + 1]?.text ?? '')
  const kind = round ? undefined : (goesBy(sentence, at, text) ?? finer(sentence.language, text))
  if (kind) return kind
  if (saysFrom(sentence, at)) return 'from'
  if (isFrom(sentence.language, text) && (isBeforeSupport(sentence, at) || isTakenFromTree(sentence, at))) return 'on'
  return isBeforeStanding(sentence, at) ? beforeThing(sentence.language, text) : undefined
}

/** The words of a sentence that its grammar looks at, in its own order. */
export function wordsOf(sentence: Sentence): Word[] {
  const words = sentence.senses.flatMap((sense) => wordOf(sentence, sense))
  const small = sentence.tokens.flatMap((_, at) => smallWordAt(sentence, at))
  words.push(...unknownDeeds(sentence, words))
  // A word may mean one deed by two tables.
  const isOnce = (word: Word, at: number) =>
    word.is !== 'verb' ||
    !words.slice(0, at).some((one) => one.is === 'verb' && one.verb === word.verb && one.sense.at === word.sense.at)
  const inside = ({ sense }: Word) => words.some((word) => word.sense.at <= sense.at && sense.at < word.sense.end)
  const once = words.filter(isOnce)
  return [...once, ...small.filter((word) => !inside(word))].sort((a, b) => a.sense.at - b.sense.at)
}

/** What the words between two places name of the thing after them: "on the roof of the house", "on his father's head". */
export function spotBetween({ tokens }: Sentence, from: number, to: number): Spot | undefined {
  const between = tokens.slice(from, to).map(({ text }) => text)
  return SPOTS.find(([word]) => between.some((text) => word.test(text)))?.[1]
}

/** The part that comes after its owner: "on a pirate's shoulder". */
export function spotAfter(sentence: Sentence, { at, end }: Sense): Spot | undefined {
  const mention = sentence.mentions.find(({ sense }) => sense.at === at)
  if (mention?.spot) return mention.spot
  return sentence.tokens[end]?.text === 's' ? spotBetween(sentence, end + 1, end + 2) : undefined
}
