import type { Deed, Script, Subject, Tie, Verb } from '../../brief.ts'
import { drawingOf } from '../../art.ts'
import { describe } from '../describe.ts'
import type { Marked } from '../find-marks.ts'
import type { Link } from '../find-relations.ts'
import { headComesLast, type Sense } from '../senses.ts'
import type { Thing } from '../things.ts'
import { asMeant } from './as-meant.ts'
import { withBodies } from './on-the-body.ts'
import { acts, entitiesOf } from './entities.ts'
import { isKin, isTheirOwn, isYoung, parentOf } from '../people/families.ts'
import { parse } from './grammar.ts'
import type { Sentence } from './words.ts'
import { looksOf } from './looks.ts'
import { parseHeadLast } from './head-last.ts'
import { wornByThem } from './one-of-them.ts'
import { onOwnRoof } from './own-roof.ts'
import { withoutUnusedGround } from './raised-ground.ts'
import { refine } from './refine.ts'
import { fromTheBowl } from './from-the-bowl.ts'
import { betweenTwo } from './leaps.ts'
import { besideThem } from './beside-them.ts'
import { asPeople } from '../people/as-people.ts'
import { deedsOfPeople } from '../people/deeds-of-people.ts'
import { onTwoLegs } from '../people/on-two-legs.ts'
import { withMentions } from './second-mention.ts'

type Reading = Marked & { senses: Sense[]; things: Thing[] }

// The roof of a house is a place on the house, as long as a house is named; so is the basket of a balloon.
function withoutParts(entities: Thing[], { tokens }: Reading): Thing[] {
  return entities.filter((thing, at) => {
    const next = entities[at + 1]
    const isPart = thing.art === 'basket' ? next?.art === 'hot-air-balloon' : thing.art === 'roof'
    if (!isPart || !next || !/^(place-|transport-)/.test(next.kind)) return true
    const between = tokens.slice(thing.sense.end, next.sense.at)
    return between.length > 2 && !between.some(({ text }) => /^(of|de|du|del|des|von|van|da|do)$/.test(text))
  })
}

// Two cups are two, but the plates of a meal are one drawing.
const isCounted = ({ senses }: Reading, { at }: Sense) =>
  senses.some(({ kind, end }) => kind === 'count' && (end === at || end === at - 1))

const isVessel = (sense: Sense) => sense.kind === 'vessel' || sense.kind === 'support'

// A man walking his dog is drawn as one figure; here he is a man, and walking is what he does.
const DOING = /^(person|man|woman)-(walking|running|kneeling|standing|dancing|swimming|climbing)$/
// Drawn at a rock; at anything else that is named, one climbs that.
const CLIMBED =
  /^(ladder|staircase|spiral-staircase|stone-steps|pole|stone-wall|fence|stone-tower|rock|hill|cliff|summit)$|tree$/
const AS_VERBS: Record<string, Verb> = {
  walking: 'walk',
  running: 'run',
  kneeling: 'kneel',
  standing: 'stand',
  dancing: 'dance',
  swimming: 'swim',
  climbing: 'climb',
}

function asDoers(entities: readonly Thing[]): { entities: Thing[]; doing: Map<number, Verb> } {
  const doing = new Map<number, Verb>()
  const plain = entities.map((thing, at) => {
    const [, who, what] = DOING.exec(thing.art) ?? []
    const drawing = who && drawingOf(who)
    if (!drawing || !what) return thing
    if (what === 'climbing' && !CLIMBED.test(entities[at + 1]?.art ?? '')) return thing
    doing.set(at, AS_VERBS[what] ?? 'stand')
    return { ...thing, art: drawing.id, kind: drawing.kind, label: drawing.label }
  })
  return { entities: plain, doing }
}

const THEIR_YOUNG =
  /^(cubs?|pups?|babies|calf|calves|foals?|kits?|joeys?|hatchlings?|cachorros?|petits|jungen?|cuccioli|filhotes?)$/

// "A bear with two cubs": a word that means the young of whoever was named before.
function theirYoung({ tokens, senses }: Reading, named: readonly Thing[]): Thing[] {
  return tokens.flatMap(({ text, clause }, at): Thing[] => {
    const known = senses.some(({ kind, at: from, end }) => kind !== 'stop' && from <= at && at < end)
    const parent = named.findLast(({ sense, kind }) => sense.end <= at && kind.startsWith('animal'))
    if (known || !parent || !THEIR_YOUNG.test(text)) return []
    const plural = /s$|i$|calves/.test(text)
    return [{ ...parent, sense: { ...parent.sense, at, end: at + 1, clause, text, plural } }]
  })
}

const FLOCK = /^(flock|herd|herde|rebano|troupeau|gregge|rebanho|стадо|стадом|отара|отарой|kudde|stado|stadem|hjord)$/
const HERDED: readonly [keeper: RegExp, art: string][] = [
  [/shepherd|schafer|hirte|pastor|berger|pastore|пастух|herder|pasterz|herde/, 'ewe'],
  [/cowboy|cowgirl|vaquero|gaucho|cowherd|ковбой/, 'cow'],
]

// "A shepherd and his flock": the beasts that such a keeper has, where no other are named.
function theirFlock({ tokens }: Reading, named: readonly Thing[]): Thing[] {
  return tokens.flatMap(({ text, clause }, at): Thing[] => {
    const keeper = FLOCK.test(text) ? named.findLast(({ sense }) => sense.end <= at) : undefined
    const next = named.some(({ sense, kind }) => sense.at > at && sense.at - at <= 2 && kind.startsWith('animal'))
    const [, art] = HERDED.find(([who]) => keeper && who.test(keeper.sense.text)) ?? []
    const drawing = art === undefined || next ? undefined : drawingOf(art)
    if (!drawing || !keeper) return []
    const sense: Sense = {
      ...keeper.sense,
      at,
      end: at + 1,
      clause,
      text,
      kind: 'art',
      value: drawing.id,
      plural: true,
    }
    return [{ sense, art: drawing.id, kind: drawing.kind, label: drawing.label, scenery: false }]
  })
}

// "A lion cub biting its father's tail": a lion too, as long as nobody else is there.
function asTheirKin(thing: Thing, named: readonly Thing[], { tokens, language }: Reading): Thing {
  const beast = named.find(({ sense, kind }) => sense.end <= thing.sense.at && kind.startsWith('animal'))
  const people = named.some((one) => one.kind.startsWith('person') && one.sense.at < thing.sense.at)
  const { text, at } = thing.sense
  const own = isKin(text) && isTheirOwn(tokens[at - 1]?.text ?? '', text, language)
  if (!beast || people || !own || !thing.kind.startsWith('person')) return thing
  const parent = (beast.art === 'baby-chick' ? drawingOf(parentOf(beast.sense.text)) : undefined) ?? beast
  return { ...thing, art: 'id' in parent ? parent.id : parent.art, kind: parent.kind, label: parent.label }
}

// "A koala with a baby on its back": a small koala, as long as nobody else is there.
function asTheirBaby(thing: Thing, named: readonly Thing[]): Thing {
  const parent = named.findLast(({ sense, kind }) => sense.end <= thing.sense.at && kind.startsWith('animal'))
  const people = named.some((one) => one.kind.startsWith('person') && one.art !== thing.art)
  // A stork brings one of ours.
  return parent && parent.art !== 'stork' && !people && thing.art.startsWith('baby') && thing.kind === 'person'
    ? { ...thing, art: parent.art, kind: parent.kind, label: parent.label }
    : thing
}

const listed = ({ deeds, ties }: { deeds: readonly Deed[]; ties: readonly Tie[] }) => ({
  deeds: [...deeds],
  ties: [...ties],
})

/** Reads who does what to whom and where, of the things that were found; the links are those of the classic reading. */
export function readScript(marked: Reading, links: readonly Link[]): Script {
  const reading = { ...marked, ...refine(marked) }
  const { language } = reading
  const named = withoutParts(entitiesOf(reading.senses, reading.things), reading)
  const young = [...theirYoung(reading, named), ...theirFlock(reading, named)]
  const meant = named.map((thing) => asTheirKin(asTheirBaby(thing, named), named, reading))
  const inOrder = [...meant, ...young].sort((a, b) => a.sense.at - b.sense.at)
  const once = withMentions(reading, inOrder)
  const { entities: told, doing } = asDoers(once.entities)
  const { mentions } = once
  const known = new Set(reading.senses)
  const fresh = [...young, ...mentions].map(({ sense }) => sense).filter((sense) => !known.has(sense))
  const senses = [...reading.senses, ...fresh].sort((a, b) => a.at - b.at)
  const whole: Sentence = { ...reading, senses, entities: told, mentions }
  const last = headComesLast(language) || language === 'zh'
  const parsed = last ? { ...parseHeadLast(whole, links), doubled: new Set<number>() } : parse(whole, doing)
  const { entities, deeds, ties, doubled } = onOwnRoof({ ...parsed, ...listed(besideThem(parsed, whole)) }, whole)
  const sentence: Sentence = { ...whole, entities }
  const looks = looksOf(sentence)
  const subjects = entities.map((thing, at): Subject => {
    const { subject } = describe({ ...reading, senses, things: entities }, thing)
    const { activity: _, ...calm } = subject
    const moves = deeds.some(({ agents }) => agents.includes(at))
    const worn = looks.get(at)
    // Of a family of four each one is there once.
    const member = entities.some((other, i) => i !== at && other.sense.at === thing.sense.at)
    const one = member || (isVessel(thing.sense) && !isCounted(reading, thing.sense)) ? { count: 1 } : {}
    const young = thing.kind.startsWith('animal') && isYoung(thing.sense.text) && subject.scale === 'normal'
    const chick =
      young && /^(duck|swan|goose|chicken|rooster|bird)$/.test(thing.art) ? drawingOf('baby-chick') : undefined
    return {
      ...(moves || !subject.activity ? calm : subject),
      ...(chick && { art: chick.id, label: chick.label }),
      ...one,
      ...(young && { scale: 'small' as const }),
      ...(doubled.has(at) && { count: Math.max(2, subject.count) }),
      ...(worn && wornByThem(sentence, thing, { count: subject.count, looks: worn })),
    }
  })
  const meantHere = asMeant({ deeds, ties: withBodies({ deeds, ties }, sentence) }, { entities, language })
  const happening = deedsOfPeople(settled(meantHere.deeds, meantHere.ties, entities), entities, reading.tokens)
  const acted = onTwoLegs(asPeople({ entities: subjects, ...happening }, entities))
  return withoutUnusedGround(betweenTwo(fromTheBowl(acted), reading.tokens))
}

// What goes under a helicopter or a crane hangs there; a lorry has it on it.
const isHoist = (one: Thing | undefined) =>
  one !== undefined && (one.kind === 'transport-air' || /crane$|^hot-air-balloon$|^airship$/.test(one.art))
const isCarrier = (one: Thing | undefined) => one?.kind.startsWith('transport') === true || isHoist(one)

// A tractor pulls, as beasts do.
const drives = (verb: Deed['verb'], one: Thing | undefined) =>
  /^(pull|push|chase)$/.test(verb) && one?.kind.startsWith('transport') === true

// Only the living act, and machines as far as they pull: a house on the back of a turtle is on it and does not ride.
function settled(deeds: readonly Deed[], ties: readonly Tie[], entities: readonly Thing[]) {
  const lives = (entity: number) => acts(entities[entity] as Thing)
  const more = deeds.flatMap(({ verb, agents, patient }): Tie[] =>
    // A ship that sails past a lighthouse is not on it.
    verb === 'ride' && patient !== undefined && !entities[patient]?.kind.startsWith('place')
      ? agents
          .filter((agent) => !lives(agent))
          .map((subject) => ({ kind: 'on', subject, other: patient, spot: 'back' }))
      : [],
  )
  // A lorry that carries logs has them on it.
  const loaded = deeds.flatMap(({ verb, agents, patient }): Tie[] => {
    const carriers = agents.filter((agent) => isCarrier(entities[agent]))
    return verb === 'hold' && patient !== undefined
      ? carriers.map((other) => ({ kind: isHoist(entities[other]) ? 'hanging' : 'on', subject: patient, other }))
      : []
  })
  const crossed = deeds.flatMap(({ verb, agents, patient }): Tie[] =>
    verb === 'cross' && patient !== undefined
      ? agents
          .filter((agent) => !lives(agent))
          .map((subject) => ({
            kind: entities[patient]?.art === 'tunnel' ? 'through' : 'over',
            subject,
            other: patient,
          }))
      : [],
  )
  const kept = deeds
    .map((deed) => ({
      ...deed,
      agents: deed.agents.filter((agent) => lives(agent) || drives(deed.verb, entities[agent])),
    }))
    // Who takes a bath takes nothing.
    .filter(({ agents, verb, patient }) => agents.length > 0 && (verb !== 'take' || patient !== undefined))
  // A crane that takes containers from a ship is beside it, and on no deck.
  const hoists = loaded.filter(({ kind }) => kind === 'hanging').map(({ other }) => other)
  const aground = ties.map((tie): Tie => (hoists.includes(tie.subject) ? { ...tie, kind: 'beside' } : tie))
  return { deeds: kept, ties: unique([...aground, ...more, ...loaded, ...crossed]) }
}

function unique(ties: readonly Tie[]): Tie[] {
  return ties.filter(
    (tie, at) => ties.findIndex(({ subject, other }) => subject === tie.subject && other === tie.other) === at,
  )
}
