import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Looks } from '../../brief.ts'
import { mix, type Colour } from '../colour.ts'

const DARK = '#1c1028'
const PETALS = ['#f7f4ee', '#f4d35e', '#e8716a', '#8fb0e0'] as const

function dots(context: SKRSContext2D, { top, bottom }: { top: number; bottom: number }, paint: (at: number) => Colour) {
  let row = 0
  for (let y = top; y < bottom; y += 9, row++)
    for (let x = -38 + (row % 2) * 6; x < 40; x += 12) {
      context.fillStyle = paint(row + Math.round(x))
      context.beginPath()
      context.arc(x, y, 2.5, 0, Math.PI * 2)
      context.fill()
    }
}

function checks(context: SKRSContext2D, { top, bottom }: { top: number; bottom: number }, colour: Colour): void {
  context.globalAlpha = 0.5
  context.fillStyle = colour
  for (let x = -40; x < 42; x += 13) context.fillRect(x, top, 5, bottom - top)
  for (let y = top; y < bottom; y += 13) context.fillRect(-44, y, 88, 5)
  context.globalAlpha = 1
}

/** A pattern over what is the clip already, between two heights about the hips. */
export function drawPattern(
  context: SKRSContext2D,
  pattern: NonNullable<Looks['pattern']>,
  cloth: Colour,
  reach: { top: number; bottom: number },
): void {
  if (pattern === 'checks') checks(context, reach, mix(cloth, DARK, 0.55))
  else if (pattern === 'dots') dots(context, reach, () => '#fbf6ee')
  else dots(context, reach, (at) => PETALS[Math.abs(at) % PETALS.length] ?? PETALS[0])
}

function bowTie(context: SKRSContext2D, colour: Colour, ahead: number): void {
  context.fillStyle = colour
  context.beginPath()
  for (const [x, y] of [
    [-11, -46],
    [0, -41],
    [11, -46],
    [11, -34],
    [0, -39],
    [-11, -34],
  ] as const)
    context.lineTo(x + ahead, y)
  context.closePath()
  context.fill()
}

// A bib and its two straps over the shirt.
function bib(context: SKRSContext2D, colour: Colour, ahead: number): void {
  context.fillStyle = colour
  context.fillRect(ahead - 14, -26, 28, 40)
  for (const side of [-1, 1]) {
    context.beginPath()
    for (const [x, y] of [
      [8, -24],
      [14, -24],
      [19, -48],
      [13, -48],
    ] as const)
      context.lineTo(ahead + side * x, y)
    context.closePath()
    context.fill()
  }
  context.fillStyle = '#e0c070'
  for (const side of [-1, 1]) {
    context.beginPath()
    context.arc(ahead + side * 10.5, -22, 2, 0, Math.PI * 2)
    context.fill()
  }
}

// From one shoulder across the chest: a sari, a toga, a monk's robe.
function drape(context: SKRSContext2D, colour: Colour): void {
  context.fillStyle = colour
  context.beginPath()
  for (const [x, y] of [
    [10, -50],
    [34, -50],
    [34, -26],
    [-8, 14],
    [-40, 14],
    [-34, -8],
  ] as const)
    context.lineTo(x, y)
  context.closePath()
  context.fill()
  context.strokeStyle = mix(colour, DARK, 0.24)
  context.lineWidth = 1.8
  context.beginPath()
  context.moveTo(18, -48)
  context.lineTo(-30, 6)
  context.moveTo(27, -44)
  context.lineTo(-20, 12)
  context.stroke()
}

function sash(context: SKRSContext2D, colour: Colour): void {
  context.fillStyle = colour
  context.fillRect(-34, -14, 68, 15)
  context.fillStyle = mix(colour, DARK, 0.24)
  context.fillRect(-34, -8, 68, 3)
}

/** What is worn over a shirt or a dress, where the upper body is the clip already. */
export function drawOverShirt(context: SKRSContext2D, looks: Looks, sideways: boolean): void {
  const ahead = sideways ? 7 : 0
  if (looks.drape) drape(context, looks.drape)
  if (looks.bib) bib(context, looks.bib, ahead)
  if (looks.sash) sash(context, looks.sash)
  if (looks.bowTie) bowTie(context, looks.bowTie, ahead)
}
