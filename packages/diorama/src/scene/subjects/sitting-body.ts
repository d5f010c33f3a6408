import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix, type Colour } from '../colour.ts'
import { polygon } from '../draw/shapes.ts'
import { tonesOf, type Tones } from './tones.ts'

export type Tail = 'bushy' | 'thin' | 'tuft' | 'curl' | 'ringlet' | 'stub' | 'mane' | 'none'
export type Coat = { tail: Tail; body?: Colour; belly?: Colour; limbs?: Colour; stripes?: boolean; broad?: number }

const COATS: Record<string, Coat> = {
  fox: { tail: 'bushy', belly: '#fff4e6', limbs: '#5b2f1c' },
  wolf: { tail: 'bushy', body: '#9aa0a6', belly: '#e8eaed', limbs: '#7b8188' },
  bear: { tail: 'stub', broad: 1.16 },
  'polar-bear': { tail: 'stub', body: '#f2f6fa', belly: '#ffffff', limbs: '#e1eaf2', broad: 1.16 },
  panda: { tail: 'stub', body: '#fafafa', belly: '#ffffff', limbs: '#3a3a40', broad: 1.18 },
  koala: { tail: 'none', body: '#a3a7ab', belly: '#eef0f2', limbs: '#8f9498', broad: 1.1 },
  lion: { tail: 'tuft', body: '#f2b23a', belly: '#ffe0a0', limbs: '#e3a02c', broad: 1.06 },
  'tiger-face': { tail: 'thin', body: '#f9a22b', belly: '#fff3e0', limbs: '#ee9320', stripes: true, broad: 1.06 },
  frog: { tail: 'none', body: '#a9c838', belly: '#e9f2b4', limbs: '#8fb02a', broad: 1.22 },
  hamster: { tail: 'none', body: '#f3b273', belly: '#fff4e8', limbs: '#ffd9b0', broad: 1.22 },
  'mouse-face': { tail: 'thin', body: '#a7a9ac', belly: '#e9e9ea', limbs: '#f5b8c4', broad: 1.05 },
  'rabbit-face': { tail: 'stub', body: '#e2e4e8', belly: '#ffffff', limbs: '#d3d6db' },
  'cat-face': { tail: 'curl', body: '#fcc21b', belly: '#fff0c2', limbs: '#f5b012' },
  'dog-face': { tail: 'curl', body: '#f4e3cd', belly: '#ffffff', limbs: '#e6cfb2' },
  'pig-face': { tail: 'ringlet', body: '#f7b8a8', belly: '#ffd5c8', limbs: '#f0a493', broad: 1.24 },
  'cow-face': { tail: 'tuft', body: '#f5efe6', belly: '#ffffff', limbs: '#c79a63', broad: 1.2 },
  'monkey-face': { tail: 'curl', body: '#a67c4f', belly: '#f2d3a4', limbs: '#96693d' },
  moose: { tail: 'stub', body: '#7d5340', belly: '#a9806a', limbs: '#5d3b2e', broad: 1.2 },
  'dragon-face': { tail: 'tuft', body: '#3f9b4c', belly: '#cfe08a', limbs: '#2f8240', broad: 1.14 },
}

/** The colours of an animal's body, after its head where nothing else is known. */
export function coatOf(
  art: string,
  tones: Tones,
): Required<Omit<Coat, 'broad' | 'stripes'>> & { broad: number; stripes: boolean } {
  const coat = COATS[art] ?? { tail: 'curl' as const }
  const body = coat.body ?? tones.main
  return {
    tail: coat.tail,
    body,
    belly: coat.belly ?? mix(tones.light, '#ffffff', 0.15),
    limbs: coat.limbs ?? mix(body, '#2a1a14', 0.16),
    stripes: coat.stripes ?? false,
    broad: coat.broad ?? 1,
  }
}

/** The colours of an animal that is told to be of one colour. */
export const dyedCoat = (colour: Colour): { body: Colour; belly: Colour; limbs: Colour } => ({
  body: colour,
  belly: mix(colour, '#ffffff', 0.4),
  limbs: mix(colour, '#1c1028', 0.14),
})

function shaded(context: SKRSContext2D, colour: Colour, from: number, to: number): CanvasGradient {
  const gradient = context.createLinearGradient(0, from, 0, to)
  gradient.addColorStop(0, mix(colour, '#ffffff', 0.08))
  gradient.addColorStop(1, mix(colour, '#2a1420', 0.2))
  return gradient
}
type CanvasGradient = ReturnType<SKRSContext2D['createLinearGradient']>

function drawTail(context: SKRSContext2D, tail: Tail, body: Colour, tip: Colour): void {
  context.lineCap = 'round'
  context.lineJoin = 'round'
  const line = (width: number, colour: Colour) => {
    context.lineWidth = width
    context.strokeStyle = colour
    context.beginPath()
    context.moveTo(66, 130)
    context.bezierCurveTo(92, 134, 98, 112, 86, 98)
    context.stroke()
  }
  if (tail === 'bushy') {
    context.fillStyle = shaded(context, body, 70, 138)
    context.beginPath()
    context.moveTo(62, 126)
    context.bezierCurveTo(92, 142, 108, 112, 92, 80)
    context.bezierCurveTo(80, 92, 84, 108, 64, 114)
    context.fill()
    context.save()
    context.clip()
    context.fillStyle = tip
    polygon(context, [
      { x: 78, y: 92 },
      { x: 84, y: 100 },
      { x: 88, y: 95 },
      { x: 94, y: 102 },
      { x: 112, y: 92 },
      { x: 92, y: 60 },
    ])
    context.fill()
    context.restore()
  } else if (tail === 'thin' || tail === 'tuft' || tail === 'curl') {
    line(tail === 'curl' ? 8 : 5.5, mix(body, '#2a1420', 0.1))
    if (tail === 'tuft') {
      context.fillStyle = mix(body, '#3a1a10', 0.6)
      context.beginPath()
      context.ellipse(86, 95, 6.5, 9, -0.5, 0, Math.PI * 2)
      context.fill()
    }
  } else if (tail === 'ringlet') {
    context.lineWidth = 4
    context.strokeStyle = mix(body, '#2a1420', 0.1)
    context.beginPath()
    context.moveTo(72, 124)
    context.arc(82, 116, 5.5, Math.PI * 0.6, Math.PI * 2.4)
    context.quadraticCurveTo(84, 124, 92, 120)
    context.stroke()
  } else if (tail === 'stub') {
    context.fillStyle = mix(body, '#2a1420', 0.12)
    context.beginPath()
    context.arc(76, 124, 7, 0, Math.PI * 2)
    context.fill()
  }
}

function torso(context: SKRSContext2D): void {
  context.beginPath()
  context.moveTo(36, 50)
  context.bezierCurveTo(24, 76, 10, 96, 15, 124)
  context.bezierCurveTo(16, 137, 26, 138, 46, 138)
  context.bezierCurveTo(66, 138, 76, 137, 77, 124)
  context.bezierCurveTo(82, 96, 68, 76, 56, 50)
  context.closePath()
}

function drawStripes(context: SKRSContext2D): void {
  context.save()
  torso(context)
  context.clip()
  context.strokeStyle = '#3b2a20'
  context.lineWidth = 3.6
  context.lineCap = 'round'
  for (const [side, y] of [
    [0, 76],
    [0, 90],
    [0, 104],
    [1, 76],
    [1, 90],
    [1, 104],
  ] as const) {
    const edge = side === 0 ? 10 : 82
    const inner = side === 0 ? 27 : 65
    context.beginPath()
    context.moveTo(edge, y + 2)
    context.quadraticCurveTo((edge + inner) / 2, y - 5, inner, y + 1)
    context.stroke()
  }
  context.restore()
}

function drawLegs(context: SKRSContext2D, limbs: Colour, belly: Colour): void {
  for (const x of [24, 68]) {
    context.fillStyle = shaded(context, limbs, 104, 140)
    context.beginPath()
    context.ellipse(x, 122, 11.5, 15, x < 46 ? 0.2 : -0.2, 0, Math.PI * 2)
    context.fill()
    context.beginPath()
    context.ellipse(x + (x < 46 ? -1 : 1), 134.5, 11, 4.6, 0, 0, Math.PI * 2)
    context.fill()
  }
  for (const x of [39, 53]) {
    context.fillStyle = shaded(context, limbs, 92, 150)
    context.beginPath()
    context.roundRect(x - 5.6, 92, 11.2, 45, 5.6)
    context.fill()
    context.fillStyle = mix(limbs, belly, 0.28)
    context.beginPath()
    context.ellipse(x, 134.4, 7.4, 4.8, 0, 0, Math.PI * 2)
    context.fill()
    context.strokeStyle = alpha('#20100c', 0.3)
    context.lineWidth = 0.9
    for (const dx of [-2.4, 2.4]) {
      context.beginPath()
      context.moveTo(x + dx, 133)
      context.lineTo(x + dx, 137.5)
      context.stroke()
    }
  }
}

// From behind, a head has ears and no face.
function backOfHead(head: Canvas, colour: Colour): Canvas {
  const back = createCanvas(head.width, head.height)
  const context = back.getContext('2d')
  context.drawImage(head, 0, 0)
  context.globalCompositeOperation = 'source-atop'
  const fill = context.createLinearGradient(0, 0, 0, head.height)
  fill.addColorStop(0, mix(colour, '#ffffff', 0.08))
  fill.addColorStop(1, mix(colour, '#2a1420', 0.2))
  context.fillStyle = fill
  context.fillRect(0, 0, head.width, head.height)
  return back
}

type Seen = { width: number; height: number; away?: boolean; colour?: Colour | undefined }

/** A sitting animal: the given head on a body in its own colours or in one that was told; seen from behind where it is turned away. */
export function sittingBody(art: string, face: Canvas, { width, height, away = false, colour }: Seen): Canvas {
  const coat = { ...coatOf(art, tonesOf(face)), ...(colour && dyedCoat(colour)) }
  const head = away ? backOfHead(face, coat.body) : face
  const canvas = createCanvas(Math.round(width), Math.round(height))
  const context = canvas.getContext('2d')
  context.scale(width / 100, height / 139)
  drawTail(context, coat.tail, coat.body, coat.belly)
  context.translate(46, 0)
  context.scale(Math.min(coat.broad, 1.2), 1)
  context.translate(-46, 0)
  torso(context)
  context.fillStyle = shaded(context, coat.body, 60, 140)
  context.fill()
  if (coat.stripes) drawStripes(context)
  if (!away) {
    context.fillStyle = shaded(context, coat.belly, 60, 150)
    context.beginPath()
    context.ellipse(46, 92, 14.5, 29, 0, 0, Math.PI * 2)
    context.fill()
    drawLegs(context, coat.limbs, coat.belly)
  }
  // The head's shadow on the chest binds the two together.
  context.save()
  torso(context)
  context.clip()
  const dim = context.createRadialGradient(46, 54, 6, 46, 56, 30)
  dim.addColorStop(0, 'rgba(40,16,20,0.42)')
  dim.addColorStop(1, 'rgba(40,16,20,0)')
  context.fillStyle = dim
  context.fillRect(0, 40, 100, 60)
  context.restore()
  context.setTransform(width / 100, 0, 0, height / 139, 0, 0)
  const tall = Math.min(67, (76 * head.height) / head.width)
  const wide = (tall * head.width) / head.height
  context.drawImage(head, 46 - wide / 2, 68 - tall, wide, tall)
  context.resetTransform()
  return canvas
}
