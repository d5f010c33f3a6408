import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import type { MarkShape } from '../../design.ts'
import { adjust, brightness, fromHsl, mix, toHsl, type Colour } from '../colour.ts'
import { backdrop } from '../draw/backdrop.ts'
import type { Part } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { tonesOf } from '../subjects/tones.ts'
import { eachLine, fitText } from '../type/fit-text.ts'
import { emblemOf, emblemPieces, type Inks } from './emblem.ts'
import { traceShape } from './shapes.ts'

const HOUSE: readonly [field: Colour, accent: Colour][] = [
  ['#1f3a5f', '#e0894a'],
  ['#23463b', '#d9b36a'],
  ['#5a2434', '#e8a0a0'],
  ['#2d2a4a', '#f0b44c'],
  ['#3b2a20', '#c98b52'],
]
const PAPER = '#fbf8f1'

const darkInks = (field: Colour, accent: Colour): Inks => ({ field, accent, paper: PAPER, letters: PAPER, type: field })

// A light field as it was named, under white figures with lines of its own deep shade: mint stays mint.
function lightInks(field: Colour): Inks {
  const deep = mix(field, '#14242a', 0.72)
  return { field, accent: deep, paper: '#ffffff', letters: deep, type: deep }
}

// Of two wishes the darker is the field, the other the accent.
function inksOfTwo(dark: Colour, bright: Colour): Inks {
  // Two light colours: a deep shade of the first carries the other.
  if (brightness(dark) > 0.5 && brightness(bright) < 0.9) return darkInks(mix(dark, '#1c1430', 0.66), bright)
  if (brightness(dark) > 0.5) return lightInks(toHsl(dark)[1] >= toHsl(bright)[1] * 0.6 ? dark : bright)
  return darkInks(dark, brightness(bright) > 0.94 ? mix(dark, '#ffffff', 0.5) : bright)
}

function inksOfOne(base: Colour): Inks {
  const [hue, saturation, lightness] = toHsl(base)
  if (lightness < 0.4) {
    const lively = saturation > 0.15 ? adjust(base, { hue: 28, lighten: 0.28, saturate: 1.1 }) : '#d9a05a'
    return darkInks(base, lively)
  }
  // A light colour cannot carry a light figure: the field is a deep shade, the colour itself the accent.
  const field = hue > 15 && hue < 75 ? '#2a2f45' : fromHsl(hue - 12, Math.max(0.36, saturation), 0.23)
  return darkInks(field, base)
}

// Two inks and paper, from what was asked for or from the drawing.
function inksOf(stage: Stage, drawn: Colour | undefined): Inks {
  // The needle has black ink first of all.
  if (stage.brief.design?.tattoo)
    return darkInks('#1c1c20', stage.brief.colours.find((one) => brightness(one) > 0.2) ?? '#8d9199')
  const asked = [...stage.brief.colours, ...stage.brief.subjects.flatMap(({ colour }) => colour ?? [])]
  const [dark, ...others] = [...new Set(asked)].toSorted((a, b) => brightness(a) - brightness(b))
  const bright = others.at(-1)
  if (dark) return bright ? inksOfTwo(dark, bright) : inksOfOne(dark)
  if (drawn && toHsl(drawn)[1] >= 0.22) return inksOfOne(drawn)
  // Grey drawings get the inks of the house: a grey mark says nothing.
  const [field, accent] = HOUSE[stage.random.fork('inks').int(0, HOUSE.length - 1)] ?? ['#1f3a5f', '#e0894a']
  return darkInks(field, accent)
}

function shapeOf(stage: Stage): MarkShape {
  const { design, prompt, subjects } = stage.brief
  if (design?.shape) return design.shape
  if (subjects.some(({ art }) => art === 'shield')) return 'shield'
  if (/badge|emblem|crest|seal|insignia|эмблем|герб|wappen|徽章|엠블럼|エンブレム/iu.test(prompt)) return 'circle'
  return stage.random.fork('shape').pick(['none', 'circle', 'none'])
}

// On the paper that was named; where it is dark the name is light.
function onPaper(inks: Inks, ground: Colour | undefined): Inks {
  if (!ground) return inks
  const clash = Math.abs(brightness(inks.type) - brightness(ground)) < 0.3
  return { ...inks, paper: ground, ...(clash && { type: brightness(ground) < 0.5 ? '#fbf8f1' : '#23232b' }) }
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

function layoutOf({ width, height, brief }: Stage, shape: MarkShape, name: string | undefined): Layout {
  const low = brief.lettering?.low === true
  const onRim = name !== undefined && !low && shape === 'circle' && Array.from(name).length <= 22 && !JOINED.test(name)
  const below = name !== undefined && !onRim
  const radius = Math.min(width, height) * (below ? 0.3 : 0.44)
  const inner = shape === 'none' ? radius * 2.1 : radius * (onRim ? 1.2 : shape === 'shield' ? 1.3 : 1.4)
  return { shape, x: width / 2, y: below ? height * 0.4 : height / 2, radius, inner, onRim }
}

function drawName(context: SKRSContext2D, stage: Stage, name: string, layout: Layout, inks: Inks): void {
  const { x, y, radius, onRim } = layout
  if (onRim) {
    const size = Math.min(radius * 0.17, (radius * 0.8 * Math.PI * 1.25) / (Array.from(name).length * 0.86))
    context.font = fitText(name, 'strong', { width: 1e4, height: size * 1.12, lines: 1 }).font
    context.fillStyle = inks.letters
    return drawOnArc(context, name, { x, y, radius: radius * 0.77, size })
  }
  const face = stage.random.fork('face').pick(['strong', 'book', 'narrow'])
  const block = fitText(name, face, { width: stage.width * 0.8, height: stage.height * 0.17, lines: 2 })
  context.fillStyle = inks.type
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

// Manners that a print in two inks is drawn in anyway: hatched once more it would be grey.
const FLAT = /^(papercut|line|vintage|cartoon|comic|pastel)$/

/** A mark: the subject cut in two inks on paper, in a plain shape, with its name in good type. */
export async function markParts(stage: Stage): Promise<Part[]> {
  const { width, height, brief } = stage
  const name = brief.lettering?.texts[0]
  const pieces = await emblemPieces(brief.subjects, Math.min(width, height) * 0.7, brief.design?.within === true)
  const first = pieces[0]?.picture
  const inks = onPaper(inksOf(stage, first && tonesOf(first).main), brief.design?.ground)
  const wish = shapeOf(stage)
  const tried = first && emblemOf(pieces, wish, inks)
  const plated = tried?.pale === true && !brief.design?.tattoo
  const shape = plated ? 'circle' : wish
  const made = plated ? emblemOf(pieces, shape, inks) : tried
  const layout = layoutOf(stage, shape, name)
  const whole = { kind: 'sheet', depth: 0, left: 0, right: width, top: 0, bottom: height } as const
  const ground = backdrop(stage, (context) => {
    context.fillStyle = inks.paper
    context.fillRect(0, 0, width, height)
  })
  const figure: Part = {
    ...whole,
    // Flat inks are a mark's own manner; another one that was asked for paints over them.
    role: FLAT.test(brief.style) ? 'overlay' : 'subject',
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
