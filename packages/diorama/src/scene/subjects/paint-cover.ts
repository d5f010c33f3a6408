import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Cover } from '../../thing-looks.ts'
import { alpha } from '../colour.ts'
import { seededRandom, type Random } from '../random.ts'
import { layOnSnow } from './in-season.ts'
import { paintMaterial } from './paint-material.ts'

type Painter = (context: SKRSContext2D, size: { width: number; height: number; random: Random }) => void

const TURN = Math.PI * 2

function blot(context: SKRSContext2D, x: number, y: number, radius: number, colour: string): void {
  context.fillStyle = colour
  context.beginPath()
  context.ellipse(x, y, radius, radius * 0.78, 0, 0, TURN)
  context.fill()
}

// More of them where `dense` says so, by how far down they are.
function blots(
  colours: readonly [string, ...string[]],
  count: number,
  large: number,
  dense: (y: number) => number,
): Painter {
  return (context, { width, height, random }) => {
    const side = Math.sqrt(width * height)
    for (let at = 0; at < count; at++) {
      const [x, y] = [random.next(), random.next()]
      if (random.next() > dense(y)) continue
      const radius = side * large * random.between(0.4, 1)
      blot(context, x * width, y * height, radius, random.pick(colours))
    }
  }
}

const LEAVES = ['#2f6b32', '#3f8a3c', '#57a04a', '#27592c'] as const

function leaf(context: SKRSContext2D, x: number, y: number, size: number, random: Random): void {
  context.save()
  context.translate(x, y)
  context.rotate(random.between(0, TURN))
  context.fillStyle = random.pick(LEAVES)
  context.beginPath()
  context.moveTo(0, -size)
  context.quadraticCurveTo(size * 0.9, -size * 0.5, size * 0.5, size * 0.2)
  context.lineTo(0, size)
  context.lineTo(-size * 0.5, size * 0.2)
  context.quadraticCurveTo(-size * 0.9, -size * 0.5, 0, -size)
  context.fill()
  context.restore()
}

// Stems that climb from below, with leaves along them.
const ivy: Painter = (context, { width, height, random }) => {
  const size = Math.sqrt(width * height) * 0.034
  for (let stem = 0; stem < 9; stem++) {
    let [x, y] = [random.between(0, 1) * width, height]
    const top = random.between(-0.05, 0.5) * height
    while (y > top) {
      leaf(context, x + random.between(-size, size), y, size * random.between(0.7, 1.2), random)
      leaf(context, x + random.between(-size, size) * 1.8, y, size * random.between(0.6, 1), random)
      x += random.between(-1, 1) * size * 1.1
      y -= size * 0.9
    }
  }
}

const veil =
  (colour: string): Painter =>
  (context, { width, height }) => {
    context.fillStyle = colour
    context.fillRect(0, 0, width, height)
  }

const PAINTERS: Readonly<Record<Exclude<Cover, 'snow' | 'glaze'>, readonly Painter[]>> = {
  moss: [blots(['#5f8f3a', '#74a544', '#4a7a34', '#86b552'], 520, 0.055, (y) => Math.max(0.12, 1 - y * 1.15))],
  ivy: [ivy],
  dust: [veil('rgba(196,186,168,0.42)'), blots([alpha('#efe8da', 0.34)], 260, 0.03, (y) => 0.9 - y * 0.5)],
  rust: [veil('rgba(150,74,32,0.26)'), blots(['#a4552a', '#8a4120', '#b86a34'], 260, 0.04, () => 0.8)],
  mud: [blots(['#6a4a2e', '#5a3d26', '#7a583a'], 360, 0.06, (y) => y * y * 1.1)],
  frost: [veil('rgba(214,236,250,0.44)'), blots([alpha('#ffffff', 0.62)], 320, 0.022, () => 0.8)],
}

// Dipped from below: a wavy rim, and above it what it is.
function dip(picture: Canvas): void {
  const { width, height } = picture
  const coat = createCanvas(width, height)
  const context = coat.getContext('2d')
  context.beginPath()
  context.moveTo(0, height)
  for (let x = 0; x <= width; x += Math.max(1, width / 60))
    context.lineTo(x, height * (0.36 + 0.035 * Math.sin((x / width) * 21) + 0.02 * Math.sin((x / width) * 47)))
  context.lineTo(width, height)
  context.closePath()
  context.clip()
  context.drawImage(picture, 0, 0)
  paintMaterial(coat, 'chocolate')
  picture.getContext('2d').drawImage(coat, 0, 0)
}

/** Lays over a drawing what it is covered with, within its outline. */
export function paintCover(picture: Canvas, cover: Cover): void {
  if (cover === 'snow') return layOnSnow(picture, 0.13)
  if (cover === 'glaze') return dip(picture)
  const { width, height } = picture
  const context = picture.getContext('2d')
  context.save()
  context.globalCompositeOperation = 'source-atop'
  // The same on every drawing, so that the front wall of a vessel fits what is behind it.
  for (const paint of PAINTERS[cover]) paint(context, { width, height, random: seededRandom(7).fork(cover) })
  context.restore()
}
