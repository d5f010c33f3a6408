import assert from 'node:assert/strict'
import test from 'node:test'
import type { Canvas } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Looks } from '../../brief.ts'
import { renderArt } from '../subjects/render-art.ts'
import { knownAnatomies } from './anatomies.ts'
import { dressedDrawing, overhangOf } from './dressed-drawing.ts'
import { AS_DRAWN, drawnPose, drawnSize, posedPicture, posedSize } from './posed-drawing.ts'

const WORN: Looks = { hat: { art: 'top-hat' }, glasses: 'dark', scarf: '#c0392b', bell: true, wreath: true }

const pixelsOf = (image: Canvas) => image.getContext('2d').getImageData(0, 0, image.width, image.height).data

function paintedAtEdge(image: Canvas, edge: 'left' | 'all' = 'all'): number {
  const data = pixelsOf(image)
  let count = 0
  for (let y = 0; y < image.height; y++)
    for (let x = 0; x < image.width; x++)
      if (
        (x === 0 || (edge === 'all' && (x === image.width - 1 || y === 0))) &&
        (data[(y * image.width + x) * 4 + 3] ?? 0) > 128
      )
        count++
  return count
}

test('every animal whose body is known wears what it is given, and no hat is cut', async () => {
  for (const art of knownAnatomies()) {
    const box = drawingOf(art)?.box
    assert.ok(box, `${art} is a drawing`)
    const worn = overhangOf(art, WORN, box)
    assert.ok(worn, art)
    const size = posedSize(box.width, box.height, AS_DRAWN, worn)
    const drawn = drawnSize(size, box.width / box.height, AS_DRAWN, worn)
    const plain = await renderArt(art, drawn.width, drawn.height)
    const dressed = await dressedDrawing(plain, art, WORN, worn)
    const picture = posedPicture(dressed, { pose: AS_DRAWN, worn }, size)
    const before = pixelsOf(plain).reduce((sum, value) => sum + value, 0)
    assert.notEqual(
      pixelsOf(picture).reduce((sum, value) => sum + value, 0),
      before,
      art,
    )
    // The ears and wings of a drawing may touch its box; a cut brim lies along it.
    assert.ok(paintedAtEdge(picture) < picture.height * 0.34, `${art}: ${paintedAtEdge(picture)} pixels at the edge`)
  }
})

test('a head that goes down to the water stays in the room that was measured for it', async () => {
  for (const art of knownAnatomies()) {
    const pose = drawnPose(art, 'eat')
    const box = drawingOf(art)?.box
    if (!pose?.neck || !box) continue
    const size = posedSize(box.width, box.height, pose)
    const drawn = drawnSize(size, box.width / box.height, pose)
    const picture = posedPicture(await renderArt(art, drawn.width, drawn.height), { pose }, size)
    assert.ok(paintedAtEdge(picture, 'left') < picture.height * 0.2, art)
  }
})
