import { createCanvas, loadImage, type Canvas } from '@napi-rs/canvas'
import { artSvg, drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'
import type { Live, Motion, Part, Sheet } from '../layers.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { ferrisWheel } from './ferris-wheel.ts'
import { turnOf } from './whose-turn.ts'
import { clockFace, sailsHub, wheelsOf } from './wheels.ts'

type Mover = (second: number) => Motion

/** What of a figure turns by itself: the picture without it, where that is another, and the layers over it. */
export type Turning = { base?: Canvas; over: (lit: Canvas, seen: (picture: Canvas) => Canvas) => Part[] }

type Figure = { stage: Stage; plan: ScenePlan; subject: Subject; placement: Placement; move: Mover }

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

// From the units of a drawing to pixels about its foot.
function spotIn({ subject, placement }: Figure, x: number, y: number) {
  const box = drawingOf(subject.art)?.box ?? { x: 0, y: 0, width: 128, height: 128 }
  const across = ((x - box.x) / box.width - 0.5) * placement.width * (placement.flip ? -1 : 1)
  const scale = Math.min(placement.width / box.width, placement.height / box.height)
  return { x: across, y: ((y - box.y) / box.height - 1) * placement.height, scale }
}

// Pivots are where `subject-parts.ts` has them.
const pivotAbove = ({ contact, height }: Placement) => (contact === 'air' ? height / 2 : 0)

function roundSheet(
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

const SPOKES = 5

function wheelSheet(figure: Figure, wheel: readonly [number, number, number], open: boolean, lit: Canvas): Sheet {
  const { placement, move } = figure
  const at = spotIn(figure, wheel[0], wheel[1])
  const radius = wheel[2] * at.scale
  const middle = { x: placement.x + at.x, y: placement.foot + at.y }
  const start = move(0).x ?? 0
  return roundSheet(
    figure,
    at,
    radius,
    (context) => {
      context.translate(middle.x, middle.y)
      if (!open) {
        context.save()
        context.beginPath()
        context.arc(0, 0, radius, 0, Math.PI * 2)
        context.clip()
        context.drawImage(lit, -at.x - lit.width / 2, -at.y - lit.height)
        context.restore()
      }
      // Without spokes nobody would see that it turns.
      context.strokeStyle = open ? 'rgba(245,245,250,0.85)' : 'rgba(50,44,44,0.75)'
      context.lineWidth = Math.max(1, radius * (open ? 0.05 : 0.11))
      context.beginPath()
      for (let spoke = 0; spoke < SPOKES; spoke++) {
        const angle = (spoke / SPOKES) * Math.PI * 2
        const [inner, outer] = open ? [0.12, 0.8] : [0.1, 0.52]
        context.moveTo(Math.cos(angle) * radius * inner, Math.sin(angle) * radius * inner)
        context.lineTo(Math.cos(angle) * radius * outer, Math.sin(angle) * radius * outer)
      }
      context.stroke()
    },
    // As far as it has rolled.
    (second) => ({ turn: ((move(second).x ?? 0) - start) / radius }),
  )
}

const SAIL = /<g transform="rotate\([^)]*\)">.*?<\/g>/gs

async function drawn(figure: Figure, body: (svg: string) => string): Promise<Canvas> {
  const { subject, placement } = figure
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

async function sails(figure: Figure, hub: readonly [number, number]): Promise<Turning> {
  const { stage, placement } = figure
  const base = await drawn(figure, (svg) => svg.replaceAll(SAIL, ''))
  const wings = await drawn(figure, (svg) =>
    svg.replace(
      /(<svg[^>]*>).*(<\/svg>)/s,
      (_, open: string, close: string) => open + (svg.match(SAIL) ?? []).join('') + close,
    ),
  )
  const at = spotIn(figure, hub[0], hub[1])
  const radius = Math.hypot(46, 20) * at.scale
  const middle = { x: placement.x + at.x, y: placement.foot + at.y }
  return {
    base,
    over: (_lit, seen) => {
      const picture = seen(wings)
      const sheet = roundSheet(
        figure,
        at,
        radius,
        (context) => context.drawImage(picture, placement.x - picture.width / 2, placement.foot - picture.height),
        (second) => ({ turn: stage.clock.turn(second, 5) }),
      )
      return [sheet, hubSheet(figure, at, middle)]
    },
  }
}

function hubSheet(
  figure: Figure,
  at: { x: number; y: number; scale: number },
  middle: { x: number; y: number },
): Sheet {
  const radius = at.scale * 6
  return roundSheet(
    figure,
    at,
    radius,
    (context) => {
      context.fillStyle = '#6a5648'
      context.beginPath()
      context.arc(middle.x, middle.y, radius * 0.8, 0, Math.PI * 2)
      context.fill()
    },
    () => ({}),
  )
}

// Hands over a covered face where they are said to turn; otherwise a second hand that ticks.
function hands(figure: Figure, face: readonly [number, number, number]): Live {
  const { stage, plan, placement, move } = figure
  const at = spotIn(figure, face[0], face[1])
  const radius = face[2] * at.scale
  const { brief, clock } = stage
  const runs = turnOf(stage, plan, 'spin', placement) !== undefined || brief.happenings.includes('time-lapse')
  const motion = partOf(at, move, () => ({}))
  return {
    kind: 'live',
    depth: 1,
    draw(context, second) {
      const { x = 0, y = 0, stretchX = 1, stretchY = 1 } = motion(second)
      context.save()
      context.translate(placement.x + at.x + x, placement.foot + at.y + y)
      context.scale(stretchX, stretchY)
      const hand = (angle: number, long: number, wide: number, colour: string) => {
        context.strokeStyle = colour
        context.lineCap = 'round'
        context.lineWidth = radius * wide
        context.beginPath()
        context.moveTo(0, 0)
        context.lineTo(Math.sin(angle) * radius * long, -Math.cos(angle) * radius * long)
        context.stroke()
      }
      if (runs) {
        context.fillStyle = '#fbf3e0'
        context.beginPath()
        context.arc(0, 0, radius * 0.72, 0, Math.PI * 2)
        context.fill()
        const turn = clock.turn(second, 2)
        hand(turn / 12 + 5.2, 0.42, 0.1, '#3a2622')
        hand(turn + 1, 0.66, 0.07, '#3a2622')
      } else hand(Math.floor(clock.turn(second, 60) / (Math.PI / 30)) * (Math.PI / 30), 0.68, 0.035, '#c4372f')
      context.restore()
    },
  }
}

/** What turns of a placed figure in a clip: wheels as far as they roll, sails, the hands of a clock; nothing of most. */
export async function turningOf(figure: Figure): Promise<Turning | undefined> {
  const { stage, subject, placement } = figure
  if (stage.still || placement.part || placement.fromAbove) return undefined
  const { art } = subject
  if (art === 'ferris-wheel') return ferrisWheel(stage, placement, figure.move)
  const hub = sailsHub(art)
  if (hub) return sails(figure, hub)
  const face = clockFace(art)
  if (face) return { over: () => [hands(figure, face)] }
  const own = wheelsOf(art)
  if (!own) return undefined
  return { over: (lit) => own.wheels.map((wheel) => wheelSheet(figure, wheel, own.open, lit)) }
}
