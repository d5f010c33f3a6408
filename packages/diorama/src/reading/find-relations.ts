import type { Relation, RelationKind } from '../brief.ts'
import { drawingOf } from '../art.ts'
import type { Marked } from './find-marks.ts'
import type { Sense } from './senses.ts'
import { isLiving, type Thing } from './things.ts'

type Reading = Pick<Marked, 'language' | 'tokens'> & { senses: Sense[]; things: Thing[] }

/** `subject` and `other` as things, before they have a place in the list of subjects. */
export type Link = { kind: RelationKind; subject: Thing; other: Thing }

const FARTHEST = 10
const isPlaceOrThing = (sense: Sense) => /^(art|vessel|place|sky)$/.test(sense.kind)

function nearest({ senses, things }: Reading, from: Sense, step: 1 | -1): Thing | undefined {
  for (let at = senses.indexOf(from) + step; at >= 0 && at < senses.length; at += step) {
    const sense = senses[at]
    if (!sense || Math.abs(sense.at - from.at) > FARTHEST) return undefined
    const thing = things.find((candidate) => candidate.sense === sense)
    if (thing) return thing
    if (step === 1 && isPlaceOrThing(sense)) return undefined
  }
  return undefined
}

// Words of Chinese, Japanese and Korean that say: what stood before is who it is about.
const TOPIC = /[在是はが正]|(?:이|가|은|는)$/

function isTopic({ tokens }: Reading, thing: Thing, before: Sense): boolean {
  const last = tokens[thing.sense.end - 1]?.raw ?? ''
  const between = tokens.slice(thing.sense.end, before.at).map((token) => token.raw)
  return TOPIC.test(last) || between.some((raw) => /^[在是はが正]$/.test(raw))
}

// रसोई में रोटी: in the kitchen, and not in whoever was named before it.
function isOfPlace({ senses }: Reading, post: Sense): boolean {
  return senses.some(
    ({ kind, end, clause }) => /^(place|sky|weather|time)$/.test(kind) && end === post.at && clause === post.clause,
  )
}

function afterNoun(reading: Reading, sense: Sense, kind: RelationKind): Link | undefined {
  const other = nearest(reading, sense, -1)
  if (!other || sense.at - other.sense.end > 2 || isOfPlace(reading, sense)) return undefined
  const earlier = nearest(reading, other.sense, -1)
  const later = nearest(reading, sense, 1)
  if (kind === 'beside') return later && { kind, subject: other, other: later }
  const mayPrecede = /^(tr|hi)$/.test(reading.language)
  if (earlier && (mayPrecede || isTopic(reading, earlier, other.sense))) return { kind, subject: earlier, other }
  const subject = later ?? earlier
  return subject && { kind, subject, other }
}

// "Surfboards on the roof, campfire": what comes after the next comma is not what a preposition waited for; and who is
// named before the last one only where the phrase has nobody of its own.
function inItsPhrase({ tokens, language }: Reading, { at, clause }: Sense, step: 1 | -1, found: Thing | undefined) {
  if (language !== 'en' || !found || found.sense.clause === clause) return found
  return step === -1 && tokens[at - 1]?.clause !== clause ? found : undefined
}

function beforeNoun(reading: Reading, sense: Sense, kind: RelationKind): Link | undefined {
  const subject = inItsPhrase(reading, sense, -1, nearest(reading, sense, -1))
  const other = inItsPhrase(reading, sense, 1, nearest(reading, sense, 1))
  // 骑自行车的女孩: the rider of a Chinese phrase may come last.
  const later = !subject && other && reading.language === 'zh' ? nearest(reading, other.sense, 1) : undefined
  const who = subject ?? later
  return who && other && { kind, subject: who, other }
}

// A bus that drives past a church is seen before it: nobody rides a house.
const asPassed = (link: Link): Link =>
  link.kind === 'riding' && /^place-(building|religious)/.test(drawingOf(link.other.art)?.kind ?? '')
    ? { ...link, kind: 'in-front-of' }
    : link

/** Finds how things stand to each other; at most one relation for each pair. */
export function findLinks(reading: Reading): Link[] {
  const links: Link[] = []
  for (const sense of reading.senses) {
    if (sense.kind !== 'rel' && sense.kind !== 'post') continue
    const kind = sense.value as RelationKind
    const found = sense.kind === 'rel' ? beforeNoun(reading, sense, kind) : afterNoun(reading, sense, kind)
    if (!found || found.subject === found.other) continue
    const link = asPassed(found)
    const known = links.findIndex(({ subject, other }) => subject === link.subject && other === link.other)
    // A second word about the same pair is the nearer one: "flying over" after "with".
    if (known >= 0) links.splice(known, 1)
    links.push(link)
  }
  return links
}

// Chinese puts what is done first and who does it last, with 的 before the doer: 吃苹果的猫.
function isChineseHead({ tokens, senses }: Reading, last: Thing, previous: Thing): boolean {
  const leading = senses[senses.indexOf(last.sense) - 1]
  const start = leading && /^(count|colour|size)$/.test(leading.kind) ? leading.at : last.sense.at
  const acting = senses.some(({ kind, at }) => kind === 'activity' && at < previous.sense.at)
  return acting && tokens[start - 1]?.raw === '的' && tokens[previous.sense.end]?.raw === '的'
}

// Somebody after nothing but things does something to them: the cat in 책 읽는 고양이, the woman in "kahve içen kadın".
function doesToThings({ language, senses }: Reading, things: Thing[], last: Thing): boolean {
  if (!/^(ja|ko|tr|hi)$/.test(language) || !isLiving(last) || things.slice(0, -1).some(isLiving)) return false
  const before = senses.slice(0, senses.indexOf(last.sense))
  return before.every(({ kind, value }) => !/^(rel|post)$/.test(kind) || value !== 'beside')
}

// What a phrase is about comes last in these languages: the cat in 「魚を食べる猫」.
function isHead(reading: Reading, last: Thing, previous: Thing): boolean {
  const { language, tokens } = reading
  if (language === 'ja') return /^[をにでへ]$/.test(tokens[previous.sense.end]?.raw ?? '')
  if (language === 'ko') return /(?:를|을|에서|에)$/.test(tokens[previous.sense.end - 1]?.raw ?? '')
  return language === 'zh' && isChineseHead(reading, last, previous)
}

function headLast(reading: Reading, things: Thing[]): Thing | undefined {
  const last = things.at(-1)
  const previous = things.at(-2)
  if (!last || !previous || last.sense.clause !== previous.sense.clause) return undefined
  return doesToThings(reading, things, last) || isHead(reading, last, previous) ? last : undefined
}

/** Puts what the prompt is about first: whoever sits, rides or flies before what is sat on, ridden, flown over. */
export function orderThings(reading: Reading, links: Link[]): Thing[] {
  const things = [...reading.things]
  const head = headLast(reading, things)
  if (head) things.unshift(...things.splice(things.indexOf(head), 1))
  for (const { kind, subject, other } of links) {
    const [at, under] = [things.indexOf(subject), things.indexOf(other)]
    if (kind !== 'beside' && at > under && under >= 0) things.splice(under, 0, ...things.splice(at, 1))
  }
  return things
}

/** Links as relations between positions in the ordered list. */
export function relationsOf(things: Thing[], links: Link[]): Relation[] {
  return links
    .map(({ kind, subject, other }) => ({ kind, subject: things.indexOf(subject), other: things.indexOf(other) }))
    .filter(({ subject, other }) => subject >= 0 && other >= 0)
}
