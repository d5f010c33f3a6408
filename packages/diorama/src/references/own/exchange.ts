import type { Brief, Subject } from '../../brief.ts'
import { without } from '../../reading/script/left-out.ts'
import { largerHat, partOf, takenOff } from './clothes.ts'
import {
  added,
  dressed,
  named,
  numbered,
  regripped,
  removed,
  resettled,
  shownIn,
  swapped,
  whole,
  type Draft,
} from './draft.ts'
import type { Phrase } from './phrase.ts'
import { withoutArticle } from './phrases.ts'
import { firstOf, looselyMeantBy, meantBy, merged, saidOf, toldOf, type Reader } from './reading.ts'
import { isBeing, nameOf, whoIsMeant } from './who-is-meant.ts'
import { beginsWith, isJust, speaksOf } from './wish-table.ts'

type Of<What extends Phrase['what']> = Extract<Phrase, { what: What }>

const isFar = speaksOf('far')
const isGlad = beginsWith('glad')

/** "Make the car blue": read as a blue car. "Make the door blue": as a house with a blue door. A noun takes the other's place. */
export function make({ old, as }: Of<'make'>, draft: Draft, read: Reader): Draft | undefined {
  const thing = withoutArticle(old).replaceAll(/'s (?:colou?r|look)$|^colou?r of (?:the )?/gi, '')
  const value = withoutArticle(as)
  const [, whose, part] = /^(.+)'s (.+)$/.exec(thing) ?? []
  const owner = whose === undefined ? undefined : meantBy(whose, draft, read)
  if (owner && part !== undefined) return partOf(part, value, draft, read, [owner])
  const one = meantBy(thing, draft, read)
  return (
    (one && turned(one, value, draft, read)) ?? partOf(thing, value, draft, read) ?? retold(thing, value, draft, read)
  )
}

function turned(one: Subject, value: string, draft: Draft, read: Reader): Draft | undefined {
  if (isGlad(value)) return draft
  const told = toldOf(read(`a ${value} ${nameOf(one)}`), one)
  const said = told ? saidOf(told) : {}
  const other = firstOf(read(`a ${value}`))
  // A black cat has a drawing of its own.
  if (told && !named(one)(told)) return swapped(draft, named(one), told)
  const isPaint = said.colour !== undefined || said.material !== undefined
  if (!isPaint && other && !named(one)(other) && !other.kind.startsWith('face'))
    return swapped(draft, named(one), other)
  return Object.keys(said).length > 0 ? dressed(draft, named(one), (each) => merged(each, said)) : undefined
}

// The sunflowers of a field are no figures: the prompt is read again with the other word in it.
function retold(old: string, by: string, { was, now }: Draft, read: Reader): Draft | undefined {
  const prompt = was.prompt.toLowerCase()
  const at = prompt.indexOf(old.toLowerCase())
  const shows = firstOf(read(by)) ?? read(by).places[0]
  if (at < 0 || was !== now || old.length < 3 || shows === undefined) return undefined
  const { chance } = was
  const again = {
    ...read(was.prompt.slice(0, at) + by + was.prompt.slice(at + old.length)),
    ...(chance !== undefined && { chance }),
  }
  return { was: again, now: again }
}

const isAllBehind = isJust('behind-all')
const isClouds = isJust('clouds')
const ONE_OF = /^(one|a|an|two|three)\s+(?:of\s+)?(?:the\s+)?/i
const COUNTS: Readonly<Record<string, number>> = { two: 2, three: 3 }
const BLANK: Partial<Brief> = {
  archetype: 'studio',
  places: [],
  studio: { podium: false, sticker: false, colour: '#ffffff' },
}

// Rain, snow and fog go as they came.
function cleared({ weather, particles }: Brief, draft: Draft): Draft | undefined {
  const gone = [...weather, ...particles] as string[]
  if (gone.includes('storm')) gone.push('rain')
  const { was } = draft
  const left = was.weather.filter((kind) => !gone.includes(kind))
  const flying = was.particles.filter((kind) => !gone.includes(kind))
  const same = left.length === was.weather.length && flying.length === was.particles.length
  return same ? undefined : whole(draft, { weather: left, particles: flying })
}

/** Takes something out: one of several, what somebody wears, or all that is behind. */
export function remove({ old }: Of<'remove'>, draft: Draft, read: Reader): Draft | undefined {
  if (isAllBehind(old)) return whole(draft, BLANK)
  if (isClouds(old)) return whole(draft, { cloudless: true })
  // Where nobody is far behind, nobody of those in front goes for it.
  if (isFar(old) && !shownIn(draft.now).some(({ far }) => far)) return draft
  const bare = takenOff(old, draft, read) ?? cleared(read(old), draft)
  if (bare) return bare
  const one = looselyMeantBy(old, draft, read)
  if (!one) return undefined
  const [, number] = ONE_OF.exec(old) ?? []
  const by = COUNTS[number?.toLowerCase() ?? ''] ?? 1
  if (number !== undefined && one.count > by)
    return dressed(draft, named(one), (each) => ({ ...each, revised: { how: 'fewer', by } }))
  return removed(draft, named(one))
}

/** Puts one thing in the place of another. */
export function replace({ old, by }: Of<'replace'>, draft: Draft, read: Reader): Draft | undefined {
  const one = looselyMeantBy(old, draft, read)
  const other = firstOf(read(by))
  return one && other ? swapped(draft, named(one), other) : retold(withoutArticle(old), by, draft, read)
}

/** Makes something larger or smaller where it stands, or in the hand that holds it. */
export function resize({ old, by }: Of<'size'>, draft: Draft, read: Reader): Draft | undefined {
  const worn = largerHat(old, by, draft)
  if (worn) return worn
  const one = meantBy(old, draft, read)
  return one && dressed(draft, named(one), (each) => ({ ...each, revised: { how: 'sized', by } }))
}

// By what is staged alone: a boat that somebody sits in is a rowing boat, a sofa beside a lamp is no sofa with a lamp.
const asStaged = (draft: Draft): Draft => (draft.now.script ? { ...draft, now: { ...draft.now, subjects: [] } } : draft)

/** Moves somebody to another part of the picture. */
export function moved({ who, to }: Of<'move'>, draft: Draft, read: Reader): Draft | undefined {
  const one = meantBy(who, asStaged(draft), read) ?? meantBy(who, draft, read)
  return one && dressed(draft, named(one), (each) => ({ ...each, revised: { how: 'moved', to } }))
}

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')

function isPlaced(one: Subject, { script, subjects, relations }: Brief): boolean {
  const all = script?.entities ?? subjects
  const isIt = named(one)
  return (script?.ties ?? relations).some(
    ({ kind, subject }) => /^(on|in|under)$/.test(kind) && isIt(all[subject] as Subject),
  )
}

/** As many of somebody as are wished: "only one cat", "two more birds". What is not there yet is added. */
export function counted(
  { who, count, more, where = '' }: Of<'number'>,
  draft: Draft,
  read: Reader,
  known?: Subject,
): Draft | undefined {
  const { now } = draft
  const one =
    known ??
    [asStaged(draft), draft].map((one) => meantBy(who, one, read) ?? meantBy(singular(who), one, read)).find(Boolean)
  if (!one) return more && count > 0 ? add({ what: 'add', thing: `${count} ${who} ${where}` }, draft, read) : undefined
  const wanted = more ? Math.max(1, one.count + count) : count
  if (wanted < one.count)
    return dressed(draft, named(one), (each) => ({ ...each, revised: { how: 'fewer', by: one.count - wanted } }))
  if (wanted === one.count) return draft
  // What stands on or in something is set there anew; others come beside those that are there.
  if (where === '' && isPlaced(one, now)) return numbered(draft, named(one), wanted)
  const { revised: _revised, ...alike } = one
  const side = sideIn(where)
  return added(draft, {
    entities: [{ ...alike, count: wanted - one.count, revised: { how: 'new', ...(side && { side }) } }],
    there: new Map(),
    ties: [],
    deeds: [],
  })
}

/** "Only one dog": as many of it as are said, and where there are no more than that, nobody else. */
export function onlyThese({ said }: Of<'only'>, draft: Draft, read: Reader): Draft | undefined {
  const wanted = firstOf(read(said))
  const one = wanted && whoIsMeant(shownIn(draft.now), wanted)
  if (!one) return undefined
  if (one.count !== wanted.count) return counted({ what: 'number', who: said, count: wanted.count }, draft, read, one)
  const others = shownIn(draft.now).filter((each) => isBeing(each) && !named(one)(each))
  return others.reduce((so, each) => removed(so, named(each)), draft)
}

const isAside = (kind: string) => /^(?:beside|with|in-front-of|at)$/.test(kind)
const SIDES = /\b(?:on|to|at|in) the (?:far )?(left|right)\b/i
const sideIn = (said: string) => SIDES.exec(said)?.[1]?.toLowerCase() as 'left' | 'right' | undefined

// A bowl is drawn with its spoon, and called a bowl.
const headOf = (one: Subject): string => nameOf(one).replace(/ (?:with|of) .*$/, '')
const isDefinite = (one: Subject, thing: string): boolean =>
  new RegExp(String.raw`\bthe (?:\S+ )?${headOf(one)}`, 'i').test(thing.replaceAll('-', ' '))

// The bowl of a bowl of fruit, which is shown as a basket of it: the one thing there is, by a word of its prompt.
function onlyOne(one: Subject, { was }: Draft): Subject | undefined {
  const things = was.subjects.filter(({ scenery }) => !scenery)
  const isSaid = new RegExp(String.raw`\b${headOf(one)}\b`, 'i').test(was.prompt)
  return things.length === 1 && isSaid ? things[0] : undefined
}

// Whoever of a sentence is in the picture already: what is named with "the", and what the first is bound to.
function alreadyThere(entities: readonly Subject[], thing: string, draft: Draft): Map<number, Subject> {
  const shown = shownIn(draft.now).filter(({ scenery }) => !scenery)
  const there = new Map<number, Subject>()
  for (const [at, one] of entities.entries()) {
    const definite = isDefinite(one, thing)
    // "The bear on a bench": a bench is another one than the armchair there is.
    const known = at > 0 || definite ? whoIsMeant(shown, one, !definite || one.kind === 'household') : undefined
    const same = known ?? (definite && at > 0 ? onlyOne(one, draft) : undefined)
    if (same) there.set(at, same)
  }
  return there
}

/** Adds what a sentence tells of; whoever of it is in the picture already is what the rest is bound to. */
export function add({ thing }: Of<'add'>, draft: Draft, read: Reader): Draft | undefined {
  const told = read(thing.replace(/^(?:another|more)\s+/i, 'a ').replaceAll('-', ' '))
  const all = told.script ?? { entities: told.subjects, ties: told.relations, deeds: [] }
  // "Under the table" speaks of a table that is there, even where it is no figure: no second one comes.
  const known = alreadyThere(all.entities, thing, draft)
  // Where somebody who is there goes to it, it comes.
  const isSpare = (one: Subject, at: number) => at > 0 && !known.has(at) && isDefinite(one, thing) && !known.has(0)
  const spare = all.entities.filter((one, at) => one.scenery === true || isSpare(one, at))
  const { entities, ties, deeds } = without(all, (one) => spare.includes(one))
  const there = alreadyThere(entities, thing, draft)
  const side = sideIn(thing)
  const fresh = entities.map((one, at): Subject => {
    if (there.has(at)) return one
    const tie = ties.find(({ subject, other }) => subject === at && there.has(other))
    const bound = tie && there.get(tie.other)
    const beside =
      tie && (isAside(tie.kind) ? { beside: true as const } : tie.kind === 'around' ? { around: true as const } : {})
    return {
      ...one,
      revised: { how: 'new', ...(bound && { at: bound.art, ...beside }), ...(side && { side }) },
      ...(isFar(thing) && { far: true as const }),
    }
  })
  if (fresh.every((_, at) => there.has(at))) return undefined
  const clothed = [...there].reduce((so, [at, known]) => {
    const looks = entities[at]?.looks
    return looks ? dressed(so, named(known), (each) => merged(each, { looks })) : so
  }, draft)
  const busy = deeds.flatMap(({ agents }) => agents).filter((at) => there.has(at))
  const gripped = busy.reduce((so, at) => regripped(so, named(there.get(at) as Subject)), clothed)
  const set = (draft.now.script ? ties : []).filter(
    ({ kind, subject, other }) => /^(on|in|under|riding)$/.test(kind) && there.has(subject) && !there.has(other),
  )
  const settled = set.reduce(
    (so, { subject, other }) => resettled(so, named(there.get(subject) as Subject), (entities[other] as Subject).art),
    gripped,
  )
  return added(settled, { entities: fresh, there, ties, deeds })
}
