import { drawingOf } from '../art.ts'
import { isRaised } from '../staging/raised-ground.ts'
import { statueOf } from './meaning/material-of.ts'
import { asDoer, asOneBeing } from './people/one-being.ts'
import { eachOnce } from './people/same-person.ts'
import { partColours } from './meaning/part-colours.ts'
import { headComesFirst, type Sense } from './senses.ts'
import { vocabularyOf } from './vocabulary.ts'

/** A subject on its way: where it stands in the prompt and what drawing stands for it. */
export type Thing = {
  sense: Sense
  art: string
  kind: string
  label: string
  scenery: boolean
  aged?: true
  /** Drawings of what lies on a dish. */
  garnish?: string[]
}

const LIVING = /^(animal|person|family)/
const ANIMATED = new Set(['robot', 'alien', 'ghost', 'ogre', 'clown-face', 'snowman', 'teddy-bear', 'skull'])
const FILLS_A_VESSEL = /^(food|drink)/
const WORN = /^(clothing|body-parts|hand-)/
const BODY = /^(body-parts|hand-)/
const GROWN = /^(feather|wing|tooth)$/
const MOST_THINGS = 10

/** Whether a thing acts by itself: an animal, a person, or what is drawn as one. */
export function isLiving(thing: { art: string; kind: string }): boolean {
  return (LIVING.test(thing.kind) && thing.art !== 'paw-prints') || ANIMATED.has(thing.art)
}

/** The thing that a drawing stands for, if there is such a drawing. */
export function thingOf(sense: Sense, art: string, scenery = false): Thing | undefined {
  const drawing = drawingOf(art)
  return drawing && { sense, art: drawing.id, kind: drawing.kind, label: drawing.label, scenery }
}

// A mouse knight is a mouse.
function isDressedBeast(beast: Thing, { kind, art }: Thing): boolean {
  if (!beast.kind.startsWith('animal') || beast.sense.plural) return false
  return /^person(-role|-fantasy|$)/.test(kind) && !/^(person|man|woman|boy|girl|child|baby)/.test(art)
}

// A robot customer is a robot.
const isMachine = (last: Thing, { kind }: Thing) =>
  /^(robot|alien|skeleton|snowman|teddy-bear)$/.test(last.art) && !last.sense.plural && kind.startsWith('person')

const GROUP = /^(pack|pride|school|herd|flock|swarm|pod|colony|litter|troop)$/

// A wolf pack is wolves, a salmon fillet a dish.
function namedAfterBeast(beast: Thing, thing: Thing, language: string): Thing | undefined {
  // Кормит лошадь яблоком: where cases are written, a beast before a dish is no part of its name.
  if (!beast.kind.startsWith('animal') || /^(ru|pl|ar|hi)$/.test(language)) return undefined
  if (GROUP.test(thing.sense.text)) return beast
  return /^(food|drink)/.test(thing.kind) ? thing : undefined
}

// In a row of nouns the last is the thing: an apple pie is a pie. Two living things next to each other are both meant,
// and a samurai cat is a cat first.
function mergeTouching(last: Thing, thing: Thing, language: string): Thing[] {
  const one = asOneBeing(last, thing, language)
  if (one) return [one]
  const named = namedAfterBeast(last, thing, language)
  if (named) return [named]
  if (last.kind.startsWith('person-') && thing.kind.startsWith('animal')) return [thing, last]
  if (language === 'en' && (isDressedBeast(last, thing) || isMachine(last, thing))) return [last]
  if (last.sense.strength < 3 || isLiving(last) || thing.art === last.art) return [last, thing]
  if (!headComesFirst(language)) return [thing]
  return isLiving(thing) ? [last, thing] : [last]
}

// बंदर केला खा रहा है: in Hindi who acts stands right before what it is done to.
function mergeHindi(last: Thing, thing: Thing, language: string): Thing[] {
  return isLiving(last) && !asOneBeing(last, thing, language) ? [last, thing] : mergeTouching(last, thing, language)
}

// A bear that does something to honey is no honey of bears: 곰이 꿀을. A cat (고양이) only looks like one in a case.
const isCased = (word: string) => /(이|가|은|는|을|를|에게)$/.test(word) && !vocabularyOf('ko').exact.has(word)

// Korean writes its "and" after the first word: such neighbours are two things.
function joined(first: Sense, language: string): boolean {
  if (language === 'ko' && isCased(first.text)) return true
  return language === 'ko' && /(와|과|랑|하고)$/.test(first.text) && !/^(사과|조랑|치과|화랑)$/.test(first.text)
}

function mergeNeighbours(things: Thing[], language: string): Thing[] {
  const merged: Thing[] = []
  for (const thing of things) {
    const last = merged.at(-1)
    const touching =
      last?.sense.end === thing.sense.at && last.sense.clause === thing.sense.clause && !joined(last.sense, language)
    // Of a family that skis everybody does.
    const doer = last && !merged.some((one) => one !== last && one.sense === last.sense) && asDoer(last, thing)
    if (doer) merged.splice(-1, 1, doer)
    else if (touching) merged.splice(-1, 1, ...(language === 'hi' ? mergeHindi : mergeTouching)(last, thing, language))
    else merged.push(thing)
  }
  return merged
}

function isContained(vessel: Sense, things: Thing[]): boolean {
  return things.some(({ sense, kind }) => {
    const after = sense.at >= vessel.end && sense.at - vessel.end <= 4 && sense.clause === vessel.clause
    const before = vessel.at >= sense.end && vessel.at - sense.end <= 5 && sense.clause === vessel.clause
    return FILLS_A_VESSEL.test(kind) && (after || before)
  })
}

/** "Sleeping on a coat": what lies there is on nobody. A pigeon on her hat: she has it on. */
export function isLain(sense: Sense, senses: readonly Sense[]): boolean {
  const before = senses.findLast(({ at, kind }) => at < sense.at && !/^(stop|colour|size|count|material)$/.test(kind))
  return (
    before?.kind === 'rel' &&
    before.clause === sense.clause &&
    /^(on|under|behind)$/.test(before.value) &&
    !senses.some(({ at, text }) => at >= before.end && at < sense.at && /^(her|his|its|their|my)$/.test(text))
  )
}

function isDetail(thing: Thing, things: Thing[], senses: Sense[]): boolean {
  // The bone that a dog gnaws is out of another body.
  if ((!WORN.test(thing.kind) && !GROWN.test(thing.art)) || thing.art === 'bone') return false
  const wearer = things.find((other) => other !== thing && isLiving(other))
  if (!wearer) return false
  // A hand is somebody's, however far from them it is named.
  if (BODY.test(thing.kind)) return true
  if (isLain(thing.sense, senses)) return false
  const between = senses.filter((sense) => sense.at >= wearer.sense.end && sense.end <= thing.sense.at)
  const near = Math.abs(thing.sense.at - wearer.sense.end) <= 7
  return near && between.every((sense) => sense.kind !== 'place') && thing.sense.clause - wearer.sense.clause <= 1
}

const MATERIAL = /^(made of|made out of|made from|hecho de|hecha de|fait de|faite de)$/
// The branch of a gum tree is a branch.
function isOfBranch(tree: Sense, senses: readonly Sense[]): boolean {
  const next = senses.slice(senses.indexOf(tree) + 1).find(({ kind }) => kind !== 'stop')
  return tree.value.endsWith('tree') && next?.value === 'branch' && next.at - tree.end <= 1
}

// The fisherman of a fisherman's hut and the fire that a phoenix is made of are not there themselves.
function isAttribute({ sense }: Thing, senses: Sense[]): boolean {
  const at = senses.indexOf(sense)
  const [before, after, owned] = [senses[at - 1], senses[at + 1], senses[at + 2]]
  // What a mark is made of is drawn within it.
  if (before && MATERIAL.test(before.text))
    return !senses.some(({ kind, value }) => kind === 'format' && value === 'mark')
  if (isOfBranch(sense, senses)) return true
  const possessor = after?.text === 's' && after.at === sense.end && after.end - after.at === 1
  return possessor && owned !== undefined && isOwned(owned, after.end)
}

// A boat of sails is a sailing boat: barco de vela, moulin à vent. What it is called after is not beside it.
function isCalledAfter(
  { sense }: Thing,
  things: readonly Thing[],
  senses: readonly Sense[],
  language: string,
): boolean {
  if (!headComesFirst(language)) return false
  const before = things.find(({ sense: { end, clause } }) => end === sense.at - 1 && clause === sense.clause)
  const between = senses.find(({ at }) => at === sense.at - 1)
  const branch = senses.some(({ value, end }) => value === 'branch' && (end === sense.at - 1 || end === sense.at))
  if (branch && sense.value.endsWith('tree')) return true
  return /^(transport|place-building)/.test(before?.kind ?? '') && /^(de|d|a|di|da)$/.test(between?.text ?? '')
}

const isOwned = ({ kind, at, strength }: Sense, from: number) =>
  /^(art|place|vessel)$/.test(kind) && strength > 1 && at - from <= 1

const PARENTS =
  /^(father|mother|dad|mom|mum|papa|mama|parents?|vater|mutter|eltern|padres?|madre|genitori|pere|mere|mae|pais?|отец|мать|папа|мама|родители|爸爸|妈妈|父亲|母亲|父母|お?父さん|お?母さん|パパ|ママ|両親|父|母|(?:ال)?[اأ][بم]|(?:ال)?والد(?:ه|ة|ين)?|पिता|पिताजी|मां|माता|माता पिता)$/
const CHILD = /^(child|boy|girl|baby)$/

const SIZES: readonly [RegExp, number][] = [
  [/four|4|quatre|cuatro|vierk/, 4],
  [/five|5|cinq|cinco|funfk/, 5],
  [/six|6/, 6],
]
const CHILDREN = ['girl', 'boy', 'child', 'baby']

// Of a family of four two are children.
function childrenOf(text: string): string[] {
  const size = SIZES.find(([words]) => words.test(text))?.[1]
  return size ? CHILDREN.slice(0, size - 2) : ['child']
}

// A family whose parents or children are named is they, and nobody beside them.
function family(sense: Sense, senses: readonly Sense[]): Thing[] {
  const named = senses.filter(({ kind, strength, at }) => kind === 'art' && strength > 1 && at > sense.at)
  const parents = named.some(({ text }) => PARENTS.test(text)) ? [] : ['woman', 'man']
  const children = named.some(({ value }) => CHILD.test(value)) ? [] : childrenOf(sense.text)
  return [...parents, ...children].flatMap((art) => thingOf(sense, art) ?? [])
}

// A penguin family is some penguins.
function isOfAnimals(sense: Sense, senses: readonly Sense[]): boolean {
  const before = senses.find(({ end, kind }) => end === sense.at && kind === 'art')
  return drawingOf(before?.value ?? '')?.kind.startsWith('animal') === true
}

const RELATIVES = new RegExp(`${PARENTS.source}|^(baby|babies|kids?|child|children|son|daughter)$`)

// The father of a hedgehog family is one of the hedgehogs.
function ofTheFamily(things: readonly Thing[], senses: Sense[]): Set<Thing> {
  const animals = senses.some((sense) => sense.value === 'family-group' && isOfAnimals(sense, senses))
  return new Set(
    animals ? things.filter(({ sense, kind }) => kind.startsWith('person') && RELATIVES.test(sense.text)) : [],
  )
}

/** The one thing that the words of a prompt merely call to mind, for a prompt that names nothing. */
export function associated(senses: Sense[]): Thing[] {
  if (senses.some(({ kind }) => kind === 'place')) return []
  return senses.flatMap((sense) => (sense.kind === 'art' ? (thingOf(sense, sense.value) ?? []) : [])).slice(0, 1)
}

/** The things that a prompt asks for by name, in the order of the prompt. */
export function findThings(senses: Sense[], language: string): Thing[] {
  const arts = senses.flatMap((sense) => {
    if (sense.kind === 'art' && sense.value === 'family-group')
      return isOfAnimals(sense, senses) ? [] : family(sense, senses)
    return sense.kind === 'art' ? (thingOf(sense, sense.value) ?? []) : []
  })
  // Where the prompt moves the camera, the camera is not in the picture.
  const filmed = senses.some(({ kind }) => kind === 'camera')
  const strong = arts.filter(({ sense, art }) => sense.strength > 1 && !(filmed && art === 'camera'))
  const vessels = senses.flatMap((sense) =>
    sense.kind === 'vessel' && !isContained(sense, strong) ? (thingOf(sense, sense.value) ?? []) : [],
  )
  const ordered = mergeNeighbours(
    [...strong, ...vessels].sort((a, b) => a.sense.at - b.sense.at),
    language,
  )
  const relatives = ofTheFamily(ordered, senses)
  const statues = new Set(ordered.map((thing) => statueOf(senses, thing)))
  // The blue door of a red house is its own, and none beside it.
  const parts = new Set(partColours(senses, ordered, language).map(({ said }) => said.at))
  const present = ordered.filter(
    (thing) =>
      ordered.length === 1 ||
      (!relatives.has(thing) &&
        !isCalledAfter(thing, ordered, senses, language) &&
        !(isAttribute(thing, senses) || statues.has(thing.sense) || parts.has(thing.sense.at))),
  )
  const meant = present.filter((thing) => !isDetail(thing, present, senses))
  for (const thing of meant.filter(({ sense }) => sense.kind === 'vessel')) {
    // Flowers in a vase are about the flowers.
    const at = meant.indexOf(thing)
    if (meant[at + 1]?.kind.startsWith('plant')) meant.splice(at, 2, ...meant.slice(at, at + 2).toReversed())
  }
  const unique = eachOnce(meant, { senses, language })
  // A table with something on it is where, not what.
  const laid = unique.length > 1 ? unique.filter(({ art }) => art !== 'table') : unique
  return mostAsked(laid)
}

// Of more than can be shown, beings stay before things, each where it was.
function mostAsked(things: Thing[]): Thing[] {
  if (things.length <= MOST_THINGS) return things
  const [first, ...others] = things
  const beings = [first, ...others.filter(isLiving)].slice(0, MOST_THINGS)
  const left = others.filter((thing) => !beings.includes(thing)).slice(0, MOST_THINGS - beings.length)
  return things.filter((thing) => beings.includes(thing) || left.includes(thing))
}

// Where something is on, in or at: behind a word that says so it says where, not what.
const isWhere = ({ at, clause }: Sense, senses: readonly Sense[]) =>
  senses.some((other) => other.kind === 'rel' && other.clause === clause && other.end <= at && at - other.end <= 1)

/** What is otherwise only stood on or hung up, where it is all that is named: a ball that rolls, a well, a bench. */
export function loneSupports(senses: Sense[]): Thing[] {
  const happens = senses.some(({ kind }) => kind === 'happening')
  // A place that is named, or somebody, is what such a picture is about.
  if (!happens && senses.some(({ kind }) => /^(place|sky|deed|activity|verb|craft|carrier)$/.test(kind))) return []
  return senses
    .flatMap((sense) =>
      sense.kind === 'support' && !isRaised(sense.value) && !isWhere(sense, senses)
        ? (thingOf(sense, sense.value) ?? [])
        : [],
    )
    .slice(0, 2)
}

/** The symbol of an idea, where a prompt names neither thing nor place. */
export function symbols(senses: Sense[]): Thing[] {
  const idea = senses.some(({ kind }) => kind === 'place') ? undefined : senses.find(({ kind }) => kind === 'idea')
  return idea ? [thingOf(idea, idea.value)].filter((thing) => thing !== undefined) : []
}
