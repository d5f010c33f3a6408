import type { Canvas } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'
import type { Motion, Part, Sheet } from '../layers.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'

export type Mover = (second: number) => Motion

/** What of a figure turns by itself: the picture without it, where that is another, and the layers over it. */
export type Turning = { base?: Canvas; over: (lit: Canvas, seen: (picture: Canvas) => Canvas) => Part[] }

/** A placed figure and how it moves as a whole. */
export type Figure = { stage: Stage; plan: ScenePlan; subject: Subject; placement: Placement; move: Mover }

/** How a part of a figure moves with it, while it turns about its own middle. */
export function partOf(offset: { x: number; y: number }, move: Mover, own: (second: number) => Motion): Mover {
  return (second) => {
    const { x = 0, y = 0, turn = 0, stretchX = 1, stretchY = 1, opacity = 1 } = move(second)
    const [sine, cosine] = [Math.sin(turn), Math.cos(turn)]
    const at = { x: offset.x * stretchX, y: offset.y * stretchY }
    const more = own(second)
    return {
      x: x + at.x * cosine - at.y * sine - offset.x + (more.x ?? 0),
      y: y + at.x * sine + at.y * cosine - offset.y + (more.y ?? 0),
      turn: turn + (more.turn ?? 0),
      stretchX,
      stretchY,
      opacity,
    }
  }
}

/** From the units of a drawing to pixels about its foot. */
export function spotIn({ subject, placement }: Figure, x: number, y: number) {
  const box = drawingOf(subject.art)?.box ?? { x: 0, y: 0, width: 128, height: 128 }
  const across = ((x - box.x) / box.width - 0.5) * placement.width * (placement.flip ? -1 : 1)
  const scale = Math.min(placement.width / box.width, placement.height / box.height)
  return { x: across, y: ((y - box.y) / box.height - 1) * placement.height, scale }
}

// Pivots are where `subject-parts.ts` has them.
const pivotAbove = ({ contact, height }: Placement) => (contact === 'air' ? height / 2 : 0)

/** A layer of a round part that turns about its own middle. */
export function roundSheet(
  { placement, move }: Figure,
  at: { x: number; y: number },
  radius: number,
  draw: Sheet['draw'],
  own: (second: number) => Motion,
): Sheet {
  const middle = { x: placement.x + at.x, y: placement.foot + at.y }
  return {
    kind: 'sheet',
    role: 'subject',
    depth: 1,
    left: middle.x - radius,
    right: middle.x + radius,
    top: middle.y - radius,
    bottom: middle.y + radius,
    pivot: middle,
    motion: partOf({ x: at.x, y: at.y + pivotAbove(placement) }, move, own),
    draw,
  }
}
