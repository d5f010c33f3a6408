import type { Brief } from '../../brief.ts'
import { rigShape } from '../rig/rigs.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import { boxOf, zoomed } from './move-placements.ts'

type Size = { width: number; height: number }

// How much of a body is seen from the head down: to the waist, to the knees of who sits.
const STANDING = 0.68
const SITTING = 0.78
// Over the head there is a little air.
const TOP = 0.08

const isBeing = (brief: Brief, { subject }: Placement) =>
  /^(person|animal|family)/.test(brief.subjects[subject]?.kind ?? '')

// A hat stands out over the crown by about this share of the body.
const HAT = 0.16
const BREADTH = 0.56

// Where somebody is seen from crown to sole: the box of a figure has room for what is in its hands as well.
function bodyOf(piece: Placement, brief: Brief): Placement & { upright: boolean } {
  const subject = brief.subjects[piece.subject]
  const shape = subject && piece.posture ? rigShape(subject, piece.posture, piece.held ?? []) : undefined
  if (!subject || !shape || !subject.kind.startsWith('person'))
    return { ...piece, upright: piece.height > piece.width * 1.2 }
  const unit = piece.height / shape.height
  const foot = piece.foot - shape.below * unit
  const tall = Math.min(
    shape.natural * unit * (subject.looks?.hat ? 1 + HAT : 1.02),
    foot - (piece.foot - piece.height),
  )
  return { ...piece, foot, height: tall, width: Math.min(piece.width, tall * BREADTH), upright: true }
}

// Whatever sits on them and what they sit on comes along; all else stays in the land behind.
function withTheirs(main: readonly Placement[], all: readonly Placement[]): Set<Placement> {
  const near = new Set(main)
  for (const piece of all) {
    const carrier = piece.carrier === undefined ? undefined : all[piece.carrier]
    if (carrier && near.has(carrier)) near.add(piece)
    if (carrier && near.has(piece)) near.add(carrier)
  }
  const box = boxOf(main)
  const touches = ({ x, foot, height, width }: Placement) =>
    x + width / 2 > box.left && x - width / 2 < box.right && foot > box.top && foot - height < box.bottom
  // A crate under them, a dog at their knee.
  for (const piece of all) if (touches(piece) && piece.width < (box.right - box.left) * 1.6) near.add(piece)
  return near
}

// What is behind the head would grow out of it.
function aside(piece: Placement, box: ReturnType<typeof boxOf>, { width }: Size): Placement {
  const reach = (box.right - box.left) * 0.42 + piece.width / 2
  const middle = (box.left + box.right) / 2
  if (piece.contact === 'air' || Math.abs(piece.x - middle) > reach) return { ...piece, order: -1e6 + piece.order }
  const side = piece.x < middle ? -1 : 1
  const x = Math.min(width - piece.width * 0.4, Math.max(piece.width * 0.4, middle + side * reach))
  return { ...piece, x, order: -1e6 + piece.order }
}

// Several of them stand shoulder to shoulder.
function closeTogether(plan: ScenePlan, main: readonly Placement[], brief: Brief): ScenePlan {
  const row = main.toSorted((a, b) => a.x - b.x)
  const moved = new Map<Placement, Placement>()
  let edge: number | undefined
  for (const piece of row) {
    const { width } = bodyOf(piece, brief)
    const x = edge === undefined ? piece.x : Math.min(piece.x, edge + width * 0.5)
    moved.set(piece, { ...piece, x })
    edge = x + width * 0.5
  }
  return { ...plan, placements: plan.placements.map((piece) => moved.get(piece) ?? piece) }
}

/** The plan as a portrait in its place: whoever is first from head to waist, before a land that stays as far as it was. */
export function portraitShot(plan: ScenePlan, brief: Brief, size: Size): ScenePlan {
  const main = sittersOf(plan, brief)
  if (main.length < 2 || main.some(({ carrier }) => carrier !== undefined)) return closeOn(plan, main, brief, size)
  const together = closeTogether(plan, main, brief)
  return closeOn(together, sittersOf(together, brief), brief, size)
}

function sittersOf({ placements }: ScenePlan, brief: Brief): Placement[] {
  const beings = placements.filter((piece) => isBeing(brief, piece) && !piece.part)
  const first = beings.find(({ subject }) => subject === 0) ?? beings[0]
  if (!first) return []
  const together = beings.filter((piece) => piece === first || piece.height > first.height * 0.7)
  return together.length <= 3 ? together : [first]
}

function closeOn(plan: ScenePlan, main: readonly Placement[], brief: Brief, size: Size): ScenePlan {
  const { width, height } = size
  const [first] = main
  if (!first) return plan
  const near = withTheirs(main, plan.placements)
  const bodies = main.map((piece) => bodyOf(piece, brief))
  const box = boxOf(bodies)
  const [wide, high] = [box.right - box.left, box.bottom - box.top]
  const sits = /^(sit|kneel|lie|sleep)$/.test(first.posture ?? first.deed ?? '')
  const shown = bodyOf(first, brief).upright ? (sits ? SITTING : STANDING) : 0.94
  const factor = Math.max(1, Math.min((height * (1 - TOP)) / (high * shown), (width * 0.8) / wide))
  const from = { x: (box.left + box.right) / 2, y: box.top }
  // Where the width is the limit the figure stays on the ground.
  const top = Math.max(height * TOP, Math.min(height * 0.97, box.bottom) - high * factor)
  const close = zoomed([...near], factor, from, { x: width / 2, y: top })
  const now = boxOf(zoomed(bodies, factor, from, { x: width / 2, y: top }))
  const moved = new Map([...near].map((piece, at) => [piece, close[at] as Placement]))
  const placements = plan.placements.map((piece) => moved.get(piece) ?? aside(piece, now, size))
  return { ...plan, placements, focus: { x: width / 2, y: top + high * factor * 0.3 } }
}
