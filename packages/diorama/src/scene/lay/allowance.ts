import type { Subject } from '../../brief.ts'
import type { Bond } from '../../staging/stage-plan.ts'
import { roomyHeight } from './shelter.ts'
import { boundsOfPieces, type Troupe } from './troupe.ts'

/** Those of one bond about somebody or something. */
export type Group = { how: Bond['how']; bond: Bond; children: Troupe[] }

// How many times as tall as those about it something may be shown: of a tree or a castle, more would leave them dots.
const NOT_LARGER: Partial<Record<Bond['how'], number>> = {
  before: 1.75,
  over: 1.2,
  behind: 1.6,
  on: 3,
  around: 2.4,
  climbing: 2.2,
  busy: 1.7,
}

// A table reaches to the chest of who sits at it.
const TABLE_MOST = 0.72
// A roof and a bridge are seen as near as who is on them.
const NEAR_MOST = 1.8
// A dragon on a tower is what the picture is of, where of a bird on one the tower may be seen as well.
const UNDER_HERO = 1.5
const HERO = 1.2
// A car behind a hedgehog is no toy.
const PARKED_MOST = 3
const DOOR_MOST = 3.4

const tallestOf = (children: readonly Troupe[]) =>
  Math.max(...children.map(({ pieces }) => -boundsOfPieces(pieces).top))

const isUnderEaves = (bond: Bond) => bond.how === 'on' && bond.spot === 'eaves'

function mostTimes({ how, bond, children }: Group, other: Subject): number | undefined {
  if (how === 'around' && other.art === 'table') return TABLE_MOST
  if (how === 'on' && (/^(roof|bridge|rope-bridge|log-bridge)$/.test(other.art) || isUnderEaves(bond))) return NEAR_MOST
  if (how === 'on' && other.kind.startsWith('place') && tallestOf(children) >= HERO) return UNDER_HERO
  // Boots before a door are as small as boots are.
  if (how === 'before' && other.art === 'door') return DOOR_MOST
  return how === 'before' && other.kind.startsWith('transport') ? PARKED_MOST : NOT_LARGER[how]
}

/**
 * How tall those about it let something be: a castle behind somebody is far away, as large as that makes it; a bird over a
 * house is as small as birds are.
 */
export function allowance(group: Group, parent: Troupe, other: Subject): number {
  const { how, children } = group
  if (how === 'under') return roomyHeight(parent, other, children)
  const light = how === 'over' && children.every(({ own, pieces }) => own.width < 1.2 && pieces.length === 1)
  const most = light ? (other.kind.startsWith('place') ? 4.5 : 2.4) : mostTimes(group, other)
  return most === undefined ? 0 : tallestOf(children) * most
}
