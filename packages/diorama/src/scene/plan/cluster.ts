import { traitsOf, type Format } from '../../archetype-traits.ts'
import type { Brief, Subject } from '../../brief.ts'
import { metresOf } from '../../staging/real-sizes.ts'
import type { Random } from '../random.ts'
import { rigShape } from '../rig/rigs.ts'
import { bondsOf, type Bond } from './bonds.ts'
import { figureOf } from './figure.ts'
import { groupOf } from './group.ts'
import { resizePieces } from './resize-pieces.ts'
import type { Placement } from './scene-plan.ts'
import { contactOf, isBackdrop } from './stance.ts'

/**
 * Things that belong together, placed about x = 0 with the ground at y = 0 (down is positive). Those of the back row stand
 * behind the others, those that are far away at the horizon.
 */
export type Cluster = { pieces: Placement[]; airborne: boolean; row?: 'back' | 'far' }

type Surroundings = { format: Format; random: Random; width: number; height: number }

const HOLLOW = /^(place|sky)/
const ROUND_SEAT = /^transport-ground/
const ROOF = /tree|umbrella|bridge|tent|arch|rainbow|beach/

const isClothed = (looks: NonNullable<Subject['looks']>) =>
  looks.hair?.braids === true || Object.keys(looks).some((worn) => !/^(hair|beard|glasses)$/.test(worn))

function groupPieces(brief: Brief, subject: number, size: number, context: Surroundings) {
  const wanted = brief.subjects[subject] as Subject
  const contact = contactOf(wanted, brief, context.format)
  const figure = figureOf(wanted, brief.archetype, context.height > context.width * 1.1)
  // What somebody wears is drawn from joints; of a bust only hair, beard and glasses are.
  const clothed = wanted.looks !== undefined && (figure.pose !== 'bust' || isClothed(wanted.looks))
  const dressed = clothed ? rigShape(wanted, 'stand', []) : undefined
  const pose = dressed && figure.pose === 'bust' ? 'standing' : figure.pose
  const aspect = dressed ? dressed.width / dressed.height : figure.aspect
  const longer = pose === 'standing' || pose === 'sitting' ? size * 1.1 : size
  const height = aspect > 1 ? longer / aspect : longer
  const members = groupOf(wanted.count, contact === 'air', context.random.fork(`group${subject}`))
  return members.map((member, index): Placement => ({
    subject,
    index,
    x: member.x * height * aspect,
    foot: contact === 'air' ? member.y * height : member.y * height * 0.6,
    width: height * aspect * member.size,
    height: height * member.size,
    pose,
    flip: false,
    contact,
    order: contact === 'air' ? member.y : member.y * height * 0.6,
    phase: member.phase,
    ...(dressed && { posture: 'stand' as const }),
  }))
}

/** The box around placed things. */
export function boundsOf(pieces: readonly Placement[]): { left: number; right: number; top: number; bottom: number } {
  return {
    left: Math.min(...pieces.map((p) => p.x - p.width / 2)),
    right: Math.max(...pieces.map((p) => p.x + p.width / 2)),
    top: Math.min(...pieces.map((p) => p.foot - p.height)),
    bottom: Math.max(...pieces.map((p) => p.foot)),
  }
}

function moveBy(pieces: readonly Placement[], x: number, y: number): void {
  for (const piece of pieces) {
    piece.x += x
    piece.foot += y
  }
}

function shrinkTo(pieces: readonly Placement[], width: number): void {
  const box = boundsOf(pieces)
  const factor = Math.min(1, width / Math.max(1, box.right - box.left))
  for (const piece of pieces) {
    piece.x *= factor
    piece.foot *= factor
    piece.width *= factor
    piece.height *= factor
  }
}

type Joint = { child: Placement[]; parent: Placement; other: Subject; side: number }

function carry(joint: Joint, depthInto: number, before: boolean): void {
  const { child, parent } = joint
  const top = parent.foot - parent.height
  moveBy(child, parent.x, top + parent.height * depthInto)
  for (const piece of child) {
    piece.order = parent.order + (before ? -0.5 : 0.5) + piece.order * 0.001
    piece.contact = 'air'
    piece.carrier = -1
  }
}

function besides(joint: Joint, shift: number, foot: number, order: number): void {
  const { child, parent } = joint
  moveBy(child, parent.x + shift, parent.foot + foot)
  for (const piece of child) piece.order = parent.order + order + piece.order * 0.001
}

function hover(joint: Joint): void {
  const { child, parent } = joint
  const top = parent.foot - parent.height
  const box = boundsOf(child)
  const gap = Math.min(parent.height, box.bottom - box.top) * 0.22
  moveBy(child, parent.x + joint.side * parent.width * 0.12, top - gap - box.bottom)
  for (const piece of child) {
    piece.contact = 'air'
    piece.order = parent.order + 0.6
  }
}

function ride(joint: Joint): void {
  const { child, parent, other } = joint
  if (other.kind === 'transport-water') return putIn(joint)
  const wheeled = ROUND_SEAT.test(other.kind)
  shrinkTo(child, parent.width * 0.72)
  // The seat is behind the neck, and nearly everything looks to the left.
  moveBy(child, parent.width * (wheeled ? 0.04 : 0.09), 0)
  // Legs hang on the far side, behind the mount.
  carry(joint, wheeled ? 0.62 : 0.6, !wheeled || parent.height < parent.width)
}

function inFront(joint: Joint): void {
  const { child, parent, side } = joint
  const box = boundsOf(child)
  // Whatever is nearly as large stands more to the side, or it would hide what is behind it.
  const aside = box.right - box.left > parent.width * 0.6 ? 0.4 : 0.16
  besides(joint, side * parent.width * aside, parent.height * 0.06 + 1, 2)
}

function setOn(joint: Joint): void {
  const { child, parent, other } = joint
  if (other.kind === 'transport-water') return putIn(joint)
  const flat = parent.width > parent.height * 1.3
  if (flat && /place-(building|geographic|religious)/.test(other.kind)) return inFront(joint)
  shrinkTo(child, parent.width * 1.15)
  carry(joint, /plate|dish|bed|couch|chair|hammock|bench/.test(other.art) ? 0.55 : 0.1, false)
}

function putIn(joint: Joint): void {
  const { child, parent, other } = joint
  if (HOLLOW.test(other.kind)) return inFront(joint)
  // On deck, before the sail; in the basket, under the balloon.
  if (/sailboat|ship|ferry|balloon/.test(other.art)) {
    shrinkTo(child, parent.width * 0.3)
    moveBy(child, other.art.includes('balloon') ? 0 : parent.width * 0.16, 0)
    return carry(joint, 0.9, false)
  }
  shrinkTo(child, parent.width * 0.74)
  // Of whatever is in a bowl or a box, the better half looks out.
  const tall = Math.max(...child.map((piece) => piece.height))
  carry(joint, Math.min(0.55, 0.14 + (tall * 0.4) / parent.height), true)
}

function shelter(joint: Joint): void {
  const { child, parent, other, side } = joint
  if (!ROOF.test(other.art) && parent.contact !== 'ground') return besides(joint, 0, parent.height, 1)
  shrinkTo(child, parent.width * 0.6)
  besides(joint, side * parent.width * 0.12, parent.height * 0.03, 1)
}

function hold(joint: Joint): void {
  const { child, parent } = joint
  shrinkTo(child, parent.height * 0.42)
  moveBy(child, -parent.width * 0.06, 0)
  carry(joint, 0.82, false)
}

function holdAbove(joint: Joint): void {
  const { child, parent } = joint
  shrinkTo(child, Math.max(parent.width * 1.5, parent.height * 0.8))
  const tall = Math.max(...child.map((piece) => piece.height))
  moveBy(child, parent.width * 0.16, 0)
  // The canopy is clear of the head, the handle at the height of a hand.
  carry(joint, Math.max(0.3, (tall * 0.52) / parent.height), true)
}

const JOINTS: Record<Bond['kind'], (joint: Joint) => void> = {
  riding: ride,
  on: setOn,
  in: putIn,
  under: shelter,
  over: hover,
  'in-front-of': inFront,
  behind: (joint) => besides(joint, joint.side * joint.parent.width * 0.42, -joint.parent.height * 0.1, -2),
  beside: () => {},
  held: hold,
  'held-above': holdAbove,
}

function parentsOf(brief: Brief): Map<number, Bond> {
  const parents = new Map<number, Bond>()
  const rootOf = (subject: number): number => {
    const up = parents.get(subject)
    return up ? rootOf(up.other) : subject
  }
  for (const bond of bondsOf(brief)) {
    if (!parents.has(bond.subject) && rootOf(bond.other) !== bond.subject) parents.set(bond.subject, bond)
  }
  return parents
}

// What is far away is as large as the distance makes it, which is told from its size in nature.
function inMetres(pieces: readonly Placement[], subject: Subject): void {
  const box = boundsOf(pieces)
  resizePieces(pieces, metresOf(subject) / Math.max(box.right - box.left, box.bottom - box.top))
}

/** Joins the subjects that the brief's relations bind together. `sizes` is the longer side of each, in pixels. */
export function clustersOf(brief: Brief, sizes: readonly number[], context: Surroundings): Cluster[] {
  const parents = traitsOf(brief.archetype).view.showsBusts ? new Map<number, Bond>() : parentsOf(brief)
  const pieces = brief.subjects.map((_, i) => groupPieces(brief, i, sizes[i] ?? 1, context))
  const home = new Map<number, Placement[]>()
  const gather = (subject: number): Placement[] => {
    const own = pieces[subject] ?? []
    const found = home.get(subject)
    if (found) return found
    const all = [...own]
    home.set(subject, all)
    for (const [child, relation] of parents) {
      if (relation.other !== subject) continue
      const members = gather(child)
      const parent = own[0]
      if (!parent) continue
      const other = brief.subjects[subject] as Subject
      JOINTS[relation.kind]({
        child: members,
        parent,
        other,
        side: context.random.fork(`side${child}`).chance(0.5) ? 1 : -1,
      })
      for (const piece of members) if (piece.carrier === -1) piece.carrier = subject
      all.push(...members)
    }
    return all
  }
  // Where nobody is near, what is far away is all there is to see.
  const behind = brief.subjects.some(({ far }) => !far) && !traitsOf(brief.archetype).view.isCloseUp
  return brief.subjects
    .map((_, subject) => subject)
    .filter((subject) => !parents.has(subject) && !isBackdrop(brief.subjects[subject] as Subject, brief))
    .map((subject) => {
      const all = gather(subject)
      const airborne = pieces[subject]?.[0]?.contact === 'air'
      const far = !airborne && behind && brief.subjects[subject]?.far === true
      if (far) inMetres(all, brief.subjects[subject] as Subject)
      return { pieces: all, airborne, ...(far && { row: 'far' as const }) }
    })
}
