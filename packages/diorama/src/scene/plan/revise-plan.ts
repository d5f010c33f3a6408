import { overhangOf } from '../rig/dressed-drawing.ts'
import type { Brief, Revised, Subject } from '../../brief.ts'
import { boundsOf } from './cluster.ts'
import { rigShape } from '../rig/rigs.ts'
import { addNew } from './add-pieces.ts'
import { scaledAbout, type Piece, type Size } from './revised-piece.ts'
import type { Placement, ScenePlan } from './scene-plan.ts'

/** A plan with the brief whose subjects it places. */
export type PlannedBrief = { brief: Brief; plan: ScenePlan }
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

const rootOf = (piece: Piece): Piece => (piece.on ? rootOf(piece.on) : piece)

// Without a tall hat somebody is not taller, but their figure is lower.
function reshape(piece: Piece, now: Subject): void {
  const [old, fresh] = [shapeOf(piece.subjectOf, piece), shapeOf(now, piece)]
  if (!old || !fresh) return
  const perUnit = piece.height / old.height
  piece.height = fresh.height * perUnit
  piece.width = fresh.width * perUnit
}

// What stays as it was: all that no wish speaks of, and of fewer the first ones; what is larger grows from its foot.
function keptOf(before: readonly Piece[], { height }: Size): Piece[] {
  return before.filter((piece) => {
    const { revised } = piece.subjectOf
    if (revised?.how === 'other') return false
    // Nothing grows out of the picture.
    if (revised?.how === 'sized')
      scaledAbout(piece, piece, piece, Math.min(revised.by, Math.max(1.1, (piece.foot - height * 0.03) / piece.height)))
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
  const { subjectOf, width, height } = piece
  const shape = shapeOf(subjectOf, piece)
  if (shape) return (height / shape.height) * shape.natural
  const { hat, ...bareheaded } = subjectOf.looks ?? {}
  const dressedUp = hat && piece.pose === 'standing' ? rigShape(subjectOf, 'stand', []) : undefined
  const plain = dressedUp && rigShape({ ...subjectOf, looks: bareheaded }, 'stand', [])
  if (dressedUp && plain) return (height / dressedUp.height) * plain.height
  // Nor is an animal taller by its hat.
  const worn = overhangOf(subjectOf.art, subjectOf.looks, { width, height })
  return height / (1 + (worn?.rise ?? 0))
}

// Without the bicycle under them somebody stands on the ground that it stood on.
const standsAt = (was: Piece, now: Piece): number =>
  was.on && !now.on && now.contact === 'ground' ? rootOf(was).foot : was.foot

// Those that are staged anew stand where those stood that they replace.
function inTheirPlace(fresh: readonly Piece[], gone: readonly Piece[], measure: number, { height }: Size): void {
  if (fresh.length === 0 || gone.length === 0) return
  const pairs = gone.flatMap((was) => {
    const now = fresh.find(isSameOne(was))
    return now ? [{ was, now }] : []
  })
  const [pair] = pairs.toSorted((a, b) => b.was.height - a.was.height)
  const from = pair ? { x: pair.now.x, foot: pair.now.foot } : footOf(fresh)
  const to = pair ? { x: pair.was.x, foot: standsAt(pair.was, pair.now) } : footOf(gone)
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

// More of them than there were may need more room than there is.
function intoFrame(pieces: readonly Piece[], { width }: Size): void {
  // A hill may well be wider than the picture.
  const carried = pieces.filter((piece) => !pieces.some(({ on }) => on === piece))
  if (carried.length === 0) return
  const wide = boundsOf(carried).right - boundsOf(carried).left
  const foot = footOf(pieces)
  if (wide > width * 0.96) for (const piece of pieces) scaledAbout(piece, foot, foot, (width * 0.96) / wide)
  const { left, right } = boundsOf(carried)
  const aside = Math.max(0, width * 0.02 - left) - Math.max(0, right - width * 0.98)
  for (const piece of pieces) piece.x += aside
}

const SHARES = { left: 0.2, middle: 0.5, right: 0.8 } as const

// To the other side of the largest thing there is, or else of the picture.
function acrossFrom(moved: readonly Piece[], shown: readonly Piece[], width: number): number {
  const { left, right } = boundsOf(moved)
  const [other] = shown.filter((one) => !moved.includes(one)).toSorted((a, b) => b.width - a.width)
  if (!other) return width - (left + right) / 2
  const aside = other.width / 2 + (right - left) / 2 + width * 0.01
  return (left + right) / 2 < other.x ? other.x + aside : other.x - aside
}

// Whoever is moved takes along what carries them and what they carry.
function moveAside(shown: readonly Piece[], { width, height }: Size): void {
  for (const piece of shown) {
    const { revised } = piece.subjectOf
    if (revised?.how !== 'moved' || piece.part || piece.index > 0) continue
    const all = shown.filter((one) => rootOf(one) === rootOf(piece) || one.subjectOf === piece.subjectOf)
    const { left, right, top, bottom } = boundsOf(all)
    if (revised.to === 'up' || revised.to === 'down') {
      const far =
        revised.to === 'up'
          ? -Math.min(height * 0.2, top - height * 0.04)
          : Math.min(height * 0.2, height * 0.97 - bottom)
      for (const one of all) one.foot += far
      continue
    }
    const half = (right - left) / 2
    const wanted = revised.to === 'across' ? acrossFrom(all, shown, width) : width * SHARES[revised.to]
    const x = Math.max(half + width * 0.02, Math.min(width * 0.98 - half, wanted))
    for (const one of all) one.x += x - (left + right) / 2
  }
}

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
  const kept = keptOf(before, size)
  for (const piece of kept) resizeHeld(piece, subjects)
  const measure = measureOf(kept, after)
  const others = after.filter((piece) => revisedAs(piece) === 'other')
  const gone = before.filter((piece) => revisedAs(piece) === 'other')
  inTheirPlace(others, gone, measure, size)
  if (others.length > gone.length) intoFrame(others, size)
  const shown = [...kept, ...others]
  moveAside(shown, size)
  const fresh = after.filter((piece) => revisedAs(piece) === 'new')
  // Who goes to something new comes after it.
  const arts = new Set(fresh.map(({ subjectOf }) => subjectOf.art))
  const follows = ({ subjectOf: { revised } }: Piece) => revised?.how === 'new' && arts.has(revised.at ?? '')
  const inOrder = [...fresh.filter((piece) => !follows(piece)), ...fresh.filter(follows)]
  addNew(inOrder, shown, { after: staged, size, horizon: was.plan.horizon, measure })
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
