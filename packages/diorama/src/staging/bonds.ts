import type { Script, Subject } from '../brief.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import { bondsOfDeeds } from './bonds-of-deeds.ts'
import { bondsOfTies } from './bonds-of-ties.ts'
import type { EntityBond } from './entity-bond.ts'
import { isAlive, metresOf } from './real-sizes.ts'
import { isSupport, supportOf } from './supports.ts'

// Made for hands: where somebody stands beside one of these, it is held.
const HANDY =
  /^(kite|balloon|umbrella.*|guitar|violin|banjo|saxophone|trumpet|trombone|accordion|flute|maracas|microphone|open-book|newspaper|camera|bouquet|wrapped-gift|trophy|sword|fishing-pole|broom|briefcase|handbag|bow-and-arrow|lantern|ice-cream|soft-ice-cream|lollipop)$/

function inHand({ entities }: Script, bonds: readonly EntityBond[]): EntityBond[] {
  const free = entities.findIndex(
    (one, at) =>
      hasPersonRig(one) && one.count === 1 && !bonds.some(({ how, other }) => how === 'held' && other === at),
  )
  if (free < 0) return []
  const thing = entities.findIndex(
    (one, at) => HANDY.test(one.art) && !bonds.some(({ subject, other }) => subject === at || other === at),
  )
  return thing < 0 ? [] : [{ how: 'held', subject: thing, other: free }]
}

const NARROW = /^(pole|plate|lily-pad|cutting-board|fork-and-knife-with-plate|chair|throne|rock|wood)$/
const AT_ITS_SIDE = /^(beside|flank)$/
const ON_GROUND = /^(facing|ahead|trailing|pulled|pushed)$/
// Off the ground: who deals with somebody there stays below and looks up.
const HIGH = /^(branch|shelf|windowsill|wire|roof|kite|pole)$/

const ROOMY = /^(bridge|ship|pirate-ship|roof|sofa)$/

type Kept = Map<number, EntityBond>

function rootIn(kept: Kept, entity: number): number {
  const up = kept.get(entity)
  return up ? rootIn(kept, up.other) : entity
}

// Who deals with somebody that has a place of its own goes there too: a robot and a girl before one house, a boy at the
// bench on which the bear sits.
function goesThere(kept: Kept, { how, subject, other }: EntityBond, script: Script): void {
  const place = kept.get(subject)
  if (how !== 'facing' || !place || kept.has(other) || rootIn(kept, subject) === other) return
  // Who feeds the young in a nest is at its rim.
  const home = script.entities[place.other]?.art ?? ''
  if (place.how === 'in' && home.includes('nest') && script.entities[other]?.kind.startsWith('animal')) {
    kept.set(other, { how: 'on', subject: other, other: place.other })
    return
  }
  // Two have room on a bridge or a deck.
  if (place.how === 'on' && ROOMY.test(script.entities[place.other]?.art ?? '')) {
    kept.set(other, { ...place, subject: other })
    return
  }
  if (/^(before|under|around)$/.test(place.how)) {
    kept.set(other, { ...place, subject: other })
    kept.set(subject, { how, subject, other })
    return
  }
  const root = rootIn(kept, subject)
  if (/^(on|in|ridden|behind)$/.test(place.how) && !HIGH.test(script.entities[root]?.art ?? ''))
    kept.set(other, { how: 'facing', subject: other, other: root })
}

// Beside an umbrella is beside who holds it.
function withHolder(bond: EntityBond, kept: Kept): EntityBond {
  const held = kept.get(bond.other)
  // A beetle on the book that somebody reads.
  if (held?.how === 'held' && bond.how === 'on') return { ...bond, other: held.other, spot: 'head' }
  return held?.how === 'held' && AT_ITS_SIDE.test(bond.how) ? { ...bond, other: held.other } : bond
}

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

// At the side of several is at the side of whom they face: between them there is no room.
function besideAll(bond: EntityBond, kept: Kept, script: Script): EntityBond {
  const several = (script.entities[bond.other]?.count ?? 1) > 1 && AT_ITS_SIDE.test(bond.how)
  const met = several ? kept.get(bond.other) : undefined
  return met && ON_GROUND.test(met.how) ? { ...bond, other: met.other } : bond
}

// Who lies beside somebody on a bed is on the bed too. A saucer has room for one cup: what is beside that is beside the
// saucer.
function onTheSame(bond: EntityBond, under: EntityBond, script: Script): EntityBond {
  const { art = '', kind = '' } = script.entities[under.other] ?? {}
  const narrow = (under.how === 'in' && kind !== 'transport-water') || NARROW.test(art) || !isSupport(art)
  const large =
    metresOf(script.entities[bond.subject] as Subject) > metresOf(script.entities[under.other] as Subject) * 0.6
  return narrow || (large && !isAlive(script.entities[bond.subject] as Subject))
    ? { ...bond, other: under.other }
    : { ...under, subject: bond.subject }
}

// Whoever is bound to somebody that is on something: there too, or on the ground before it.
function sharedPlace(asked: EntityBond, kept: Kept, script: Script): EntityBond {
  const bond = besideAll(asked, kept, script)
  const under = kept.get(bond.other)
  if (!under || !/^(on|in|ridden)$/.test(under.how)) return bond
  const high = HIGH.test(script.entities[under.other]?.art ?? '')
  if (ON_GROUND.test(bond.how)) return high ? { ...under, subject: bond.subject } : { ...bond, other: under.other }
  if (bond.how === 'behind') return high ? bond : { ...bond, other: under.other }
  // Whoever is at both sides of somebody on a bench sits there too.
  const { art = '', kind = '' } = script.entities[under.other] ?? {}
  const shared = under.how === 'on' && !under.spot && supportOf(art, kind).stretches
  if (bond.how === 'flank') return shared ? { ...under, subject: bond.subject } : { ...bond, other: under.other }
  return bond.how === 'beside' && under.how !== 'ridden' ? onTheSame(bond, under, script) : bond
}

// Beside a bird in a cage on a table: beside the cage, and so beside the table.
function settledPlace(asked: EntityBond, kept: Kept, script: Script): EntityBond {
  const once = sharedPlace(asked, kept, script)
  const onward = once.how === 'beside' && once.other !== asked.other
  return onward ? sharedPlace(once, kept, script) : once
}

/** Who is bound to whom: each to one at most, and nobody to himself over others. What is said of a place goes first. */
export function entityBonds(script: Script): EntityBond[] {
  const kept: Kept = new Map()
  const deeds = bondsOfDeeds(script)
  // Who rides goes where the mount goes.
  const mounts = new Map(deeds.filter(({ how }) => how === 'ridden').map(({ subject, other }) => [subject, other]))
  const places = bondsOfTies(script).map((bond) => ({ ...bond, subject: mounts.get(bond.subject) ?? bond.subject }))
  // Where something is said to be goes before what is merely with somebody.
  const near = /^(beside|held|flank)$/
  const said = [...places.filter(({ how }) => !near.test(how)), ...places.filter(({ how }) => near.test(how)), ...deeds]
  for (const bond of [...said, ...inHand(script, said)]) {
    if (bond.subject === bond.other) continue
    if (kept.has(bond.subject) && bond.how === 'before') standsBefore(kept, bond)
    else if (kept.has(bond.subject) && bond.how === 'beside') comesAlong(kept, bond, script)
    else if (kept.has(bond.subject)) goesThere(kept, bond, script)
    else if (rootIn(kept, bond.other) !== bond.subject) kept.set(bond.subject, bond)
  }
  // Between two that have a place is there too.
  for (const { how, subject, other } of said) {
    const place = how === 'flank' ? kept.get(subject) : undefined
    if (place && /^(on|in)$/.test(place.how) && !kept.has(other)) kept.set(other, { ...place, subject: other })
  }
  return [...kept.values()].map((bond) => settledPlace(withHolder(bond, kept), kept, script))
}
