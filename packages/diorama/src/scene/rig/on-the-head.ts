import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Looks } from '../../brief.ts'
import { mix, type Colour } from '../colour.ts'
import type { Eyes } from './eyes.ts'

type Size = { width: number; height: number }

const PETALS = ['#e8716a', '#f4d35e', '#f7f4ee', '#d98ac0', '#f2a65a'] as const

// About the face, over hair and ears, and down to the shoulders.
function veil(context: SKRSContext2D, { width, height }: Size, [left, right, y]: Eyes, colour: Colour): void {
  const middle = ((left + right) / 2) * width
  const face = { rx: Math.min(0.34, (right - left) * 0.92) * width, ry: 0.33 * height }
  const centre = (y + 0.08) * height
  context.fillStyle = mix(colour, '#1c1028', 0.06)
  context.beginPath()
  context.moveTo(middle, -height * 0.03)
  context.bezierCurveTo(width * 1.08, -height * 0.05, width * 1.08, height * 0.6, width * 0.92, height * 0.92)
  context.bezierCurveTo(width * 0.8, height * 1.02, width * 0.2, height * 1.02, width * 0.08, height * 0.92)
  context.bezierCurveTo(-width * 0.08, height * 0.6, -width * 0.08, -height * 0.05, middle, -height * 0.03)
  context.ellipse(middle, centre, face.rx, face.ry, 0, 0, Math.PI * 2, true)
  context.fill('evenodd')
  context.strokeStyle = mix(colour, '#1c1028', 0.22)
  context.lineWidth = Math.max(1, width * 0.02)
  context.beginPath()
  context.ellipse(middle, centre, face.rx, face.ry, 0, 0, Math.PI * 2)
  context.stroke()
}

function mask(context: SKRSContext2D, { width, height }: Size, [left, right, y]: Eyes, colour: Colour): void {
  const middle = ((left + right) / 2) * width
  const half = (right - left) * 0.62 * width
  const [top, low] = [(y + 0.12) * height, (y + 0.34) * height]
  context.strokeStyle = mix(colour, '#1c1028', 0.2)
  context.lineWidth = Math.max(1, width * 0.018)
  context.beginPath()
  for (const side of [-1, 1]) {
    context.moveTo(middle + side * half, top + height * 0.03)
    context.lineTo(middle + side * width * 0.44, y * height)
  }
  context.stroke()
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(middle - half, top)
  context.quadraticCurveTo(middle, top - height * 0.05, middle + half, top)
  context.quadraticCurveTo(middle + half * 0.94, low, middle, low)
  context.quadraticCurveTo(middle - half * 0.94, low, middle - half, top)
  context.fill()
}

function headphones(context: SKRSContext2D, { width, height }: Size, [, , y]: Eyes, colour: Colour): void {
  const ear = (y + 0.02) * height
  context.strokeStyle = colour
  context.lineWidth = width * 0.075
  context.beginPath()
  context.arc(width / 2, ear, width * 0.47, Math.PI * 1.02, Math.PI * 1.98)
  context.stroke()
  for (const x of [0.03, 0.97]) {
    context.fillStyle = mix(colour, '#ffffff', 0.16)
    context.beginPath()
    context.ellipse(x * width, ear + height * 0.03, width * 0.09, height * 0.13, 0, 0, Math.PI * 2)
    context.fill()
  }
}

function wreath(context: SKRSContext2D, { width, height }: Size): void {
  const blossoms = 9
  for (let i = 0; i < blossoms; i++) {
    const share = i / (blossoms - 1)
    const x = width * (0.1 + 0.8 * share)
    const y = height * (0.24 - 0.13 * Math.sin(Math.PI * share))
    const size = width * (i % 2 === 0 ? 0.075 : 0.055)
    context.fillStyle = i % 2 === 0 ? (PETALS[(i / 2) % PETALS.length] ?? PETALS[0]) : '#5d9a4f'
    for (let petal = 0; petal < 5; petal++) {
      const angle = (petal / 5) * Math.PI * 2
      context.beginPath()
      context.arc(x + Math.cos(angle) * size * 0.6, y + Math.sin(angle) * size * 0.6, size * 0.55, 0, Math.PI * 2)
      context.fill()
    }
    if (i % 2 !== 0) continue
    context.fillStyle = '#f2c230'
    context.beginPath()
    context.arc(x, y, size * 0.36, 0, Math.PI * 2)
    context.fill()
  }
}

// Two strokes on each cheek, under the eyes.
function facePaint(context: SKRSContext2D, { width, height }: Size, [left, right, y]: Eyes, colour: Colour): void {
  context.strokeStyle = colour
  context.lineCap = 'round'
  context.lineWidth = Math.max(1, width * 0.034)
  const reach = (right - left) * 0.3 * width
  for (const [x, side] of [
    [left, -1],
    [right, 1],
  ] as const) {
    for (const row of [0.11, 0.175]) {
      context.beginPath()
      context.moveTo(x * width - side * reach * 0.5, (y + row) * height)
      context.lineTo(x * width + side * reach, (y + row - 0.025) * height)
      context.stroke()
    }
  }
}

function earrings(context: SKRSContext2D, { width, height }: Size, [, , y]: Eyes, colour: Colour): void {
  for (const x of [0.07, 0.93]) {
    context.fillStyle = colour
    context.beginPath()
    context.arc(x * width, (y + 0.24) * height, width * 0.06, 0, Math.PI * 2)
    context.fill()
  }
}

function patch(context: SKRSContext2D, { width, height }: Size, [left, , y, radius]: Eyes): void {
  context.fillStyle = '#1c1c24'
  context.strokeStyle = '#1c1c24'
  context.lineWidth = width * 0.025
  context.beginPath()
  context.moveTo(width * 0.04, (y + 0.04) * height)
  context.lineTo(width * 0.9, (y - 0.24) * height)
  context.stroke()
  context.beginPath()
  context.ellipse(left * width, y * height, width * Math.max(0.1, radius * 1.7), height * 0.09, 0, 0, Math.PI * 2)
  context.fill()
}

// Two wings from under the nose, turned up at their ends.
function mustache(context: SKRSContext2D, { width, height }: Size, [left, right, y]: Eyes, colour: Colour): void {
  const middle = ((left + right) / 2) * width
  const reach = (right - left) * 0.62 * width
  const top = y * height + reach * 0.42
  context.fillStyle = colour
  for (const side of [-1, 1]) {
    context.beginPath()
    context.moveTo(middle, top)
    context.bezierCurveTo(
      middle + side * reach * 0.4,
      top - reach * 0.2,
      middle + side * reach * 0.7,
      top + reach * 0.24,
      middle + side * reach,
      top - reach * 0.04,
    )
    context.bezierCurveTo(
      middle + side * reach * 0.86,
      top + reach * 0.46,
      middle + side * reach * 0.34,
      top + reach * 0.46,
      middle,
      top + reach * 0.2,
    )
    context.fill()
  }
}

/** What is worn on a head beside a hat, in the head's own pixels. */
export function paintOnHead(context: SKRSContext2D, size: Size, looks: Looks, eyes: Eyes): void {
  if (looks.mustache) mustache(context, size, eyes, looks.mustache)
  if (looks.patch) patch(context, size, eyes)
  if (looks.earrings) earrings(context, size, eyes, looks.earrings)
  if (looks.facePaint) facePaint(context, size, eyes, looks.facePaint)
  if (looks.mask) mask(context, size, eyes, looks.mask)
  if (looks.veil) veil(context, size, eyes, looks.veil)
  if (looks.headphones) headphones(context, size, eyes, looks.headphones)
  if (looks.wreath) wreath(context, size)
}
