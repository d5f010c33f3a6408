import { createCanvas, type Canvas } from '@napi-rs/canvas'
import type { Posture } from '../../brief.ts'

/** How a drawing without joints shows a posture: turned head up, by degrees; over the ground; without its legs; asleep. */
export type DrawnPose = { turn: number; lift: number; hidden: number; asleep: boolean }

type Eye = readonly [x: number, y: number, radius: number]
type Build = { legs: number; eyes: readonly Eye[] }

// Read off the drawings, in shares of their boxes: how much of the height are legs, and where the eyes are.
const BUILDS: Readonly<Record<string, Build>> = {
  elephant: { legs: 0.24, eyes: [[0.308, 0.37, 0.036]] },
  giraffe: { legs: 0.36, eyes: [[0.2, 0.13, 0.06]] },
  deer: { legs: 0.34, eyes: [[0.14, 0.28, 0.05]] },
  ewe: {
    legs: 0.1,
    eyes: [
      [0.205, 0.325, 0.036],
      [0.36, 0.305, 0.036],
    ],
  },
  ram: {
    legs: 0.16,
    eyes: [
      [0.22, 0.32, 0.036],
      [0.35, 0.3, 0.036],
    ],
  },
  goat: { legs: 0.24, eyes: [] },
  chipmunk: { legs: 0, eyes: [[0.19, 0.36, 0.045]] },
  hedgehog: { legs: 0.08, eyes: [[0.235, 0.54, 0.04]] },
  raccoon: { legs: 0.2, eyes: [] },
  badger: { legs: 0.2, eyes: [] },
  kangaroo: { legs: 0.1, eyes: [[0.14, 0.27, 0.035]] },
  zebra: { legs: 0.3, eyes: [] },
  camel: { legs: 0.3, eyes: [] },
  'two-hump-camel': { legs: 0.3, eyes: [] },
  llama: { legs: 0.28, eyes: [] },
  hippopotamus: { legs: 0.2, eyes: [[0.32, 0.4, 0.03]] },
  rhinoceros: { legs: 0.18, eyes: [[0.33, 0.45, 0.034]] },
  leopard: { legs: 0.24, eyes: [] },
  ox: { legs: 0.26, eyes: [] },
  'water-buffalo': { legs: 0.22, eyes: [] },
  bison: { legs: 0.2, eyes: [] },
  mammoth: { legs: 0.2, eyes: [] },
  sauropod: { legs: 0.14, eyes: [[0.25, 0.115, 0.035]] },
  beaver: {
    legs: 0,
    eyes: [
      [0.13, 0.12, 0.038],
      [0.257, 0.13, 0.038],
    ],
  },
  turtle: {
    legs: 0.16,
    eyes: [
      [0.13, 0.41, 0.045],
      [0.295, 0.385, 0.045],
    ],
  },
  penguin: { legs: 0, eyes: [[0.45, 0.14, 0.06]] },
  duck: { legs: 0.2, eyes: [[0.39, 0.135, 0.045]] },
  owl: {
    legs: 0,
    eyes: [
      [0.32, 0.295, 0.12],
      [0.67, 0.295, 0.12],
    ],
  },
}

const STILL: DrawnPose = { turn: 0, lift: 0, hidden: 0, asleep: false }
const MOVES: Partial<Record<Posture, Partial<DrawnPose>>> = {
  run: { turn: 4 },
  jump: { turn: 16, lift: 0.34 },
  dance: { turn: 6 },
  climb: { turn: 34 },
}

/** How the drawing of an animal is held for a posture; nothing where it stays as it is drawn. */
export function drawnPose(art: string, posture: Posture | undefined): DrawnPose | undefined {
  const build = Object.hasOwn(BUILDS, art) ? BUILDS[art] : undefined
  if (!build || !posture) return undefined
  if (posture === 'lie' || posture === 'sleep') return { ...STILL, hidden: build.legs, asleep: posture === 'sleep' }
  const move = MOVES[posture]
  return move && { ...STILL, ...move }
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** What a drawing of this size takes up when it is held so. */
export function posedSize(
  width: number,
  height: number,
  { turn, lift, hidden }: DrawnPose,
): { width: number; height: number } {
  const [sine, cosine] = [Math.sin(radians(turn)), Math.cos(radians(turn))]
  return {
    width: width * cosine + height * sine,
    height: (height * cosine + width * sine) * (1 + lift) * (1 - hidden),
  }
}

// A lid in the colour below the eye, and the line where it is closed.
function closeEyes(picture: Canvas, eyes: readonly Eye[]): void {
  const context = picture.getContext('2d')
  for (const [x, y, share] of eyes) {
    const radius = share * picture.width
    const [left, top] = [x * picture.width, y * picture.height]
    const [red, green, blue] = context.getImageData(Math.round(left), Math.round(top + radius * 1.9), 1, 1).data
    context.fillStyle = `rgb(${red} ${green} ${blue})`
    context.beginPath()
    context.arc(left, top, radius * 1.35, 0, Math.PI * 2)
    context.fill()
    context.strokeStyle = '#2a211d'
    context.lineWidth = Math.max(1, radius * 0.45)
    context.lineCap = 'round'
    context.beginPath()
    context.arc(left, top - radius * 0.4, radius, Math.PI * 0.15, Math.PI * 0.85)
    context.stroke()
  }
}

/** The size of the drawing itself, of which the whole measures so much when it is held so. */
export function drawnSize(
  size: { width: number; height: number },
  aspect: number,
  pose: DrawnPose,
): { width: number; height: number } {
  const one = posedSize(1, 1 / aspect, pose)
  const width = Math.min(size.width / one.width, size.height / one.height)
  return { width, height: width / aspect }
}

/** A drawing as it is held, looking left, in exactly this many pixels. */
export function posedPicture(
  drawing: Canvas,
  { art, pose }: { art: string; pose: DrawnPose },
  size: { width: number; height: number },
): Canvas {
  if (pose.asleep) closeEyes(drawing, BUILDS[art]?.eyes ?? [])
  const picture = createCanvas(Math.max(2, Math.round(size.width)), Math.max(2, Math.round(size.height)))
  const context = picture.getContext('2d')
  const turned = posedSize(drawing.width, drawing.height, { ...pose, lift: 0, hidden: 0 })
  context.translate(picture.width / 2, turned.height / 2)
  context.rotate(radians(pose.turn))
  context.drawImage(drawing, -drawing.width / 2, -drawing.height / 2)
  context.resetTransform()
  return picture
}
