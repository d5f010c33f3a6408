import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { readPrompt } from '../src/reading/read-prompt.ts'
import { buildScene } from '../src/scene/build-scene.ts'

// Renders the prompt set as one labelled contact sheet: npm run gallery -- [out.png] [columns] [prompts.json]
const [out = '../../data/gallery.png', columns = '4', file = 'test/prompts.json'] = process.argv.slice(2)

const OWN = [
  'a red fox in a snowy forest at dawn',
  'a bowl of ramen with chopsticks',
  'a sailboat on a calm lake at sunset, oil painting',
  'three birds flying over mountains',
  'an astronaut riding a horse on the moon',
  'a robot in a neon city at night in the rain',
]

const CELL = { width: 480, height: 270, label: 34, gap: 8 }

async function prompts(): Promise<string[]> {
  try {
    const rows = JSON.parse(await readFile(file, 'utf8')) as (string | { prompt: string })[]
    return rows.map((row) => (typeof row === 'string' ? row : row.prompt))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return OWN
  }
}

function seedOf(prompt: string): number {
  let hash = 2166136261
  for (const char of prompt) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619)
  return hash >>> 0
}

function label(context: SKRSContext2D, text: string, note: string, at: { x: number; y: number }): void {
  context.fillStyle = '#22252e'
  context.font = '13px sans-serif'
  context.fillText(text.length > 66 ? `${text.slice(0, 65)}…` : text, at.x + 4, at.y + 14, CELL.width - 8)
  context.fillStyle = '#80848f'
  context.font = '11px sans-serif'
  context.fillText(note, at.x + 4, at.y + 28, CELL.width - 8)
}

const list = await prompts()
const wide = Number(columns)
const rows = Math.ceil(list.length / wide)
const sheet = createCanvas(
  wide * (CELL.width + CELL.gap) + CELL.gap,
  rows * (CELL.height + CELL.label + CELL.gap) + CELL.gap,
)
const context = sheet.getContext('2d')
context.fillStyle = '#ffffff'
context.fillRect(0, 0, sheet.width, sheet.height)
for (const [index, prompt] of list.entries()) {
  const seed = seedOf(prompt)
  const brief = readPrompt(prompt, seed)
  const scene = await buildScene(brief, { width: CELL.width, height: CELL.height, seed, seconds: 5 })
  const picture = createCanvas(CELL.width, CELL.height)
  scene.drawFrame(picture.getContext('2d'), scene.stillAt)
  const x = CELL.gap + (index % wide) * (CELL.width + CELL.gap)
  const y = CELL.gap + Math.floor(index / wide) * (CELL.height + CELL.label + CELL.gap)
  context.drawImage(picture, x, y)
  const seen = brief.subjects.map((subject) => `${subject.count > 1 ? `${subject.count} ` : ''}${subject.art}`)
  const setting = [brief.archetype, ...brief.places, brief.time, brief.season, ...brief.weather, brief.style]
  label(context, prompt, `${seen.join(', ')} · ${setting.filter(Boolean).join(' ')}`, { x, y: y + CELL.height })
  await setImmediate()
}
await mkdir(dirname(out), { recursive: true })
await writeFile(out, sheet.toBuffer('image/png'))
console.log(`${list.length} pictures in ${out}`)
