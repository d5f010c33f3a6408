import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import type { Brief, Subject } from '../../brief.ts'
import { alpha, brightness, mix, type Colour } from '../colour.ts'
import { backdrop, picturesAt, wholePicture } from '../draw/backdrop.ts'
import type { Part } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { eachLine, fitText } from '../type/fit-text.ts'
import { motifPicture } from './motif.ts'

const TILES = ['#f6c9a8', '#a9d3e6', '#f3dd92', '#b9dcb0', '#d9c2ea', '#f2b3b8'] as const

type Cell = { x: number; y: number; radius: number }

// The title is the first text, unless the texts are said to be labels of the things.
function wordsOf({ lettering, subjects, language, prompt }: Brief): { title: string | undefined; labels: string[] } {
  const texts = lettering?.texts ?? []
  const named = /\blabels?\b/i.test(prompt) && texts.length > 1
  const own = language === 'en' ? subjects.map(({ label }) => label.replaceAll('-', ' ')) : []
  return named ? { title: undefined, labels: texts } : { title: texts[0], labels: own }
}

// One thing that is counted is as many steps; of several each is one.
function stepsOf({ subjects }: Brief): readonly Subject[] {
  const [only] = subjects
  if (!only || subjects.length > 1) return subjects
  return Array.from({ length: Math.min(6, Math.max(1, only.count)) }, () => only)
}

function cellsOf(count: number, { width, height }: Stage, titled: boolean): Cell[] {
  const rows = count > 5 ? 2 : 1
  const columns = Math.ceil(count / rows)
  const top = height * (titled ? 0.24 : 0.04)
  const wide = (width * 0.92) / columns
  const high = (height * 0.96 - top) / rows
  const radius = Math.min(wide * 0.4, high * 0.36)
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / columns)
    const inRow = row === rows - 1 ? count - columns * row : columns
    return { x: width / 2 + ((i % columns) - (inRow - 1) / 2) * wide, y: top + (row + 0.44) * high, radius }
  })
}

// From one step to the next of the same row.
function arrow(context: SKRSContext2D, from: Cell, to: Cell, ink: Colour, unit: number): void {
  if (Math.abs(from.y - to.y) > 1) return
  const [start, end] = [from.x + from.radius * 1.1, to.x - to.radius * 1.1]
  if (end - start < unit * 1.5) return
  context.strokeStyle = ink
  context.fillStyle = ink
  context.lineWidth = unit * 0.5
  context.beginPath()
  context.moveTo(start, from.y)
  context.lineTo(end - unit * 1.2, from.y)
  context.stroke()
  context.beginPath()
  context.moveTo(end, from.y)
  context.lineTo(end - unit * 1.8, from.y - unit * 1.1)
  context.lineTo(end - unit * 1.8, from.y + unit * 1.1)
  context.fill()
}

function disc(context: SKRSContext2D, { x, y, radius }: Cell, colour: string): void {
  context.fillStyle = colour
  context.beginPath()
  context.arc(x, y, radius, 0, Math.PI * 2)
  context.fill()
}

/** A chart: each thing in a disc of its own with its number and its name, arrows from one to the next, the title above. */
export async function infographicParts(stage: Stage): Promise<Part[]> {
  const { width, height, unit, brief } = stage
  const { title, labels } = wordsOf(brief)
  const steps = stepsOf(brief)
  const cells = cellsOf(Math.max(1, steps.length), stage, title !== undefined)
  const paper =
    brief.studio?.colour ?? brief.colours.find((one) => brightness(one) > 0.8 || brightness(one) < 0.25) ?? '#f8f4ea'
  const dark = brightness(paper) < 0.45
  const ink = dark ? '#f4efe2' : '#2c3347'
  const named = brief.colours.filter((one) => one !== paper && Math.abs(brightness(one) - brightness(paper)) > 0.12)
  const pictures: Canvas[] = []
  for (const [index, subject] of steps.entries())
    pictures.push(await motifPicture({ ...subject, count: 1 }, (cells[index]?.radius ?? unit) * 1.36))
  const ground = backdrop(stage, (context) => {
    context.fillStyle = paper
    context.fillRect(0, 0, width, height)
    for (const [index, cell] of cells.entries()) {
      const tint = named[index % Math.max(1, named.length)] ?? TILES[index % TILES.length] ?? '#f6c9a8'
      disc(context, { ...cell, radius: cell.radius * 1.03 }, mix(tint, dark ? '#000000' : '#40465a', 0.22))
      disc(context, { ...cell, radius: cell.radius * 0.97 }, named.length > 0 ? mix(tint, '#ffffff', 0.5) : tint)
    }
  })
  const figures = picturesAt(stage, pictures, cells)
  const words: Part = {
    kind: 'sheet',
    role: 'overlay',
    depth: 0,
    ...wholePicture(stage),
    draw(context) {
      for (const [index, cell] of cells.entries()) {
        const next = cells[index + 1]
        if (next) arrow(context, cell, next, alpha(ink, 0.85), unit)
        const label = labels[index]
        if (!label) continue
        const block = fitText(label, 'narrow', { width: cell.radius * 2.2, height: unit * 4, lines: 1 })
        context.fillStyle = ink
        eachLine(context, block, { x: cell.x, y: cell.y + cell.radius * 1.03 + unit * 3.4 }, (line, x, y) =>
          context.fillText(line, x, y),
        )
      }
      if (title === undefined) return
      const block = fitText(title, 'strong', { width: width * 0.84, height: height * 0.15, lines: 1 })
      context.fillStyle = ink
      eachLine(context, block, { x: width / 2, y: height * 0.12 }, (line, x, y) => context.fillText(line, x, y))
    },
  }
  return [ground, figures, words]
}
