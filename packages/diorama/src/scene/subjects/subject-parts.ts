import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { traitsOf } from '../../archetype-traits.ts'
import type { Subject } from '../../brief.ts'
import { alpha } from '../colour.ts'
import { glow } from '../draw/shapes.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Part, Motion, Sheet } from '../layers.ts'
import { mirrored } from '../mirrored.ts'
import { figureCels, type FigureCels } from '../motion/figure-cels.ts'
import { happenTo } from '../events/happen.ts'
import { releasedParts } from '../events/released.ts'
import { sailsOf } from '../motion/sails.ts'
import { swept } from '../../threads/sweep.ts'
import { release, settle } from '../settle.ts'
import type { Stage } from '../stage.ts'
import { isRaised } from '../../staging/raised-ground.ts'
import { raisedGround } from '../draw/land/raised-ground.ts'
import { isWet } from '../draw/wet-ground.ts'
import { windowAbove } from '../draw/window.ts'
import { isSunk } from './in-water.ts'
import { figurePicture } from './figure-picture.ts'
import { isSnowedOn, layOnSnow } from './in-season.ts'
import { lightFigure } from './light-figure.ts'
import { moverOf } from './motion.ts'
import { blacken, turnedAway } from './against-light.ts'
import { placedSubject } from '../../staging/one-of-many.ts'

/** The subject's own layer of depth. */
export const SUBJECT_DEPTH = 1

function contactShadow(stage: Stage, placement: Placement, move: (second: number) => Motion): Part {
  const { base = { x: 0, width: 1 } } = placement
  const half = placement.width * 0.56 * base.width
  const x = placement.x + placement.width * base.x * (placement.flip ? -1 : 1)
  const flat = Math.max(stage.unit * 0.9, Math.min(half * 0.2, stage.unit * 3))
  const y = placement.foot - flat * 0.18
  return {
    kind: 'sheet',
    role: 'glow',
    depth: SUBJECT_DEPTH,
    left: x - half,
    right: x + half,
    top: y - flat,
    bottom: y + flat,
    pivot: { x, y },
    motion: (second) => {
      const { x: aside = 0, y: lift = 0, stretchX = 1, opacity = 1, grounded } = move(second)
      if (grounded) return { x: aside, y: lift, stretchX, stretchY: Math.abs(stretchX), opacity }
      const high = Math.min(1, Math.max(0, -lift) / (stage.unit * 6))
      // Whoever comes down from something leaves no shadow there.
      return { x: aside, y: Math.max(0, lift), stretchX: 1 - 0.35 * high, opacity: opacity * (1 - 0.5 * high) }
    },
    draw(context) {
      context.translate(x, y)
      context.scale(half, flat)
      const gradient = context.createRadialGradient(0, 0, 0, 0, 0, 1)
      gradient.addColorStop(0, alpha(stage.light.shadow, 0.62))
      gradient.addColorStop(0.55, alpha(stage.light.shadow, 0.34))
      gradient.addColorStop(1, alpha(stage.light.shadow, 0))
      context.fillStyle = gradient
      context.fillRect(-1, -1, 2, 2)
    },
  }
}

// The drawings of a movement lie so that the foot is where the still figure has it.
function celSheet(placement: Placement, cels: FigureCels, pad: number): Partial<Sheet> {
  const [first] = cels.drawings as [Canvas, ...Canvas[]]
  const aside = placement.flip ? first.width - cels.at.x : cels.at.x
  const left = Math.round(placement.x - aside)
  const top = Math.round(placement.foot - cels.at.y)
  return {
    left: left - pad,
    right: left + first.width + pad,
    top: top - pad,
    bottom: top + first.height + pad,
    cels: {
      at: cels.shown,
      drawings: cels.drawings.map((drawing) => (context) => context.drawImage(drawing, left, top)),
    },
  }
}

function figureSheet(placement: Placement, image: Canvas, pad: number, move: (second: number) => Motion): Sheet {
  const left = Math.round(placement.x - image.width / 2)
  const top = Math.round(placement.foot - image.height)
  return {
    kind: 'sheet',
    role: 'subject',
    depth: SUBJECT_DEPTH,
    left: left - pad,
    right: left + image.width + pad,
    top: top - pad,
    bottom: top + image.height + pad,
    shadow: 1.2,
    pivot: { x: placement.x, y: placement.contact === 'air' ? placement.foot - placement.height / 2 : placement.foot },
    motion: move,
    draw: (context) => context.drawImage(image, left, top),
  }
}

function meanBrightness(image: Canvas): number {
  const small = createCanvas(12, 12)
  const context = small.getContext('2d')
  context.drawImage(image, 0, 0, 12, 12)
  const { data } = context.getImageData(0, 0, 12, 12)
  let sum = 0
  let weight = 0
  for (let p = 0; p < data.length; p += 4) {
    const cover = (data[p + 3] ?? 0) / 255
    sum += cover * (0.299 * (data[p] ?? 0) + 0.587 * (data[p + 1] ?? 0) + 0.114 * (data[p + 2] ?? 0))
    weight += cover
  }
  return weight > 0 ? sum / weight / 255 : 1
}

// A dark figure before a dark scene: light behind it, as from a lamp or the moon, or nobody would find it.
function backlight(stage: Stage, placement: Placement): Part {
  const radius = Math.max(placement.width, placement.height) * 0.85
  const at = { x: placement.x, y: placement.foot - placement.height * 0.52 }
  return {
    kind: 'sheet',
    role: 'glow',
    depth: SUBJECT_DEPTH * 0.9,
    left: at.x - radius,
    right: at.x + radius,
    top: at.y - radius,
    bottom: at.y + radius,
    draw: (context) => glow(context, { ...at, radius }, alpha(stage.light.key, 0.5), alpha(stage.light.key, 0)),
  }
}

// The picture upside down under the water line, paler with depth and broken by the same ripples as the water.
function reflection(
  stage: Stage,
  { placement, image, move }: Pick<Shown, 'placement' | 'image' | 'move'>,
  opacity: number,
): Part {
  const left = Math.round(placement.x - image.width / 2)
  const line = Math.round(placement.foot - placement.height * 0.05)
  const high = Math.round(image.height * 0.7)
  return {
    kind: 'sheet',
    role: 'glow',
    depth: SUBJECT_DEPTH,
    left,
    right: left + image.width,
    top: line,
    bottom: line + high,
    opacity,
    ripple: stage.unit * 0.5,
    pivot: { x: placement.x, y: line },
    motion: (second) => {
      const { x = 0, y = 0, turn = 0 } = move(second)
      return { x, y: y * 0.5, turn: -turn }
    },
    draw(context) {
      context.save()
      context.translate(0, line)
      context.scale(1, -0.7)
      context.drawImage(image, left, -image.height)
      context.restore()
      context.globalCompositeOperation = 'destination-in'
      const fade = context.createLinearGradient(0, line, 0, line + high)
      fade.addColorStop(0, 'rgba(0,0,0,1)')
      fade.addColorStop(1, 'rgba(0,0,0,0)')
      context.fillStyle = fade
      context.fillRect(left, line, image.width, high)
      context.globalCompositeOperation = 'source-over'
    },
  }
}

// From the side that the camera is on.
async function seenPicture({ brief }: Stage, subject: Subject, placement: Placement): Promise<Canvas> {
  if (!brief.framing?.behind) return figurePicture(subject, placement)
  return turnedAway(await figurePicture(subject, { ...placement, away: true }), subject, placement)
}

function shine(image: Canvas, stage: Stage, lamp: { fromLeft: boolean; isLampLit: boolean }): void {
  if (stage.brief.framing?.silhouette) blacken(image, stage)
  else lightFigure(image, stage, lamp)
}

// The box of who jumps reaches down to the ground, unless something is under it.
function isLeaping({ posture, deed, contact, foot, carrier }: Placement, { floor }: ScenePlan): boolean {
  const jumps = (posture ?? deed) === 'jump' && contact === 'air' && carrier === undefined
  return jumps && Math.abs(foot - floor) < floor * 0.06
}

// The reflection of who swims would begin in the middle of the body.
const isMirrored = (subject: Subject, placement: Placement) =>
  placement.contact === 'water' && !isSunk(subject, placement)

type Mover = (second: number) => Motion

// Who is carried goes where the carrier goes, and may still fly off, or vanish, alone.
function wholeMove(stage: Stage, plan: ScenePlan, placement: Placement): Mover {
  const carrier = placement.carrier === undefined ? undefined : plan.placements[placement.carrier]
  const carried = moverOf(stage, plan, carrier ?? placement)
  const alone = carrier && happenTo(stage, plan, placement)
  return alone ? (second) => ({ ...carried(second), ...alone(second) }) : carried
}

type Shown = { stage: Stage; plan: ScenePlan; subject: Subject; placement: Placement; image: Canvas; move: Mover }

function beneath({ stage, plan, subject, placement, image, move }: Shown): Part[] {
  const parts: Part[] = []
  if (placement.contact === 'ground' || isLeaping(placement, plan)) parts.push(contactShadow(stage, placement, move))
  if (isMirrored(subject, placement)) parts.push(reflection(stage, { placement, image, move }, 0.42))
  else if (placement.contact === 'ground' && isWet(stage))
    parts.push(reflection(stage, { placement, image, move }, 0.38))
  return parts
}

// Ground and windows are drawn as the rest of the scene is, not from the art.
function asScenery(stage: Stage, { art }: Subject, placement: Placement): Part | undefined {
  if (isRaised(art)) return raisedGround(stage, placement, art)
  const inside = traitsOf(stage.brief.archetype).where.isIndoors
  return art === 'windowsill' && inside ? windowAbove(stage, placement) : undefined
}

function needsBacklight({ brief, light }: Stage, image: Canvas): boolean {
  const { isLampLit } = traitsOf(brief.archetype).where
  return brief.particles.includes('backlight') || (light.dark && !isLampLit && meanBrightness(image) < 0.3)
}

// One after the other, and gone once it is lit: with what they are lit by, all of them are five times as large.
async function eachLit(unlit: Canvas[], light: (drawing: Canvas) => Canvas): Promise<Canvas[]> {
  const drawings: Canvas[] = []
  for (let drawing = unlit.shift(); drawing; drawing = unlit.shift()) {
    const lit = light(drawing)
    settle(lit)
    if (lit !== drawing) release(drawing)
    drawings.push(lit)
    await swept()
  }
  return drawings
}

/** Everything that a placed subject adds to the scene: its shadow or reflection, and itself. */
export async function subjectParts(stage: Stage, plan: ScenePlan, placement: Placement): Promise<Part[]> {
  const subject = placedSubject(stage.brief.subjects, placement)
  const scenery = asScenery(stage, subject, placement)
  if (scenery) return [scenery]
  const move = wholeMove(stage, plan, placement)
  const fromLeft = plan.light.x < placement.x
  const { isLampLit } = traitsOf(stage.brief.archetype).where
  const seen = (drawing: Canvas): Canvas => {
    if (isSnowedOn(subject, stage)) layOnSnow(drawing)
    const facing = placement.flip ? mirrored(drawing) : drawing
    shine(facing, stage, { fromLeft, isLampLit })
    return facing
  }
  const turning = await sailsOf({ stage, subject, placement, move })
  const image = seen(turning?.base ?? (await seenPicture(stage, subject, placement)))
  const cels = turning
    ? undefined
    : await figureCels(stage, plan, placement, () => seenPicture(stage, subject, placement))
  const drawings = await eachLit(cels?.drawings ?? [], seen)
  const pad = Math.ceil(stage.unit * 2.4)
  const figure = figureSheet(placement, image, pad, move)
  const shown = cels ? { ...figure, ...celSheet(placement, { ...cels, drawings }, pad) } : figure
  const isUnlit = needsBacklight(stage, image)
  return [
    ...(isUnlit ? [backlight(stage, placement)] : []),
    ...beneath({ stage, plan, subject, placement, image, move }),
    shown,
    ...(turning?.over(seen) ?? []),
    ...(await releasedParts(stage, subject, placement)),
  ]
}
