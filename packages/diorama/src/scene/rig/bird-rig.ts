import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import { mix, type Colour } from '../colour.ts'
import type { Point } from '../draw/shapes.ts'
import type { Beat } from '../motion/gait.ts'
import { shaded, tapered } from './limb.ts'
import type { RigBox } from './person-rig.ts'
import type { Plumage } from './plumages.ts'

/** On the wing, or on the water. Standing and perching are what the drawings of birds show themselves. */
export type BirdPosture = 'fly' | 'swim'

/** A bird to draw from joints. */
export type Bird = { posture: BirdPosture; plumage: Plumage; beat?: Beat | undefined }

type Size = { width: number; height: number }

// From high above the back to well below the belly; still pictures show the wings up.
const raised = (beat: Beat | undefined, late = 0): number =>
  beat ? 0.12 + 0.88 * Math.cos((beat.phase - late) * Math.PI * 2) : 1

/** The box of a bird, whose body is about 60 units long. */
export function birdBox(posture: BirdPosture, plumage: Plumage, beat?: Beat): RigBox {
  const neck = plumage.neck * 22
  // Up to the tip of the beak and of the tail.
  if (posture === 'swim') return { left: -49, right: 48 + neck * 0.35, top: -44 - neck, bottom: 0 }
  return { left: -63, right: 54 + neck * 0.9, top: -67 - neck * 0.3, bottom: beat ? 56 : 26 }
}

function feathers(context: SKRSContext2D, root: Point, tips: readonly Point[], colour: Colour): void {
  for (const tip of tips) {
    context.fillStyle = colour
    tapered(context, root, tip, [11, 5])
    context.fill()
  }
}

function head(context: SKRSContext2D, at: Point, { head: colour, beak, hooked }: Plumage): void {
  context.fillStyle = mix(beak, '#6a3a10', 0.08)
  context.beginPath()
  context.moveTo(at.x + 9, at.y - 5)
  if (hooked) {
    context.quadraticCurveTo(at.x + 25, at.y - 4, at.x + 20, at.y + 9)
    context.quadraticCurveTo(at.x + 16, at.y + 4, at.x + 8, at.y + 6)
  } else {
    context.lineTo(at.x + 26, at.y + 2)
    context.lineTo(at.x + 8, at.y + 7)
  }
  context.fill()
  context.fillStyle = shaded(context, colour, at.y - 14, at.y + 14)
  context.beginPath()
  context.arc(at.x, at.y, 14, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = '#20242c'
  context.beginPath()
  context.arc(at.x + 5, at.y - 3, 2.9, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = '#ffffff'
  context.beginPath()
  context.arc(at.x + 6, at.y - 4, 1, 0, Math.PI * 2)
  context.fill()
}

function body(context: SKRSContext2D, plumage: Plumage, from: Point, to: Point): void {
  context.fillStyle = shaded(context, plumage.body, -18, 22)
  tapered(context, from, to, [10, 18])
  context.fill()
  context.save()
  tapered(context, from, to, [10, 18])
  context.clip()
  context.fillStyle = plumage.belly
  context.beginPath()
  context.ellipse((from.x + to.x) / 2 + 8, Math.max(from.y, to.y) + 15, 30, 13, 0, 0, Math.PI * 2)
  context.fill()
  context.restore()
}

function flying(context: SKRSContext2D, plumage: Plumage, beat: Beat | undefined): void {
  const dim = mix(plumage.wing, '#1c1028', 0.24)
  const neck = plumage.neck * 22
  feathers(
    context,
    { x: 8, y: -8 },
    [
      { x: 30, y: -58 },
      { x: 18, y: -56 },
      { x: 8, y: -48 },
    ].map(({ x, y }) => ({ x, y: y * raised(beat, 0.04) })),
    dim,
  )
  feathers(
    context,
    { x: -26, y: 4 },
    [
      { x: -54, y: 0 },
      { x: -56, y: 8 },
      { x: -52, y: 16 },
    ],
    mix(plumage.wing, plumage.body, 0.3),
  )
  body(context, plumage, { x: -22, y: 4 }, { x: 10, y: 0 })
  const at = { x: 26 + neck * 0.9, y: -10 - neck * 0.3 }
  if (neck > 0) {
    context.fillStyle = plumage.head
    tapered(context, { x: 14, y: -2 }, at, [12, 9])
    context.fill()
  }
  head(context, at, plumage)
  feathers(
    context,
    { x: 2, y: -4 },
    [
      { x: -4, y: -60 },
      { x: -18, y: -56 },
      { x: -28, y: -46 },
      { x: -32, y: -34 },
    ].map(({ x, y }) => ({ x, y: y * raised(beat) })),
    plumage.wing,
  )
}

function afloat(context: SKRSContext2D, plumage: Plumage): void {
  const neck = plumage.neck * 22
  feathers(
    context,
    { x: -26, y: -12 },
    [
      { x: -40, y: -26 },
      { x: -42, y: -18 },
    ],
    plumage.wing,
  )
  body(context, plumage, { x: -24, y: -12 }, { x: 8, y: -8 })
  const at = { x: 20 + neck * 0.35, y: -28 - neck }
  context.fillStyle = plumage.head
  tapered(context, { x: 14, y: -10 }, at, [13, 9])
  context.fill()
  head(context, at, plumage)
  feathers(
    context,
    { x: 4, y: -12 },
    [
      { x: -20, y: -16 },
      { x: -24, y: -10 },
    ],
    plumage.wing,
  )
}

/** Draws a bird from joints, looking to the left, in exactly this many pixels: all of it, or what is in a box. */
export function drawBird(bird: Bird, { width, height }: Size, room?: RigBox): Canvas {
  const { posture, plumage, beat } = bird
  const box = room ?? birdBox(posture, plumage, beat)
  const canvas = createCanvas(Math.max(2, Math.round(width)), Math.max(2, Math.round(height)))
  const context = canvas.getContext('2d')
  context.translate(canvas.width, 0)
  context.scale(-width / (box.right - box.left), height / (box.bottom - box.top))
  context.translate(-box.left, -box.top)
  if (posture === 'fly') flying(context, plumage, beat)
  else afloat(context, plumage)
  context.resetTransform()
  return canvas
}
