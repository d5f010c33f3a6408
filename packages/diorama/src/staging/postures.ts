import type { Posture, Script, Subject, Verb } from '../brief.ts'
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
}

const DEEDS: Partial<Record<Verb, Posture>> = {
  hold: 'hold',
  read: 'read',
  eat: 'eat',
  give: 'reach',
  feed: 'kneel',
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
}

function playing(toy: Subject): Posture {
  if (toy.kind === 'musical-instrument') return gripOf(toy) && metresOf(toy) < 1 ? 'hold' : 'reach'
  if (toy.kind === 'game') return 'reach'
  return /ball|disc|kite/.test(toy.art) ? 'run' : 'reach'
}

/** The posture that the deeds of an entity ask for, if any. */
export function postureOf({ deeds, entities }: Script, entity: number): Posture | undefined {
  const own = deeds.filter(({ agents }) => agents.includes(entity))
  // To fly a kite is to hold it up.
  const kite = own.some(({ patient }) => patient !== undefined && /^(kite|balloon)$/.test(entities[patient]?.art ?? ''))
  if (kite) return 'hold-up'
  // Who is read to listens, sitting.
  const listens = deeds.some(({ verb, recipient }) => verb === 'read' && recipient === entity)
  if (listens && own.length === 0) return 'sit'
  // Who is chased runs away.
  const flees = deeds.some(({ verb, patient }) => verb === 'chase' && patient === entity)
  if (flees && own.length === 0) return 'run'
  const led = deeds.some(({ verb, patient }) => /^(walk|lead)$/.test(verb) && patient === entity)
  if (led && own.length === 0) return 'walk'
  const body = own.find(({ verb }) => BODY[verb] !== undefined)
  if (body) return BODY[body.verb]
  const deed = own.find(({ verb }) => DEEDS[verb] !== undefined)
  const object = deed?.verb === 'feed' ? (deed.recipient ?? deed.patient) : deed?.patient
  const patient = object === undefined ? undefined : entities[object]
  // One kneels to hug a dog.
  if (deed && /^(hug|feed)$/.test(deed.verb) && patient)
    return patient.kind.startsWith('animal') && metresOf(patient) < 1 ? 'kneel' : DEEDS[deed.verb]
  // Music is made standing, and whoever plays with wool does not run after it.
  if (deed?.verb === 'play' && patient) return playing(patient)
  return deed && DEEDS[deed.verb]
}
