import { traitsOf } from '../archetype-traits.ts'
import type { Brief } from '../brief.ts'
import { chooseArchetype } from './choose-archetype.ts'
import { describe } from './describe.ts'
import { findMarks } from './find-marks.ts'
import { firmGround } from './firm-ground.ts'
import { findLinks, orderThings, relationsOf } from './find-relations.ts'
import { dressPeople } from './people.ts'
import { planStage } from '../staging/plan-stage.ts'
import { stagedArchetype } from './script/staged-archetype.ts'
import { readScript } from './script/read-script.ts'
import { settleSenses, type Sense } from './senses.ts'
import { readWholePicture } from './whole-picture.ts'
import { associated, findThings, standIns, symbols, type Thing } from './things.ts'

const DETAIL =
  /^(eyes|hair|fur|wings|shirt|jacket|coat|scarf|glasses|cap|robe|cloak|cape|mask|suit|armor|armour|skin|lips|beard)$/

// The red of a red scarf is neither the fox's nor the picture's.
function coloursOfDetails(senses: Sense[], things: Thing[]): Sense[] {
  return senses.filter((sense, at) => {
    const next = senses[at + 1]
    if (sense.kind !== 'colour' || !next || next.at - sense.end > 1 || next.clause !== sense.clause) return false
    return DETAIL.test(next.text) || (next.kind === 'art' && !things.some((thing) => thing.sense === next))
  })
}

const notEmpty = (things: Thing[]) => things.length > 0

/** Understands a prompt as far as its words go. Never throws, whatever the text; the seed only varies skin tones. */
export function readPrompt(prompt: string, seed: number): Brief {
  const marked = findMarks(prompt)
  const senses = settleSenses(marked)
  const things =
    [findThings, symbols, associated, standIns].map((find) => find(senses, marked.language)).find(notEmpty) ?? []
  const reading = { ...marked, senses, things }
  const links = findLinks(reading)
  const ordered = orderThings(reading, links)
  const relations = relationsOf(ordered, links)
  const described = ordered.map((thing) => describe(reading, thing))
  const used = [...described.flatMap((one) => one.used), ...coloursOfDetails(senses, ordered)]
  const whole = readWholePicture(senses, new Set(used))
  const plain = described.map(({ subject }) => subject)
  const homes = senses.filter(({ kind }) => kind === 'home').map(({ value }) => value)
  const classic = chooseArchetype({
    subjects: plain,
    relations,
    places: whole.places.length > 0 ? whole.places : homes,
    portrait: senses.some(({ kind, value }) => kind === 'cue' && value === 'portrait'),
    idea: things.some(({ sense }) => sense.kind === 'idea'),
    rain: whole.weather.includes('rain'),
    openSky: senses.some(({ kind }) => kind === 'sky') || /snow|storm|wind|fog/.test(whole.weather.join(' ')),
    outdoors: whole.weather.length > 0 || whole.season !== undefined || whole.time !== undefined,
  })
  const subjects = dressPeople(plain, relations, senses, seed)
  const portrait = senses.some(({ kind, value }) => kind === 'cue' && value === 'portrait')
  const written = portrait || classic === 'abstract' ? undefined : readScript({ ...marked, senses, things }, links)
  const plan = written && planStage(written)
  const script = written && plan ? { ...written, entities: dressPeople(written.entities, [], [], seed) } : undefined
  const archetype = script ? stagedArchetype(script, { classic, places: whole.places }) : classic
  const ground = traitsOf(archetype).where.isInSpace ? firmGround(prompt) : []
  const places = [...whole.places, ...ground]
  return { prompt, language: marked.language, archetype, subjects, relations, ...whole, places, ...(script && { script }) }
}
