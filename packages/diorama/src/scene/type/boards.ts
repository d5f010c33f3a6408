import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix, type Colour } from '../colour.ts'
import type { Stage } from '../stage.ts'
import { fitted, path, raised, write, type Box, type Order } from './board-parts.ts'

function woodGrain(context: SKRSContext2D, board: Box, stage: Stage, tone: Colour): void {
  const random = stage.random.fork('grain')
  context.save()
  path(context, board, stage.unit)
  context.clip()
  context.strokeStyle = alpha(mix(tone, '#2a1406', 0.6), 0.35)
  context.lineWidth = Math.max(1, stage.unit * 0.2)
  for (let i = 0; i < 9; i++) {
    const y = board.y + ((i + random.between(0.2, 0.8)) / 9) * board.height
    context.beginPath()
    context.moveTo(board.x, y)
    context.bezierCurveTo(
      board.x + board.width * 0.3,
      y + random.between(-1, 1) * stage.unit,
      board.x + board.width * 0.7,
      y + random.between(-1, 1) * stage.unit,
      board.x + board.width,
      y,
    )
    context.stroke()
  }
  context.restore()
}

// A sign that hangs has no posts.
const HUNG = /\bsign(board)?\b.{0,60}\b(hang(s|ing)?|hung|suspended)\b|\bhanging (wooden |shop |pub |cafe )?sign/i

/** A wooden board on posts or on chains, or a printed one. */
export function drawBoard(
  context: SKRSContext2D,
  { stage, text, box, foot, printed }: Order & { foot: number; printed: boolean },
): void {
  const { unit, light } = stage
  const { block, board } = fitted(
    text,
    printed ? 'strong' : stage.random.fork('sign').pick(['strong', 'book', 'narrow']),
    box,
    unit * 3,
  )
  const wood = light.lit('#b07b48')
  const post = light.lit('#7a5232')
  const hangs = HUNG.test(stage.brief.prompt)
  for (const share of [0.2, 0.8]) {
    const x = board.x + board.width * share
    if (hangs) {
      context.fillStyle = alpha('#2c2622', 0.85)
      context.fillRect(x - unit * 0.2, -stage.margin, unit * 0.4, board.y + stage.margin + unit)
      continue
    }
    context.fillStyle = alpha(light.shadow, 0.35)
    context.beginPath()
    context.ellipse(x, foot, unit * 3.4, unit * 0.9, 0, 0, Math.PI * 2)
    context.fill()
    context.fillStyle = post
    context.fillRect(x - unit * 0.9, board.y + board.height * 0.3, unit * 1.8, foot - board.y - board.height * 0.3)
  }
  raised(context, unit, () => {
    context.fillStyle = printed ? '#fdfaf3' : wood
    path(context, board, unit)
    context.fill()
  })
  if (printed) {
    context.strokeStyle = '#33384a'
    context.lineWidth = unit * 0.9
    path(context, board, unit)
    context.stroke()
    return write(context, block, board, '#1e2a55')
  }
  woodGrain(context, board, stage, wood)
  context.strokeStyle = alpha(mix(wood, '#2a1406', 0.65), 0.8)
  context.lineWidth = unit * 0.35
  path(
    context,
    { x: board.x + unit, y: board.y + unit, width: board.width - unit * 2, height: board.height - unit * 2 },
    unit * 0.6,
  )
  context.stroke()
  write(context, block, board, light.dark ? '#fff3d6' : '#fff8e6')
}

/** A blackboard on legs, written on with chalk. */
export function drawChalkboard(context: SKRSContext2D, { stage, text, box, foot }: Order & { foot: number }): void {
  const { unit } = stage
  const { block, board } = fitted(text, 'hand', box, unit * 4)
  const frame = {
    x: board.x - unit * 1.6,
    y: board.y - unit * 1.6,
    width: board.width + unit * 3.2,
    height: board.height + unit * 3.2,
  }
  context.strokeStyle = '#7d5433'
  context.lineWidth = unit * 1.5
  context.lineCap = 'round'
  for (const [from, to] of [
    [0.2, 0.1],
    [0.8, 0.9],
  ] as const) {
    context.beginPath()
    context.moveTo(frame.x + frame.width * from, frame.y + frame.height)
    context.lineTo(frame.x + frame.width * to, Math.max(foot, frame.y + frame.height + unit * 4))
    context.stroke()
  }
  raised(context, unit, () => {
    context.fillStyle = '#a5713f'
    path(context, frame, unit * 0.8)
    context.fill()
  })
  context.fillStyle = '#28352f'
  path(context, board, unit * 0.4)
  context.fill()
  context.fillStyle = alpha('#ffffff', 0.05)
  context.beginPath()
  context.ellipse(
    board.x + board.width * 0.4,
    board.y + board.height * 0.5,
    board.width * 0.4,
    board.height * 0.28,
    -0.3,
    0,
    Math.PI * 2,
  )
  context.fill()
  write(context, block, board, '#f6f4ea')
}
