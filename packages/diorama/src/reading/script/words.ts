import type { Spot, TieKind, Verb } from '../../brief.ts'
import type { Marked } from '../find-marks.ts'
import type { Sense } from '../senses.ts'
import { isLiving, type Thing } from '../things.ts'
import { finer, isFor } from './prepositions.ts'
import type { Mention } from './second-mention.ts'

/** A prompt with its entities found. */
export type Sentence = Pick<Marked, 'language' | 'tokens'> & {
  senses: readonly Sense[]
  entities: readonly Thing[]
  mentions: readonly Mention[]
}

/** A word as the grammar sees it. */
export type Word =
  | { is: 'noun'; entity: number; sense: Sense }
  | { is: 'place'; sense: Sense }
  | { is: 'verb'; verb: Verb; sense: Sense }
  | { is: 'relation'; kind: TieKind; sense: Sense }
  | { is: 'and' | 'with' | 'of' | 'for'; sense: Sense }

// The words for "and" and "with" are relations in the tables, since things stand beside each other for them.
const AND: Readonly<Record<string, RegExp>> = {
  en: /^and$/,
  es: /^(y|e)$/,
  fr: /^et$/,
  de: /^und$/,
  pt: /^e$/,
  it: /^(e|ed)$/,
  ru: /^и$/,
  id: /^dan$/,
  nl: /^en$/,
  pl: /^(i|oraz)$/,
  sv: /^och$/,
  vi: /^và$/,
}
const WITH: Readonly<Record<string, RegExp>> = {
  en: /^(with|together with)$/,
  es: /^con$/,
  fr: /^avec$/,
  de: /^mit$/,
  pt: /^com$/,
  it: /^con$/,
  ru: /^(с|со|вместе с)$/,
  ar: /^مع$/,
  id: /^dengan$/,
  nl: /^met$/,
  pl: /^(z|ze)$/,
  sv: /^med$/,
  vi: /^với$/,
}
const OF = /^(of|de|du|des|del|della|von|do|da|van)$/
const SPOTS: [RegExp, Spot][] = [
  [/^(roof|rooftop|tejado|toit|dach|telhado|tetto)$/, 'roof'],
  [/^(back|lomo|dos|rucken|costas|schiena|rug)$/, 'back'],
  [/^(shoulders?|hombros?|epaules?|schultern?|ombros?|spalle|spalla)$/, 'shoulders'],
  [
    /^(head|nose|hat|cap|helmet|hood|bonnet|crown|antlers?|horns?|sombrero|chapeau|hut|helm|chapeu|cappello|cabeza|nariz|tete|nez|kopf|nase|cabeca|testa|naso)$/,
    'head',
  ],
  [/^(lap|regazo|genoux|schoss|colo|grembo)$/, 'lap'],
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
  if (sense.kind !== 'activity') return undefined
  // Reading is known as sitting too: what is more exact is said by a verb at the same place.
  const exact = senses.some((other) => other.kind === 'verb' && other.at === sense.at)
  return exact ? undefined : MOVES[sense.value]
}

function wordOf(sentence: Sentence, sense: Sense): Word[] {
  const entities = sentence.entities.flatMap((thing, entity) => (thing.sense.at === sense.at ? [entity] : []))
  if (entities.length > 0) {
    const first = sentence.senses.find((other) => other.at === sense.at)
    if (first !== sense) return []
    // Knitting is both a deed and the wool for it.
    const deed = sentence.senses.find((other) => other.kind === 'verb' && other.at === sense.at)
    const nouns = entities.map((entity): Word => ({ is: 'noun', entity, sense }))
    return deed ? [{ is: 'verb', verb: deed.value as Verb, sense: deed }, ...nouns] : nouns
  }
  const again = sentence.mentions.find((mention) => mention.sense.at === sense.at)
  return again ? onceMore(again, sense) : smallWordOf(sentence, sense)
}

const onceMore = ({ sense: said, entity }: Mention, sense: Sense): Word[] =>
  sense === said ? [{ is: 'noun', entity, sense }] : []

function smallWordOf(sentence: Sentence, sense: Sense): Word[] {
  const verb = verbOf(sense, sentence.senses)
  if (verb) return [{ is: 'verb', verb, sense }]
  if (sense.kind === 'place' || sense.kind === 'sky') return [{ is: 'place', sense }]
  if (sense.kind !== 'rel') return []
  if (AND[sentence.language]?.test(sense.text)) return [{ is: 'and', sense }]
  if (WITH[sentence.language]?.test(sense.text)) return [{ is: 'with', sense }]
  if (sense.value === 'riding') return [{ is: 'verb', verb: 'ride', sense }]
  return [{ is: 'relation', kind: finer(sentence.language, sense.text) ?? (sense.value as TieKind), sense }]
}

const NO_DEED =
  /^(morning|evening|king|ring|wing|thing|something|spring|string|building|painting|lighting|trending|amazing|stunning|interesting|charming|during|ceiling|clothing|wedding|darling|glowing|rendering|shading|breathtaking|surrounding|matching|flowing|shining|looking|standing|outstanding)$/
const BEFORE_OBJECT = /^(a|an|the|his|her|its|their|some|two|three|four|five)$/

// A word that is in no table, between somebody and a thing: "dropping a key" is something done to the key.
function unknownDeeds({ tokens, senses, entities, language }: Sentence, words: readonly Word[]): Word[] {
  if (language !== 'en') return []
  return tokens.flatMap(({ text, clause }, at): Word[] => {
    const isForm = /^[a-z]{2,}(ing|[^s]s)$/.test(text) && !NO_DEED.test(text)
    const known = senses.some(({ kind, at: from, end }) => kind !== 'stop' && from <= at && at < end)
    if (!isForm || known || !BEFORE_OBJECT.test(tokens[at + 1]?.text ?? '')) return []
    const doer = words.findLast((word) => word.is === 'noun' && word.sense.end <= at && at - word.sense.end <= 1)
    const living = doer?.is === 'noun' && isLiving(entities[doer.entity] as Thing)
    const sense = { at, end: at + 1, clause, text, kind: 'verb', value: 'handle', strength: 3, plural: false } as Sense
    return living ? [{ is: 'verb', verb: 'handle', sense }] : []
  })
}

/** The words of a sentence that its grammar looks at, in its own order. */
export function wordsOf(sentence: Sentence): Word[] {
  const words = sentence.senses.flatMap((sense) => wordOf(sentence, sense))
  const small = sentence.tokens.flatMap(({ text, clause }, at): Word[] => {
    const sense = { at, end: at + 1, clause, text, kind: 'stop', value: '', strength: 3, plural: false } as Sense
    const kind = finer(sentence.language, text)
    if (kind) return [{ is: 'relation', kind, sense }]
    if (isFor(sentence.language, text)) return [{ is: 'for', sense }]
    return OF.test(text) ? [{ is: 'of', sense }] : []
  })
  words.push(...unknownDeeds(sentence, words))
  const inside = ({ sense }: Word) => words.some((word) => word.sense.at <= sense.at && sense.at < word.sense.end)
  return [...words, ...small.filter((word) => !inside(word))].sort((a, b) => a.sense.at - b.sense.at)
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
