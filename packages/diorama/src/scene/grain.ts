import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import { noise2, seededRandom } from './random.ts'
import { settle } from './settle.ts'

const SIDE = 256
let tile: Canvas | undefined

/** A tile of paper: specks and fibres of light and dark on nothing, so that laying it over greys no colour. */
export function paperTile(): Canvas {
  if (tile) return tile
  const canvas = createCanvas(SIDE, SIDE)
  const context = canvas.getContext('2d')
  const image = context.createImageData(SIDE, SIDE)
  const random = seededRandom(20_011)
  for (let i = 0; i < SIDE * SIDE; i++) {
    const x = i % SIDE
    const y = Math.floor(i / SIDE)
    const mottled = noise2(7, (x / SIDE) * 32, (y / SIDE) * 32) - 0.5
    const height = (random.next() + random.next() - 1) * 1.5 + mottled * 0.9
    const tone = height > 0 ? 255 : 0
    image.data.set([tone, tone, tone, Math.min(255, Math.abs(height) * 150)], i * 4)
  }
  context.putImageData(image, 0, 0)
  context.lineWidth = 0.7
  for (let i = 0; i < 160; i++) {
    const x = random.between(0, SIDE)
    const y = random.between(0, SIDE)
    const turn = random.between(0, Math.PI)
    context.strokeStyle = random.chance(0.5) ? 'rgba(255,255,255,0.5)' : 'rgba(0,0,0,0.4)'
    context.beginPath()
    context.moveTo(x, y)
    context.quadraticCurveTo(x + 5, y + 3, x + Math.cos(turn) * 12, y + Math.sin(turn) * 12)
    context.stroke()
  }
  tile = canvas
  return canvas
}

/** Lays paper over a box of the context, as strong as its alpha says. */
export function fillPaper(context: SKRSContext2D, width: number, height: number): void {
  context.drawImage(sheetOf(width, height), 0, 0, width, height, 0, 0, width, height)
}

// Laying tiles out costs ten times as much as laying a sheet of them, and every layer of a picture takes a corner of the
// same sheet: it only grows.
let kept: Canvas | undefined

function sheetOf(width: number, height: number): Canvas {
  if (kept && kept.width >= width && kept.height >= height) return kept
  const sheet = createCanvas(Math.max(width, kept?.width ?? 0), Math.max(height, kept?.height ?? 0))
  const context = sheet.getContext('2d')
  const pattern = context.createPattern(paperTile(), 'repeat')
  if (pattern) context.fillStyle = pattern
  context.fillRect(0, 0, sheet.width, sheet.height)
  // Recorded only, it would be laid out again by everybody who draws it.
  settle(sheet)
  kept = sheet
  return sheet
}
