import type { Activity, Subject } from '../brief.ts'
import type { Marked } from './find-marks.ts'
import { SAID } from './said-of-another.ts'
import { isFarAway } from './meaning/far-away.ts'
import { isOnePair, manyOf } from './meaning/plural-counts.ts'
import { colourOfEach, sharesOf, sharesSaidAfter, type Shares } from './meaning/colours-of-each.ts'
import { arrangementOf, finishOf } from './meaning/finish-of.ts'
import { asArranged } from './meaning/arranged.ts'
import { materialOf } from './meaning/material-of.ts'
import { partColours } from './meaning/part-colours.ts'
import { adjectiveFollows, type Sense } from './senses.ts'
import { isGiantByName, isToy } from './sizes-by-name.ts'
import { isLiving, type Thing } from './things.ts'
import { vocabularyOf } from './vocabulary.ts'

// How far a word may stand from the noun it describes; glued characters are shorter than words.
const REACH_WORDS = 3
const REACH_GLUED = 5

type Reading = Pick<Marked, 'language' | 'tokens'> & { senses: Sense[]; things: Thing[] }

function reachOf({ tokens }: Reading, sense: Sense): number {
  return tokens[sense.at]?.glued ? REACH_GLUED : REACH_WORDS
}

const isNoun = (sense: Sense) => /^(art|vessel|place|sky|idea|rel|post|cue|support|look|carrier)$/.test(sense.kind)

// "Uma coruja de olhos amarelos": a noun that is only said of another, and has its own colour.
const isSaid = ({ kind, value }: Sense) => kind === 'stop' && value === SAID

// "Un pêcheur sort un gros poisson": what comes after a verb, or after the eyes of a cat, is said of neither.
const ENDS_NOUN = /^(verb|craft|activity|part)$/

// Walks outwards from the thing and stops at the next noun or preposition: beyond that, words belong to others.
function describing(reading: Reading, { sense }: Thing, kind: string, side: 'before' | 'after'): Sense | undefined {
  const { senses } = reading
  const step = side === 'before' ? -1 : 1
  for (let at = senses.indexOf(sense) + step; at >= 0 && at < senses.length; at += step) {
    const other = senses[at]
    if (!other || other.clause !== sense.clause) return undefined
    // Another meaning of the same word.
    if (other.at === sense.at) continue
    const gap = side === 'before' ? sense.at - other.end : other.at - sense.end
    if (
      gap > reachOf(reading, sense) ||
      isNoun(other) ||
      isSaid(other) ||
      (side === 'after' && ENDS_NOUN.test(other.kind))
    )
      return undefined
    if (other.kind === kind) return other
  }
  return undefined
}

function adjective(reading: Reading, thing: Thing, kind: string): Sense | undefined {
  const before = describing(reading, thing, kind, 'before')
  if (!adjectiveFollows(reading.language)) return before
  const after = describing(reading, thing, kind, 'after')
  return after ?? (before && belongsBefore(reading, before) ? undefined : before)
}

// The red of "una bufanda roja leyendo un libro" is the scarf's, though the book comes next.
function belongsBefore({ senses }: Reading, colour: Sense): boolean {
  return senses.some(({ kind, end }) => end === colour.at && /^(art|look|vessel|support|place|part)$/.test(kind))
}

// "A sheep", "ein Schaf": one, though the word may mean several.
const SINGULAR = /^(a|an|ein|eine|einen|einem|einer|un|una|une|uno|um|uma|een|एक)$/
// Arabic has a form for two.
const DUAL = /[\u0600-\u06ff]{3}(ان|تين)$/
const FAMILY = 4

const SAME_PLURAL = /(^| )(\w*fish|sheep|deer|reindeer|koi|trout|salmon|tuna|squid|shrimp|buffalo|bison|moose)$/
const DETERMINER = /^(a|an|the|one|his|her|its|their|this|that|my|your|single|lone|another|each|every)$/

// "Tropical fish swim around": without an article they are several.
function isUncounted({ tokens, language }: Reading, { sense }: Thing): boolean {
  if (language !== 'en' || sense.plural || !SAME_PLURAL.test(sense.text)) return false
  const before = tokens.slice(Math.max(0, sense.at - 3), sense.at).filter(({ clause }) => clause === sense.clause)
  const alone = tokens.length <= 4 || (sense.at === 0 && tokens[sense.end]?.clause !== sense.clause)
  return !alone && !before.some(({ text }) => DETERMINER.test(text))
}

// A fleet or a collection after what it is of, and "full of" before: more than a few.
const MANY = 7
const COLLECTIVE =
  /^(fleets?|swarms?|squadrons?|collections?|assortments?|flocks?|herds?|armada|pack|pride|school|pod|colony|troop|litter|flotillas?|gaggle|horde|crowd)$/
const FULL_OF = /(^| )(full of|filled with|packed with|covered with|covered in|overgrown with|surrounded by) (\S+ )?$/

// A wolf pack, a fishing fleet: one word, and many of them.
function isGroup({ tokens, language }: Reading, { sense }: Thing): boolean {
  const next = tokens[sense.end]
  return language === 'en' && next?.clause === sense.clause && COLLECTIVE.test(next.text)
}

function isCrowded({ tokens, language }: Reading, { sense }: Thing): boolean {
  if (language !== 'en') return false
  const before = tokens.slice(Math.max(0, sense.at - 4), sense.at).filter(({ clause }) => clause === sense.clause)
  return sense.plural && FULL_OF.test(`${before.map(({ text }) => text).join(' ')} `)
}

function isTwo({ language }: Reading, { sense }: Thing): boolean {
  if (language !== 'ar' || !DUAL.test(sense.text)) return false
  return sense.text.endsWith('تان') || !vocabularyOf('ar').exact.has(sense.text)
}

// What no word counts is told by the form of the noun.
function byForm(reading: Reading, thing: Thing): number {
  if (isTwo(reading, thing)) return 2
  if (isUncounted(reading, thing)) return 3
  return thing.sense.plural ? manyOf(thing) : 1
}

// りんごが三つ, but not 焚き火と四人の友達: those are the four.
function countAfter(reading: Reading, thing: Thing): Sense | undefined {
  const said = describing(reading, thing, 'count', 'after')
  return said && reading.tokens[said.end]?.text !== 'の' ? said : undefined
}

function countOf(reading: Reading, thing: Thing): number {
  const before = describing(reading, thing, 'count', 'before')
  const after = /^(ja|ko|th|zh)$/.test(reading.language) ? countAfter(reading, thing) : undefined
  const counted = Number((before ?? after)?.value ?? 0)
  if (thing.art === 'couple-with-heart') return 1
  if (counted === 2 && isOnePair(thing, before)) return 1
  return counted > 1 ? counted : uncounted(reading, thing)
}

function uncounted(reading: Reading, thing: Thing): number {
  // A penguin family is some penguins.
  if (reading.senses.some(({ value, at }) => value === 'family-group' && at === thing.sense.end)) return FAMILY
  if (isGroup(reading, thing)) return MANY
  if (SINGULAR.test(reading.tokens[thing.sense.at - 1]?.text ?? '')) return 1
  return isCrowded(reading, thing) ? MANY : byForm(reading, thing)
}

const SCALES = new Set<string>(['tiny', 'small', 'large', 'giant'])
const PLAYS = /^(play|jug|jou|spiel|brinc|gioc|игра|玩|遊|노|놀|oyn|main|berm|spel|يلعب|تلعب|खेल)/
const ACTIVE_KIND = /^transport|^sky|^event|^game/

function nearestDeed(reading: Reading, thing: Thing): Sense | undefined {
  const { senses, things } = reading
  const before = describing(reading, thing, 'activity', 'before')
  const doers = new Set(things.filter((other) => other !== thing && isLiving(other)).map(({ sense }) => sense))
  const after = senses.slice(senses.indexOf(thing.sense) + 1).find((one) => one.kind === 'activity' || doers.has(one))
  const soon = after?.kind === 'activity' && after.at - thing.sense.end <= 7 ? after : undefined
  // Where the head comes last, its verb stands before it, perhaps with its own object between.
  const alone = doers.size === 0 && (isLiving(thing) || things.length === 1)
  return before ?? soon ?? (alone ? senses.find((sense) => sense.kind === 'activity') : undefined)
}

function activityOf(reading: Reading, thing: Thing): Activity | undefined {
  const active = isLiving(thing) || (ACTIVE_KIND.test(thing.kind) && !thing.art.includes('umbrella'))
  const deed = active ? nearestDeed(reading, thing) : undefined
  // To play chess or the violin moves nobody from the spot.
  const plays = deed && PLAYS.test(deed.text) && reading.things.some(({ kind }) => /^(game|sport|musical)/.test(kind))
  return plays ? undefined : (deed?.value as Activity | undefined)
}

function scaleOf(reading: Reading, thing: Thing): Subject['scale'] {
  // The globe of a study stands on a desk.
  if (isToy(reading, thing) || /^globes?$/.test(thing.sense.text)) return 'tiny'
  if (isGiantByName(thing.sense.text)) return 'giant'
  const size = adjective(reading, thing, 'size')
  // A little boy is as large as boys are.
  if (/^(small|tiny)$/.test(size?.value ?? '') && /^(boy|girl|child|baby)/.test(thing.art)) return 'normal'
  return size && SCALES.has(size.value) ? (size.value as Subject['scale']) : 'normal'
}

const COATS = /^(matte?|glossy|satin|brushed|polished|metallic|frosted|pearlescent|anodized|lacquered)$/

// "Headphones, matte white": how a surface is finished is said of the only thing there is, in whichever clause it stands.
function coatOf({ senses, things, tokens }: Reading): Sense | undefined {
  if (things.length !== 1) return undefined
  return senses.find(({ kind, at }) => kind === 'colour' && COATS.test(tokens[at - 1]?.text ?? ''))
}

// Whoever is named first is in front, wherever the words are.
const isBehindAll = (reading: Reading, thing: Thing) =>
  reading.things.length > 1 && thing !== reading.things[0] && isFarAway(reading, thing)

const ownColour = (colour: string | undefined): Pick<Subject, 'colour'> => (colour === undefined ? {} : { colour })

const MOST_OF_ALL = 12

// "Four blue balloons and three yellow balloons": named twice, and each time in another colour.
function groupsOf(reading: Reading, thing: Thing): Partial<Subject> | undefined {
  const mentions = reading.senses.filter((sense) => sense.kind === 'art' && sense.value === thing.sense.value)
  if (mentions.length < 2) return undefined
  const groups = mentions.map((sense) => {
    const one = { ...thing, sense }
    return { colour: adjective(reading, one, 'colour')?.value, count: countOf(reading, one) }
  })
  if (groups.some(({ colour }) => colour === undefined)) return undefined
  const colours = groups.flatMap(({ colour = '', count }) => Array.from({ length: count }, () => colour))
  const shown = colours.slice(0, MOST_OF_ALL)
  return { colours: shown, count: shown.length }
}

const WHITE = '#f4f1ea'

// A red and yellow ball is one ball, and no two.
function eachColoured(reading: Reading, thing: Thing, shares: Shares | undefined): Partial<Subject> {
  const groups = isLiving(thing) ? undefined : groupsOf(reading, thing)
  if (groups) return groups
  const count = countOf(reading, thing)
  const counted = shares?.counts.some((one) => one !== undefined)
  if (!shares) return {}
  if (counted || count > 1) return colourOfEach(shares, count)
  // Of a red and white shoe one sees that it is red.
  return shares.colours.at(-1)?.value === WHITE ? ownColour(shares.colours[0]?.value) : {}
}

const colourOf = (reading: Reading, thing: Thing): Sense | undefined =>
  adjective(reading, thing, 'colour') ?? coatOf(reading)

// One colour each, told after them: only of several.
const sharesOfSeveral = (reading: Reading, thing: Thing): Shares | undefined =>
  countOf(reading, thing) > 1 ? sharesSaidAfter(reading, thing) : undefined

// What is said of the surface of a thing; scenery is as it is drawn.
function surfaceOf(reading: Reading, thing: Thing): { said: Partial<Subject>; used: Sense[] } {
  if (thing.scenery) return { said: ownColour(thing.sense.tint), used: [] }
  const { senses, language } = reading
  const colour = colourOf(reading, thing)
  const material = materialOf(senses, thing, language, colour)
  const shares = sharesOf(senses, thing) ?? sharesOfSeveral(reading, thing)
  const finish = finishOf(senses, thing, { language, printed: shares?.colours[0]?.value })
  const said = {
    ...ownColour(colour?.value ?? thing.sense.tint),
    ...(material && { material }),
    ...(finish && { finish }),
    ...eachColoured(reading, thing, finish?.pattern ? undefined : shares),
  }
  const words = shares?.colours ?? []
  return { said, used: colour ? [colour, ...words] : words }
}

/** A thing as a subject, with the colour words that it used up: what is left belongs to the whole picture. */
export function describe(reading: Reading, thing: Thing): { subject: Subject; used: Sense[] } {
  const activity = activityOf(reading, thing)
  const coloured = partColours(reading.senses, reading.things, reading.language).filter(
    ({ owner }) => owner.sense === thing.sense,
  )
  const parts = coloured.map(({ part, colour: own }) => ({ part, colour: own }))
  const { said, used } = surfaceOf(reading, thing)
  const subject: Subject = {
    art: thing.art,
    label: thing.label,
    kind: thing.kind,
    count: thing.scenery || thing.sense.kind === 'idea' ? 1 : countOf(reading, thing),
    scale: scaleOf(reading, thing),
    ...said,
    ...(parts.length > 0 && { parts }),
    ...(thing.garnish && { garnish: thing.garnish }),
    ...(activity && { activity }),
    ...(thing.scenery && { scenery: true }),
    ...(isBehindAll(reading, thing) && { far: true as const }),
  }
  return {
    subject: inItsOrder(reading, thing, subject),
    used: [...used, ...coloured.map(({ colouring }) => colouring)],
  }
}

// Several that are stacked, heaped or in a row.
function inItsOrder(reading: Reading, thing: Thing, subject: Subject): Subject {
  const arranged = thing.scenery ? undefined : arrangementOf(reading.senses, thing, reading.language)
  return asArranged(subject, arranged, describing(reading, thing, 'count', 'before') !== undefined)
}
