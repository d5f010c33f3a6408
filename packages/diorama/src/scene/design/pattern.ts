import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Subject } from '../../brief.ts'
import { adjust, brightness, mix, toHsl, type Colour } from '../colour.ts'
import { backdrop, wholePicture } from '../draw/backdrop.ts'
import type { Part } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { STYLES } from '../styles/styles.ts'
import { tonesOf } from '../subjects/tones.ts'
import { motifPicture } from './motif.ts'

const GROUNDS = ['#fdf3e3', '#e8f1ee', '#f6e6ea', '#e6ecf7', '#f4f0da'] as const
const DEEP = ['#24345a', '#27504c', '#5a2b45', '#3a2f5c'] as const

// The paper that is named, or the lightest of several colours: the others are for what is on it.
function askedGround({ colours, prompt }: Stage['brief']): Colour | undefined {
  const [asked, ...others] = colours
  if (/\b(?:white background|on (?:a )?white)\b/i.test(prompt)) return '#fdfcf8'
  if (asked && /\b(?:light|pale|soft) background\b/i.test(prompt)) return mix(asked, '#fffaf2', 0.82)
  if (!asked || others.length === 0 || prompt.includes('background')) return asked
  const lightest = colours.toSorted((a, b) => brightness(b) - brightness(a))[0] ?? asked
  return brightness(lightest) > 0.8 ? lightest : mix(lightest, '#fffaf0', 0.8)
}

function groundOf(stage: Stage, main: Colour): Colour {
  const asked = askedGround(stage.brief)
  if (asked) return asked
  const random = stage.random.fork('ground')
  if (STYLES[stage.brief.style].prefersNight || stage.brief.mood === 'dark') return '#1b1b33'
  if (stage.brief.style === 'papercut' && (brightness(main) > 0.84 || random.chance(0.25))) return random.pick(DEEP)
  const [hue, saturation] = toHsl(main)
  return saturation > 0.3 && random.chance(0.4)
    ? mix(adjust('#c9dcf0', { hue: hue - 40 }), '#ffffff', 0.45)
    : random.pick(GROUNDS)
}

// Small things between the large ones, in a colour of their own.
function drawFiller(context: SKRSContext2D, kind: number, size: number, colour: Colour): void {
  context.fillStyle = colour
  context.strokeStyle = colour
  context.lineWidth = size * 0.28
  context.lineCap = 'round'
  context.beginPath()
  switch (kind % 4) {
    case 0:
      context.arc(0, 0, size * 0.42, 0, Math.PI * 2)
      context.fill()
      break
    case 1:
      for (const turn of [0, Math.PI / 2]) {
        context.moveTo(Math.cos(turn) * -size * 0.5, Math.sin(turn) * -size * 0.5)
        context.lineTo(Math.cos(turn) * size * 0.5, Math.sin(turn) * size * 0.5)
      }
      context.stroke()
      break
    case 2:
      context.arc(0, 0, size * 0.4, 0, Math.PI * 2)
      context.stroke()
      break
    case 3:
      context.moveTo(0, -size * 0.6)
      context.quadraticCurveTo(size * 0.5, 0, 0, size * 0.6)
      context.quadraticCurveTo(-size * 0.5, 0, 0, -size * 0.6)
      context.fill()
      break
  }
}

const LEAF = /^(herb|leaf|four-leaf|shamrock|seedling|palm|fern|leafy)/

// Flowers and fruit in the colours that were named, leaves in the greenest of them; animals stay what they are.
function inPalette(subject: Subject, at: number, palette: readonly Colour[]): Subject {
  if (
    subject.colour ||
    palette.length === 0 ||
    !/^(plant-flower|plant-other|sky|heart)/.test(subject.kind) ||
    /^(cloud|sun$|full-moon|crescent)/.test(subject.art)
  )
    return subject
  const green = (one: Colour) => Math.abs(toHsl(one)[0] - 120)
  const leaf = palette.toSorted((a, b) => green(a) - green(b))[0]
  const others = palette.filter((one) => one !== leaf || palette.length < 3)
  const colour = LEAF.test(subject.art) ? leaf : others[at % others.length]
  return colour ? { ...subject, colour } : subject
}

type Grid = { columns: number; rows: number; wide: number; high: number }

// An even number of rows and as many columns as motifs go into: the right edge continues at the left, the lower at the upper.
function gridOf({ width, height, unit }: Stage, kinds: number): Grid {
  const wish = unit * (kinds > 2 ? 19 : 22)
  const columns = Math.max(kinds, Math.round(width / wish / kinds) * kinds)
  const wide = width / columns
  const rows = Math.max(2, Math.round(height / (wide * 0.92) / 2) * 2)
  return { columns, rows, wide, high: height / rows }
}

/** A tiled pattern of the motifs, which continues over every edge of the picture. */
export async function patternParts(stage: Stage): Promise<Part[]> {
  const { width, height, brief } = stage
  const subjects = brief.subjects.slice(0, 6)
  const kinds = Math.max(1, subjects.length)
  const grid = gridOf(stage, kinds)
  const side = Math.min(grid.wide, grid.high) * 0.86
  const palette = brief.colours.length > 1 ? brief.colours : []
  const pictures = await Promise.all(
    subjects.map((one, index) => motifPicture(inPalette(one, index, palette), side * (index === 0 ? 1 : 0.84))),
  )
  const main = pictures[0] ? tonesOf(pictures[0]).main : '#6a86b8'
  const ground = groundOf(stage, main)
  const dark = brightness(ground) < 0.5
  const filler = brief.colours[1] ?? mix(ground, dark ? '#ffffff' : adjust(main, { lighten: -0.1 }), dark ? 0.5 : 0.42)
  const random = stage.random.fork('pattern')
  const turns = [-0.24, 0.2, 0, 0.28, -0.14]
  const offset = random.int(0, 3)
  const paper = backdrop(stage, (context) => {
    context.fillStyle = ground
    context.fillRect(0, 0, width, height)
  })
  const wrapped = (at: { x: number; y: number }, reach: number, paint: (x: number, y: number) => void) => {
    for (const x of [at.x - width, at.x, at.x + width])
      for (const y of [at.y - height, at.y, at.y + height])
        if (x > -reach && x < width + reach && y > -reach && y < height + reach) paint(x, y)
  }
  const motifs: Part = {
    kind: 'sheet',
    role: 'subject',
    depth: 0,
    ...wholePicture(stage),
    draw(context) {
      for (let row = 0; row < grid.rows; row++) {
        for (let column = 0; column < grid.columns; column++) {
          const x = (column + (row % 2 === 0 ? 0.25 : 0.75)) * grid.wide
          const y = (row + 0.5) * grid.high
          const picture = pictures[(column + (row % 2) * Math.floor(kinds / 2) + Math.floor(row / 2)) % kinds]
          const turn = turns[(column * 2 + row) % turns.length] ?? 0
          const mirrored = (column + row) % 3 === 1
          wrapped({ x: x % width, y }, side, (px, py) => {
            if (!picture) return
            context.save()
            context.translate(px, py)
            context.rotate(turn)
            if (mirrored) context.scale(-1, 1)
            context.drawImage(picture, -picture.width / 2, -picture.height / 2)
            context.restore()
          })
          wrapped({ x: (x + grid.wide / 2) % width, y }, side, (px, py) => {
            context.save()
            context.translate(px, py)
            drawFiller(context, offset + column + row, side * 0.14, filler)
            context.restore()
          })
        }
      }
    },
  }
  return [paper, motifs]
}
