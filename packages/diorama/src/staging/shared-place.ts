import type { Script, Subject } from '../brief.ts'
import type { EntityBond } from './entity-bond.ts'
import { isAlive, metresOf } from './real-sizes.ts'
import { isSupport, supportOf } from './supports.ts'

/** Who is bound to whom so far, by whoever is placed. */
export type Kept = Map<number, EntityBond>

const NARROW =
  /^(pole|plate|lily-pad|books|closed-book|cutting-board|fork-and-knife-with-plate|chair|armchair|rocking-chair|stool|swing|throne|rock|wood|ladder|bucket)$/
const DECKS =
  /^(bridge|rope-bridge|log-bridge|ship|pirate-ship|tall-ship|viking-ship|raft|gondola|picnic-blanket|blanket|rug)$/
const AT_ITS_SIDE = /^(beside|flank)$/
const ON_GROUND = /^(facing|ahead|trailing|pulled|pushed|busy|tended)$/

/** Off the ground: who deals with somebody there stays below and looks up. */
export const HIGH = /^(branch|shelf|windowsill|wire|roof|kite|pole)$/

// Beside an umbrella is beside who holds it.
function withHolder(bond: EntityBond, kept: Kept): EntityBond {
  const held = kept.get(bond.other)
  // A beetle on the book that somebody reads.
  if (held?.how === 'held' && bond.how === 'on') return { ...bond, other: held.other, spot: 'head' }
  return held?.how === 'held' && AT_ITS_SIDE.test(bond.how) ? { ...bond, other: held.other } : bond
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
  const boat = kind === 'transport-water'
  const narrow = !boat && (under.how === 'in' || NARROW.test(art) || !isSupport(art))
  const large =
    metresOf(script.entities[bond.subject] as Subject) > metresOf(script.entities[under.other] as Subject) * 0.6
  return narrow || (large && !isAlive(script.entities[bond.subject] as Subject))
    ? { ...bond, other: under.other }
    : { ...under, subject: bond.subject }
}

// Whoever is at both sides of somebody on a bench sits there too.
function atBothSides(bond: EntityBond, under: EntityBond, { entities }: Script): EntityBond {
  const { art = '', kind = '' } = entities[under.other] ?? {}
  const shared = under.how === 'on' && !under.spot && supportOf(art, kind).stretches
  return shared ? { ...under, subject: bond.subject } : { ...bond, other: under.other }
}

// Who is read to, hugged or talked to on a bench sits there too.
function sitsTogether({ subject, other }: EntityBond, under: EntityBond, { entities, deeds }: Script): boolean {
  const { art = '', kind = '' } = entities[under.other] ?? {}
  const { seat, stretches } = supportOf(art, kind)
  if (under.how !== 'on' || under.spot || !seat || !(stretches || art === 'bed')) return false
  const person = entities[subject]?.kind.startsWith('person') === true
  return deeds.some(
    ({ verb, agents, patient, recipient }) =>
      (person ? /^(read|hug|look-at)$/ : /^hug$/).test(verb) &&
      agents.includes(other) &&
      (patient === subject || recipient === subject),
  )
}

// Whoever is watched from a branch goes about on the ground.
function isWatchedFromAbove({ how, subject, other }: EntityBond, kept: Kept, { entities, deeds }: Script): boolean {
  const under = kept.get(other)
  if (how !== 'facing' || under?.how !== 'on' || !HIGH.test(entities[under.other]?.art ?? '')) return false
  return deeds.some((deed) => deed.verb === 'look-at' && deed.agents.includes(other) && deed.patient === subject)
}

const isHigh = ({ other }: EntityBond, { entities }: Script) => HIGH.test(entities[other]?.art ?? '')

// Who is led over a bridge is on it; a hive that is hugged in a tree is up there.
function isThereToo({ how, subject }: EntityBond, under: EntityBond, { entities }: Script): boolean {
  const one = entities[subject]
  if (!one || !ON_GROUND.test(how) || under.how !== 'on' || under.spot || metresOf(one) >= 3) return false
  const { art = '' } = entities[under.other] ?? {}
  return DECKS.test(art) || (art.endsWith('tree') && !isAlive(one))
}

// Who looks over a fence at somebody is behind it, and whoever is looked at before it.
const isLookedAt = ({ subject, other }: EntityBond, { ties }: Script) =>
  ties.some((tie) => tie.kind === 'at' && tie.subject === other && tie.other === subject)

// There too, or on the ground before it.
function whereTheyAre(bond: EntityBond, under: EntityBond, script: Script): EntityBond {
  const high = isHigh(under, script)
  if (bond.how === 'facing' && sitsTogether(bond, under, script)) return { ...under, subject: bond.subject }
  if (isThereToo(bond, under, script)) return { ...under, subject: bond.subject }
  if (ON_GROUND.test(bond.how)) return high ? { ...under, subject: bond.subject } : { ...bond, other: under.other }
  if (bond.how === 'behind') return high ? bond : { ...bond, other: under.other }
  if (bond.how === 'flank') return atBothSides(bond, under, script)
  return bond.how === 'beside' && under.how !== 'ridden' ? onTheSame(bond, under, script) : bond
}

// Whoever is bound to somebody that has a place of its own.
function sharedPlace(asked: EntityBond, kept: Kept, script: Script): EntityBond {
  const bond = besideAll(asked, kept, script)
  const under = kept.get(bond.other)
  if (under?.how === 'behind' && isLookedAt(bond, script)) return { ...bond, how: 'facing', other: under.other }
  return under && /^(on|in|ridden)$/.test(under.how) ? whereTheyAre(bond, under, script) : bond
}

/** Where somebody ends: beside a bird in a cage on a table is beside the cage, and so beside the table. */
export function settledPlace(asked: EntityBond, kept: Kept, script: Script): EntityBond | undefined {
  if (isWatchedFromAbove(asked, kept, script)) return undefined
  const once = sharedPlace(withHolder(asked, kept), kept, script)
  const onward = once.how === 'beside' && once.other !== asked.other
  return onward ? sharedPlace(once, kept, script) : once
}
