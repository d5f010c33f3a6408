import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Stage } from '../stage.ts'
import { eachLine, fitText } from './fit-text.ts'
import type { Face } from './faces.ts'

export type Box = { x: number; y: number; width: number; height: number }
export type Order = { stage: Stage; text: string; box: Box }

// A board is no wider than its words need: a short word on a long board looks lost.
export function fitted(
  text: string,
  face: Face,
  box: Box,
  pad: number,
): { block: ReturnType<typeof fitText>; board: Box } {
  const block = fitText(text, face, { width: box.width - pad * 2, height: box.height - pad * 2, lines: 4 })
  const width = Math.min(box.width, block.width + pad * 2.4)
  const height = Math.min(box.height, block.height + pad * 1.8)
  return { block, board: { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height } }
}

export function write(context: SKRSContext2D, block: ReturnType<typeof fitText>, board: Box, ink: string): void {
  context.fillStyle = ink
  eachLine(context, block, { x: board.x + board.width / 2, y: board.y + board.height / 2 }, (line, x, y) =>
    context.fillText(line, x, y),
  )
}

export function raised(context: SKRSContext2D, unit: number, draw: () => void): void {
  context.shadowColor = 'rgba(12,10,24,0.45)'
  context.shadowBlur = unit * 1.6
  context.shadowOffsetY = unit * 0.6
  draw()
  context.shadowColor = 'transparent'
  context.shadowBlur = 0
  context.shadowOffsetY = 0
}

/** Traces a box with round corners. */
export const path = (context: SKRSContext2D, { x, y, width, height }: Box, radius: number) => {
  context.beginPath()
  context.roundRect(x, y, width, height, radius)
}
