import { traitsOf } from '../../archetype-traits.ts'
import { drawingOf } from '../../art.ts'
import type { Archetype, Brief, Script, Subject } from '../../brief.ts'
import type { PaperSheet, Studio } from '../../design.ts'
import { archetypeOfPlace } from '../../places.ts'
import { isAlive } from '../../staging/real-sizes.ts'
import type { Sense } from '../senses.ts'

type Told = {
  senses: readonly Sense[]
  /** The scene that the words would have without a sheet. */
  archetype: Archetype
  subjects: readonly Subject[]
  whole: Pick<Brief, 'places' | 'weather' | 'time' | 'season' | 'colours'>
}

// Scenes that are chosen where nothing tells of a place.
const NOWHERE = /^(landscape|forest|room|tabletop|desk|abstract|sky|street|road)$/
// What is scenery itself: a poster of it is a view.
const SIGHTS = /^(place|transport-water|sky)/

// A cover with a thing on it, and not with somebody or somewhere, is a sheet; so is a label that is on nothing.
const STUCK_ON = /^(.*bottle.*|.*jar|.*can|package|wine|mug|t-shirt|milk-carton|coffee-bag|hot-beverage)$/
function coverOf({ archetype, subjects }: Told, has: (kind: string, value: string) => boolean): boolean {
  if (has('carrier', 'book')) return /^(tabletop|desk)$/.test(archetype) && !subjects.some(isAlive)
  return has('carrier', 'label') && subjects.length > 0 && !subjects.some(({ art }) => STUCK_ON.test(art))
}

function kindOf(told: Told): PaperSheet | undefined {
  const { senses, whole } = told
  const has = (kind: string, value: string) => senses.some((one) => one.kind === kind && one.value === value)
  if (has('format', 'print')) return 'print'
  if (has('format', 'menu')) return 'menu'
  if (has('format', 'banner')) return 'banner'
  if (has('carrier', 'card')) return 'card'
  // What is drawn in chalk is on the board itself, unless it is somewhere.
  if (has('style', 'chalk') && whole.places.length === 0) return 'poster'
  const poster = has('carrier', 'poster') && !has('carrier', 'book')
  return poster || coverOf(told, has) ? 'poster' : undefined
}

// Rooms are hardly ever what is printed: of a poster for a gym or a card with somebody in bed the figures are shown.
const isView = (place: string) => {
  const archetype = archetypeOfPlace(place)
  return archetype !== undefined && !traitsOf(archetype).where.isIndoors && !/^(sky|tabletop)$/.test(place)
}

const isStory = (senses: readonly Sense[]) =>
  senses.some(({ text }) => /\b(movie|film|novel|horror|thriller)\b/.test(text))

// A story that plays in an attic is told there.
const playsInside = ({ senses, archetype, whole }: Told) =>
  archetype === 'room' && isStory(senses) && whole.places.some((place) => place !== 'room')

function isNowhere(told: Told, sheet: PaperSheet): boolean {
  const { archetype, whole, subjects } = told
  const views = whole.places.filter(isView)
  if (/^(print|menu|banner)$/.test(sheet)) return true
  if (sheet === 'card' && (views.length === 0 || subjects.length === 0)) return true
  // Shapes and colours alone are a sheet, unless it is to be a view.
  if (subjects.length === 0) return views.length === 0 && archetype === 'abstract' && whole.colours.length > 0
  if (!NOWHERE.test(archetype) || views.length > 0 || playsInside(told)) return false
  if (/^(tabletop|desk|room)$/.test(archetype)) return true
  // A house on a table is in no scene at all.
  const sights = /^(landscape|sky)$/.test(archetype) && subjects.some(({ kind }) => SIGHTS.test(kind))
  return !sights && !isOutdoors(whole)
}

const isOutdoors = ({ weather, season, time }: Told['whole']) =>
  weather.length > 0 || season !== undefined || time !== undefined

/** The sheet that a prompt asks for, where it is a poster, a card or a print without a place in it. */
function paperSheetOf(told: Told): PaperSheet | undefined {
  const sheet = kindOf(told)
  return sheet && isNowhere(told, sheet) ? sheet : undefined
}

// What is strewn about a card or a poster and is nobody in it.
const STREWN =
  /^(red-heart|two-hearts|growing-heart|pink-heart|heart-.*|star|glowing-star|sparkles|snowflake|musical-notes?|fallen-leaf|maple-leaf|herb|cherry-blossom|confetti-ball|party-popper|leaf-.*|balloon|bubbles|droplet)$/
const WORDS: Record<string, string> = {
  'sky:star': 'star',
  'particles:stars': 'star',
  'particles:snow': 'snowflake',
  'weather:snow': 'snowflake',
  'particles:leaves': 'herb',
  'particles:petals': 'cherry-blossom',
  'particles:confetti': 'confetti-ball',
}

const isStrewn = ({ art, looks }: Subject) => STREWN.test(art) && !looks

/** What is strewn about the sheet: no figures that stand in a row, as long as there is anybody else. */
function decorOf(subjects: readonly Subject[], senses: readonly Sense[], script: Script | undefined): string[] {
  const others = subjects.some((one) => !isStrewn(one))
  // What somebody has in the hands is in nobody's background.
  const held = new Set(
    script?.deeds.flatMap(({ patient }) => (patient === undefined ? [] : [script.entities[patient]?.art])),
  )
  const arts = others ? subjects.filter((one) => isStrewn(one) && !held.has(one.art)).map(({ art }) => art) : []
  const said = senses.flatMap(({ kind, value }) => WORDS[`${kind}:${value}`] ?? [])
  return [...new Set([...arts, ...said])].filter((art) => drawingOf(art)).slice(0, 3)
}

/** The subjects without what is strewn about. */
const withoutDecor = (subjects: readonly Subject[], { decor }: Studio): Subject[] =>
  subjects.filter(({ art }) => !decor?.includes(art))

/** The script without some of its entities: nobody holds them, and they stand nowhere. */
export function scriptWithout(script: Script, isLeft: (entity: Subject) => boolean): Script {
  const kept = script.entities.flatMap((entity, at) => (isLeft(entity) ? [] : [at]))
  const now = (at: number) => kept.indexOf(at)
  const stays = (at: number | undefined) => at === undefined || kept.includes(at)
  return {
    entities: kept.map((at) => script.entities[at] as Subject),
    deeds: script.deeds
      .filter(({ agents, patient, recipient }) => [...agents, patient, recipient].every(stays))
      .map((deed) => ({
        ...deed,
        agents: deed.agents.map(now),
        ...(deed.patient !== undefined && { patient: now(deed.patient) }),
        ...(deed.recipient !== undefined && { recipient: now(deed.recipient) }),
      })),
    ties: script.ties
      .filter(({ subject, other }) => stays(subject) && stays(other))
      .map((tie) => ({ ...tie, subject: now(tie.subject), other: now(tie.other) })),
  }
}

// The moon behind the figures of a sheet, as large as it is told.
function heavenOf(senses: readonly Sense[]): Studio['disc'] | undefined {
  const found = senses.find(({ kind, value }) => kind === 'sky' && /^(full-moon|sun)$/.test(value))
  return found && (found.value === 'sun' ? 'sun' : 'moon')
}

// Where room is to be left for words that somebody else will set.
const spaceOf = (senses: readonly Sense[]): Pick<Studio, 'room'> => {
  const text = senses.map((one) => one.text).join(' ')
  const side = /(?:space|room) (?:on the |at the |to the )?(left|right)/.exec(text)?.[1]
  return side ? { room: side as 'left' | 'right' } : {}
}

type Sheeted = { studio?: Studio; subjects: Subject[]; script?: Script | undefined; particles?: Brief['particles'] }

const BARE: Studio = { podium: false, sticker: false }

/** The studio, the subjects and the script of a prompt that asks for a printed sheet; as they were where it asks for none. */
export function onSheet(told: Told, made: Sheeted, isDesign: boolean): Sheeted {
  const sheet = isDesign || made.studio?.sticker || made.studio?.podium ? undefined : paperSheetOf(told)
  if (!sheet) return made
  const decor = decorOf(told.subjects, told.senses, made.script)
  const disc = heavenOf(told.senses)
  const studio: Studio = {
    ...(made.studio ?? BARE),
    sheet,
    ...(decor.length > 0 && { decor }),
    ...(disc && { disc }),
    ...spaceOf(told.senses),
  }
  return {
    studio,
    subjects: withoutDecor(made.subjects, studio),
    // What is printed does not fly about.
    particles: [],
    ...(made.script && { script: scriptWithout(made.script, ({ art }) => decor.includes(art)) }),
  }
}

/** What a brief has of its sheet. */
export const paperOf = ({ studio, particles }: Sheeted): Partial<Brief> => ({
  ...(studio && { studio }),
  ...(particles && { particles }),
})
