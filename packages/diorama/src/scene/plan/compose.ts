import type { Brief } from '../../brief.ts'
import { traitsOf, type Format } from '../../archetype-traits.ts'
import { boundsOf, type Cluster } from './cluster.ts'
import { resizePieces } from './resize-pieces.ts'
import { stature } from './sizes.ts'

type Frame = { width: number; height: number; format: Format }
type Member = { cluster: Cluster; wide: number; tall: number; living: boolean }

// Two stand side by side; of three and more one is the subject of the picture and the others are about it.
const FEWEST = 3
// How much of the picture's height the main thing may take where there is room.
const MOST_TALL = 0.6
const MOST_GROWTH = 1.7
// Behind the main one things are a little smaller, and before it no larger than this share of it.
const BEHIND = 0.88
const BEFORE_MOST = 0.5

const LIVING = /^(animal|person|family)/

const subjectOf = (brief: Brief, { pieces }: Cluster) => brief.subjects[pieces[0]?.subject ?? -1]

function measured(brief: Brief, cluster: Cluster): Member {
  const box = boundsOf(cluster.pieces)
  const living = cluster.pieces.some(({ subject }) => LIVING.test(brief.subjects[subject]?.kind ?? ''))
  return { cluster, wide: box.right - box.left, tall: box.bottom - box.top, living }
}

// Who lives is what a picture is about, before furniture and small things that happen to be named first.
function mainOf(brief: Brief, members: readonly Member[]): Member {
  const has = ({ cluster }: Member, subject: number) => cluster.pieces.some((piece) => piece.subject === subject)
  const first = members.find((member) => has(member, 0)) ?? members[0]
  if (!first) throw new Error('nothing to compose')
  const subject = subjectOf(brief, first.cluster)
  const modest = subject !== undefined && !first.living && stature(subject) < 1.3
  return (modest && members.find(({ living }) => living)) || first
}

const SCENERY = /^(place|plant-other)/
// Houses and trees are as far behind as makes them this tall beside whom the picture is about.
const FARTHEST = 1.7
// A row of stalls or trees takes no more room than lets them be seen.
const WIDEST = 3

function farOff(brief: Brief, member: Member, main: Member): Member {
  const scenery = SCENERY.test(subjectOf(brief, member.cluster)?.kind ?? '')
  const times = Math.min((main.tall * FARTHEST) / member.tall, (main.tall * WIDEST) / member.wide)
  if (!scenery || times >= 1 || !main.living) return member
  resizePieces(member.cluster.pieces, times)
  return measured(brief, member.cluster)
}

// What lies about a dish or a bottle in small pieces, however large its drawing is.
const BITS =
  /^(blueberries|coffee-beans?|mint|basil|rosemary|cinnamon|walnut|almond|hazelnut|peanuts|chestnut|acorn|star-anise|vanilla|olive|raspberry|blackberry|cranberries|strawberry|cherries|ice|chocolate-bar|cookie|lemon|lime|tangerine|leaf|oak-leaf|maple-leaf|fallen-leaf|leaf-fluttering-in-wind|four-leaf-clover|pine-cone|rosette|blossom|cherry-blossom|spiral-shell|droplet|sugar-cube|garlic)$/
const BIT_MOST = 0.36

// Close to it one sees how small they are beside what the picture is of.
function asBit(brief: Brief, member: Member, main: Member): void {
  const bit = BITS.test(subjectOf(brief, member.cluster)?.art ?? '')
  const each = Math.max(...member.cluster.pieces.map(({ width, height }) => Math.max(width, height)))
  const times = (Math.max(main.tall, main.wide * 0.7) * BIT_MOST) / each
  if (bit && times < 1) resizePieces(member.cluster.pieces, times)
}

/** Seen close to, small pieces are as small as they are beside what the picture is of. */
export function shrinkBits(clusters: readonly Cluster[], brief: Brief): void {
  if (!traitsOf(brief.archetype).view.isCloseUp || clusters.length < 2) return
  const members = clusters.map((cluster) => measured(brief, cluster))
  const main = mainOf(brief, members)
  for (const member of members) if (member !== main) asBit(brief, member, main)
}

type Side = { back: Member[]; front: Member[] }

// What is half as tall can be seen over; the rest would hide what is behind it, or be lost there itself.
const goesBack = (member: Member, main: Member) =>
  member.tall > main.tall * BEFORE_MOST || member.wide > main.wide * 0.8

function sides(main: Member, others: readonly Member[]): [Side, Side] {
  const both: [Side, Side] = [
    { back: [], front: [] },
    { back: [], front: [] },
  ]
  const reach = (side: Side, row: 'back' | 'front') => side[row].reduce((sum, { wide }) => sum + wide, 0)
  for (const member of others) {
    const row = goesBack(member, main) ? 'back' : 'front'
    const [left, right] = both
    const side = reach(left, row) <= reach(right, row) ? left : right
    side[row].push(member)
  }
  return both
}

// A face may not be covered: whoever lives stands free of the main one, things may be a little behind it.
const overlapOf = (member: Member, main: Member, row: 'back' | 'front') =>
  member.living || main.living ? 0.02 : row === 'back' ? 0.07 : 0.04

const GAP = 0.06

function needed(side: Side, main: Member, row: 'back' | 'front'): number {
  const scale = row === 'back' ? BEHIND : 1
  const members = side[row]
  const total = members.reduce((sum, { wide }) => sum + wide * scale * (1 + GAP), 0)
  const first = members[0]
  return first ? total - main.wide * overlapOf(first, main, row) : 0
}

function put({ cluster }: Member, x: number, foot: number): void {
  const box = boundsOf(cluster.pieces)
  for (const piece of cluster.pieces) {
    piece.x += x - (box.left + box.right) / 2
    piece.foot += foot
    piece.order += foot
  }
}

/** Whether things are set about a main one: on firm ground, three and more of them, none afloat. */
export function isComposed(clusters: readonly Cluster[], { format }: Frame): boolean {
  const afloat = clusters.some(({ pieces }) => pieces.some(({ contact }) => contact === 'water'))
  return clusters.length >= FEWEST && format.standOn === 'ground' && !afloat
}

/**
 * Sets clusters in depth about the main one: what is tall behind it at both sides, what is small before it. A row of equals
 * would say that nothing of it matters.
 */
export function composeInDepth(clusters: readonly Cluster[], brief: Brief, frame: Frame): void {
  const { width, height, format } = frame
  const { isCloseUp } = traitsOf(brief.archetype).view
  const growth = isCloseUp || (brief.script && brief.subjects.some(({ kind }) => LIVING.test(kind))) ? MOST_GROWTH : 1
  const named = clusters.map((cluster) => measured(brief, cluster))
  const main = mainOf(brief, named)
  const members = named.map((member) => (member === main ? member : farOff(brief, member, main)))
  const [left, right] = sides(
    main,
    members.filter((member) => member !== main),
  )
  const room = (side: Side) => Math.max(needed(side, main, 'back'), needed(side, main, 'front'))
  const usable = width * 0.92
  const tallest = Math.max(...members.map(({ tall }) => tall))
  const factor = Math.min(
    usable / (room(left) + main.wide + room(right)),
    (height * MOST_TALL) / Math.max(main.tall, main.wide * 0.72),
    (height * (format.floor - 0.08)) / tallest,
    growth,
  )
  for (const { cluster } of members) resizePieces(cluster.pieces, factor)
  const middle = width / 2 + ((room(left) - room(right)) / 2) * factor
  put(main, middle, format.floor * height)
  const depth = (format.floor - format.horizon) * height
  for (const [side, sign] of [
    [left, -1],
    [right, 1],
  ] as const) {
    for (const row of ['back', 'front'] as const) {
      const scale = row === 'back' ? BEHIND : 1
      const foot = format.floor * height + (row === 'back' ? -depth * 0.36 : Math.min(depth * 0.24, height * 0.055))
      let edge = middle + sign * main.wide * factor * 0.5
      for (const [at, member] of side[row].entries()) {
        if (row === 'back') resizePieces(member.cluster.pieces, BEHIND)
        const wide = member.wide * factor * scale
        if (at === 0) edge -= sign * main.wide * factor * overlapOf(member, main, row)
        put(member, edge + sign * wide * (0.5 + GAP / 2), foot + (at % 2) * depth * 0.08)
        edge += sign * wide * (1 + GAP)
      }
    }
  }
}
