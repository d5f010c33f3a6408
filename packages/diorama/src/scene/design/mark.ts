import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { MarkShape } from '../../design.ts'
import { adjust, brightness, fromHsl, mix, toHsl, type Colour } from '../colour.ts'
import { backdrop } from '../draw/backdrop.ts'
import type { Part } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { tonesOf } from '../subjects/tones.ts'
import { eachLine, fitText } from '../type/fit-text.ts'
import { flatTones } from './flat-tones.ts'
import { motifPicture } from './motif.ts'
import { traceShape } from './shapes.ts'

type Inks = { field: Colour; accent: Colour; paper: Colour }

const HOUSE: readonly [field: Colour, accent: Colour][] = [
  ['#1f3a5f', '#e0894a'],
  ['#23463b', '#d9b36a'],
  ['#5a2434', '#e8a0a0'],
  ['#2d2a4a', '#f0b44c'],
  ['#3b2a20', '#c98b52'],
]
const PAPER = '#fbf8f1'

// Of two wishes the darker is the field, the other the accent.
function inksOfTwo(dark: Colour, bright: Colour): Inks {
  const field = brightness(dark) > 0.5 ? mix(dark, '#14141f', 0.5) : dark
  return { field, accent: brightness(bright) > 0.94 ? mix(dark, '#ffffff', 0.5) : bright, paper: PAPER }
}

function inksOfOne(base: Colour): Inks {
  const [hue, saturation, lightness] = toHsl(base)
  if (lightness < 0.4) {
    const lively = saturation > 0.15 ? adjust(base, { hue: 28, lighten: 0.28, saturate: 1.1 }) : '#d9a05a'
    return { field: base, accent: lively, paper: PAPER }
  }
  // A light colour cannot carry a light figure: the field is a deep shade, the colour itself the accent.
  const field = hue > 15 && hue < 75 ? '#2a2f45' : fromHsl(hue - 12, Math.max(0.36, saturation), 0.23)
  return { field, accent: base, paper: PAPER }
}

// Two inks and paper, from what was asked for or from the drawing.
function inksOf(stage: Stage, drawn: Colour | undefined): Inks {
  const asked = [...stage.brief.colours, ...stage.brief.subjects.flatMap(({ colour }) => colour ?? [])]
  const [dark, ...others] = [...new Set(asked)].toSorted((a, b) => brightness(a) - brightness(b))
  const bright = others.at(-1)
  if (dark) return bright ? inksOfTwo(dark, bright) : inksOfOne(dark)
  if (drawn && toHsl(drawn)[1] >= 0.22) return inksOfOne(drawn)
  // Grey drawings get the inks of the house: a grey mark says nothing.
  const [field, accent] = HOUSE[stage.random.fork('inks').int(0, HOUSE.length - 1)] ?? ['#1f3a5f', '#e0894a']
  return { field, accent, paper: PAPER }
}

// Everything in the mark side by side, the first largest.
async function figures(stage: Stage, side: number): Promise<Canvas[]> {
  const subjects = stage.brief.subjects.slice(0, 3)
  const out: Canvas[] = []
  for (const [index, subject] of subjects.entries())
    out.push(await motifPicture(subject, side * (subjects.length === 1 ? 1 : index === 0 ? 0.78 : 0.5)))
  return out
}

function together(pictures: readonly Canvas[]): Canvas {
  const gap = (pictures[0]?.width ?? 0) * 0.05
  const width = pictures.reduce((sum, { width: w }) => sum + w, gap * (pictures.length - 1))
  const height = Math.max(...pictures.map(({ height: h }) => h))
  const canvas = createCanvas(Math.max(2, Math.ceil(width)), Math.max(2, Math.ceil(height)))
  const context = canvas.getContext('2d')
  // The largest in the middle of the row.
  const row = pictures.length === 3 ? [pictures[1], pictures[0], pictures[2]] : pictures
  let x = 0
  for (const picture of row) {
    if (!picture) continue
    context.drawImage(picture, x, height - picture.height)
    x += picture.width + gap
  }
  return canvas
}

function shapeOf(stage: Stage): MarkShape {
  const { design, prompt, subjects } = stage.brief
  if (design?.shape) return design.shape
  if (subjects.some(({ art }) => art === 'shield')) return 'shield'
  if (/badge|emblem|crest|seal|insignia|эмблем|герб|wappen|徽章|엠블럼|エンブレム/iu.test(prompt)) return 'circle'
  return stage.random.fork('shape').pick(['circle', 'none', 'hexagon', 'none'])
}

type Plate = { shape: MarkShape; x: number; y: number; radius: number; inks: Inks }

function drawPlate(context: SKRSContext2D, { shape, x, y, radius, inks }: Plate): void {
  if (shape === 'none') return
  context.fillStyle = inks.field
  traceShape(context, shape, { x, y, radius })
  context.fill()
  context.strokeStyle = inks.accent
  context.lineWidth = radius * 0.035
  traceShape(context, shape, { x, y, radius: radius * 0.92 })
  context.stroke()
}

// The name of a badge runs along its rim, half above and half below where it is long.
function drawOnArc(
  context: SKRSContext2D,
  text: string,
  at: { x: number; y: number; radius: number; size: number },
): void {
  const letters = Array.from(text.toUpperCase())
  const widths = letters.map((letter) => context.measureText(letter).width + at.size * 0.12)
  const total = widths.reduce((a, b) => a + b, 0)
  let along = -total / 2
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const [index, letter] of letters.entries()) {
    const wide = widths[index] ?? 0
    const angle = (along + wide / 2) / at.radius
    context.save()
    context.translate(at.x + Math.sin(angle) * at.radius, at.y - Math.cos(angle) * at.radius)
    context.rotate(angle)
    context.fillText(letter, 0, 0)
    context.restore()
    along += wide
  }
}

const JOINED = /[\p{Script=Arabic}\p{Script=Devanagari}]/u

type Layout = { shape: MarkShape; x: number; y: number; radius: number; inner: number; onRim: boolean }

function layoutOf({ width, height }: Stage, shape: MarkShape, name: string | undefined): Layout {
  const onRim = name !== undefined && shape === 'circle' && Array.from(name).length <= 22 && !JOINED.test(name)
  const below = name !== undefined && !onRim
  const radius = Math.min(width, height) * (below ? 0.29 : 0.39)
  const inner = shape === 'none' ? radius * 2 : radius * (onRim ? 1.08 : shape === 'shield' ? 1.3 : 1.36)
  return { shape, x: width / 2, y: below ? height * 0.4 : height / 2, radius, inner, onRim }
}

// A black cat on a dark field would be a hole: it is cut in paper instead. `pale`: it would be lost on bare paper.
function cutOf(group: Canvas, shape: MarkShape, { field, accent, paper }: Inks): { cut: Canvas; pale: boolean } {
  if (shape === 'none') {
    const made = flatTones(group, { dark: field, middle: accent, light: mix(accent, paper, 0.82) })
    return { cut: made.image, pale: made.lightShare > 0.3 }
  }
  const made = flatTones(group, { dark: field, middle: accent, light: paper })
  const inverted = made.darkShare > 0.5
  return {
    cut: inverted ? flatTones(group, { dark: paper, middle: accent, light: field }).image : made.image,
    pale: false,
  }
}

function drawName(context: SKRSContext2D, stage: Stage, name: string, layout: Layout, inks: Inks): void {
  const { x, y, radius, onRim } = layout
  if (onRim) {
    const size = Math.min(radius * 0.17, (radius * 0.8 * Math.PI * 1.25) / (Array.from(name).length * 0.86))
    context.font = fitText(name, 'strong', { width: 1e4, height: size * 1.12, lines: 1 }).font
    context.fillStyle = inks.paper
    return drawOnArc(context, name, { x, y, radius: radius * 0.77, size })
  }
  const face = stage.random.fork('face').pick(['strong', 'book', 'narrow'])
  const block = fitText(name, face, { width: stage.width * 0.8, height: stage.height * 0.17, lines: 2 })
  context.fillStyle = inks.field
  eachLine(context, block, { x, y: stage.height * 0.83 }, (line, at, baseline) => context.fillText(line, at, baseline))
}

function drawCut(context: SKRSContext2D, cut: Canvas, { x, y, inner, radius, shape, onRim }: Layout): void {
  // A row of things may reach nearer to the rim at its middle.
  const room = inner * (shape === 'shield' ? 0.92 : 1)
  const fit = Math.min((room * (onRim || shape === 'none' ? 1.05 : 1.18)) / cut.width, room / cut.height)
  const drop = onRim ? radius * 0.1 : shape === 'shield' ? -radius * 0.06 : 0
  const [wide, high] = [cut.width * fit, cut.height * fit]
  context.drawImage(cut, x - wide / 2, y + drop - high / 2, wide, high)
}

/** A mark: the subject cut in two inks on paper, in a plain shape, with its name in good type. */
export async function markParts(stage: Stage): Promise<Part[]> {
  const { width, height, brief } = stage
  const name = brief.lettering?.texts[0]
  const side = Math.min(width, height) * 0.7
  const pictures = await figures(stage, side)
  const first = pictures[0]
  const inks = inksOf(stage, first && tonesOf(first).main)
  const group = first && together(pictures)
  const wish = shapeOf(stage)
  const tried = group && cutOf(group, wish, inks)
  const shape = tried?.pale ? 'circle' : wish
  const made = group && (tried?.pale ? cutOf(group, shape, inks) : tried)
  const layout = layoutOf(stage, shape, name)
  const whole = { kind: 'sheet', depth: 0, left: 0, right: width, top: 0, bottom: height } as const
  const ground = backdrop(stage, (context) => {
    context.fillStyle = inks.paper
    context.fillRect(0, 0, width, height)
  })
  const figure: Part = {
    ...whole,
    // Flat inks are a mark's own manner; another one that was asked for paints over them.
    role: brief.style === 'papercut' ? 'overlay' : 'subject',
    draw(context: SKRSContext2D) {
      drawPlate(context, { ...layout, radius: layout.radius * 1.02, inks })
      if (made) drawCut(context, made.cut, layout)
    },
  }
  const lettered: Part = {
    ...whole,
    role: 'overlay',
    draw: (context: SKRSContext2D) => drawName(context, stage, name ?? '', layout, inks),
  }
  return name ? [ground, figure, lettered] : [ground, figure]
}
