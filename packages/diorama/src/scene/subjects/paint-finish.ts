import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Finish, Pattern, State } from '../../thing-looks.ts'
import { toHsl } from '../colour.ts'
import { seededRandom } from '../random.ts'
import { paintCover } from './paint-cover.ts'
import { recolour } from './recolour.ts'
import { tonesOf } from './tones.ts'

const TURN = Math.PI * 2

type Size = { width: number; height: number }
type Shown = Size & { part?: string; slanted?: boolean }

function stripes(context: SKRSContext2D, { width, height }: Size): void {
  const step = Math.max(width, height) / 8
  for (let x = step * 0.3; x < width; x += step) context.fillRect(x, 0, step * 0.5, height)
}

function dots(context: SKRSContext2D, { width, height }: Size): void {
  const step = Math.max(width, height) / 8
  for (let row = 0; row * step < height + step; row++)
    for (let x = (row % 2) * step * 0.5; x < width + step; x += step) {
      context.beginPath()
      context.arc(x, row * step * 0.86, step * 0.22, 0, TURN)
      context.fill()
    }
}

function checks(context: SKRSContext2D, { width, height }: Size): void {
  const step = Math.max(width, height) / 9
  for (let row = 0; row * step < height; row++)
    for (let x = (row % 2) * step; x < width; x += step * 2) context.fillRect(x, row * step, step, step)
}

function flowers(context: SKRSContext2D, { width, height }: Size): void {
  const step = Math.max(width, height) / 5
  for (let row = 0; row * step < height + step; row++)
    for (let x = (row % 2) * step * 0.5; x < width + step; x += step)
      for (let petal = 0; petal < 5; petal++) {
        const turn = (petal / 5) * TURN
        context.beginPath()
        context.arc(
          x + Math.cos(turn) * step * 0.15,
          row * step * 0.8 + Math.sin(turn) * step * 0.15,
          step * 0.12,
          0,
          TURN,
        )
        context.fill()
      }
}

const PRINTS: Readonly<Record<Pattern, (context: SKRSContext2D, size: Size) => void>> = {
  stripes,
  dots,
  checks,
  flowers,
}

// Blue or pink on what is pale, and white on what has a colour.
function inkFor(picture: Canvas, pattern: Pattern): string {
  const [, saturation, light] = toHsl(tonesOf(picture).main)
  if (light < 0.72 && saturation > 0.12) return '#f6f2ea'
  return pattern === 'flowers' ? '#e0668c' : '#3d74c9'
}

// Only what has the main colour takes it: the coffee in a striped cup stays coffee.
function print(picture: Canvas, pattern: Pattern, ink: string): void {
  const { width, height } = picture
  const coat = createCanvas(width, height)
  const context = coat.getContext('2d')
  context.drawImage(picture, 0, 0)
  recolour(coat, ink)
  const mask = createCanvas(width, height)
  PRINTS[pattern](mask.getContext('2d'), { width, height })
  context.globalCompositeOperation = 'destination-in'
  context.drawImage(mask, 0, 0)
  picture.getContext('2d').drawImage(coat, 0, 0)
}

// From a point near the middle outwards, each with a kink or two.
function crack(picture: Canvas): void {
  const { width, height } = picture
  const context = picture.getContext('2d')
  const random = seededRandom(3).fork('cracks')
  const side = Math.min(width, height)
  context.save()
  context.globalCompositeOperation = 'source-atop'
  for (const [colour, thick] of [
    ['rgba(255,255,255,0.7)', 0.022],
    ['rgba(38,30,34,0.85)', 0.011],
  ] as const) {
    const path = random.fork('path')
    context.strokeStyle = colour
    context.lineWidth = Math.max(1, side * thick)
    for (let at = 0; at < 7; at++) {
      const turn = (at / 7) * TURN + path.between(-0.3, 0.3)
      let [x, y] = [width * 0.54, height * 0.44]
      context.beginPath()
      context.moveTo(x, y)
      for (let step = 0; step < 4; step++) {
        const bend = turn + path.between(-0.6, 0.6)
        x += Math.cos(bend) * side * 0.17
        y += Math.sin(bend) * side * 0.17
        context.lineTo(x, y)
      }
      context.stroke()
    }
  }
  context.restore()
}

// The upper corner that comes off, in shares of the drawing.
const SHARD: readonly (readonly [number, number])[] = [
  [0.5, -0.02],
  [0.56, 0.13],
  [0.47, 0.2],
  [0.62, 0.3],
  [0.66, 0.24],
  [0.82, 0.42],
  [1.02, 0.36],
  [1.02, -0.02],
]

function shardPath(context: SKRSContext2D, { width, height }: Size): void {
  context.beginPath()
  for (const [x, y] of SHARD) context.lineTo(x * width, y * height)
  context.closePath()
}

// A corner is gone and lies before it, in two pieces.
function breakUp(picture: Canvas): Canvas {
  const { width, height } = picture
  const shard = createCanvas(width, height)
  const piece = shard.getContext('2d')
  shardPath(piece, picture)
  piece.clip()
  piece.drawImage(picture, 0, 0)
  crack(picture)
  const context = picture.getContext('2d')
  context.save()
  context.globalCompositeOperation = 'destination-out'
  shardPath(context, picture)
  context.fill()
  context.restore()
  for (const [x, y, turn, size] of [
    [0.84, 0.9, 2.2, 0.62],
    [0.16, 0.94, -1.9, 0.46],
  ] as const) {
    context.save()
    context.translate(width * x, height * y)
    context.rotate(turn)
    context.scale(size, size)
    context.drawImage(shard, -width * 0.76, -height * 0.18)
    context.restore()
  }
  return picture
}

// Bites out of the upper right corner, tooth by tooth.
function bite(picture: Canvas): Canvas {
  const { width, height } = picture
  const context = picture.getContext('2d')
  const tooth = Math.min(width, height) * 0.13
  context.save()
  context.globalCompositeOperation = 'destination-out'
  context.beginPath()
  context.ellipse(width * 1.02, height * 0.16, width * 0.4, height * 0.5, 0, 0, TURN)
  context.fill()
  for (let at = 0; at <= 4; at++) {
    const turn = Math.PI * (0.52 + at * 0.14)
    context.beginPath()
    context.arc(
      width * 1.02 + Math.cos(turn) * width * 0.4,
      height * 0.16 + Math.sin(turn) * height * 0.5,
      tooth,
      0,
      TURN,
    )
    context.fill()
  }
  context.restore()
  return picture
}

function turned(picture: Canvas, angle: number): Canvas {
  const quarter = angle !== Math.PI
  const canvas = createCanvas(quarter ? picture.height : picture.width, quarter ? picture.width : picture.height)
  const context = canvas.getContext('2d')
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate(angle)
  context.drawImage(picture, -picture.width / 2, -picture.height / 2)
  context.resetTransform()
  return canvas
}

// Flat on the ground, leaning back a little.
function flattened(picture: Canvas, { width, height }: Size): Canvas {
  const canvas = createCanvas(Math.round(width), Math.round(height))
  const context = canvas.getContext('2d')
  const lean = 0.16
  context.transform(
    (1 - lean) * (width / picture.width),
    0,
    -lean * (width / picture.height),
    height / picture.height,
    width * lean,
    0,
  )
  context.drawImage(picture, 0, 0)
  context.resetTransform()
  return canvas
}

// Tilted, with its lower part under a mound.
function bury(picture: Canvas, mound: string): Canvas {
  const { width, height } = picture
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.translate(width / 2, height)
  context.rotate(-0.2)
  context.drawImage(picture, -width / 2, -height * 0.68)
  context.resetTransform()
  const line = height * 0.84
  context.globalCompositeOperation = 'destination-out'
  context.beginPath()
  context.rect(0, line, width, height)
  context.fill()
  context.globalCompositeOperation = 'source-over'
  context.fillStyle = mound
  context.beginPath()
  context.moveTo(0, height)
  context.bezierCurveTo(width * 0.2, height, width * 0.22, line - height * 0.06, width * 0.42, line - height * 0.03)
  context.bezierCurveTo(width * 0.66, line - height * 0.09, width * 0.76, height, width, height)
  context.fill()
  return canvas
}

// What is drawn aslant, with its point at the upper right, stands upright.
function pointDown(picture: Canvas, { width, height, slanted }: Shown): Canvas {
  if (!slanted) return turned(picture, Math.PI)
  const canvas = createCanvas(Math.round(width), Math.round(height))
  const context = canvas.getContext('2d')
  context.translate(width / 2, height / 2)
  context.rotate((Math.PI * 3) / 4)
  context.drawImage(picture, -picture.width / 2, -picture.height / 2)
  context.resetTransform()
  return canvas
}

const STATES: Readonly<Record<State, (picture: Canvas, size: Shown) => Canvas>> = {
  'upside-down': (picture) => turned(picture, Math.PI),
  'on-its-side': (picture, size) =>
    picture.height > picture.width ? turned(picture, Math.PI / 2) : flattened(picture, size),
  broken: breakUp,
  cracked(picture) {
    crack(picture)
    return picture
  },
  bitten: bite,
  buried: (picture) => picture,
  'point-down': pointDown,
}

const EARTH = '#8a6a48'

/** A drawing with the pattern that is printed on it, what covers it and what has become of it; of a front wall only the surface. */
export function finished(picture: Canvas, { pattern, printed, cover, state, mound }: Finish, shown: Shown): Canvas {
  const { part } = shown
  if (pattern) print(picture, pattern, printed ?? inkFor(picture, pattern))
  if (cover) paintCover(picture, cover)
  if (state === 'buried') return part ? picture : bury(picture, mound ?? EARTH)
  return state && !part ? STATES[state](picture, shown) : picture
}
