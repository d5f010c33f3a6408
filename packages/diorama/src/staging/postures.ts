import type { Deed, Posture, Script, Subject, Verb } from '../brief.ts'
import { drawingOf } from '../art.ts'
import { craftOf } from '../crafts.ts'
import { isTakenUp } from './bonds-of-deeds.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import { isContainer } from './containers.ts'
import { isBeforeEyes } from '../scene/rig/held.ts'
import { gripOf } from './grips.ts'
import { isAlive, metresOf } from './real-sizes.ts'
import { sheltersOther } from './special-ties.ts'
import { isWorktop } from './supports.ts'

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
  cross: 'walk',
  skate: 'skate',
  'roller-skate': 'roller-skate',
  ski: 'ski',
  surf: 'surf',
}

// Whoever has skis on goes down a mountain on them, and neither walks nor climbs.
const ON_GEAR = /^(skate|roller-skate|ski|surf)$/

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
  breathe: 'stand',
  take: 'reach',
  catch: 'cheer',
}

/** What is tossed straight up where it is thrown. */
const goesUp = ({ kind, art }: Subject): boolean =>
  /^(food|money|clothing|drink|dish)/.test(kind) || /^(coin|.*bouquet|graduation-cap|top-hat|confetti-ball)$/.test(art)

function playing(toy: Subject): Posture {
  if (toy.kind === 'musical-instrument') return /^(both|hand)$/.test(gripOf(toy) ?? '') ? 'hold' : 'reach'
  if (/^(food|plant-flower)/.test(toy.kind)) return 'hold-up'
  if (toy.kind === 'game') return 'reach'
  return /ball|disc|kite/.test(toy.art) ? 'run' : 'reach'
}

const isPerson = ({ entities }: Script, entity: number) => hasPersonRig(entities[entity] as Subject)

// Who is led, carried, chased or ridden is on the way as well; to whomever else something is done turns to who does it.
const ON_THE_WAY = /^(hold|chase|walk|run|lead|ride|cross|climb|pull|push|fly|swim|jump)$/

// Whoever somebody has to do with is turned to them; who listens to a tale sits on the ground.
function met({ deeds, entities }: Script, entity: number): Posture | undefined {
  const deed = deeds.find(
    ({ agents: [agent = -1], patient, recipient }) =>
      (patient === entity || recipient === entity) && agent !== entity && isAlive(entities[agent] as Subject),
  )
  if (!deed) return undefined
  if (deed.verb === 'fight') return 'fight'
  return craftOf(deed.craft)?.met ?? (ON_THE_WAY.test(deed.verb) ? undefined : 'attend')
}

// Who does nothing but has something done to them: who is chased runs away, who is read to listens, sitting.
function undergone(script: Script, entity: number): Posture | undefined {
  const { deeds } = script
  const done = (verbs: RegExp) => deeds.some(({ verb, patient }) => verbs.test(verb) && patient === entity)
  if (deeds.some(({ verb, recipient }) => verb === 'read' && recipient === entity)) return 'sit'
  const crept = deeds.find(({ craft, patient }) => /^(follow|stalk)$/.test(craft ?? '') && patient === entity)
  if (crept) return craftOf(crept.craft)?.met
  if (done(/^chase$/)) return 'run'
  if (done(/^(walk|lead)$/)) return 'walk'
  return isPerson(script, entity) ? met(script, entity) : undefined
}

const HANDS_ON = /^(work|handle|take|paint|feed|hug)$/
const LOW = 0.46

// What stands on the ground and does not reach to the hands: one kneels at it.
function isLowWork({ verb, patient = -1, craft }: Deed, { entities, ties }: Script, doer: Subject): boolean {
  const thing = entities[patient]
  if (!thing || !HANDS_ON.test(verb) || isTakenUp({ verb, doer, thing, craft })) return false
  // On a table it is higher, and a table with something on it is one.
  if (
    ties.some(
      ({ kind, subject, other }) =>
        (subject === patient && /^(on|in)$/.test(kind)) || (other === patient && kind === 'on'),
    )
  )
    return false
  if (isWorktop(thing.art)) return false
  const { width = 1, height = 1 } = drawingOf(thing.art)?.box ?? {}
  return (metresOf(thing) * height) / Math.max(width, height) < metresOf(doer) * LOW
}

// What one does down on a knee with whoever is small.
const LOW_DEALINGS = /^(embrace|kiss|bottle-feed|talk|follow)$/

// One kneels to plant flowers, and to hug a dog.
function isKneltTo({ verb, craft }: Deed, object: Subject): boolean {
  if (craft === 'plant') return true
  const dealing = craft === undefined || LOW_DEALINGS.test(craft)
  return isAlive(object) && dealing && /^(hug|feed|handle|play)$/.test(verb)
}

// One reaches up to feed a giraffe, and goes down to what is low.
function byHeight(deed: Deed, script: Script, doer: Subject): Posture | undefined {
  const fed = deed.verb === 'feed' && !deed.craft ? script.entities[deed.recipient ?? -1] : undefined
  if (!hasPersonRig(doer)) return undefined
  if (fed && metresOf(fed) > metresOf(doer) * 1.6) return 'hold-up'
  return isLowWork(deed, script, doer) ? 'work-low' : undefined
}

function atWork(deed: Deed, script: Script, doer: Subject): Posture | undefined {
  const { verb, patient, recipient } = deed
  const { entities } = script
  if (deed.craft === 'pour') return 'pour'
  const object = entities[(verb === 'feed' ? recipient : undefined) ?? patient ?? -1]
  if (!object) return DEEDS[verb]
  if (metresOf(object) < 1 && isKneltTo(deed, object)) return 'kneel'
  return byHeight(deed, script, doer) ?? WITH[verb]?.(object) ?? DEEDS[verb]
}

// By what it is done with: a pizza and a coin go straight up, a ball and a stone ahead.
const WITH: Partial<Record<Verb, (thing: Subject) => Posture | undefined>> = {
  // Who waves a flag holds it up, whoever waves at a ship does not.
  wave: (thing) => (gripOf(thing) ? 'hold-up' : 'wave'),
  play: playing,
  // What no hands hold is carried with both arms.
  hold: (thing) => (gripOf(thing) || isAlive(thing) ? undefined : 'reach'),
  // What is in one hand comes to the mouth.
  eat: (thing) => (gripOf(thing) === 'hand' ? 'to-mouth' : undefined),
  // Binoculars come to the eyes, in both hands.
  'look-through': (thing) => (isBeforeEyes(thing.art) ? 'adjust' : undefined),
  // Whom one catches is before one, and not over one's head.
  catch: (thing) => (isAlive(thing) && !/^animal-(bug|bird)/.test(thing.kind) ? 'reach' : undefined),
  breathe: ({ art }) => (art === 'hose-jet' ? 'reach' : 'stand'),
  throw: (thing) => (goesUp(thing) ? 'hold-up' : undefined),
}

// Something to look at, or somebody to talk with.
const hasCompany = ({ entities }: Script, { agents, patient, recipient }: Deed) =>
  patient !== undefined || recipient !== undefined || agents.length > 1 || (entities[agents[0] ?? -1]?.count ?? 1) > 1

// Of what people do with their arms, beasts do no more than walk and leap.
const isHeldSo = (posture: Posture | undefined, person: boolean) =>
  posture !== undefined && (person || /^(walk|jump|stretch|stalk|climb)$/.test(posture))

// Who shaves alone has the razor at the own chin.
function craftPosture({ craft, patient, recipient }: Deed): Posture | undefined {
  const { posture, alone } = craftOf(craft) ?? {}
  return patient === undefined && recipient === undefined ? (alone ?? posture) : posture
}

const isAsleep = (deeds: readonly Deed[], entity: number) =>
  deeds.some(({ verb, agents }) => /^(sleep|lie)$/.test(verb) && agents.includes(entity))

// Without a pot there is nothing that the spoon goes down into.
function dipping({ patient = -1 }: Deed, { entities, ties }: Script): Posture {
  if (!entities.some(({ art }) => isContainer(art))) return 'stir'
  const stands = ties.some(({ kind, subject }) => subject === patient && kind === 'on')
  return entities[patient]?.art === 'cauldron' && !stands ? 'dip' : 'dip-high'
}

// Of two who argue or talk the second is held as whoever it is done to.
function atCraft(deed: Deed, script: Script, entity: number): Posture | undefined {
  // Over whoever sleeps one bends.
  if (deed.patient !== undefined && isAsleep(script.deeds, deed.patient) && isPerson(script, entity)) return 'help'
  const posture = deed.agents[0] === entity ? craftPosture(deed) : (craftOf(deed.craft)?.met ?? craftPosture(deed))
  const low = posture === 'reach' && isLowWork({ ...deed, verb: 'work' }, script, script.entities[entity] as Subject)
  if (low) return 'work-low'
  return posture === 'dip' ? dipping(deed, script) : posture
}

// To fly a kite is to hold it up.
const fliesIt = ({ patient = -1, craft }: Deed, entities: readonly Subject[]) =>
  !craft && /^(kite|balloon|paper-plane|drone)$/.test(entities[patient]?.art ?? '')

// Over an eyepiece one bends.
function looking(deed: Deed, script: Script): Posture | undefined {
  if (isWorktop(script.entities[deed.patient ?? -1]?.art ?? '')) return 'reach'
  return hasCompany(script, deed) ? 'attend' : DEEDS['look-at']
}

// Who is attacked with a sword in the hand raises it.
const isDefending = (script: Script, entity: number, own: readonly Deed[]) =>
  own.every(({ verb }) => verb === 'hold') && isPerson(script, entity) && met(script, entity) === 'fight'

/** The posture that the deeds of an entity ask for, if any. */
export function postureOf(script: Script, entity: number): Posture | undefined {
  const { deeds, entities } = script
  const own = deeds.filter(({ agents }) => agents.includes(entity))
  if (own.length === 0) return undergone(script, entity)
  if (isDefending(script, entity, own)) return 'fight'
  if (sheltersOther(script, entity)) return 'shelter'
  const asked = own.find((deed) => isHeldSo(craftPosture(deed), isPerson(script, entity)))
  if (asked) return atCraft(asked, script, entity)
  if (own.some((deed) => fliesIt(deed, entities))) return 'hold-up'
  const body = own.find(({ verb }) => ON_GEAR.test(verb)) ?? own.find(({ verb }) => BODY[verb] !== undefined)
  if (body) return BODY[body.verb]
  const deed = own.find(({ verb }) => DEEDS[verb] !== undefined)
  if (deed?.verb === 'look-at' && isPerson(script, entity)) return looking(deed, script)
  return deed && atWork(deed, script, entities[entity] as Subject)
}
