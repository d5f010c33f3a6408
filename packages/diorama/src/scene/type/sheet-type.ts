import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Style } from '../styles/styles.ts'
import { alpha, brightness, mix, type Colour } from '../colour.ts'
import { paperColour } from '../design/paper-ground.ts'
import { sheetLayout } from '../design/sheet-layout.ts'
import type { Box } from '../shot/move-placements.ts'
import type { Stage } from '../stage.ts'
import type { Face } from './faces.ts'
import { eachLine, fitText } from './fit-text.ts'

const FACES: Partial<Record<Style, Face>> = {
  'art-deco': 'narrow',
  chalk: 'hand',
  comic: 'strong',
  ink: 'book',
  line: 'hand',
  pencil: 'hand',
  'pop-art': 'strong',
  'ukiyo-e': 'book',
  vintage: 'narrow',
  watercolour: 'script',
  woodcut: 'narrow',
}

function faceOf({ brief, random }: Stage): Face {
  if (brief.studio?.sheet === 'card') return brief.style === 'chalk' ? 'hand' : 'script'
  if (brief.studio?.sheet === 'menu') return 'book'
  if (/\b(elegant|script|cursive|calligraphy)\b/i.test(brief.prompt)) return 'script'
  return FACES[brief.style] ?? random.fork('headline').pick(['strong', 'narrow', 'strong'])
}

const apart = (one: Colour, other: Colour) => Math.abs(brightness(one) - brightness(other))

// What the paper looks like in a manner that has a paper of its own.
const OWN_PAPER: Partial<Record<Style, Colour>> = {
  line: '#fbf8f0',
  contour: '#fcfbf7',
  colouring: '#ffffff',
  pencil: '#f4f1ea',
  ink: '#f3ecdc',
  woodcut: '#f4ecda',
  embroidery: '#e9dfcb',
  blueprint: '#18428c',
  neon: '#17142c',
  chalk: '#26302e',
}

// Letters of this much other lightness than their paper can be read.
const LEGIBLE = 0.14

// The colour that was asked for and is best read on the paper; else ink or light paper.
function inkOn(paper: Colour, { brief }: Stage): Colour {
  const named = brief.colours
    .filter((one) => apart(one, paper) > 0.42)
    .toSorted((a, b) => apart(b, paper) - apart(a, paper))
  const { ink } = brief.lettering ?? {}
  if (ink && apart(ink, paper) > LEGIBLE) return ink
  const plain = brightness(paper) < 0.52 ? '#fff6e2' : mix(paper, '#161428', 0.86)
  return named[0] ?? plain
}

function rule(context: SKRSContext2D, at: { x: number; y: number; wide: number; unit: number }, ink: Colour): void {
  context.strokeStyle = alpha(ink, 0.75)
  context.lineWidth = at.unit * 0.26
  context.beginPath()
  context.moveTo(at.x - at.wide / 2, at.y)
  context.lineTo(at.x + at.wide / 2, at.y)
  context.stroke()
}

const heightOf = (box: Box) => box.bottom - box.top

/** Sets the words of a printed sheet: the first as its title, the others small below a rule, all of it within their box. */
export function drawSheetType(context: SKRSContext2D, stage: Stage): void {
  const { unit, brief } = stage
  const { words } = sheetLayout(brief, stage)
  const [title = '', ...others] = brief.lettering?.texts ?? []
  if (!words || title === '') return
  const ink = inkOn(OWN_PAPER[brief.style] ?? paperColour(stage), stage)
  const wide = words.right - words.left
  const x = (words.left + words.right) / 2
  const small = others.join('  ·  ')
  const share = small === '' ? 1 : 0.66
  const face = faceOf(stage)
  const block = fitText(title, face, {
    width: wide,
    height: heightOf(words) * share,
    lines: wide > heightOf(words) * 3 ? 2 : 4,
  })
  // A short title beside its figures is no taller than it needs: both are centred together.
  const used = block.height + (small === '' ? 0 : heightOf(words) * (1 - share))
  const top = words.top + (heightOf(words) - used) / 2
  context.fillStyle = ink
  eachLine(context, block, { x, y: top + block.height / 2 }, (line, at, y) => context.fillText(line, at, y))
  if (small === '') return
  const below = { top: top + block.height, high: heightOf(words) * (1 - share) }
  rule(context, { x, y: below.top + below.high * 0.14, wide: Math.min(wide * 0.3, unit * 16), unit }, ink)
  const line = fitText(small, 'narrow', { width: wide * 0.9, height: below.high * 0.62, lines: 2 })
  context.fillStyle = alpha(ink, 0.92)
  eachLine(context, line, { x, y: below.top + below.high * 0.62 }, (text, at, y) => context.fillText(text, at, y))
}
