import { traitsOf } from '../archetype-traits.ts'
import type { Archetype, Brief, Happening, Script, Subject } from '../brief.ts'
import { archetypeOfPlace } from '../places.ts'
import { canBeSet } from '../scene/type/faces.ts'
import { planStage } from '../staging/plan-stage.ts'
import { chooseArchetype } from './choose-archetype.ts'
import { coloursOfDetails } from './colours-of-details.ts'
import { describe } from './describe.ts'
import { findMarks, type Marked } from './find-marks.ts'
import { findLinks, orderThings, relationsOf } from './find-relations.ts'
import { firmGround } from './firm-ground.ts'
import { goInside } from './go-inside.ts'
import { cameraTarget, headingOf, readCues } from './manner/cues.ts'
import { backdropOf } from './manner/format-words.ts'
import { isFullLength, underHeaven } from './manner/framing.ts'
import { readMoves } from './manner/moves.ts'
import { asNeonSign } from './manner/neon-sign.ts'
import { splashOf } from './manner/paint-splash.ts'
import { onSheet, paperOf } from './manner/paper-sheets.ts'
import { besideThePortrait, framedNear, readPortrait } from './manner/portrait.ts'
import { takeQuoted } from './manner/quoted-text.ts'
import { readManner, shownSubjects } from './manner/read-manner.ts'
import { sheetOf } from './manner/sheet-style.ts'
import { onSurface } from './manner/surfaces.ts'
import { onItsWheels } from './meaning/at-the-airport.ts'
import { atTheWindow, behindTheGlass, looksOut, turnedAway } from './meaning/at-the-window.ts'
import { beyondTheGlass } from './meaning/beyond-the-glass.ts'
import { alsoSeen, impliedHomes, isPlaceToBe, NO_HOMES } from './meaning/homes-of-things.ts'
import { withoutItsCandles, withTheirBall } from './meaning/in-this-company.ts'
import { withoutIngredients } from './meaning/ingredients.ts'
import { decidingPlaces, inOnePlace } from './meaning/main-place.ts'
import { onAWorld } from './meaning/on-a-world.ts'
import { onTheWall, withoutWallWords } from './meaning/on-the-wall.ts'
import { outOfDoors, withPartyTable } from './meaning/out-of-doors.ts'
import { besideVessels, withoutPoured } from './meaning/poured.ts'
import { inCompany } from './meaning/senses-in-company.ts'
import { furnitureStuffs } from './meaning/furniture-stuffs.ts'
import { underBlossoms } from './meaning/under-blossoms.ts'
import { wallColours } from './meaning/wall-colour.ts'
import { plainly } from './normalise.ts'
import { speaksOfSky } from './open-sky.ts'
import { dressPeople } from './people.ts'
import { withAges } from './people/ages.ts'
import { dressedAs } from './people/dressed-as.ts'
import { onTheirFeet } from './people/on-their-feet.ts'
import { needsWholeFigure } from './people/whole-figure.ts'
import { standIns } from './place-accents.ts'
import { firstThings, withoutSaid } from './said-of-another.ts'
import { armed } from './script/armed.ts'
import { isWearable } from './script/entities.ts'
import { withGait } from './script/gait-told.ts'
import { without, withoutSecondDish } from './script/left-out.ts'
import { fewOfMany, laidOnTable, laidOutside } from './script/on-the-table.ts'
import { withoutFarGround } from './script/raised-ground.ts'
import { readScript } from './script/read-script.ts'
import { impliedPlaces, onTabletop, stagedArchetype, standsOnLand } from './script/staged-archetype.ts'
import { settleSenses, type Sense } from './senses.ts'
import { associated, findThings, loneSupports, symbols, type Thing } from './things.ts'
import { leftOutWords, unusedWords } from './unused-words.ts'
import { readWholePicture } from './whole-picture.ts'

/** Understands a prompt as far as its words go. Never throws, whatever the text; the seed only varies skin tones. */
export function readPrompt(prompt: string, seed: number): Brief {
  const words = markWords(prompt)
  const meanings = settleMeanings(words.marked)
  const told = tellStory(words, meanings)
  const whole = gatherWhole(words, told)
  const place = findPlace(words, told, whole)
  const scene = setScene(words, meanings, told, { whole, place, seed })
  return composeBrief({ words, meanings, told, whole, place, scene, seed })
}

type Words = ReturnType<typeof markWords>
type Meanings = ReturnType<typeof settleMeanings>
type Told = ReturnType<typeof tellStory>
type Whole = ReturnType<typeof gatherWhole>
type Place = ReturnType<typeof findPlace>
type Scene = ReturnType<typeof setScene>

// Step 1, words. Text in quotation marks goes first, since it is set in type and never read; what only asks for a picture
// goes before the language is guessed, since it is English in every language.
function markWords(prompt: string) {
  const spoken = takeQuoted(prompt)
  const quoted = { ...spoken, rest: plainly(spoken.rest) }
  return { prompt, quoted, marked: findMarks(quoted.rest) }
}

// Step 2, meanings. Clothes go to their wearers and nouns that are said of others go before places are looked for, since
// neither is where anything is. Places come from near to far: the room somebody is in, the one place that counts, the land
// behind it, the view from a window, another world, the open air. The wall is last: what hangs there leaves the row. The
// white of a white background and of paint that flies is no colour of a thing.
function settleMeanings(marked: Marked) {
  const { senses: dressed, unworn } = dressedAs(inCompany(settleSenses(marked), marked.tokens), marked)
  const named = firstThings(onTheirFeet(dressed, marked.language))
  const asked = withoutSaid(furnitureStuffs(named, marked.tokens), marked)
  const placed = inOnePlace(goInside(asked, marked), marked)
  const atWindow = atTheWindow(withoutFarGround(placed, marked), named, marked)
  const { senses: settled, hung } = onTheWall(outOfDoors(onAWorld(atWindow, marked)), marked)
  const backdrop = backdropOf(settled)
  const splash = splashOf(settled, marked.tokens)
  const senses = settled.filter((sense) => !backdrop.used.includes(sense) && !splash.used.includes(sense))
  return { settled, senses, hung, unworn, backdrop: backdrop.colour, splash: splash.colour }
}

// A hat that somebody wears is no thing beside them.
function isShown(thing: Thing, all: readonly Thing[], { entities }: Script): boolean {
  const worn = isWearable(thing) && entities.some(({ looks }) => looks !== undefined)
  return !worn || all.length === 1 || entities.some(({ art }) => art === thing.art)
}

const notEmpty = (things: Thing[]) => things.length > 0

// Step 3, the story: what is there, and who does what to whom. Of the ways to find things the first that finds any counts,
// from what is named to what is only called to mind. The script comes before the order of things: it says what is worn.
// Colours are described last, when it is known which things are left to have them.
function tellStory({ prompt, marked }: Words, { senses }: Meanings) {
  const found =
    [findThings, loneSupports, symbols, associated, standIns]
      .map((find) => find(senses, marked.language))
      .find(notEmpty) ?? []
  const dishes = withoutIngredients(withoutPoured(found, senses), senses, marked.language)
  const drawn = underBlossoms(withoutItsCandles(dishes), senses)
  const things = withAges(drawn, marked.tokens, marked.language)
  const reading = { ...marked, senses, things }
  const links = findLinks(reading)
  const script = armed(withPartyTable(withTheirBall(besideVessels(readScript(reading, links), senses), prompt), prompt))
  const ordered = orderThings(reading, links).filter((thing, _, all) => isShown(thing, all, script))
  const described = ordered.map((thing) => describe(reading, thing))
  const walls = wallColours(senses, marked.tokens)
  const details = coloursOfDetails(senses, ordered, marked.tokens)
  return {
    reading,
    script,
    relations: relationsOf(ordered, links),
    subjects: described.map(({ subject }) => subject),
    walls: walls.said,
    usedColours: new Set([...described.flatMap(({ used }) => used), ...details, ...walls.used]),
  }
}

// What happens when and to whom, which way, and where the camera goes: only clips show it.
function readEvents(
  reading: Told['reading'],
  prompt: string,
  { camera, happenings, turnsTo, becomes }: Pick<Brief, 'happenings'> & Partial<Brief>,
): Partial<Brief> & Pick<Brief, 'happenings'> {
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

// Step 4, the whole picture: places, hour, weather, style, and what moves. Colours that a thing has are gone by now, so that
// what is left colours the picture; events need the moves of the camera.
function gatherWhole({ quoted }: Words, { reading, usedColours }: Told) {
  const read = readWholePicture(reading.senses, usedColours)
  const moved = { ...read, ...readMoves(quoted.rest, read) }
  return { ...moved, ...readEvents(reading, quoted.rest, moved) }
}

// Step 5, the place. What a prompt names decides; a portrait has a place only where its sitter works; where nothing is
// named, things are where they are at home.
function findPlace({ quoted, marked }: Words, { reading, script, subjects }: Told, { places, ...whole }: Whole) {
  const { senses } = reading
  const openSky = speaksOfSky(senses, whole)
  const behind = decidingPlaces(behindTheGlass(places, senses, marked), senses, marked)
  const sitting = readPortrait({ senses, script, subjects, places: behind, prompt: quoted.rest })
  const somewhere = places.some((place) => isPlaceToBe(place, script)) || sitting.sits
  const moreSaid = unusedWords(marked).length > 0
  const homes = somewhere ? NO_HOMES : impliedHomes(senses, { subjects, script, openAir: openSky, moreSaid })
  return { openSky, sitting, around: [...behind, ...sitting.atWork], homes }
}

const FIRM = /beach|harbour|island|deck|santorini|floe|cliff|sydney|san-francisco|rio/

// The scene that a script is staged in; where there is nothing to stage, the classic one.
function staged(told: Script | undefined, classic: Archetype, places: readonly string[]) {
  if (!told) return { archetype: classic, script: undefined, implied: [] }
  const ashore = classic === 'sea' && standsOnLand(told) && !places.some((place) => FIRM.test(place))
  const nothing = { archetype: classic, script: undefined, implied: ashore ? ['beach'] : [] }
  const where = (script: Script) => (planStage(script) ? stagedArchetype(script, { classic, places }) : classic)
  const served = withoutSecondDish(told)
  const written = fewOfMany(where(served) === 'room' ? laidOnTable(served) : laidOutside(served))
  const archetype = where(written)
  const script = archetype === 'tabletop' ? onTabletop(written) : written
  if (!planStage(script)) return nothing
  return { archetype, script, implied: impliedPlaces(script, archetype, places) }
}

// Step 6, the scene: the classic one by things and places, then the one that the script needs, then the sheet or surface that
// the manner asks for. Each may overrule the one before.
function setScene(
  { prompt, quoted, marked }: Words,
  { settled, senses, backdrop, splash }: Meanings,
  { reading, script: written, subjects: plain, relations }: Told,
  { whole, place, seed }: { whole: Whole; place: Place; seed: number },
) {
  const { openSky, sitting, around, homes } = place
  const portrait = sitting.sits && !sitting.inPlace
  const aside = besideThePortrait(written, sitting)
  const classic = chooseArchetype({
    subjects: plain,
    relations,
    places: [...around, ...homes.hinted, ...homes.around],
    portrait,
    idea: reading.things.some(({ sense }) => sense.kind === 'idea'),
    rain: whole.weather.includes('rain'),
    clothed: isFullLength(senses) || written.entities.some(needsWholeFigure),
    openSky,
    outdoors: whole.weather.length > 0 || whole.season !== undefined || whole.time !== undefined,
  })
  const looks = new Map(written.entities.map((one) => [one.art, one.looks]))
  const present = plain.filter(({ art }) => !aside.some((one) => one.art === art))
  const dressed = present.map((one) => {
    const worn = looks.get(one.art)
    return withGait(worn ? { ...one, looks: worn } : one, written)
  })
  const subjects = dressPeople(dressed, relations, senses, seed)
  const manner = readManner(
    { ...marked, senses: settled, style: whole.style },
    { prompt, quoted, subjects: plain, backdrop, splash },
  )
  const played = portrait || classic === 'abstract' ? undefined : without(written, (one) => aside.includes(one))
  const rooms = homes.hinted.filter((home) => archetypeOfPlace(home) === 'room')
  const { archetype: natural, script, implied } = staged(played, classic, [...around, ...homes.around, ...rooms])
  const found = { senses: settled, archetype: natural, subjects: plain, whole }
  const sheeted = onSurface(onSheet(found, { ...manner, subjects, script }, manner.design !== undefined), quoted.rest)
  const archetype = underHeaven(sheeted.studio ? 'studio' : natural, manner)
  return { archetype, manner, sheeted, implied, aside }
}

type All = {
  words: Words
  meanings: Meanings
  told: Told
  whole: Whole
  place: Place
  scene: Scene
  seed: number
}

const fittingsOf = (senses: readonly Sense[]) =>
  senses.filter(({ kind }) => kind === 'fitting').map(({ value }) => value)

function placesOf({ words, meanings, told, whole, place, scene }: All): string[] {
  const { archetype, implied } = scene
  return [
    ...whole.places,
    ...place.sitting.atWork,
    ...(archetype === 'room' ? fittingsOf(meanings.senses) : []),
    ...(traitsOf(archetype).where.isInSpace ? firmGround(words.prompt) : []),
    ...implied,
    ...alsoSeen(archetype, place.homes, told.subjects),
  ]
}

// Step 7, the brief. Of what two steps say the later wins: the framing of a portrait over that of the manner, the hour of the
// whole picture over that of a neon sign, the style of a sheet over all.
function composeBrief(all: All): Brief {
  const { words, meanings, told, whole, place, scene, seed } = all
  const { prompt, quoted, marked } = words
  const { archetype, manner, sheeted, aside } = scene
  const { script } = sheeted
  const places = [...new Set(placesOf(all))]
  const said = marked.tokens.map(({ text }) => text)
  const stands = (one: Subject) => onItsWheels(one, places, said)
  const hung = meanings.hung.length > 0 ? { hung: meanings.hung } : {}
  const one = {
    prompt,
    language: marked.language,
    archetype,
    relations: told.relations,
    ...manner,
    ...framedNear(place.sitting, manner),
    ...(looksOut(prompt, place.around, meanings.senses, marked) && turnedAway(manner)),
    ...whole,
    ...sheetOf(manner, meanings.backdrop, whole),
    places,
    // What has no letters here is told, not drawn as boxes.
    unused: [
      ...withoutWallWords(unusedWords(marked), meanings.hung),
      ...meanings.unworn,
      ...leftOutWords(aside),
      ...quoted.texts.filter((text) => !canBeSet(text)),
    ],
    ...(archetype === 'room' && { ...told.walls, ...hung }),
    ...(script && { script: { ...script, entities: dressPeople(script.entities.map(stands), [], [], seed) } }),
    ...paperOf(sheeted),
    subjects: shownSubjects(sheeted.subjects.map(stands), meanings.settled, manner),
  }
  return asNeonSign(beyondTheGlass(one))
}
