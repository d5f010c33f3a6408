import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Subject } from '../../brief.ts'
import { mix, type Colour } from '../colour.ts'
import { polygon } from '../draw/shapes.ts'

type Draw = (context: SKRSContext2D, colour: Colour) => void

// Each is drawn in a square from -1 to 1.
function parasol(context: SKRSContext2D, colour: Colour): void {
  for (let i = 0; i < 8; i++) {
    context.fillStyle = i % 2 === 0 ? colour : '#fff8ee'
    context.beginPath()
    context.moveTo(0, 0)
    context.arc(0, 0, 0.94, (i / 8) * Math.PI * 2, ((i + 1) / 8) * Math.PI * 2)
    context.closePath()
    context.fill()
  }
  context.fillStyle = mix(colour, '#1a1020', 0.4)
  context.beginPath()
  context.arc(0, 0, 0.08, 0, Math.PI * 2)
  context.fill()
}

function boat(context: SKRSContext2D, colour: Colour): void {
  context.fillStyle = 'rgba(255,255,255,0.55)'
  polygon(context, [
    { x: -0.3, y: 0.7 },
    { x: 0.3, y: 0.7 },
    { x: 0.55, y: 1 },
    { x: -0.55, y: 1 },
  ])
  context.fill()
  for (const [share, tone] of [
    [1, '#fdfaf3'],
    [0.72, mix(colour, '#ffffff', 0.1)],
  ] as const) {
    context.fillStyle = tone
    context.beginPath()
    context.moveTo(0, -0.94 * share)
    context.bezierCurveTo(0.5 * share, -0.5 * share, 0.42 * share, 0.5 * share, 0.26 * share, 0.78 * share)
    context.lineTo(-0.26 * share, 0.78 * share)
    context.bezierCurveTo(-0.42 * share, 0.5 * share, -0.5 * share, -0.5 * share, 0, -0.94 * share)
    context.fill()
  }
  context.fillStyle = '#8d5f3a'
  context.fillRect(-0.14, -0.1, 0.28, 0.36)
}

function car(context: SKRSContext2D, colour: Colour): void {
  context.fillStyle = colour
  context.beginPath()
  context.roundRect(-0.44, -0.92, 0.88, 1.84, 0.26)
  context.fill()
  context.fillStyle = '#22303c'
  context.beginPath()
  context.roundRect(-0.34, -0.46, 0.68, 0.32, 0.08)
  context.roundRect(-0.34, 0.42, 0.68, 0.22, 0.08)
  context.fill()
  context.fillStyle = mix(colour, '#ffffff', 0.28)
  context.fillRect(-0.3, -0.12, 0.6, 0.5)
}

function house(context: SKRSContext2D, colour: Colour): void {
  context.fillStyle = colour
  context.fillRect(-0.8, -0.66, 1.6, 0.66)
  context.fillStyle = mix(colour, '#1a0f12', 0.28)
  context.fillRect(-0.8, 0, 1.6, 0.66)
  context.fillStyle = '#8a4a3a'
  context.fillRect(0.34, -0.42, 0.2, 0.26)
}

function tree(context: SKRSContext2D, colour: Colour): void {
  for (const [x, y, r, share] of [
    [0, 0, 0.92, 0.18],
    [-0.12, -0.14, 0.62, 0],
    [-0.22, -0.26, 0.32, -1],
  ] as const) {
    context.fillStyle = share < 0 ? mix(colour, '#ffffff', 0.3) : mix(colour, '#0c2018', share)
    context.beginPath()
    context.arc(x, y, r, 0, Math.PI * 2)
    context.fill()
  }
}

// A saucer, the cup on it with its handle, and what is in it.
function cup(context: SKRSContext2D, colour: Colour): void {
  for (const [r, tone] of [
    [0.94, '#e3e6ea'],
    [0.9, '#ffffff'],
    [0.62, '#e9ecef'],
  ] as const)
    round(context, r, tone)
  context.fillStyle = '#ffffff'
  context.beginPath()
  context.roundRect(0.44, -0.1, 0.44, 0.2, 0.1)
  context.fill()
  round(context, 0.56, '#fdfdfd')
  round(context, 0.5, mix(colour, '#1a0c04', 0.35))
  round(context, 0.46, colour)
}

// Only the rim of a glass is seen, and what is in it.
function glass(context: SKRSContext2D, colour: Colour): void {
  round(context, 0.94, '#dfe8ec')
  round(context, 0.85, mix(colour, '#1a1008', 0.2))
  round(context, 0.8, colour)
  context.fillStyle = 'rgba(255,255,255,0.5)'
  context.beginPath()
  context.ellipse(-0.32, -0.34, 0.24, 0.12, -0.7, 0, Math.PI * 2)
  context.fill()
}

function round(context: SKRSContext2D, r: number, tone: Colour): void {
  context.fillStyle = tone
  context.beginPath()
  context.arc(0, 0, r, 0, Math.PI * 2)
  context.fill()
}

const VIEWS: readonly [art: RegExp, draw: Draw, colour: Colour][] = [
  [/^(umbrella|umbrella-on-ground|beach-with-umbrella|closed-umbrella)$/, parasol, '#e0493f'],
  [/^(sailboat|speedboat|motor-boat|canoe|rowing-boat|ferry|ship|passenger-ship)$/, boat, '#3a78b8'],
  [
    /^(automobile|taxi|police-car|racing-car|sport-utility-vehicle|oncoming-automobile|pickup-truck|delivery-truck)$/,
    car,
    '#d0443c',
  ],
  [/^(hot-beverage|espresso|cappuccino|latte)$/, cup, '#7a4a2a'],
  [/^(tea-cup|chai)$/, cup, '#c07a35'],
  [/^(matcha|teacup-without-handle)$/, cup, '#9fb45a'],
  [/^(juice-glass|orange-juice)$/, glass, '#f5a436'],
  [/^(glass-of-milk)$/, glass, '#fbf8f2'],
  [/^(water-glass|tumbler-glass)$/, glass, '#cfe6f0'],
  [/^(house|house-with-garden|hut)$/, house, '#c4674a'],
  [/^(deciduous-tree|evergreen-tree)$/, tree, '#3f8f4c'],
]

/** A thing from straight above, in a picture of this size; nothing where it is not known from there. */
export function topView(
  { art, colour }: Subject,
  { width, height }: { width: number; height: number },
): Canvas | undefined {
  const view = VIEWS.find(([name]) => name.test(art))
  if (!view) return undefined
  const canvas = createCanvas(Math.max(2, Math.round(width)), Math.max(2, Math.round(height)))
  const context = canvas.getContext('2d')
  const half = Math.min(canvas.width, canvas.height) / 2
  context.translate(canvas.width / 2, canvas.height / 2)
  context.scale(half, half)
  view[1](context, colour ?? view[2])
  context.resetTransform()
  return canvas
}
