import type { Deed, Posture, Script, Subject, Verb } from '../brief.ts'
import { gripOf } from './grips.ts'
import { metresOf } from './real-sizes.ts'

// How the whole body is held, whatever the hands do.
const BODY: Partial<Record<Verb, Posture>> = {
  sit: 'sit',
  sleep: 'sleep',
  lie: 'lie',
  kneel: 'kneel',
  walk: 'walk',
  run: 'run',
  chase: 'run',
  jump: 'jump',
  fly: 'fly',
  swim: 'swim',
  dance: 'dance',
  'look-up': 'look-up',
  stand: 'stand',
  climb: 'climb',
  pull: 'pull',
  push: 'push',
  lead: 'walk',
  skate: 'skate',
  ski: 'ski',
  surf: 'surf',
}

const DEEDS: Partial<Record<Verb, Posture>> = {
  hold: 'hold',
  wave: 'wave',
  read: 'read',
  eat: 'eat',
  give: 'reach',
  feed: 'reach',
  hug: 'hug',
  fight: 'fight',
  work: 'reach',
  play: 'run',
  fish: 'hold',
  paint: 'reach',
  water: 'reach',
  'look-through': 'reach',
  'look-at': 'stand',
  handle: 'reach',
  clap: 'clap',
  cheer: 'cheer',
  bow: 'bow',
  nod: 'nod',
  dig: 'dig',
  hammer: 'hammer',
  juggle: 'juggle',
  throw: 'throw',
}

function playing(toy: Subject): Posture {
  if (toy.kind === 'musical-instrument') return gripOf(toy) && metresOf(toy) < 1 ? 'hold' : 'reach'
  if (/^(food|plant-flower)/.test(toy.kind)) return 'hold-up'
  if (toy.kind === 'game') return 'reach'
  return /ball|disc|kite/.test(toy.art) ? 'run' : 'reach'
}

// Who does nothing but has something done to them: who is chased runs away, who is read to listens, sitting.
function undergone({ deeds }: Script, entity: number): Posture | undefined {
  const done = (verbs: RegExp) => deeds.some(({ verb, patient }) => verbs.test(verb) && patient === entity)
  if (deeds.some(({ verb, recipient }) => verb === 'read' && recipient === entity)) return 'sit'
  if (done(/^chase$/)) return 'run'
  return done(/^(walk|lead)$/) ? 'walk' : undefined
}

function atWork({ verb, patient, recipient }: Deed, entities: readonly Subject[]): Posture | undefined {
  const object = entities[(verb === 'feed' ? recipient : undefined) ?? patient ?? -1]
  if (!object) return DEEDS[verb]
  // One kneels to hug a dog.
  const small = object.kind.startsWith('animal') && metresOf(object) < 1
  if (/^(hug|feed)$/.test(verb) && small) return 'kneel'
  // Who waves a flag holds it up; music is made standing, and whoever plays with wool does not run after it.
  if (verb === 'wave') return 'hold-up'
  return verb === 'play' ? playing(object) : DEEDS[verb]
}

/** The posture that the deeds of an entity ask for, if any. */
export function postureOf(script: Script, entity: number): Posture | undefined {
  const { deeds, entities } = script
  const own = deeds.filter(({ agents }) => agents.includes(entity))
  if (own.length === 0) return undergone(script, entity)
  // To fly a kite is to hold it up.
  if (own.some(({ patient = -1 }) => /^(kite|balloon)$/.test(entities[patient]?.art ?? ''))) return 'hold-up'
  const body = own.find(({ verb }) => BODY[verb] !== undefined)
  if (body) return BODY[body.verb]
  const deed = own.find(({ verb }) => DEEDS[verb] !== undefined)
  return deed && atWork(deed, entities)
}
