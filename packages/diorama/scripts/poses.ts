import { writeFileSync } from 'node:fs'
import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { POSTURES, type Looks, type Posture } from '../src/brief.ts'
import { birdBox, drawBird } from '../src/scene/rig/bird-rig.ts'
import { plumageOf } from '../src/scene/rig/plumages.ts'
import { breedOf } from '../src/scene/rig/breeds.ts'
import { drawQuadruped, quadrupedBox } from '../src/scene/rig/quadruped-rig.ts'
import { drawPerson, personBox } from '../src/scene/rig/person-rig.ts'

// Every posture of every rig on one sheet, to be looked at: npm run poses -w @mediagen/diorama -- [out.png]
const [out = '../../data/poses.png'] = process.argv.slice(2)
const CELL = 170

type Cell = {
  label: string
  width: number
  height: number
  below: number
  most: number
  draw(scale: number): Promise<CanvasImage>
}
type CanvasImage = Canvas

const PEOPLE: [art: string, looks: Looks][] = [
  ['woman-medium-light-skin-tone', {}],
  ['old-man-light-skin-tone', { beard: '#f2f2f2', suit: '#3b4660' }],
  ['girl-dark-skin-tone', { hair: { colour: '#c0392b', long: true }, scarf: '#2e8b57', dress: '#3b78c2' }],
  ['cook-light-skin-tone', { glasses: true, hat: { art: 'top-hat' } }],
]

const cells: Cell[] = PEOPLE.flatMap(([art, looks], row) =>
  POSTURES.map((posture: Posture): Cell => {
    const held =
      posture === 'read'
        ? [{ art: 'open-book', width: 46, height: 34, grip: 'both' as const }]
        : posture === 'hold-up'
          ? [{ art: 'balloon', width: 36, height: 50, grip: 'string' as const }]
          : []
    const person = { art, posture, looks, held, phase: row * 0.23 }
    const box = personBox(person)
    return {
      label: posture,
      width: box.right - box.left,
      height: box.bottom - box.top,
      below: box.bottom,
      most: 0.72,
      draw: (scale) =>
        drawPerson(person, { width: (box.right - box.left) * scale, height: (box.bottom - box.top) * scale }),
    }
  }),
)

const ANIMALS = ['cat', 'dog', 'fox', 'bear', 'lion', 'tiger', 'horse', 'cow', 'rabbit', 'mouse', 'panda', 'unicorn']
const GAITS = ['stand', 'walk', 'run', 'jump', 'lie', 'sleep', 'eat', 'look-up', 'swim'] as const
for (const [row, art] of ANIMALS.entries()) {
  const breed = breedOf(art)
  if (!breed) throw new Error(`there is no breed called ${art}`)
  for (const posture of GAITS) {
    const looks: Looks = row === 2 ? { scarf: '#c0392b' } : row === 3 ? { hat: { art: 'crown' }, glasses: true } : {}
    const animal = { breed, posture, looks, ...(row === 1 && { colour: '#6a4a36' }) }
    const box = quadrupedBox(animal)
    const [width, height] = [box.right - box.left, box.bottom - box.top]
    cells.push({
      label: `${art} ${posture}`,
      width,
      height,
      below: 0,
      most: 1.6,
      draw: (scale) => drawQuadruped(animal, { width: width * scale, height: height * scale }),
    })
  }
  cells.push({ ...(cells.at(-1) as Cell), label: '' })
}

for (const art of ['bird', 'owl', 'parrot', 'duck', 'swan']) {
  const plumage = plumageOf(art)
  if (!plumage) throw new Error(`there is no plumage called ${art}`)
  for (const posture of ['fly', 'swim'] as const) {
    const box = birdBox(posture, plumage)
    const [width, height] = [box.right - box.left, box.bottom - box.top]
    cells.push({
      label: `${art} ${posture}`,
      width,
      height,
      below: 0,
      most: 1.6,
      draw: async (scale) => drawBird({ posture, plumage }, { width: width * scale, height: height * scale }),
    })
  }
}

const columns = Math.ceil(POSTURES.length / 2)
const rows = Math.ceil(cells.length / columns)
const sheet = createCanvas(columns * CELL, rows * (CELL + 14))
const context = sheet.getContext('2d')
context.fillStyle = '#dfe7ee'
context.fillRect(0, 0, sheet.width, sheet.height)
for (const [index, cell] of cells.entries()) {
  const x = (index % columns) * CELL
  const y = Math.floor(index / columns) * (CELL + 14)
  const scale = Math.min(cell.most, (CELL - 8) / cell.width, (CELL - 8) / cell.height)
  const picture = await cell.draw(scale)
  context.fillStyle = '#c8d4c0'
  context.fillRect(x, y + CELL - 6 - cell.below * scale, CELL, 6)
  context.drawImage(picture, x + (CELL - picture.width) / 2, y + CELL - 6 - picture.height)
  context.fillStyle = '#445'
  context.font = '11px sans-serif'
  context.fillText(cell.label, x + 4, y + CELL + 11)
}
writeFileSync(out, sheet.toBuffer('image/png'))
console.log(`${cells.length} poses in ${out}`)
