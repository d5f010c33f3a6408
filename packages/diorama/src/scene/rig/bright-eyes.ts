import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { brightness, hex, type Colour } from '../colour.ts'
import { greyTone, isNaturally, recolour } from '../subjects/recolour.ts'
import { anatomyOf, type Eye } from './anatomies.ts'
import { eyesOf } from './eyes.ts'

// Read off the drawings: of whole animals that also have joints, and of heads from the side.
const DRAWN_EYES: Readonly<Record<string, readonly Eye[]>> = {
  cat: [[0.3, 0.3, 0.034]],
  'black-cat': [[0.3, 0.29, 0.036]],
  dog: [
    [0.276, 0.302, 0.042],
    [0.532, 0.288, 0.042],
  ],
  horse: [[0.142, 0.245, 0.024]],
  'horse-face': [[0.408, 0.425, 0.042]],
  unicorn: [[0.376, 0.451, 0.038]],
  rabbit: [[0.41, 0.46, 0.036]],
  mouse: [[0.308, 0.342, 0.031]],
  rat: [[0.272, 0.3, 0.024]],
  pig: [
    [0.147, 0.427, 0.036],
    [0.397, 0.482, 0.036],
  ],
}

/** The eyes of a drawing of an animal, or of its head, where they are known. */
export function eyeSpots(art: string): readonly Eye[] {
  const pair = eyesOf(art)
  if (pair) {
    const [left, right, y, radius] = pair
    return [
      [left, y, radius],
      [right, y, radius],
    ]
  }
  return (Object.hasOwn(DRAWN_EYES, art) ? DRAWN_EYES[art] : anatomyOf(art)?.eyes) ?? []
}

// Fur so dark that a black eye is lost in it, and how much lighter than the fur something in an eye is that one sees.
const DARK = 0.3
const SEEN = 0.28
// How much of an eye a glint or a white must be.
const GLINT = 0.07

const IRIS = '#f0bf46'
const PUPIL = '#17131a'

type Disc = { x: number; y: number; radius: number }

function lightsIn(context: SKRSContext2D, { x, y, radius }: Disc, from: number): number[] {
  const [left, top] = [Math.floor(x - radius), Math.floor(y - radius)]
  const side = Math.max(1, Math.ceil(radius * 2))
  const { data } = context.getImageData(left, top, side, side)
  const lights: number[] = []
  for (let at = 0; at < side * side; at++) {
    const away = Math.hypot(left + (at % side) + 0.5 - x, top + Math.floor(at / side) + 0.5 - y)
    if (away > radius || away < from || (data[at * 4 + 3] ?? 0) < 200) continue
    lights.push(brightness(hex(data.subarray(at * 4, at * 4 + 3) as unknown as number[])))
  }
  return lights.toSorted((a, b) => a - b)
}

// Whether an eye is as dark as the fur about it.
function isLost(context: SKRSContext2D, eye: Disc): boolean {
  const about = lightsIn(context, { ...eye, radius: eye.radius * 1.9 }, eye.radius * 1.4)
  const fur = about[about.length >> 1] ?? 1
  if (fur > DARK) return false
  // Not its edge, where something of a lighter fur may be left.
  const within = lightsIn(context, { ...eye, radius: eye.radius * 0.75 }, 0)
  return within.filter((light) => light > fur + SEEN).length < within.length * GLINT
}

function brighten(context: SKRSContext2D, { x, y, radius }: Disc): void {
  const oval = (colour: string, [dx, dy]: readonly [number, number], [rx, ry]: readonly [number, number]) => {
    context.fillStyle = colour
    context.beginPath()
    context.ellipse(x + dx * radius, y + dy * radius, rx * radius, ry * radius, 0, 0, Math.PI * 2)
    context.fill()
  }
  oval(IRIS, [0, 0], [1.06, 1.16])
  oval(PUPIL, [0, 0], [0.56, 0.82])
  oval('#ffffff', [-0.26, -0.36], [0.24, 0.26])
}

// Gives dark eyes in dark fur, where nobody would find them, a light iris; one of two never without the other.
function brightenEyes(picture: Canvas, eyes: readonly Eye[], isDyed: boolean): void {
  const context = picture.getContext('2d')
  const discs = eyes.map(([x, y, radius]): Disc => ({
    x: x * picture.width,
    y: y * picture.height,
    radius: radius * picture.width,
  }))
  // A cow that has one eye in a dark patch is known with both as they are; a dog that was dyed black is not.
  const lost = discs.filter((eye) => isLost(context, eye)).length
  if (lost > 0 && (isDyed || lost === discs.length)) for (const eye of discs) brighten(context, eye)
}

/** Dyes the fur of an animal or of its head where it is not of that colour by nature, and tells whether it was. */
export function dyeFur(picture: Canvas, art: string, colour: Colour | undefined): boolean {
  const isDyed = colour !== undefined && !isNaturally(picture, colour)
  if (isDyed) recolour(picture, colour, greyTone(picture))
  brightenEyes(picture, eyeSpots(art), isDyed)
  return isDyed
}
