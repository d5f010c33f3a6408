import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import { noise2, seededRandom } from './random.ts'

const SIDE = 256
const tiles = new Map<string, Canvas>()

/** A tile of paper: grey noise with fibres around the middle tone, to be laid over with `soft-light` or `overlay`. */
export function paperTile(strength = 1): Canvas {
  const known = tiles.get(String(strength))
  if (known) return known
  const tile = createCanvas(SIDE, SIDE)
  const context = tile.getContext('2d')
  const image = context.createImageData(SIDE, SIDE)
  const random = seededRandom(20_011)
  for (let i = 0; i < SIDE * SIDE; i++) {
    const x = i % SIDE
    const y = Math.floor(i / SIDE)
    const mottled = noise2(7, (x / SIDE) * 32, (y / SIDE) * 32) - 0.5
    const value = 128 + ((random.next() - 0.5) * 92 + mottled * 44) * strength
    image.data.set([value, value, value, 255], i * 4)
  }
  context.putImageData(image, 0, 0)
  context.lineWidth = 0.7
  for (let i = 0; i < 160; i++) {
    const x = random.between(0, SIDE)
    const y = random.between(0, SIDE)
    const turn = random.between(0, Math.PI)
    context.strokeStyle = random.chance(0.5) ? 'rgba(255,255,255,0.16)' : 'rgba(0,0,0,0.16)'
    context.beginPath()
    context.moveTo(x, y)
    context.quadraticCurveTo(x + 5, y + 3, x + Math.cos(turn) * 12, y + Math.sin(turn) * 12)
    context.stroke()
  }
  tiles.set(String(strength), tile)
  return tile
}

/** Lays paper over a box of the context, as strong as its alpha says. */
export function fillPaper(context: SKRSContext2D, width: number, height: number): void {
  const pattern = context.createPattern(paperTile(), 'repeat')
  if (pattern) context.fillStyle = pattern
  context.fillRect(0, 0, width, height)
}
