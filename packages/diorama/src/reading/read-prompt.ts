import { traitsOf } from '../archetype-traits.ts'
import type { Archetype, Brief, Happening, Looks, Script, Subject } from '../brief.ts'
import { archetypeOfPlace } from '../places.ts'
import { askedFor, DRAWN } from './asked/asked-for.ts'
import { coloursOfDetails } from './colours-of-details.ts'
import { chooseArchetype } from './choose-archetype.ts'
import { describe } from './describe.ts'
import { findMarks, type Marked } from './find-marks.ts'
import { firmGround } from './firm-ground.ts'
import { goInside } from './go-inside.ts'
import { alsoSeen, impliedHomes, isPlaceToBe, NO_HOMES } from './meaning/homes-of-things.ts'
import { asCarved } from './meaning/carved.ts'
import { withoutItsCandles, withTheirBall } from './meaning/in-this-company.ts'
import { decidingPlaces, inOnePlace } from './meaning/main-place.ts'
import { onAWorld } from './meaning/on-a-world.ts'
import { onItsWheels } from './meaning/at-the-airport.ts'
import { onTheWall, withoutWallWords } from './meaning/on-the-wall.ts'
import { outOfDoors, withPartyTable } from './meaning/out-of-doors.ts'
import { inTheirFlavours } from './meaning/flavours.ts'
import { withoutIngredients } from './meaning/ingredients.ts'
import { besideVessels, inTheirBottle, inTheirPot, withoutPoured } from './meaning/poured.ts'
import { atTheWindow, behindTheGlass, looksOut, turnedAway } from './meaning/at-the-window.ts'
import { beyondTheGlass } from './meaning/beyond-the-glass.ts'
import { inCompany } from './meaning/senses-in-company.ts'
import { wallColours } from './meaning/wall-colour.ts'
import { speaksOfSky } from './open-sky.ts'
import { hasUnknownPlace } from './unknown-places.ts'
import { findLinks, orderThings, relationsOf } from './find-relations.ts'
import { withAges } from './people/ages.ts'
import { eachPersonOnce } from './people/appositions.ts'
import { dressedAs } from './people/dressed-as.ts'
import { onTheirFeet } from './people/on-their-feet.ts'
import { dressPeople } from './people.ts'
import { plainly } from './plainly.ts'
import { planStage } from '../staging/plan-stage.ts'
import { withOpenWater } from './meaning/ways.ts'
import { underBlossoms } from './meaning/under-blossoms.ts'
import {
  aboard,
  withHousesAround,
  without,
  withoutFurniture,
  withoutHouses,
  withoutSecondDish,
} from './script/left-out.ts'
import { impliedPlaces, onTabletop, stagedArchetype, standsOnLand } from './script/staged-archetype.ts'
import { withoutFarGround } from './script/raised-ground.ts'
import { signsWithoutStreet } from './signs-without-street.ts'
import { armed } from './script/armed.ts'
import { isWearable } from './script/entities.ts'
import { fewOfMany, laidOnTable, laidOutside } from './script/on-the-table.ts'
import { readScript } from './script/read-script.ts'
import { withGait } from './script/gait-told.ts'
import { backdropOf } from './manner/format-words.ts'
import { isFullLength, underHeaven } from './manner/framing.ts'
import { asNeonSign } from './manner/neon-sign.ts'
import { besideThePortrait, framedNear, readPortrait } from './manner/portrait.ts'
import { inPanels } from './manner/moments.ts'
import { takeQuoted } from './manner/quoted-text.ts'
import { canBeSet } from '../scene/type/faces.ts'
import { cameraTarget, headingOf, readCues } from './manner/cues.ts'
import { readMoves } from './manner/moves.ts'
import { readManner, shownSubjects } from './manner/read-manner.ts'
import { onSheet, paperOf } from './manner/paper-sheets.ts'
import { onSurface } from './manner/surfaces.ts'
import { splashOf } from './manner/paint-splash.ts'
import { sheetOf } from './manner/sheet-style.ts'
import { needsWholeFigure } from './people/whole-figure.ts'
import { settleSenses, type Sense } from './senses.ts'
import { withDepths } from './under-water.ts'
import { leftOutWords, unusedWords } from './unused-words.ts'
import { readWholePicture } from './whole-picture.ts'
import { associated, findThings, loneSupports, symbols, type Thing } from './things.ts'
import { standIns } from './place-accents.ts'

const valuesOf = (senses: readonly Sense[], wanted: string) =>
  senses.filter(({ kind }) => kind === wanted).map(({ value }) => value)
const fittingsOf = (senses: readonly Sense[], archetype: Archetype) =>
  archetype === 'room' ? valuesOf(senses, 'fitting') : []

const notEmpty = (things: Thing[]) => things.length > 0
const withLooks = (subject: Subject, looks: Looks | undefined): Subject => (looks ? { ...subject, looks } : subject)

// A hat that somebody wears is no thing beside them.
function isShown(thing: Thing, all: readonly Thing[], { entities }: Script): boolean {
  const worn = isWearable(thing) && entities.some(({ looks }) => looks !== undefined)
  return !worn || all.length === 1 || entities.some(({ art }) => art === thing.art)
}

const FIRM = /beach|harbour|island|deck|santorini|floe|cliff|sydney|san-francisco|rio/

// The scene that a script is staged in; where there is nothing to stage, the classic one.
function staged(told: Script | undefined, classic: Archetype, places: readonly string[]) {
  if (!told) return { archetype: classic, script: undefined, implied: [] }
  const ashore = classic === 'sea' && standsOnLand(told) && !places.some((place) => FIRM.test(place))
  const nothing = { archetype: classic, script: undefined, implied: ashore ? ['beach'] : [] }
  const where = (script: Script) => (planStage(script) ? stagedArchetype(script, { classic, places }) : classic)
  const afloat = classic === 'sea' && !places.some((place) => FIRM.test(place))
  const served = withoutSecondDish(afloat ? aboard(told) : told)
  const written = fewOfMany(where(served) === 'room' ? laidOnTable(withoutHouses(served)) : laidOutside(served))
  const archetype = where(written)
  const script = archetype === 'tabletop' ? onTabletop(written) : written
  if (!planStage(script)) return nothing
  return { archetype, script, implied: impliedPlaces(script, archetype, places) }
}

const playedBy = (script: Script | undefined, stands: (one: Subject) => Subject, seed: number): Partial<Brief> =>
  script ? { script: inSkin({ ...script, entities: script.entities.map(stands) }, seed) } : {}

const inSkin = (script: Script, seed: number): Script => ({
  ...script,
  entities: dressPeople(script.entities, [], [], seed),
})

// Nobody could see more of them in one picture; what is compared with everything else must not be without end.
const MOST_THINGS = 300

function firstThings(senses: Sense[]): Sense[] {
  let things = 0
  return senses.filter(({ kind }) => !DRAWN.test(kind) || ++things <= MOST_THINGS)
}

type Told = Parameters<typeof readCues>[0]

// What happens when and to whom, which way, and where the camera goes: only clips show it.
function readEvents(
  reading: Told,
  { camera, prompt, happenings, turnsTo, becomes }: Pick<Brief, 'prompt' | 'happenings'> & Partial<Brief>,
): Partial<Brief> {
  // What turns into the night does not turn round.
  const turns = (what: Happening) => (turnsTo !== undefined || becomes !== undefined) && what === 'spin'
  const cues = readCues(reading).filter(({ what }) => !turns(what))
  const heading = headingOf(prompt, camera)
  const cameraOn = cameraTarget(reading)
  return {
    ...(cues.length > 0 && { cues }),
    happenings: [...new Set([...happenings, ...cues.map(({ what }) => what)])].filter((what) => !turns(what)),
    ...(heading && { heading }),
    ...(cameraOn !== undefined && { cameraOn }),
  }
}

// What the words mean, one after the other in the company of all others; what hangs on the wall is apart, and so is what
// nobody can wear.
function settledSenses(marked: Marked, words: readonly string[]) {
  const { senses: dressed, unworn } = dressedAs(inCompany(inTheirFlavours(settleSenses(marked), marked), words), marked)
  const named = firstThings(onTheirFeet(dressed, marked.language))
  const inside = goInside(askedFor(named, marked), marked)
  const atWindow = atTheWindow(withoutFarGround(inOnePlace(inside, marked), marked), named, marked)
  return { wall: onTheWall(outOfDoors(onAWorld(atWindow, marked)), marked), unworn }
}

const onWallOf = (hung: Subject[], walls: Partial<Brief>, archetype: Archetype): Partial<Brief> =>
  archetype === 'room' ? { ...walls, ...(hung.length > 0 && { hung }) } : {}

/** Understands a prompt as far as its words go. Never throws, whatever the text; the seed only varies skin tones. */
export function readPrompt(prompt: string, seed: number): Brief {
  return inPanels(readMoment(prompt, seed), takeQuoted(prompt).rest, (moment) => readMoment(moment, seed))
}

// One picture of it, which may be a panel of a strip.
function readMoment(prompt: string, seed: number): Brief {
  const spoken = takeQuoted(prompt)
  const quoted = { ...spoken, rest: plainly(spoken.rest) }
  const marked = findMarks(quoted.rest)
  const words = marked.tokens.map(({ text }) => text)
  const { wall, unworn } = settledSenses(marked, words)
  const settled = wall.senses
  // The white of a white background is no colour of a thing.
  const backdrop = backdropOf(settled)
  // No more is that of paint that flies.
  const splash = splashOf(settled, marked.tokens)
  const senses = settled.filter((sense) => !backdrop.used.includes(sense) && !splash.used.includes(sense))
  const found =
    [findThings, loneSupports, symbols, associated, standIns]
      .map((find) => find(senses, marked.language))
      .find(notEmpty) ?? []
  const drawn = withoutItsCandles(withoutIngredients(withoutPoured(found, senses), senses, marked.language))
  const settledThings = underBlossoms(drawn, senses)
  const things = eachPersonOnce(withAges(settledThings, marked.tokens, marked.language), marked.tokens)
  const reading = { ...marked, senses, things }
  const links = findLinks(reading)
  const held = inTheirBottle(inTheirPot(besideVessels(readScript(reading, links), senses)))
  const acted = asCarved(withTheirBall(held, prompt), prompt)
  const written = armed(withPartyTable(acted, prompt))
  const ordered = orderThings(reading, links).filter((thing, _, all) => isShown(thing, all, written))
  const relations = relationsOf(ordered, links)
  const described = ordered.map((thing) => describe(reading, thing))
  const walls = wallColours(senses, marked.tokens)
  const used = [
    ...described.flatMap((one) => one.used),
    ...coloursOfDetails(senses, ordered, marked.tokens),
    ...walls.used,
  ]
  const plain = described.map(({ subject }) => subject)
  const read = readWholePicture(senses, new Set(used), hasUnknownPlace(marked, senses))
  const moved = { ...read, ...readMoves(quoted.rest, read) }
  const whole = {
    ...moved,
    ...readEvents(reading, { ...moved, prompt: quoted.rest }),
    places: withOpenWater(withDepths(quoted.rest, read.places), plain),
  }
  const openSky = speaksOfSky(senses, whole)
  const behind = decidingPlaces(behindTheGlass(whole.places, senses, marked), senses, marked)
  const sitting = readPortrait({ senses, script: written, subjects: plain, places: behind, prompt: quoted.rest })
  const around = [...behind, ...sitting.atWork]
  const aside = besideThePortrait(written, sitting)
  const portrait = sitting.sits && !sitting.inPlace
  const somewhere = whole.places.some((place) => isPlaceToBe(place, written)) || sitting.sits
  const said = { openAir: openSky, moreSaid: unusedWords(marked).length > 0 }
  const homes = somewhere ? NO_HOMES : impliedHomes(senses, { subjects: plain, script: written, ...said })
  const classic = chooseArchetype({
    subjects: plain,
    relations,
    places: [...around, ...homes.hinted, ...homes.around],
    portrait,
    idea: things.some(({ sense }) => sense.kind === 'idea'),
    rain: whole.weather.includes('rain'),
    clothed: isFullLength(senses) || written.entities.some(needsWholeFigure),
    openSky,
    outdoors: whole.weather.length > 0 || whole.season !== undefined || whole.time !== undefined,
  })
  const looks = new Map(written.entities.map((one) => [one.art, one.looks]))
  const subjects = dressPeople(
    plain
      .filter(({ art }) => !aside.some((one) => one.art === art))
      .map((one) => withGait(withLooks(one, looks.get(one.art)), written)),
    relations,
    senses,
    seed,
  )
  const manner = readManner(
    { ...marked, senses: settled, style: whole.style },
    { prompt, quoted, subjects: plain, backdrop: backdrop.colour, splash: splash.colour },
  )
  const {
    archetype: natural,
    script,
    implied,
  } = staged(portrait || classic === 'abstract' ? undefined : without(written, (one) => aside.includes(one)), classic, [
    ...around,
    ...homes.around,
    ...homes.hinted.filter((home) => archetypeOfPlace(home) === 'room'),
  ])
  const told = { senses: settled, archetype: natural, subjects: plain, whole }
  const sheeted = onSurface(onSheet(told, { ...manner, subjects, script }, manner.design !== undefined), quoted.rest)
  const archetype = underHeaven(sheeted.studio ? 'studio' : natural, manner)
  const underfoot = traitsOf(archetype).where.isInSpace ? firmGround(prompt) : []
  const places = [
    ...new Set([
      ...whole.places,
      ...sitting.atWork,
      ...fittingsOf(senses, archetype),
      ...underfoot,
      ...implied,
      ...alsoSeen(archetype, homes, plain),
    ]),
  ]
  const stands = (one: Subject) => onItsWheels(one, places, words)
  const played = playedBy(sheeted.script, stands, seed)
  // What has no letters here is told, not drawn as boxes.
  const unused = [
    ...withoutWallWords(unusedWords(marked), wall.hung),
    ...signsWithoutStreet(marked, settled, archetype),
    ...unworn,
    ...leftOutWords(settled, aside),
    ...quoted.texts.filter((text) => !canBeSet(text)),
  ]
  const shown = shownSubjects(
    withHousesAround(
      withoutFurniture(sheeted.subjects.map(stands), archetype === 'tabletop' && !sheeted.script),
      /^(room|tabletop|desk)$/.test(archetype),
    ),
    settled,
    manner,
  )
  const one = {
    prompt,
    language: marked.language,
    archetype,
    relations,
    ...manner,
    ...framedNear(sitting, manner),
    ...(looksOut(prompt, around, senses, marked) && turnedAway(manner)),
    ...whole,
    ...sheetOf(manner, backdrop.colour, whole),
    places,
    unused,
    ...onWallOf(wall.hung, walls.said, archetype),
    ...played,
    ...paperOf(sheeted),
  }
  return asNeonSign(beyondTheGlass({ ...one, subjects: shown }))
}
