import type { Canvas } from '@napi-rs/canvas'
import type { Subject } from '../../brief.ts'
import { garnishOf, type Cut } from '../../garnishes.ts'
import { drawCut } from './garnish-cuts.ts'

// How many pieces of it lie there, and how large one is beside the room.
const PIECES: Partial<Record<Cut, { count: number; size: number }>> = {
  egg: { count: 1, size: 0.34 },
  spear: { count: 1, size: 0.3 },
  sprig: { count: 1, size: 0.34 },
  citrus: { count: 2, size: 0.26 },
  leaf: { count: 3, size: 0.2 },
  berry: { count: 5, size: 0.17 },
  nut: { count: 5, size: 0.18 },
}
const USUAL = { count: 3, size: 0.22 }
const GOLDEN = 2.399963

/** Lays what a dish is garnished with on the drawing of it: pieces of each among those of the others. */
export function paintGarnish(picture: Canvas, { art, garnish = [] }: Subject): void {
  const found = garnish.flatMap((one) => garnishOf(art, one) ?? [])
  const [first] = found
  if (!first) return
  const { top } = first
  const context = picture.getContext('2d')
  const rounds = found.map(({ piece }) => ({ piece, ...(PIECES[piece.cut] ?? USUAL) }))
  const most = Math.max(...rounds.map(({ count }) => count))
  // One of each, then the next of each: neighbours differ.
  const pieces = Array.from({ length: most }, (_, at) => rounds.filter(({ count }) => at < count)).flat()
  const wide = top.wide * picture.width
  const laid = pieces.map((one, at) => {
    const far = Math.sqrt((at + 0.5) / pieces.length)
    const turn = at * GOLDEN + 0.6
    return {
      ...one,
      x: top.x * picture.width + Math.cos(turn) * far * wide,
      y: top.y * picture.height + Math.sin(turn) * far * top.high * picture.height,
      lean: Math.sin(at * 2.3) * 0.5,
    }
  })
  // The fewer there are, the larger each may be.
  const room = Math.min(1.25, Math.max(0.7, Math.sqrt(6 / pieces.length)))
  for (const { piece, size, x, y, lean } of laid.toSorted((one, other) => one.y - other.y)) {
    context.save()
    context.translate(x, y)
    context.rotate(lean)
    context.scale(wide * size * room, wide * size * room)
    drawCut(context, piece)
    context.restore()
  }
}
