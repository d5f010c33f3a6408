import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix, type Colour } from '../colour.ts'
import { fitted, path, raised, write, type Order } from './board-parts.ts'
import { eachLine } from './fit-text.ts'

const TUBES = ['#ff4fa3', '#39d7ff', '#ffb13d', '#6dff9c', '#ff5d5d'] as const

/** Letters of glass tube on a dark board, with their light around them. */
export function drawNeon(context: SKRSContext2D, { stage, text, box }: Order): void {
  const { unit, brief } = stage
  const { block, board } = fitted(text, 'script', box, unit * 4)
  const tube = brief.colours[0] ?? stage.random.fork('tube').pick(TUBES)
  const second = brief.colours[1] ?? stage.random.fork('rim').pick(TUBES)
  raised(context, unit, () => {
    context.fillStyle = 'rgba(16,14,30,0.9)'
    path(context, board, unit * 3)
    context.fill()
  })
  const shine = (colour: string, blur: number, draw: () => void) => {
    context.shadowColor = colour
    context.shadowBlur = blur
    draw()
    context.shadowColor = 'transparent'
    context.shadowBlur = 0
  }
  const inner = {
    x: board.x + unit * 1.5,
    y: board.y + unit * 1.5,
    width: board.width - unit * 3,
    height: board.height - unit * 3,
  }
  context.lineJoin = 'round'
  shine(second, unit * 3, () => {
    context.strokeStyle = mix(second, '#ffffff', 0.35)
    context.lineWidth = unit * 0.55
    path(context, inner, unit * 2.4)
    context.stroke()
  })
  const centre = { x: board.x + board.width / 2, y: board.y + board.height / 2 }
  eachLine(context, block, centre, (line, x, y) => {
    for (const blur of [6, 3]) {
      shine(tube, unit * blur, () => {
        context.fillStyle = tube
        context.fillText(line, x, y)
      })
    }
    context.strokeStyle = tube
    context.lineWidth = block.size * 0.035
    context.strokeText(line, x, y)
    context.fillStyle = mix(tube, '#ffffff', 0.82)
    context.fillText(line, x, y)
  })
}

/** A cloth on two cords across the picture. */
export function drawBanner(context: SKRSContext2D, { stage, text, box }: Order): void {
  const { unit, width, brief } = stage
  const cloth = brief.colours[0] ?? stage.random.fork('cloth').pick(['#d8433f', '#2f6fb5', '#e3a62f', '#3b8f63'])
  const { block, board } = fitted(
    text,
    'strong',
    { ...box, x: box.x + unit * 4, width: box.width - unit * 8 },
    unit * 2.6,
  )
  const sag = unit * 1.6
  context.strokeStyle = 'rgba(60,50,50,0.75)'
  context.lineWidth = unit * 0.3
  for (const [from, to] of [
    [0, board.x],
    [width, board.x + board.width],
  ] as const) {
    context.beginPath()
    context.moveTo(from, board.y - unit * 3)
    context.lineTo(to, board.y + unit)
    context.stroke()
  }
  const trace = () => {
    context.beginPath()
    context.moveTo(board.x, board.y)
    context.quadraticCurveTo(board.x + board.width / 2, board.y + sag, board.x + board.width, board.y)
    context.lineTo(board.x + board.width, board.y + board.height)
    context.quadraticCurveTo(board.x + board.width / 2, board.y + board.height + sag, board.x, board.y + board.height)
    context.closePath()
  }
  raised(context, unit, () => {
    context.fillStyle = cloth
    trace()
    context.fill()
  })
  context.strokeStyle = alpha('#ffffff', 0.65)
  context.lineWidth = unit * 0.3
  context.setLineDash([unit * 1.2, unit * 0.9])
  trace()
  context.stroke()
  context.setLineDash([])
  write(context, block, { ...board, y: board.y + sag * 0.6 }, '#fffaf0')
}

/** A board held before the body, with hands in the figure's colour over its upper edge. */
export function drawHeld(context: SKRSContext2D, { stage, text, box, tone }: Order & { tone: Colour }): void {
  const { unit } = stage
  const { block, board } = fitted(text, 'hand', box, unit * 2.4)
  raised(context, unit, () => {
    context.fillStyle = '#f3e3c3'
    path(context, board, unit * 0.5)
    context.fill()
  })
  context.strokeStyle = '#b9965f'
  context.lineWidth = unit * 0.3
  path(context, board, unit * 0.5)
  context.stroke()
  write(context, block, board, '#2c2438')
  const hand = Math.min(unit * 2.6, board.height * 0.2)
  for (const share of [0.12, 0.88]) {
    context.fillStyle = tone
    context.strokeStyle = mix(tone, '#1c1018', 0.4)
    context.lineWidth = unit * 0.2
    context.beginPath()
    context.ellipse(board.x + board.width * share, board.y + hand * 0.15, hand * 0.8, hand, 0, 0, Math.PI * 2)
    context.fill()
    context.stroke()
  }
}

/** A paper label on a thing. */
export function drawLabel(context: SKRSContext2D, { stage, text, box }: Order): void {
  const { unit } = stage
  const { block, board } = fitted(text, 'book', box, unit * 1.2)
  context.fillStyle = '#fbf6ea'
  path(context, board, unit * 0.6)
  context.fill()
  context.strokeStyle = alpha('#6a4a2c', 0.8)
  context.lineWidth = Math.max(1, unit * 0.18)
  path(
    context,
    {
      x: board.x + unit * 0.45,
      y: board.y + unit * 0.45,
      width: board.width - unit * 0.9,
      height: board.height - unit * 0.9,
    },
    unit * 0.4,
  )
  context.stroke()
  write(context, block, board, '#3a2a20')
}

type Head = { x: number; y: number; width: number }

/** A bubble with what somebody says, on the side of the head where there is more room. */
export function drawBubble(context: SKRSContext2D, { stage, text, head }: Omit<Order, 'box'> & { head: Head }): void {
  const { unit, width, height } = stage
  const toRight = head.x < width * 0.55
  const wide = Math.min(width * 0.44, (toRight ? width - head.x : head.x) * 0.86)
  const left = toRight
    ? Math.min(width * 0.96 - wide, head.x + head.width * 0.22)
    : Math.max(width * 0.04, head.x - head.width * 0.22 - wide)
  const box = {
    x: left,
    y: height * 0.06,
    width: wide,
    height: Math.max(height * 0.16, Math.min(height * 0.28, head.y - height * 0.1)),
  }
  const { block, board } = fitted(text, 'hand', box, unit * 4)
  const tip = {
    x: head.x + (toRight ? 1 : -1) * head.width * 0.2,
    y: Math.max(board.y + board.height + unit * 3, head.y),
  }
  const root = toRight ? board.x + board.width * 0.22 : board.x + board.width * 0.78
  const trace = () => {
    path(context, board, Math.min(board.height, board.width) * 0.36)
    context.moveTo(root - unit * 2, board.y + board.height - unit * 0.4)
    context.quadraticCurveTo(root, board.y + board.height + unit * 2, tip.x, tip.y)
    context.quadraticCurveTo(
      root + unit * 2.4,
      board.y + board.height + unit,
      root + unit * 2.4,
      board.y + board.height - unit * 0.4,
    )
  }
  context.lineJoin = 'round'
  context.strokeStyle = '#26222f'
  context.lineWidth = unit * 0.7
  trace()
  context.stroke()
  context.fillStyle = '#ffffff'
  trace()
  context.fill()
  write(context, block, board, '#26222f')
}
