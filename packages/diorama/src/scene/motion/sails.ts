import { createCanvas, loadImage, type Canvas } from '@napi-rs/canvas'
import { artSvg, drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'
import type { Motion, Sheet } from '../layers.ts'
import type { Placement } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'

type Mover = (second: number) => Motion

/** A figure without what turns of it, and the layers that turn over it. */
export type Turning = { base: Canvas; over: (seen: (picture: Canvas) => Canvas) => Sheet[] }

/** A placed figure and how it moves as a whole. */
type Figure = { stage: Stage; subject: Subject; placement: Placement; move: Mover }

const SAIL = /<g transform="rotate\([^)]*\)">.*?<\/g>/gs
// The hubs of drawings of ours whose sails are groups turned about it, in their 128 units.
const HUBS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  windmill: [64, 46],
  'wind-turbine': [63, 44],
}

// How a part of a figure moves with it, while it turns about its own middle.
function partOf(offset: { x: number; y: number }, move: Mover, turning: (second: number) => number): Mover {
  return (second) => {
    const { x = 0, y = 0, turn = 0, stretchX = 1, stretchY = 1, opacity = 1 } = move(second)
    const [sine, cosine] = [Math.sin(turn), Math.cos(turn)]
    const at = { x: offset.x * stretchX, y: offset.y * stretchY }
    return {
      x: x + at.x * cosine - at.y * sine - offset.x,
      y: y + at.x * sine + at.y * cosine - offset.y,
      turn: turn + turning(second),
      stretchX,
      stretchY,
      opacity,
    }
  }
}

// From the units of a drawing to pixels about its foot.
function spotIn({ subject, placement }: Figure, x: number, y: number) {
  const box = drawingOf(subject.art)?.box ?? { x: 0, y: 0, width: 128, height: 128 }
  const across = ((x - box.x) / box.width - 0.5) * placement.width * (placement.flip ? -1 : 1)
  const scale = Math.min(placement.width / box.width, placement.height / box.height)
  return { x: across, y: ((y - box.y) / box.height - 1) * placement.height, scale }
}

type Round = { at: { x: number; y: number }; radius: number; turning: (second: number) => number }

function roundSheet({ placement, move }: Figure, { at, radius, turning }: Round, draw: Sheet['draw']): Sheet {
  const middle = { x: placement.x + at.x, y: placement.foot + at.y }
  // Pivots are where `subject-parts.ts` has them.
  const above = placement.contact === 'air' ? placement.height / 2 : 0
  return {
    kind: 'sheet',
    role: 'subject',
    depth: 1,
    left: middle.x - radius,
    right: middle.x + radius,
    top: middle.y - radius,
    bottom: middle.y + radius,
    pivot: middle,
    motion: partOf({ x: at.x, y: at.y + above }, move, turning),
    draw,
  }
}

async function drawn({ subject, placement }: Figure, body: (svg: string) => string): Promise<Canvas> {
  const { box } = drawingOf(subject.art) ?? { box: { x: 0, y: 0, width: 128, height: 128 } }
  const [w, h] = [Math.max(2, Math.round(placement.width)), Math.max(2, Math.round(placement.height))]
  const svg = body(artSvg(subject.art)).replace(
    /width="128" height="128" viewBox="0 0 128 128"/,
    `width="${w}" height="${h}" viewBox="${box.x} ${box.y} ${box.width} ${box.height}" preserveAspectRatio="none"`,
  )
  const canvas = createCanvas(w, h)
  canvas.getContext('2d').drawImage(await loadImage(Buffer.from(svg)), 0, 0, w, h)
  return canvas
}

/** The sails of a mill, which turn in a clip, cut out of its drawing, and what they are fixed to; nothing of other figures. */
export async function sailsOf(figure: Figure): Promise<Turning | undefined> {
  const { stage, placement, subject } = figure
  const hub = Object.hasOwn(HUBS, subject.art) ? HUBS[subject.art] : undefined
  if (!hub || stage.still || placement.part) return undefined
  const base = await drawn(figure, (svg) => svg.replaceAll(SAIL, ''))
  const wings = await drawn(figure, (svg) =>
    svg.replace(
      /(<svg[^>]*>).*(<\/svg>)/s,
      (_, open: string, close: string) => open + (svg.match(SAIL) ?? []).join('') + close,
    ),
  )
  const at = spotIn(figure, hub[0], hub[1])
  const turning = (second: number) => stage.clock.turn(second, 5)
  return {
    base,
    over: (seen) => {
      const picture = seen(wings)
      return [
        roundSheet(figure, { at, radius: Math.hypot(46, 20) * at.scale, turning }, (context) =>
          context.drawImage(picture, placement.x - picture.width / 2, placement.foot - picture.height),
        ),
        roundSheet(figure, { at, radius: at.scale * 6, turning: () => 0 }, (context) => {
          context.fillStyle = '#6a5648'
          context.beginPath()
          context.arc(placement.x + at.x, placement.foot + at.y, at.scale * 4.8, 0, Math.PI * 2)
          context.fill()
        }),
      ]
    },
  }
}
