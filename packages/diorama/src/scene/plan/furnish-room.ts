import type { Format } from '../../archetype-traits.ts'
import type { Brief, Subject } from '../../brief.ts'
import { isAlive, metresOf } from '../../staging/real-sizes.ts'
import { boundsOf, type Cluster } from './cluster.ts'
import { resizePieces } from './resize-pieces.ts'
import { HANGS } from './stance.ts'

type Frame = { width: number; height: number; format: Format }

// What stands along the wall, what at a table and what before both, what lies under the feet, and what hangs beside the window.
type Row = 'wall' | 'behind-table' | 'front' | 'floor' | 'hung' | 'ceiling'
type Piece = { cluster: Cluster; row: Row; art: string }

const FLAT = /^(rug|picnic-blanket|blanket)$/
const HUNG = /^(mirror|towel|wall-clock|cuckoo-clock|wall-poster|framed-picture|shelf|curtain|dreamcatcher)$/
const LOW =
  /^(chair|stool|armchair|office-chair|high-chair|rocking-chair|cushion|pillow|basket|open-box|storage-trunk|pet-bowl)$/
// What one rests on: a table beside it is a low one, and it is the middle of the room.
const RESTING = /^(sofa|couch-and-lamp|armchair|bed|bunk-bed|bathtub)$/

const SEATS = /^(armchair|rocking-chair|office-chair|high-chair)$/

// As much of a room as the picture shows, in metres.
const ROOM = { wide: 4.6, high: 2.7 }
// Below this much of their size pieces rather stand before each other.
const LEAST = 0.62
const GAP = 0.03

const subjectOf = (brief: Brief, { pieces }: Cluster): Subject | undefined => {
  const carried = new Set(pieces.flatMap(({ carrier, subject }) => (carrier === undefined ? [] : [subject])))
  const root = pieces.find(({ subject }) => !carried.has(subject)) ?? pieces[0]
  return brief.subjects[root?.subject ?? -1]
}

function rowOf(one: Subject, all: readonly Subject[]): Row {
  if (FLAT.test(one.art)) return 'floor'
  if (HUNG.test(one.art)) return 'hung'
  if (HANGS.test(one.art)) return 'ceiling'
  const dines =
    one.art === 'chair' && all.some(({ art }) => art === 'table') && !all.some(({ art }) => RESTING.test(art))
  if (dines) return 'behind-table'
  if (LOW.test(one.art) || isAlive(one) || one.art === 'table') return 'front'
  return metresOf(one) < 0.75 && one.art !== 'nightstand' ? 'front' : 'wall'
}

/** Whether furniture is what the picture shows: a room with several pieces, and nobody who does something in it. */
export function isFurnished(clusters: readonly Cluster[], brief: Brief): boolean {
  const pieces = brief.subjects.filter(({ kind, art }) => kind === 'household' || /^(chair|bathtub|couch)/.test(art))
  const people = brief.subjects.some(({ kind }) => /^(person|family|face)/.test(kind))
  return brief.archetype === 'room' && !people && pieces.length > 1 && clusters.length > 1
}

function put({ pieces }: Cluster, x: number, foot: number): void {
  const box = boundsOf(pieces)
  for (const piece of pieces) {
    piece.x += x - (box.left + box.right) / 2
    piece.foot += foot
    piece.order += foot
  }
}

const wideOf = ({ cluster }: Piece) => boundsOf(cluster.pieces).right - boundsOf(cluster.pieces).left
const tallOf = ({ cluster }: Piece) => -boundsOf(cluster.pieces).top

// The first is in the middle, the others right and left of it in turn.
function fromTheMiddle<One>(row: readonly One[]): One[] {
  const right = row.filter((_, at) => at % 2 === 0)
  const left = row.filter((_, at) => at % 2 === 1)
  return [...left.toReversed(), ...right]
}

// Side by side over the whole width; where they are too many, a little smaller, and then a little before each other.
function lineUp(row: readonly Piece[], foot: number, { width }: Frame, share: number): void {
  const total = row.reduce((sum, piece) => sum + wideOf(piece) * (1 + GAP), 0)
  const usable = width * share
  const smaller = Math.min(1, Math.max(LEAST, usable / total))
  for (const { cluster } of row) resizePieces(cluster.pieces, smaller)
  const widths = row.map(wideOf)
  const sum = widths.reduce((a, b) => a + b, 0)
  const gap = row.length > 1 ? Math.min(width * 0.09, (usable - sum) / (row.length - 1)) : 0
  let left = width / 2 - (sum + gap * (row.length - 1)) / 2
  for (const [at, piece] of row.entries()) {
    const wide = widths[at] ?? 0
    put(piece.cluster, left + wide / 2, foot)
    left += wide + gap
  }
}

// Where a table is laid, what stands at the wall is at its sides.
function standAside(row: readonly Piece[], width: number): void {
  for (const [at, { cluster }] of row.entries()) {
    const box = boundsOf(cluster.pieces)
    const half = (box.right - box.left) / 2
    const x = at % 2 === 0 ? half + width * 0.03 : width * 0.97 - half
    for (const piece of cluster.pieces) piece.x += x - (box.left + box.right) / 2
  }
}

// Where on the wall least stands before a piece of this width.
function freest(row: readonly Piece[], wide: number, width: number): number {
  const covered = (x: number) =>
    row.reduce((sum, { cluster }) => {
      const { left, right } = boundsOf(cluster.pieces)
      return sum + Math.max(0, Math.min(right, x + wide / 2) - Math.max(left, x - wide / 2))
    }, 0)
  const places = [0.2, 0.82, 0.36, 0.66, 0.5, 0.09, 0.91].map((share) => share * width)
  return places.reduce((best, x) => (covered(x) < covered(best) - 1 ? x : best))
}

function hangOnWall(row: readonly Piece[], back: readonly Piece[], { width, height, format }: Frame): void {
  const before = [...back]
  for (const piece of row) {
    put(piece.cluster, freest(before, wideOf(piece), width), format.horizon * height * 0.52 + tallOf(piece) / 2)
    before.push(piece)
    for (const one of piece.cluster.pieces) {
      one.contact = 'edge'
      one.order -= 1e6
    }
  }
}

function hangFromCeiling(row: readonly Piece[], { width, height }: Frame): void {
  for (const [at, piece] of row.entries()) {
    resizePieces(piece.cluster.pieces, Math.min(1, (height * 0.3) / tallOf(piece)))
    put(piece.cluster, width * ([0.5, 0.2, 0.8][at % 3] ?? 0.5), tallOf(piece))
    for (const one of piece.cluster.pieces) one.contact = 'edge'
  }
}

/** Furnishes a room: large pieces in their true sizes along the wall, seats and low tables before them, a rug under all. */
export function furnishRoom(clusters: readonly Cluster[], brief: Brief, frame: Frame): void {
  const { width, height, format } = frame
  const metre = Math.min(width / ROOM.wide, height / ROOM.high)
  const pieces = clusters.flatMap((cluster): Piece[] => {
    const subject = subjectOf(brief, cluster)
    return subject ? [{ cluster, row: rowOf(subject, brief.subjects), art: subject.art }] : []
  })
  const low = brief.subjects.some(({ art }) => RESTING.test(art))
  for (const { cluster } of pieces) {
    const subject = subjectOf(brief, cluster) as Subject
    const own = cluster.pieces.find((piece) => brief.subjects[piece.subject] === subject) ?? cluster.pieces[0]
    if (!own) continue
    const times = subject.art === 'table' ? (low ? 0.72 : 1.5) : 1
    resizePieces(cluster.pieces, (Math.max(0.34, metresOf(subject)) * metre * times) / Math.max(own.width, own.height))
    const tall = -boundsOf(cluster.pieces).top
    resizePieces(cluster.pieces, Math.min(1, (height * format.floor * 0.86) / tall))
  }
  const of = (row: Row) => pieces.filter((piece) => piece.row === row)
  const depth = (format.floor - format.horizon) * height
  const back = of('wall').toSorted((a, b) => Number(RESTING.test(b.art)) - Number(RESTING.test(a.art)))
  const wall = format.horizon * height + depth * 0.42
  lineUp(fromTheMiddle(back), wall, frame, 0.94)
  if (of('behind-table').length > 0) standAside(back, width)
  // The backs of the chairs are seen over the table that they stand at.
  lineUp(of('behind-table'), format.floor * height - depth * 0.1, frame, 0.6)
  const foot = format.floor * height + depth * (back.length > 0 ? 0.3 : 0)
  // Before one thing at the wall, a fireplace or a bed, seats stand at its sides.
  const aside = back.length === 1 ? of('front').filter(({ art }) => SEATS.test(art)) : []
  lineUp(fromTheMiddle(of('front').filter((piece) => !aside.includes(piece))), foot, frame, 0.8)
  for (const [at, { cluster }] of aside.entries()) put(cluster, width * (at % 2 === 0 ? 0.2 : 0.81), foot)
  hangOnWall(of('hung'), back, frame)
  hangFromCeiling(of('ceiling'), frame)
  for (const piece of of('floor')) {
    resizePieces(piece.cluster.pieces, Math.max(1, (width * 0.42) / wideOf(piece)))
    put(piece.cluster, width / 2, format.floor * height + depth * 0.36)
    for (const one of piece.cluster.pieces) one.order -= 1e6
  }
}
