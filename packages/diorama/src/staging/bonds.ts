import type { Script, Subject } from '../brief.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import { bondsOfDeeds } from './bonds-of-deeds.ts'
import { bondsOfTies } from './bonds-of-ties.ts'
import { isBoard, type EntityBond } from './entity-bond.ts'
import { gripOf } from './grips.ts'
import { isContainer } from './containers.ts'
import { isAlive, metresOf } from './real-sizes.ts'
import { isSupport } from './supports.ts'
import { HIGH, settledPlace, type Kept } from './shared-place.ts'

// Made for hands: where somebody stands beside one of these, it is held.
const HANDY =
  /^(kite|balloon|umbrella.*|guitar|violin|banjo|saxophone|trumpet|trombone|accordion|flute|maracas|microphone|open-book|newspaper|camera|.*bouquet|wrapped-gift|trophy|sword|katana|laser-sword|trident|mace|halberd|crossbow|scepter|fishing-pole|broom|briefcase|handbag|bow-and-arrow|lantern|ice-cream|soft-ice-cream|scoop-cone|popsicle|cotton-candy|candy-cane|lollipop|acoustic-guitar|ukulele|lute|balalaika|sitar|shamisen|bagpipes|harmonica|clarinet)$/

function inHand({ entities }: Script, bonds: readonly EntityBond[]): EntityBond[] {
  const free = entities.findIndex(
    (one, at) =>
      hasPersonRig(one) && one.count === 1 && !bonds.some(({ how, other }) => how === 'held' && other === at),
  )
  if (free < 0) return []
  // Somebody and one thing of which nothing is told: it is in their hands.
  const only = entities.length === 2 && bonds.length === 0
  const thing = entities.findIndex(
    (one, at) =>
      (HANDY.test(one.art) || (only && !isAlive(one) && gripOf(one) !== undefined)) &&
      !bonds.some(({ subject, other }) => subject === at || other === at),
  )
  return thing < 0 ? [] : [{ how: 'held', subject: thing, other: free }]
}

const PLACED = /^(ridden|climbing)$/
const ROOMY =
  /^(bridge|rope-bridge|log-bridge|suspension-bridge|ship|tall-ship|viking-ship|pirate-ship|raft|roof|sofa)$/

function rootIn(kept: Kept, entity: number): number {
  const up = kept.get(entity)
  return up ? rootIn(kept, up.other) : entity
}

// Who feeds the young in a nest is at its rim; two have room on a bridge or a deck.
function roomThere(place: EntityBond, other: number, { entities }: Script): EntityBond | undefined {
  const art = entities[place.other]?.art ?? ''
  const home = place.how === 'in' && art.includes('nest') && entities[other]?.kind.startsWith('animal')
  if (home) return { how: 'on', subject: other, other: place.other }
  return place.how === 'on' && ROOMY.test(art) ? { ...place, subject: other } : undefined
}

const isSmallBeast = (one: Subject | undefined) =>
  one !== undefined && one.kind.startsWith('animal') && metresOf(one) < 0.6

// Who pushes somebody on a swing stands behind it; a mouse that takes the cheese is on the table too.
function joinsThere({ how, other }: EntityBond, place: EntityBond, { entities }: Script): EntityBond | undefined {
  if (place.how !== 'on') return undefined
  // A cat on a sled that a dog pulls: the sled is what is pulled.
  if (how === 'pulled') return { how, subject: place.other, other }
  // A wheelchair and a sled are pushed with whoever is in them.
  const rolls = /wheelchair|stroller|sled|shopping-cart/.test(entities[place.other]?.art ?? '')
  if (how === 'pushed')
    return rolls ? { how, subject: place.other, other } : { how: 'beside', subject: other, other: place.other }
  return how === 'carried' && isSmallBeast(entities[other]) ? { ...place, subject: other } : undefined
}

// Who works at something that is on a table has the hands at it there.
const hasHandsAt = ({ entities, deeds }: Script, agent: number, thing: number): boolean =>
  hasPersonRig(entities[agent] as Subject) &&
  deeds.some(
    ({ verb, agents, patient, craft }) =>
      /^(work|handle|hammer|take|water)$/.test(verb) &&
      patient === thing &&
      agents.includes(agent) &&
      // Whose hair is cut has the hands at the head.
      (craft !== undefined || !isAlive(entities[thing] as Subject)),
  )

// A dog that is washed in a tub: the hands are at the tub.
const isAtIt = (script: Script, { how, subject, other }: EntityBond, root: number): boolean =>
  how === 'tended' ? !isAlive(script.entities[root] as Subject) : hasHandsAt(script, other, subject)

// Who deals with somebody that has a place of its own goes there too: a robot and a girl before one house, a boy at the
// bench on which the bear sits.
function goesThere(kept: Kept, { how, subject, other }: EntityBond, script: Script): void {
  const place = kept.get(subject)
  if (!place || kept.has(other) || rootIn(kept, subject) === other) return
  const joined = joinsThere({ how, subject, other }, place, script)
  if (joined && !kept.has(joined.subject)) kept.set(joined.subject, joined)
  if (!/^(facing|tended)$/.test(how)) return
  const shared = roomThere(place, other, script)
  if (shared) {
    kept.set(other, shared)
    return
  }
  if (/^(before|under|around)$/.test(place.how)) {
    kept.set(other, { ...place, subject: other })
    kept.set(subject, { how, subject, other })
    return
  }
  const root = rootIn(kept, subject)
  if (/^(on|in|ridden|behind)$/.test(place.how) && !HIGH.test(script.entities[root]?.art ?? ''))
    kept.set(other, {
      how: isAtIt(script, { how, subject, other }, root) ? 'busy' : 'facing',
      subject: other,
      other: root,
    })
}

// A lamp is beside everybody, and who stands together is not parted by it.
const isPost = ({ entities }: Script, { subject }: EntityBond) =>
  /^(street-lamp|pole)$/.test(entities[subject]?.art ?? '')

// Whoever is at the side of somebody that has a place is there too: the dog of the boy under the tree.
function comesAlong(kept: Kept, { subject, other }: EntityBond, { entities }: Script): void {
  // A lamp on a table beside a bed: the table is beside it.
  const under = kept.get(subject)
  const [stand, thing] = [entities[under?.other ?? -1], entities[other]]
  const large = stand && thing && !isAlive(thing) && !isAlive(stand) && metresOf(thing) >= metresOf(stand)
  if (under?.how === 'on' && large && !kept.has(under.other) && rootIn(kept, other) !== under.other) {
    kept.set(under.other, { how: 'beside', subject: under.other, other })
    return
  }
  if (!kept.has(other) && rootIn(kept, subject) !== other)
    kept.set(other, { how: 'beside', subject: other, other: subject })
}

// Whoever sits on a rock before a ship: the rock is before it.
function standsBefore(kept: Kept, { subject, other }: EntityBond): void {
  const root = rootIn(kept, subject)
  if (root !== other && rootIn(kept, other) !== root) kept.set(root, { how: 'before', subject: root, other })
}

// A letter into a box: it is in the hand, and the hand at the box.
function putsThere(kept: Kept, bond: EntityBond, script: Script): void {
  const place = kept.get(bond.subject)
  if (!place || !/^(on|in)$/.test(place.how) || kept.has(bond.other)) return
  if (!hasHandsAt(script, bond.other, bond.subject)) return
  const root = rootIn(kept, bond.subject)
  const { art = '' } = script.entities[place.other] ?? {}
  // On a bench and in a basket it is already.
  if (!isSupport(art) && !isContainer(art)) kept.set(bond.subject, bond)
  if (HIGH.test(script.entities[root]?.art ?? '')) return
  if (!isAlive(script.entities[root] as Subject))
    kept.set(bond.other, { how: 'busy', subject: bond.other, other: root })
}

// A mouse in a car that a cat chases: the car is ahead of the cat, or of what that rides.
function goesAhead(kept: Kept, { subject, other }: EntityBond): void {
  const [first, after] = [rootIn(kept, subject), rootIn(kept, other)]
  if (first !== after) kept.set(first, { how: 'ahead', subject: first, other: after })
}

// Who has a place is told of once more: then it is the other who comes there.
function again(kept: Kept, bond: EntityBond, script: Script): void {
  if (bond.how === 'held') return putsThere(kept, bond, script)
  if (bond.how === 'before') standsBefore(kept, bond)
  else if (bond.how === 'ahead' && kept.get(bond.subject)?.how === 'ridden') goesAhead(kept, bond)
  else if (bond.how === 'beside' && !isPost(script, bond)) comesAlong(kept, bond, script)
  else goesThere(kept, bond, script)
}

// Who writes on a board before a class has the class behind the back.
function behindTeacher(bond: EntityBond, kept: Kept, { entities }: Script): EntityBond {
  const place = kept.get(bond.other)
  const board = bond.how === 'facing' && place?.how === 'facing' ? entities[place.other] : undefined
  return board && isBoard(board) && isAlive(entities[bond.subject] as Subject) ? { ...bond, how: 'trailing' } : bond
}

// In the mouth or the beak is not in the paws.
function inTheMouth(bond: EntityBond, { entities, deeds }: Script): EntityBond {
  const holder = entities[bond.other]
  const told = deeds.some(({ craft, agents }) => craft === 'in-mouth' && agents.includes(bond.other))
  const near = /^(held|beside|on|facing)$/.test(bond.how)
  return told && near && holder && !hasPersonRig(holder)
    ? { how: 'carried', subject: bond.subject, other: bond.other }
    : bond
}

/** Who is bound to whom: each to one at most, and nobody to himself over others. What is said of a place goes first. */
export function entityBonds(script: Script): EntityBond[] {
  const kept: Kept = new Map()
  // Where who acts is, by what they ride or climb, goes before whom they meet.
  const done = bondsOfDeeds(script).toSorted((a, b) => Number(PLACED.test(b.how)) - Number(PLACED.test(a.how)))
  // Who rides goes where the mount goes.
  const mounts = new Map(done.filter(({ how }) => how === 'ridden').map(({ subject, other }) => [subject, other]))
  const mounted = (bond: EntityBond) => ({ ...bond, subject: mounts.get(bond.subject) ?? bond.subject })
  const places = bondsOfTies(script).map(mounted)
  const deeds = done.map((bond) => (bond.how === 'on' ? mounted(bond) : bond))
  // Where something is said to be goes before what is merely with somebody.
  const near = /^(beside|held|flank|facing)$/
  const said = [
    ...places.filter(({ how }) => !near.test(how)),
    ...deeds.filter(({ how }) => PLACED.test(how)),
    ...places.filter(({ how }) => near.test(how)),
    ...deeds.filter(({ how }) => !PLACED.test(how)),
  ]
  for (const bond of [...said.map((one) => inTheMouth(one, script)), ...inHand(script, said)]) {
    if (bond.subject === bond.other) continue
    if (kept.has(bond.subject)) again(kept, bond, script)
    else if (rootIn(kept, bond.other) !== bond.subject) kept.set(bond.subject, bond)
  }
  // Between two that have a place is there too.
  for (const { how, subject, other } of said) {
    const place = how === 'flank' ? kept.get(subject) : undefined
    if (place && /^(on|in)$/.test(place.how) && !kept.has(other)) kept.set(other, { ...place, subject: other })
  }
  return [...kept.values()].flatMap((bond) => settledPlace(behindTeacher(bond, kept, script), kept, script) ?? [])
}
