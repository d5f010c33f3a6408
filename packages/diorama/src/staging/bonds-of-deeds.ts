import type { Deed, Script, Subject, Verb } from '../brief.ts'
import { craftOf } from '../crafts.ts'
import { breedOf } from '../scene/rig/breeds.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import { isContainer } from './containers.ts'
import type { EntityBond } from './entity-bond.ts'
import { gripOf } from './grips.ts'
import { isPlayedFromBehind } from './music.ts'
import { isAlive, isCutlery, metresOf } from './real-sizes.ts'
import { isRaised } from './raised-ground.ts'
import { isStairs } from './stairs.ts'
import { isSupport } from './supports.ts'

// What goes into the hands: not the ball that one plays with, nor the flowers that one waters.
function isUsed(verb: Verb, thing: Subject): boolean {
  if (/^(hold|wave|read|eat|give|feed|fight|fly|hug|fish|handle|take)$/.test(verb)) return true
  // A pizza that is thrown is over the hands, a ball on its way.
  if (verb === 'play')
    return thing.kind === 'musical-instrument' || /^(food|plant-flower)/.test(thing.kind) || RACKETS.test(thing.art)
  const small = metresOf(thing) < 0.4 && thing.count === 1
  return (
    verb === 'work' &&
    (small || thing.art === 'knitting') &&
    (isCutlery(thing) || !/^(food|plant|dish|drink)/.test(thing.kind))
  )
}

// Swung by who plays.
const RACKETS = /^(tennis|badminton|ping-pong|field-hockey|ice-hockey|lacrosse|cricket-game|video-game|yo-yo)$/

type Doing = { verb: Verb; doer: Subject; thing: Subject; craft?: string | undefined }

const OWN_WAY: Partial<Record<Verb, EntityBond['how']>> = {
  chase: 'ahead',
  walk: 'ahead',
  run: 'ahead',
  lead: 'trailing',
  pull: 'pulled',
  push: 'pushed',
  'look-through': 'eyepiece',
  breathe: 'breathed',
}

// Hands, and paws where an animal sits down for it: a rabbit with its carrot.
function hasHandsFor({ verb, doer, thing }: Doing): boolean {
  if (hasPersonRig(doer)) return true
  if (!breedOf(doer.art)) return false
  return /^(hold|read|give|play|take)$/.test(verb) || (verb === 'eat' && metresOf(thing) < 0.35 && thing.count === 1)
}

// A fish that is pulled out of the water is in the hands, on no rope.
const isCaught = ({ verb, doer, thing }: Doing) =>
  verb === 'pull' && thing.kind === 'animal-marine' && hasPersonRig(doer)

// Whoever walks a dog has it on a leash.
const isPet = (thing: Subject) => thing.kind === 'animal-mammal' && metresOf(thing) < 1.3

// A donkey is led by a rope, a blind man is not.
function onARope({ verb, thing, doer, craft }: Doing): EntityBond['how'] | undefined {
  if (!hasPersonRig(doer) || !isBeast(thing)) return undefined
  if (verb === 'lead' && thing.count === 1) return 'pulled'
  return verb === 'walk' && !craft && isPet(thing) ? 'leashed' : undefined
}

// Binoculars are in the hand; a telescope has feet. What is thrown is in the air.
function ownWay(doing: Doing): EntityBond['how'] | undefined {
  const { verb, thing, doer } = doing
  const light =
    (!isAlive(thing) && metresOf(thing) < 1.2) || (verb === 'catch' && /^animal-(bug|bird)/.test(thing.kind))
  if (/^(throw|juggle|catch)$/.test(verb) && light && hasPersonRig(doer)) return 'tossed'
  const roped = onARope(doing)
  if (roped) return roped
  return verb === 'look-through' && gripOf(thing) ? 'held' : OWN_WAY[verb]
}

const PACK = /^(horse|donkey|camel|two-hump-camel|llama|ox|water-buffalo|elephant|turtle|snail)$/

// Baskets and sacks are on the back of a beast of burden.
const isLoaded = ({ verb, doer, thing }: Doing) =>
  /^(hold|give|handle)$/.test(verb) &&
  PACK.test(doer.art) &&
  !isAlive(thing) &&
  !/^plant|newspaper/.test(`${thing.kind} ${thing.art}`)

// In the mouth or the claws of who has no hands.
const isCarried = ({ verb, doer, thing }: Doing) =>
  /^(hold|give|handle|take|catch)$/.test(verb) &&
  !hasPersonRig(doer) &&
  metresOf(thing) < 1 &&
  // No raccoon has a bin in its mouth.
  (verb !== 'handle' || metresOf(thing) < metresOf(doer) * 1.2)

const isBeast = ({ kind }: Subject) => kind.startsWith('animal')
const isYoungOf = (doer: Subject, thing: Subject) =>
  isBeast(doer) && isBeast(thing) && metresOf(thing) < metresOf(doer) * 0.75
// These have their young in the mouth, others on the back.
const BITERS = /cat|dog|lion|tiger|leopard|cheetah|panther|jaguar|wolf|fox|husky|retriever|crocodile|bear/

// A cub that is cuddled is before the belly, and one that is carried in the mouth or on the back.
function withYoung({ verb, doer, thing }: Doing): Pick<EntityBond, 'how' | 'spot'> | undefined {
  if (hasPersonRig(doer) || !isYoungOf(doer, thing) || thing.count > 1) return undefined
  if (verb === 'hug') return breedOf(doer.art) ? { how: 'on', spot: 'lap' } : undefined
  if (verb !== 'hold') return undefined
  return BITERS.test(doer.art) ? { how: 'carried' } : { how: 'on', spot: 'back' }
}

// Who bites or holds another of its kind comes from behind, at the tail.
const isAtTail = ({ verb, doer, thing }: Doing) =>
  /^(eat|hold|pull)$/.test(verb) &&
  !isYoungOf(doer, thing) &&
  doer.kind.startsWith('animal') &&
  thing.kind.startsWith('animal') &&
  doer.art === thing.art

const LAPPED = /^(water-pool|pet-bowl)$/

// What only animals do: bite tails, lap water, carry loads on their backs.
function doneByBeast(doing: Doing): EntityBond['how'] | undefined {
  if (isAtTail(doing)) return 'ahead'
  if (doing.verb === 'eat' && LAPPED.test(doing.thing.art) && !hasPersonRig(doing.doer)) return 'lapped'
  return isLoaded(doing) ? 'on' : undefined
}

// Somebody is lifted only where that is said; fish are wares.
function isLifted({ verb, thing }: Doing): boolean {
  if (!isAlive(thing)) return true
  if (verb === 'give') return thing.kind === 'animal-marine' && metresOf(thing) < 1
  return /^(hold|take)$/.test(verb) && thing.count === 1
}

/** Whether it is in the hands of who does it, and stands nowhere. */
export const isTakenUp = (doing: Doing): boolean =>
  isLifted(doing) && hasHandsFor(doing) && isUsed(doing.verb, doing.thing) && gripOf(doing.thing) !== undefined

// A cow that is milked and a dog that is brushed stand still under the hands, and look ahead.
const isTended = ({ verb, doer, thing, craft }: Doing) =>
  craft !== undefined && /^(work|feed|handle)$/.test(verb) && hasPersonRig(doer) && thing.kind.startsWith('animal')

// What becomes of the one to whom something is done.
function doneTo(doing: Doing): EntityBond['how'] | undefined {
  const { verb, thing } = doing
  const asBeast = doneByBeast(doing)
  if (asBeast) return asBeast
  if (isCaught(doing)) return gripOf(thing) ? 'held' : 'facing'
  const own = ownWay(doing)
  if (own) return own
  if (isTakenUp(doing)) return 'held'
  if (isTended(doing)) return 'tended'
  if (isCarried(doing)) return 'carried'
  return /^(fly|swim|sit|sleep)$/.test(verb) ? undefined : 'facing'
}

// Those who do it too: at the other side of their work, before each other, or side by side.
function alongside(
  { verb, craft, agents: [agent = 0, ...others], patient }: Deed,
  deeds: readonly Deed[],
): EntityBond[] {
  // Hand in hand on the way they look ahead.
  const onTheWay = deeds.some((deed) => /^(walk|run|sit)$/.test(deed.verb) && deed.agents.includes(agent))
  return others.map((subject): EntityBond => {
    if (craft === 'hold-hands' || (verb === 'hug' && onTheWay)) return { how: 'beside', subject, other: agent }
    if (/^(work|look-through|paint)$/.test(verb) && patient !== undefined)
      return { how: 'facing', subject, other: patient }
    // Who talks, argues or shakes hands with somebody is before them.
    const meets = /^(dance|hug|fight)$/.test(verb) || craftOf(craft)?.met !== undefined
    return { how: meets ? 'facing' : 'beside', subject, other: agent }
  })
}

// Who rides past a mill does not ride it.
function riding({ kind, art }: Subject): EntityBond['how'] {
  if (kind === 'transport-water') return isContainer(art) ? 'in' : 'on'
  return kind.startsWith('place') ? 'before' : 'ridden'
}

// A koala that hugs a tree is up in it.
const isClungTo = ({ art }: Subject, doer: Subject) =>
  isBeast(doer) && !hasPersonRig(doer) && /tree$|^(bamboo|pole)/.test(art)

// Who climbs, rides or admires something large is placed by it, and not the other way round.
function doerPlaced(verb: Verb, thing: Subject, doer: Subject): EntityBond['how'] | undefined {
  if (verb === 'ride') return riding(thing)
  if (verb === 'hug') return isClungTo(thing, doer) ? 'climbing' : undefined
  if (verb === 'climb') return isStairs(thing.art) || isRaised(thing.art) ? 'on' : 'climbing'
  // Who has no long body would be lost behind it.
  if (verb === 'play' && isPlayedFromBehind(thing)) return hasPersonRig(doer) ? 'behind' : undefined
  return isAlive(thing) ? undefined : placedByThing(verb, thing)
}

// Who crosses a bridge is on it.
function placedByThing(verb: Verb, thing: Subject): EntityBond['how'] | undefined {
  if (/^(walk|run|cross)$/.test(verb) && isSupport(thing.art)) return 'on'
  return metresOf(thing) > 2.5 && /^(look-at|paint|push|work|water)$/.test(verb) ? 'before' : undefined
}

const HANDS_ON = /^(work|handle|take|hammer|paint|water|hug|play)$/

// Two who build a castle are both at it, one on each side.
function isDoneTogether({ verb, agents, patient = -1 }: Deed, entities: readonly Subject[]): boolean {
  const many = agents.reduce((sum, agent) => sum + (entities[agent]?.count ?? 1), 0)
  const thing = entities[patient]
  const people = agents.every((agent) => hasPersonRig(entities[agent] as Subject))
  return many > 1 && people && HANDS_ON.test(verb) && thing !== undefined && !isAlive(thing) && thing.count === 1
}

// A sofa that two carry is between them, a canoe before all who carry it.
const isCarriedTogether = ({ verb, agents }: Deed, doer: Subject, thing: Subject) =>
  verb === 'hold' &&
  (agents.length > 1 || doer.count > 1) &&
  hasPersonRig(doer) &&
  !isAlive(thing) &&
  gripOf(thing) === undefined

// Whoever it is done for is before who does it; a beast that is brushed is under the hands.
function forWhom(
  { verb, craft, agents: [agent = -1], patient, recipient }: Deed,
  entities: readonly Subject[],
): EntityBond[] {
  const [doer, whom] = [entities[agent], entities[recipient ?? -1]]
  if (recipient === undefined || !doer || !whom) return []
  const under = patient === undefined && isTended({ verb, doer, thing: whom, craft })
  return [{ how: under ? 'tended' : 'facing', subject: recipient, other: agent }]
}

type Undergoing = { doer: Subject; thing: Subject; patient: number; bonds: EntityBond[] }

// What becomes of what it is done to, and of those who do it.
function ofObject(deed: Deed, { doer, thing, patient, bonds }: Undergoing, entities: readonly Subject[]): EntityBond[] {
  const { verb, agents, craft } = deed
  const [agent = -1] = agents
  const all = (how: EntityBond['how']) => agents.map((subject): EntityBond => ({ how, subject, other: patient }))
  const placed = doerPlaced(verb, thing, doer)
  if (placed) return all(placed)
  const own = withYoung({ verb, doer, thing, craft })
  if (own) return [...bonds, { ...own, subject: patient, other: agent }]
  if (craft === 'tug' || isCarriedTogether(deed, doer, thing)) return all('flank')
  const how = craft === 'pour' && hasPersonRig(doer) ? 'poured' : doneTo({ verb, doer, thing, craft })
  if (how === 'facing' && isDoneTogether(deed, entities))
    return [...bonds.filter(({ subject }) => !agents.includes(subject)), ...all('busy')]
  return how ? [...bonds, { how, subject: patient, other: agent }] : bonds
}

/** The bonds that follow from what is done. */
export function bondsOfDeeds({ entities, deeds, ties }: Script): EntityBond[] {
  return deeds.flatMap((deed): EntityBond[] => {
    const { agents, patient } = deed
    const doer = entities[agents[0] ?? -1]
    if (!doer) return []
    const bonds = [...alongside(deed, deeds), ...forWhom(deed, entities)]
    const thing = entities[patient ?? -1]
    if (patient === undefined || !thing) return bonds
    // What is picked is in the basket already.
    const picked = deed.craft === 'harvest' && ties.some(({ kind, subject }) => kind === 'in' && subject === patient)
    return picked ? bonds : ofObject(deed, { doer, thing, patient, bonds }, entities)
  })
}
