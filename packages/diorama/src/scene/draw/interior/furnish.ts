import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix, type Colour } from '../../colour.ts'
import type { Sheet } from '../../layers.ts'
import type { Furnishing } from '../../plan/set-dressing.ts'
import type { Random } from '../../random.ts'
import type { Stage } from '../../stage.ts'
import { bookshelf, framedPicture, lamp, pottedPlant, sofa } from '../furniture.ts'
import { indoors } from '../indoor-light.ts'

type Spot = { x: number; foot: number; size: number }

/** The colours of a room's fabrics and lampshades. */
export type Fabrics = { cloth: Colour; shade: Colour }

/** Draws furniture where the plan has put it; `name` is the chance that its books and leaves hang on. */
export function furnish(stage: Stage, name: string, dressing: readonly Furnishing[], fabrics: Fabrics): Sheet['draw'] {
  return (context) => {
    const random = stage.random.fork(name)
    for (const piece of dressing) drawPiece(context, stage, { piece, fabrics, random })
  }
}

type Job = { piece: Furnishing; fabrics: Fabrics; random: Random }

function drawPiece(context: SKRSContext2D, stage: Stage, { piece, fabrics, random }: Job): void {
  switch (piece.thing) {
    case 'bookshelf':
      return bookshelf(context, random, piece.box, piece.rows)
    case 'framed-picture':
      return framedPicture(context, random, piece.box)
    case 'bed':
      return bed(context, stage, piece.spot, fabrics.cloth)
    case 'sofa':
      return sofa(context, piece.spot, indoors(stage, fabrics.cloth))
    case 'lamp':
      return lamp(context, piece.spot, fabrics.shade, true)
    case 'plant':
      return pottedPlant(context, random, piece.spot, indoors(stage, '#5f9a5a'))
    case 'books':
      return books(context, random, piece.spot)
  }
}

function books(context: SKRSContext2D, random: Random, { x, foot, size }: Spot): void {
  for (let i = 0; i < 3; i++) {
    context.fillStyle = random.pick(['#b5483f', '#3f6f8f', '#e0a33d', '#5d8a5a'])
    context.fillRect(x - size * (8 - i), foot - size * 2 * (i + 1), size * (15 - i * 2), size * 1.9)
    context.fillStyle = '#fff6e4'
    context.fillRect(x + size * (6.6 - i), foot - size * 2 * (i + 1) + size * 0.3, size * 0.5, size * 1.3)
  }
}

function bed(context: SKRSContext2D, stage: Stage, spot: Spot, colour: Colour): void {
  const { x, foot, size } = spot
  const box = (dx: number, dy: number, w: number, h: number, tone: Colour) => {
    context.fillStyle = indoors(stage, tone)
    context.beginPath()
    context.roundRect(x + dx * size, foot - dy * size, w * size, h * size, size * 0.03)
    context.fill()
  }
  box(-0.52, 0.5, 0.07, 0.5, '#7a5238')
  box(0.45, 0.34, 0.07, 0.34, '#7a5238')
  box(-0.46, 0.2, 0.92, 0.14, '#6a462f')
  box(-0.46, 0.28, 0.92, 0.12, '#fbf5ea')
  box(-0.44, 0.36, 0.24, 0.12, '#ffffff')
  box(-0.16, 0.31, 0.62, 0.2, colour)
  box(-0.16, 0.31, 0.62, 0.05, mix(colour, '#ffffff', 0.3))
}
