import type { Brief } from '../brief.ts'
import { chooseArchetype } from './choose-archetype.ts'
import { describe } from './describe.ts'
import { findMarks } from './find-marks.ts'
import { findLinks, orderThings, relationsOf } from './find-relations.ts'
import { dressPeople } from './people.ts'
import { settleSenses } from './senses.ts'
import { readSetting } from './setting.ts'
import { findThings, standIns } from './things.ts'

/** Understands a prompt as far as its words go. Never throws, whatever the text; the seed only varies skin tones. */
export function readPrompt(prompt: string, seed: number): Brief {
  const marked = findMarks(prompt)
  const senses = settleSenses(marked)
  const named = findThings(senses)
  const things = named.length > 0 ? named : standIns(senses)
  const reading = { ...marked, senses, things }
  const links = findLinks(reading)
  const ordered = orderThings(reading, links)
  const relations = relationsOf(ordered, links)
  const described = ordered.map((thing) => describe(reading, thing))
  const setting = readSetting(senses, new Set(described.flatMap(({ used }) => used)))
  const plain = described.map(({ subject }) => subject)
  const archetype = chooseArchetype({
    subjects: plain,
    relations,
    places: setting.places,
    portrait: senses.some(({ kind, value }) => kind === 'cue' && value === 'portrait'),
    idea: things.some(({ sense }) => sense.kind === 'idea'),
    outdoors: setting.weather.length > 0 || setting.season !== undefined || setting.time !== undefined,
  })
  const subjects = dressPeople(plain, relations, senses, seed)
  return { prompt, language: marked.language, archetype, subjects, relations, ...setting }
}
