import assert from 'node:assert/strict'
import test from 'node:test'
import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { MATERIALS } from '../../brief.ts'
import { paintMaterial } from './paint-material.ts'
import { paintParts } from './paint-parts.ts'
import { renderArt } from './render-art.ts'

const pixels = (canvas: Canvas) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data

function colourAt(canvas: Canvas, x: number, y: number): number[] {
  return [...canvas.getContext('2d').getImageData(x, y, 1, 1).data]
}

test('every material looks unlike every other and keeps the shape of the drawing', async () => {
  const bare = pixels(await renderArt('elephant', 96, 96))
  const seen = new Set<string>()
  for (const material of MATERIALS) {
    const picture = await renderArt('elephant', 96, 96)
    paintMaterial(picture, material)
    const painted = pixels(picture)
    for (let at = 3; at < bare.length; at += 4) assert.equal(painted[at] === 0, bare[at] === 0, material)
    seen.add(Buffer.from(painted).toString('base64'))
  }
  assert.equal(seen.size, MATERIALS.length)
})

test('glass lets the scene behind it be seen, wood does not', async () => {
  const [glass, wood] = [await renderArt('elephant', 96, 96), await renderArt('elephant', 96, 96)]
  paintMaterial(glass, 'glass')
  paintMaterial(wood, 'wood')
  assert.ok((colourAt(glass, 60, 40)[3] ?? 0) < 220)
  assert.equal(colourAt(wood, 60, 40)[3], 255)
})

test('a part is painted where it is and nowhere else', async () => {
  const house = await renderArt('house', 256, 256)
  const before = createCanvas(256, 256)
  before.getContext('2d').drawImage(house, 0, 0)
  paintParts(house, {
    art: 'house',
    label: 'house',
    kind: 'place-building',
    count: 1,
    scale: 'normal',
    parts: [{ part: 'door', colour: '#3d74c9' }],
  })
  const changed: number[] = []
  const [was, is] = [pixels(before), pixels(house)]
  for (let at = 0; at < was.length; at += 4) if (was[at] !== is[at]) changed.push((at / 4) % 256)
  assert.ok(changed.length > 1500, `${changed.length} pixels`)
  assert.ok(Math.min(...changed) > 90 && Math.max(...changed) < 165, 'only in the middle, where the door is')
})
