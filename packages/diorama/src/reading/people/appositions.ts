import { drawingOf } from '../../art.ts'
import type { Token } from '../tokens.ts'
import type { Thing } from '../things.ts'
import { isElsewhere } from './elsewhere.ts'

const PLAIN = /^(person|man|woman|girl|boy|child|baby|old-man|old-woman)$/
const COUPLE = /^(couple-with-heart|kiss|people-holding-hands|woman-and-man-holding-hands)$/
const WOMEN = /woman|girl|princess|veil|mermaid|mrs/
const MEN = /(^|-)man|boy|prince$|tuxedo|santa|crown/
const CHILDREN = /^(girl|boy|child|baby)$/
const YOUNG_ROLES = /student|elf|fairy|prince|angel|superhero|vampire|zombie|mage|ninja|ballet/

const DEFINITE =
  /^(the|this|that|same|el|la|le|der|die|das|dem|den|il|lo|het|этот|эта|ten|ta|tenże|the|o|a|den|det|same|misma|mismo|meme|gleiche|selbe)$/
const ARTICLE = /^(a|an|the|un|una|une|uno|ein|eine|einen|einem|einer|um|uma|een|en|ett|el|la|le|der|die|das|il|lo)$/
// "He is a smith", "die eine Ärztin ist": what somebody is, is nobody else.
const IS =
  /^(is|was|are|es|era|est|etait|ist|war|e|eh|era|jest|byl|byla|ar|was|become|becomes|as|como|comme|als|come|jako|som)$/
const AND = /^(and|y|e|et|und|i|en|och|dan|и|ve|with|con|avec|mit|com|met|med|z|с)$/

// "Elf archer, female, green cloak": a word that says of which sex somebody is.
const SEX = /^(fe)?male$/

const OLDER: Readonly<Record<string, { art: string }>> = { woman: { art: 'old-woman' }, man: { art: 'old-man' } }

const isPerson = ({ kind }: Thing) => kind.startsWith('person')
const isPlain = ({ art, sense }: Thing) => PLAIN.test(art) && sense.role === undefined

/** Whether two words may mean one and the same person, by sex and age. */
function fits(one: Thing, two: Thing): boolean {
  const [a, b] = [one.art, two.art]
  if ((WOMEN.test(a) && MEN.test(b) && !WOMEN.test(b)) || (WOMEN.test(b) && MEN.test(a) && !WOMEN.test(a))) return false
  const [first, second] = [CHILDREN.test(a), CHILDREN.test(b)]
  return first === second || (first ? YOUNG_ROLES.test(b) : YOUNG_ROLES.test(a)) || a === 'person' || b === 'person'
}

// The words of its own clause before it, without the article.
function opening({ sense }: Thing, tokens: readonly Token[]): string[] {
  const words = tokens.slice(0, sense.at).filter(({ clause }) => clause === sense.clause)
  return words.map(({ text }) => text)
}

// "A knight, a tall man": it opens its clause, with an article and adjectives at most.
function opensClause(thing: Thing, tokens: readonly Token[], things: readonly Thing[]): boolean {
  const before = opening(thing, tokens)
  const others = things.some(
    (other) => other !== thing && other.sense.clause === thing.sense.clause && other.sense.at < thing.sense.at,
  )
  return (
    before.length <= 4 &&
    before.length > 0 &&
    !others &&
    ARTICLE.test(before[0] ?? '') &&
    !before.some((word) => AND.test(word))
  )
}

const says = (thing: Thing, tokens: readonly Token[], words: RegExp) => {
  const before = tokens.slice(Math.max(0, thing.sense.at - 3), thing.sense.at)
  return before.some(({ text, clause }) => clause === thing.sense.clause && words.test(text))
}

// Of a list each one is meant: "a king, a man, a woman".
function isListed(thing: Thing, first: Thing, people: readonly Thing[]): boolean {
  return people.some(
    (other) => other !== thing && other !== first && Math.abs(other.sense.clause - thing.sense.clause) <= 1,
  )
}

type Known = { people: readonly Thing[]; tokens: readonly Token[]; all: readonly Thing[] }

// "A knight, a tall man", "a man, he is a smith": the trade of the one, the plain word of the other.
function isOneTrade(thing: Thing, last: Thing, { people, tokens, all }: Known): boolean {
  if (isPlain(thing) === isPlain(last) || !fits(thing, last)) return false
  if (SEX.test(thing.sense.text) || (says(thing, tokens, IS) && !says(thing, tokens, AND))) return true
  // बूढ़ा किसान, رجل بدوي, старик рыбак: side by side they are one.
  if (thing.sense.at === last.sense.end && thing.sense.clause === last.sense.clause) return true
  const next = thing.sense.clause === last.sense.clause + 1
  return next && opensClause(thing, tokens, all) && !isListed(thing, last, people)
}

/** The one named before that a word means again, by what stands around it. */
function saidBefore(thing: Thing, known: Known): Thing | undefined {
  const { people, tokens } = known
  const earlier = people.filter((other) => other.sense.end <= thing.sense.at && !COUPLE.test(other.art))
  const last = earlier.at(-1)
  if (!last || thing.sense.plural !== last.sense.plural || isElsewhere(thing.sense, tokens)) return undefined
  if (isOneTrade(thing, last, known)) return last
  const again = thing.sense.clause > last.sense.clause && isPlain(thing)
  if (!again || !DEFINITE.test(tokens[thing.sense.at - 1]?.text ?? '')) return undefined
  return earlier.findLast((other) => fits(thing, other))
}

// What is known of both: the trade of the one, the sex of the other.
function merged<T extends Thing>(first: T, second: T): T {
  const [plain, exact] = isPlain(first) ? [first, second] : [second, first]
  if (isPlain(exact)) return first
  const gender = WOMEN.test(plain.art) ? 'woman' : /^(man|boy|old-man)$/.test(plain.art) ? 'man' : undefined
  const both = gender && drawingOf(`${gender}-${exact.art}`)
  const { role } = exact.sense
  // Of a trade without a drawing of its own the head is that of the plain word.
  const art = role !== undefined && exact.art === 'person' ? plain : exact
  return {
    ...exact,
    art: both ? both.id : art.art,
    kind: both ? both.kind : art.kind,
    label: both ? both.label : art.label,
    sense: { ...first.sense, ...(role !== undefined && { role }) },
  }
}

// "A couple, a man and a woman": the two are the couple.
function withoutNamedCouple<T extends Thing>(things: readonly T[]): T[] {
  const couple = things.find(({ art }) => COUPLE.test(art))
  if (!couple) return [...things]
  const later = things.filter(
    (one) => isPlain(one) && one.sense.at >= couple.sense.end && !CHILDREN.test(one.art) && !one.sense.plural,
  )
  const [woman, man] = [later.find(({ art }) => WOMEN.test(art)), later.find(({ art }) => MEN.test(art))]
  if (woman && man)
    return things
      .filter((one) => one !== couple)
      .map((one) => (couple.aged && (one === woman || one === man) ? { ...one, ...OLDER[one.art] } : one))
  const only = woman ?? man
  // Only one of them is told of once more.
  return things.filter((one) => one !== only)
}

/** Everybody once, who is named by two words: by an apposition, by what they are, or by a general word later on. */
export function eachPersonOnce<T extends Thing>(things: readonly T[], tokens: readonly Token[]): T[] {
  const kept: T[] = []
  for (const thing of withoutNamedCouple(things)) {
    const people = things.filter(isPerson)
    const same = isPerson(thing) ? saidBefore(thing, { people, tokens, all: things }) : undefined
    const at = same ? kept.findIndex((one) => one.sense.at === same.sense.at) : -1
    if (at < 0) kept.push(thing)
    else kept[at] = merged(kept[at] as T, thing)
  }
  return kept
}
