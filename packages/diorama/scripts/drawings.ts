import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createCanvas } from '@napi-rs/canvas'
import { allDrawings, drawingOf } from '../src/art.ts'
import { renderArt } from '../src/scene/subjects/render-art.ts'

// Every drawing that a word of ours reaches, with that word, on sheets to be looked at:
// npm run drawings -w @mediagen/diorama -- [out] [name ...]
const [out = '../../data/drawings', ...only] = process.argv.slice(2)
const CELL = { side: 132, label: 26 }
const COLUMNS = 12
const PER_SHEET = 60

/** The first English word of each entry of `words/things`, by the drawing that it means. */
function wordsOfDrawings(): Map<string, string> {
  const folder = new URL('../words/things/', import.meta.url)
  const words = new Map<string, string>()
  for (const file of readdirSync(folder)) {
    let entry = ''
    for (const line of readFileSync(new URL(file, folder), 'utf8').split('\n')) {
      if (/^[a-z0-9-]+$/.test(line)) entry = line
      else if (line.startsWith('  en:')) words.set(entry, words.get(entry) ?? line.slice(5).split(',')[0]?.trim() ?? '')
    }
  }
  return words
}

const words = wordsOfDrawings()
const wanted = allDrawings().filter(({ id, kind }) =>
  only.length > 0 ? only.some((name) => id.includes(name)) : words.has(id) && !kind.startsWith('flag'),
)
for (let from = 0; from < wanted.length; from += PER_SHEET) {
  const part = wanted.slice(from, from + PER_SHEET)
  const sheet = createCanvas(COLUMNS * CELL.side, Math.ceil(part.length / COLUMNS) * (CELL.side + CELL.label))
  const context = sheet.getContext('2d')
  context.fillStyle = '#b4c4b8'
  context.fillRect(0, 0, sheet.width, sheet.height)
  for (const [at, { id }] of part.entries()) {
    const [x, y] = [(at % COLUMNS) * CELL.side, Math.floor(at / COLUMNS) * (CELL.side + CELL.label)]
    const { width, height } = drawingOf(id)?.box ?? { width: 128, height: 128 }
    const scale = (CELL.side - 12) / Math.max(width, height)
    const picture = await renderArt(id, width * scale, height * scale)
    // What stands shows by a line whether its feet are on the lower edge.
    context.fillStyle = '#7f9079'
    context.fillRect(x, y + CELL.side - 4, CELL.side - 4, 3)
    context.drawImage(picture, x + (CELL.side - picture.width) / 2, y + CELL.side - 4 - picture.height)
    context.fillStyle = '#334'
    context.font = '11px sans-serif'
    context.fillText(id, x + 3, y + CELL.side + 10, CELL.side - 6)
    context.fillStyle = '#66778a'
    context.fillText(words.get(id) ?? '', x + 3, y + CELL.side + 22, CELL.side - 6)
  }
  writeFileSync(`${out}-${from / PER_SHEET + 1}.png`, sheet.toBuffer('image/png'))
}
console.log(`${wanted.length} drawings in ${out}-*.png`)
