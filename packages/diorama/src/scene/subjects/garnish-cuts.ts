import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Cut, Garnish } from '../../garnishes.ts'
import { mix } from '../colour.ts'

const TURN = Math.PI * 2

type Pen = (context: SKRSContext2D, colours: { colour: string; inner: string; dark: string }) => void

function oval(
  context: SKRSContext2D,
  colour: string,
  [x, y, wide, high]: readonly [number, number, number, number],
): void {
  context.fillStyle = colour
  context.beginPath()
  context.ellipse(x, y, wide, high, 0, 0, TURN)
  context.fill()
}

function leaf(context: SKRSContext2D, colour: string, dark: string): void {
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(0, 0)
  context.bezierCurveTo(-0.62, -0.3, -0.5, -1, 0, -1.25)
  context.bezierCurveTo(0.5, -1, 0.62, -0.3, 0, 0)
  context.fill()
  context.strokeStyle = dark
  context.lineWidth = 0.09
  context.beginPath()
  context.moveTo(0, 0)
  context.lineTo(0, -1)
  context.stroke()
}

function line(context: SKRSContext2D, colour: string, width: number, path: () => void): void {
  context.strokeStyle = colour
  context.lineWidth = width
  context.beginPath()
  path()
  context.stroke()
}

// Each piece is about two wide and lies around the point.
const PENS: Record<Cut, Pen> = {
  leaf(context, { colour, dark }) {
    for (const turn of [-1.1, 0.9, -0.1]) {
      context.save()
      context.translate(0, 0.35)
      context.rotate(turn)
      leaf(context, turn === -0.1 ? mix(colour, '#ffffff', 0.16) : colour, dark)
      context.restore()
    }
  },
  citrus(context, { colour, inner }) {
    oval(context, colour, [0, 0, 1.1, 0.72])
    oval(context, '#fffbe6', [0, 0, 0.96, 0.6])
    oval(context, inner, [0, 0, 0.86, 0.52])
    for (let part = 0; part < 8; part++) {
      const turn = (part / 8) * TURN
      line(context, '#fffbe6', 0.07, () => {
        context.moveTo(0, 0)
        context.lineTo(Math.cos(turn) * 0.86, Math.sin(turn) * 0.52)
      })
    }
  },
  egg(context, { colour, inner, dark }) {
    oval(context, dark, [0, 0.06, 1.1, 0.76])
    oval(context, colour, [0, 0, 1.08, 0.72])
    oval(context, inner, [0.02, 0, 0.52, 0.38])
    oval(context, '#fbd98a', [-0.12, -0.12, 0.16, 0.1])
  },
  berry(context, { colour, dark }) {
    oval(context, dark, [0, 0.08, 0.62, 0.6])
    oval(context, colour, [0, 0, 0.6, 0.56])
    oval(context, mix(colour, '#ffffff', 0.55), [-0.2, -0.22, 0.16, 0.12])
  },
  disc(context, { colour, inner, dark }) {
    oval(context, dark, [0, 0.14, 0.9, 0.58])
    oval(context, colour, [0, 0, 0.9, 0.58])
    oval(context, inner, [0, 0, 0.66, 0.4])
    for (const x of [-0.26, 0, 0.26]) oval(context, colour, [x, x === 0 ? -0.14 : 0.08, 0.07, 0.06])
  },
  ring(context, { colour }) {
    for (const [x, y] of [
      [-0.5, 0.1],
      [0.45, -0.16],
    ] as const)
      line(context, colour, 0.26, () => context.ellipse(x, y, 0.4, 0.28, 0, 0, TURN))
  },
  cube(context, { colour, dark }) {
    context.fillStyle = dark
    context.fillRect(-0.5, -0.1, 1, 0.56)
    context.fillStyle = colour
    context.beginPath()
    context.moveTo(-0.5, -0.1)
    context.lineTo(-0.22, -0.46)
    context.lineTo(0.74, -0.46)
    context.lineTo(0.5, -0.1)
    context.fill()
    context.fillRect(-0.5, -0.1, 1, 0.42)
  },
  shrimp(context, { colour, dark }) {
    line(context, dark, 0.56, () => context.arc(0, 0, 0.62, 0.2, TURN * 0.62))
    line(context, colour, 0.44, () => context.arc(0, 0, 0.62, 0.2, TURN * 0.62))
    for (const turn of [0.8, 1.5, 2.2, 2.9])
      line(context, mix(colour, '#ffffff', 0.5), 0.1, () => {
        context.moveTo(Math.cos(turn) * 0.46, Math.sin(turn) * 0.46)
        context.lineTo(Math.cos(turn) * 0.82, Math.sin(turn) * 0.82)
      })
  },
  nut(context, { colour, dark }) {
    oval(context, dark, [0, 0.06, 0.6, 0.42])
    oval(context, colour, [0, 0, 0.58, 0.38])
    line(context, dark, 0.07, () => {
      context.moveTo(-0.4, 0)
      context.quadraticCurveTo(0, 0.16, 0.4, 0)
    })
  },
  shaving(context, { colour, dark }) {
    for (const [turn, y] of [
      [0.3, -0.2],
      [-0.4, 0.1],
      [0.1, 0.34],
    ] as const) {
      context.save()
      context.translate(0, y)
      context.rotate(turn)
      context.fillStyle = dark
      context.fillRect(-0.8, -0.06, 1.6, 0.26)
      context.fillStyle = colour
      context.fillRect(-0.8, -0.12, 1.6, 0.24)
      context.restore()
    }
  },
  mushroom(context, { colour, dark }) {
    context.fillStyle = '#f6ecd8'
    context.fillRect(-0.22, -0.1, 0.44, 0.76)
    context.fillStyle = colour
    context.beginPath()
    context.ellipse(0, 0, 0.84, 0.66, 0, Math.PI, 0)
    context.fill()
    line(context, dark, 0.07, () => {
      context.moveTo(-0.84, 0)
      context.lineTo(0.84, 0)
    })
  },
  spear(context, { colour, dark }) {
    for (const y of [-0.3, 0.06, 0.42]) {
      line(context, colour, 0.26, () => {
        context.moveTo(-1.7, y)
        context.lineTo(1.5, y - 0.2)
      })
      oval(context, dark, [1.6, y - 0.2, 0.36, 0.2])
    }
  },
  sprig(context, { colour, dark }) {
    line(context, dark, 0.1, () => {
      context.moveTo(-1.3, 0.4)
      context.lineTo(1.3, -0.4)
    })
    for (let at = -1.2; at <= 1.2; at += 0.22)
      for (const side of [-1, 1])
        line(context, colour, 0.12, () => {
          context.moveTo(at, -at * 0.31)
          context.lineTo(at + 0.26, -at * 0.31 + side * 0.42)
        })
  },
  chunk(context, { colour, inner, dark }) {
    oval(context, dark, [0, 0.1, 0.86, 0.6])
    oval(context, colour, [0, 0, 0.84, 0.58])
    oval(context, inner, [-0.06, -0.1, 0.54, 0.34])
  },
}

/** Draws a piece of something about the origin, two units wide. */
export function drawCut(context: SKRSContext2D, { cut, colour, inner }: Garnish): void {
  context.lineCap = 'round'
  PENS[cut](context, { colour, inner: inner ?? mix(colour, '#ffffff', 0.4), dark: mix(colour, '#20140c', 0.36) })
}
