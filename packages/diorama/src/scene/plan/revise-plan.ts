import type { Brief, Revised, Subject } from '../../brief.ts'
import { boundsOf } from './cluster.ts'
import { rigShape } from '../rig/rigs.ts'
import { metresOf } from '../../staging/real-sizes.ts'
import type { Placement, ScenePlan } from './scene-plan.ts'

/** A plan with the brief whose subjects it places. */
export type PlannedBrief = { brief: Brief; plan: ScenePlan }
type Size = { width: number; height: number }
// A piece with what carries it, by itself rather than by its place in a list that changes.
type Piece = Placement & { subjectOf: Subject; on: Piece | undefined }

// Somebody who looks otherwise and stays where they are.
const redrawn = (one: Subject): Subject =>
  one.revised?.how === 'redrawn' ? { ...one, art: one.revised.art, looks: one.revised.looks } : one

// Whoever is staged anew has the number that they had, by which clothes are chosen; others come after all.
function slotsOf(after: readonly Subject[], subjects: Subject[]): number[] {
  return after.map((one) => {
    const known = subjects.findIndex(({ art, revised }) => art === one.art && revised?.how === 'other')
    if (known >= 0 && one.revised?.how === 'other') {
      subjects[known] = one
      return known
    }
    return subjects.push(one) - 1
  })
}

const revisedAs = ({ subjectOf }: Piece): Revised['how'] | undefined => subjectOf.revised?.how

function piecesOf({ brief, plan }: PlannedBrief, slotOf: (subject: number) => number): Piece[] {
  const pieces = plan.placements.map((one): Piece => ({
    ...one,
    subject: slotOf(one.subject),
    subjectOf: brief.subjects[one.subject] as Subject,
    on: undefined,
  }))
  for (const piece of pieces) piece.on = piece.carrier === undefined ? undefined : pieces[piece.carrier]
  return pieces
}

const isSameOne = (one: Piece) => (other: Piece) =>
  other.subjectOf.art === one.subjectOf.art && other.index === one.index && other.part === one.part

function scaledAbout(
  piece: Piece,
  from: { x: number; foot: number },
  to: { x: number; foot: number },
  by: number,
): void {
  piece.x = to.x + (piece.x - from.x) * by
  piece.foot = to.foot + (piece.foot - from.foot) * by
  piece.width *= by
  piece.height *= by
}

// Without a tall hat somebody is not taller, but their figure is lower.
function reshape(piece: Piece, now: Subject): void {
  const [old, fresh] = [shapeOf(piece.subjectOf, piece), shapeOf(now, piece)]
  if (!old || !fresh) return
  const perUnit = piece.height / old.height
  piece.height = fresh.height * perUnit
  piece.width = fresh.width * perUnit
}

// What stays as it was: all that no wish speaks of, and of fewer the first ones; what is larger grows from its foot.
function keptOf(before: readonly Piece[]): Piece[] {
  return before.filter((piece) => {
    const { revised } = piece.subjectOf
    if (revised?.how === 'other') return false
    if (revised?.how === 'sized') scaledAbout(piece, piece, piece, revised.by)
    if (revised?.how === 'redrawn') reshape(piece, redrawn(piece.subjectOf))
    return revised?.how !== 'fewer' || piece.index < piece.subjectOf.count - revised.by
  })
}

// What is larger in somebody's hand.
function resizeHeld(piece: Piece, subjects: readonly Subject[]): void {
  const held = piece.held?.map((thing) => {
    const revised = subjects.find(({ art }) => art === thing.art)?.revised
    return revised?.how === 'sized'
      ? { ...thing, width: thing.width * revised.by, height: thing.height * revised.by }
      : thing
  })
  if (!held || held.every((thing, at) => thing === piece.held?.[at])) return
  const perUnit = piece.height / (shapeOf(piece.subjectOf, piece)?.height ?? 1)
  piece.held = held
  const shape = shapeOf(piece.subjectOf, piece)
  if (!shape) return
  piece.height = shape.height * perUnit
  piece.width = shape.width * perUnit
}

// How much larger figures are in the picture that was than in the new staging: the middle one of those in both.
function measureOf(kept: readonly Piece[], after: readonly Piece[]): number {
  const ratios = kept
    .flatMap((piece) => {
      const again = after.find(isSameOne(piece))
      return again && piece.posture === again.posture ? [piece.height / again.height] : []
    })
    .toSorted((a, b) => a - b)
  return ratios[ratios.length >> 1] ?? 1
}

const footOf = (pieces: readonly Piece[]) => {
  const { left, right, bottom } = boundsOf(pieces)
  return { x: (left + right) / 2, foot: bottom }
}

const shapeOf = (subject: Subject, { posture, held = [] }: Placement) => posture && rigShape(subject, posture, held)

// How tall somebody would be who stood upright with empty hands.
function standing(piece: Piece): number {
  const shape = shapeOf(piece.subjectOf, piece)
  return shape ? (piece.height / shape.height) * shape.natural : piece.height
}

// Those that are staged anew stand where those stood that they replace.
function inTheirPlace(fresh: readonly Piece[], gone: readonly Piece[], measure: number, { height }: Size): void {
  if (fresh.length === 0 || gone.length === 0) return
  const pairs = gone.flatMap((was) => {
    const now = fresh.find(isSameOne(was))
    return now ? [{ was, now }] : []
  })
  const [pair] = pairs.toSorted((a, b) => b.was.height - a.was.height)
  const from = pair ? { x: pair.now.x, foot: pair.now.foot } : footOf(fresh)
  const to = pair ? { x: pair.was.x, foot: pair.was.foot } : footOf(gone)
  const by = pair ? standing(pair.was) / standing(pair.now) : measure
  // Nobody who came in place of somebody smaller may leave the picture.
  const tall = (from.foot - boundsOf(fresh).top) * by
  const fitting = Math.min(1, (to.foot - height * 0.03) / Math.max(1, tall))
  for (const piece of fresh) {
    scaledAbout(piece, from, to, by * fitting)
    piece.order += to.foot - from.foot
    if (!pair && gone[0]) piece.order = gone[0].order
  }
}

// Bound to somebody who stayed, it is where it would be beside them, on them or over them in the new staging.
function atItsAnchor(piece: Piece, anchor: Piece, staged: Piece): void {
  const by = anchor.height / staged.height
  const turned = anchor.flip !== staged.flip
  const aside = (piece.x - staged.x) * (turned ? -1 : 1)
  scaledAbout(piece, { x: piece.x - aside, foot: staged.foot }, anchor, by)
  if (turned) piece.flip = !piece.flip
  piece.order += anchor.order - staged.order
}

const overlap = (a: ReturnType<typeof boundsOf>, b: ReturnType<typeof boundsOf>) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))

const HOMES = { left: 0.17, right: 0.83 } as const

// Where it covers least of the others, on the side that was named; what flies has heights to choose from as well.
function atFreeSpot(piece: Piece, others: readonly Piece[], size: Size, horizon: number): void {
  const { revised } = piece.subjectOf
  const wish = revised?.how === 'new' ? revised : undefined
  const { width, height } = size
  const aloft = piece.contact === 'air'
  const home = wish?.side ? HOMES[wish.side] : piece.x / width
  const rows = aloft ? [0.14, 0.22, 0.3, 0.4].map((share) => share * height + piece.height / 2) : [piece.foot]
  let best = { x: piece.x, foot: piece.foot, cost: Infinity }
  for (const foot of rows)
    for (let step = 0; step <= 24; step++) {
      const half = Math.min(0.5, piece.width / 2 / width)
      const x = width * (half + 0.02 + (step / 24) * Math.max(0, 0.96 - 2 * half))
      const box = boundsOf([{ ...piece, x, foot }])
      const covered = others.reduce((sum, one) => sum + overlap(box, boundsOf([one])), 0) / (piece.width * piece.height)
      const cost = covered * 3 + Math.abs(x / width - home) * (wish?.side ? 2.5 : 0.5)
      if (cost < best.cost) best = { x, foot, cost }
    }
  piece.order += best.foot - piece.foot
  piece.x = best.x
  piece.foot = Math.max(best.foot, aloft ? 0 : horizon)
}

const longer = ({ width, height }: { width: number; height: number }) => Math.max(width, height)

// All about somebody: in the air on a ring, on the ground at both sides.
function allAbout(piece: Piece, anchor: Piece): void {
  const angle = ((piece.index + 0.35) / Math.max(2, piece.subjectOf.count)) * Math.PI * 2
  const [aside, up] = [Math.cos(angle), piece.contact === 'ground' ? 0 : Math.sin(angle)]
  const away = piece.contact === 'ground' ? Math.sign(aside) * (1 + 0.5 * Math.abs(aside)) : aside
  piece.x = anchor.x + away * (anchor.width * 0.5 + piece.width * 0.9)
  if (piece.contact !== 'ground')
    piece.foot = anchor.foot - anchor.height / 2 + up * (anchor.height * 0.4 + piece.height * 0.5) + piece.height / 2
  piece.order = anchor.order + (up > 0 ? 1 : 0.5)
}

// No cookie is as large as the cup beside it: as many times as large as in nature, but flatter.
function mostBeside(piece: Piece, main: Piece | undefined): number {
  if (!main) return Infinity
  const times = metresOf(piece.subjectOf) / metresOf(main.subjectOf)
  return (longer(main) * Math.max(0.3, times ** FLATTER)) / longer(piece)
}

// One more of a kind is as large as those that are there.
function inMeasure(piece: Piece, shown: readonly Piece[], measure: number): void {
  const alike = shown.find(({ subjectOf, part }) => subjectOf.art === piece.subjectOf.art && !part)
  const main = shown.toSorted((a, b) => b.height * b.width - a.height * a.width)[0]
  const by = alike ? longer(alike) / longer(piece) : Math.min(measure, mostBeside(piece, main))
  scaledAbout(piece, piece, piece, by)
  if (alike && piece.contact === alike.contact) piece.foot = alike.foot
}
const FLATTER = 0.62

// Who is set beside somebody stands beside them, not before their face.
function asideOf(piece: Piece, anchor: Piece, others: readonly Piece[], { width }: Size): void {
  const apart = (piece.width + anchor.width) * 0.48
  if (Math.abs(piece.x - anchor.x) > apart * 0.6) return
  const spots = [anchor.x - apart, anchor.x + apart].map((x) => {
    const out = Math.max(0, piece.width / 2 - x, x + piece.width / 2 - width)
    const there = boundsOf([{ ...piece, x, foot: anchor.foot }])
    const covered = others.filter((one) => one !== anchor && one.on !== anchor && anchor.on !== one)
    return { x, cost: out * 10 + covered.reduce((sum, one) => sum + overlap(there, boundsOf([one])), 0) / piece.height }
  })
  piece.x = (spots.toSorted((a, b) => a.cost - b.cost)[0] as { x: number }).x
  piece.foot = anchor.foot
  piece.order = anchor.order + 0.5
}

function addNew(fresh: readonly Piece[], shown: Piece[], { after, size, horizon, measure }: Adding): void {
  for (const piece of fresh) {
    const { revised } = piece.subjectOf
    const { at, beside, around } = revised?.how === 'new' ? revised : {}
    const anchor = shown.find((one) => one.subjectOf.art === at && !one.part)
    const staged = anchor && after.find((one) => one.subjectOf.art === at && !one.part)
    if (anchor && staged) {
      atItsAnchor(piece, anchor, staged)
      scaledAbout(piece, piece, piece, Math.min(1, mostBeside(piece, anchor)))
      if (beside) asideOf(piece, anchor, shown, size)
      if (around) allAbout(piece, anchor)
    } else {
      inMeasure(piece, shown, measure)
      atFreeSpot(piece, shown, size, horizon)
    }
    intoPicture(piece, size)
    shown.push(piece)
  }
}
// What is added is seen whole.
function intoPicture(piece: Piece, { width, height }: Size): void {
  const room = piece.foot - height * 0.03
  if (piece.height > room) scaledAbout(piece, piece, piece, Math.max(0.2, room / piece.height))
  const half = piece.width / 2
  piece.x = Math.max(half + width * 0.01, Math.min(width * 0.99 - half, piece.x))
}
type Adding = { after: readonly Piece[]; size: Size; horizon: number; measure: number }

/**
 * The picture that was, with what a wish changed in it. Whoever it does not speak of stands where they stood, to the pixel; what
 * is staged anew is taken from the staging after the wish, in the measure and at the place of what was there.
 */
export function revisedPlan(was: PlannedBrief, now: PlannedBrief, size: Size): PlannedBrief {
  const subjects = was.brief.subjects.map(redrawn)
  const slots = slotsOf(now.brief.subjects, subjects)
  const before = piecesOf(was, (subject) => subject)
  const after = piecesOf(now, (subject) => slots[subject] as number)
  const staged = after.map((piece) => ({ ...piece }))
  const kept = keptOf(before)
  for (const piece of kept) resizeHeld(piece, subjects)
  const measure = measureOf(kept, after)
  const others = after.filter((piece) => revisedAs(piece) === 'other')
  inTheirPlace(
    others,
    before.filter((piece) => revisedAs(piece) === 'other'),
    measure,
    size,
  )
  const shown = [...kept, ...others]
  const fresh = after.filter((piece) => revisedAs(piece) === 'new')
  addNew(fresh, shown, { after: staged, size, horizon: was.plan.horizon, measure })
  const ordered = shown.toSorted((a, b) => a.order - b.order)
  const placements = ordered.map(({ subjectOf: _subject, on, carrier: _carrier, ...piece }): Placement => {
    const carrier = on ? ordered.findIndex(isSameOne(on)) : -1
    return carrier < 0 ? piece : { ...piece, carrier }
  })
  return {
    brief: { ...was.brief, subjects },
    plan: { ...was.plan, placements },
  }
}
