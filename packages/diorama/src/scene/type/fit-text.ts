import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Face } from './faces.ts'
import { familiesFor } from './fonts.ts'

/** A text broken into lines and measured: `height` is that of the whole block, `size` that of the type, in pixels. */
export type Block = { lines: string[]; size: number; leading: number; font: string; width: number; height: number }

const PROBE = 100
const LEADING: Record<Face, number> = { strong: 1.12, narrow: 1.16, book: 1.16, script: 1.42, hand: 1.02 }
const GLUED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

let scratch: SKRSContext2D | undefined

function widthsOf(lines: readonly string[], families: string): number[] {
  scratch ??= createCanvas(8, 8).getContext('2d')
  scratch.font = `${PROBE}px ${families}`
  const paint = scratch
  return lines.map((line) => paint.measureText(line).width)
}

// Scripts without spaces may break anywhere, others only between words.
function piecesOf(text: string): { pieces: string[]; glue: string } {
  return GLUED.test(text) && !text.includes(' ')
    ? { pieces: Array.from(text), glue: '' }
    : { pieces: text.split(' '), glue: ' ' }
}

// The break into so many lines whose longest is shortest, found by letting lines grow until they fit.
function broken(text: string, count: number, families: string): string[] | undefined {
  const { pieces, glue } = piecesOf(text)
  if (pieces.length < count) return undefined
  const joined = (from: number, to: number) => pieces.slice(from, to).join(glue)
  const whole = widthsOf([text], families)[0] ?? 0
  for (let limit = whole / count; limit <= whole * 1.05; limit += whole * 0.025) {
    const lines: string[] = []
    let from = 0
    while (from < pieces.length && lines.length <= count) {
      let to = from + 1
      while (to < pieces.length && (widthsOf([joined(from, to + 1)], families)[0] ?? 0) <= limit) to++
      lines.push(joined(from, to))
      from = to
    }
    if (lines.length === count) return lines
  }
  return undefined
}

/** Sets a text as large as it goes into a box, in as many lines as serve it best; it is never cut. */
export function fitText(text: string, face: Face, box: { width: number; height: number; lines?: number }): Block {
  const families = familiesFor(face, text)
  const leading = LEADING[face]
  let best: Block | undefined
  for (let count = 1; count <= (box.lines ?? 4); count++) {
    const lines = broken(text, count, families)
    if (!lines) continue
    const longest = Math.max(...widthsOf(lines, families))
    const size = Math.min((box.width / longest) * PROBE, box.height / (count * leading))
    if (best && size <= best.size * 1.04) continue
    const width = (longest * size) / PROBE
    best = { lines, size, leading, font: `${size}px ${families}`, width, height: size * leading * count }
  }
  if (!best) throw new Error(`There is nothing to set in "${text}"`)
  return best
}

/** Calls `paint` for every line of a block that is centred about a point, with the baseline to draw it on. */
export function eachLine(
  context: SKRSContext2D,
  block: Block,
  centre: { x: number; y: number },
  paint: (line: string, x: number, y: number) => void,
): void {
  context.font = block.font
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  const step = block.size * block.leading
  // Capitals are about 0.7 of the size: the block looks centred when its letters are.
  const first = centre.y - (step * (block.lines.length - 1)) / 2 + block.size * 0.35
  for (const [index, line] of block.lines.entries()) paint(line, centre.x, first + index * step)
}
