import assert from 'node:assert/strict'
import test from 'node:test'
import type { Canvas } from '@napi-rs/canvas'
import { allDrawings, drawingOf } from '../../art.ts'
import { brightness, hex } from '../colour.ts'
import { renderArt } from '../subjects/render-art.ts'
import { eyesOf, type Eyes } from './eyes.ts'
import { showFeelings } from './faces.ts'
import { hasPersonRig } from './has-joints.ts'
import { actingHead } from './heads.ts'

async function faceOf(art: string): Promise<{ head: Canvas; eyes: Eyes }> {
  const { width, height } = drawingOf(art)?.box ?? assert.fail(art)
  return { head: await renderArt(art, width * 3, height * 3), eyes: eyesOf(art) ?? assert.fail(art) }
}

const lightAt = (head: Canvas, x: number, y: number): number =>
  brightness(hex([...head.getContext('2d').getImageData(Math.round(x), Math.round(y), 1, 1).data.subarray(0, 3)]))

// Visors, masks and patches are before these.
const COVERED = /^(knight|pirate|samurai|ninja)$/

test('whoever has joints can close the eyes', () => {
  const heads = allDrawings()
    .filter(({ id, kind }) => hasPersonRig({ art: id, kind, label: id, count: 1, scale: 'normal' }))
    .map(({ id }) => drawingOf(actingHead(id))?.id ?? id)
  const open = heads.filter((head) => !COVERED.test(head) && !eyesOf(head))
  assert.deepEqual([...new Set(open)], [])
})

test('the eyes of men and women of a trade are where they are drawn, and are lines when they sleep', async () => {
  for (const art of ['woman-pilot', 'police-officer', 'man-guard', 'student', 'man-beard', 'mrs-claus', 'woman-elf']) {
    const { head, eyes } = await faceOf(art)
    const [left, right, y] = eyes
    const lights = () => [left, right].map((x) => lightAt(head, x * head.width, y * head.height))
    assert.ok(Math.max(...lights()) < 0.4, `${art}: ${lights().join()}`)
    showFeelings(head, 'sleep', eyes, true)
    assert.ok(Math.min(...lights()) > 0.45, `${art} asleep: ${lights().join()}`)
  }
})

// How high above its middle the corners of a mouth are, in pixels.
function smileOf(head: Canvas, [left, right, y]: Eyes): number {
  const apart = (right - left) * head.width
  const middle = ((left + right) / 2) * head.width
  const lowest = (x: number): number => {
    for (let down = 0.84; down > 0.4; down -= 0.005)
      if (lightAt(head, x, y * head.height + down * apart) < 0.5) return down * apart
    return assert.fail('no mouth')
  }
  return lowest(middle) - lowest(middle - apart * 0.13)
}

test('who cries does not smile', async () => {
  for (const art of ['woman', 'man', 'girl', 'man-bald', 'pilot', 'princess']) {
    const { head, eyes } = await faceOf(art)
    assert.ok(smileOf(head, eyes) > 0, `${art}: ${smileOf(head, eyes)}`)
    showFeelings(head, 'cry', eyes, true)
    assert.ok(smileOf(head, eyes) < 0, `${art} in tears: ${smileOf(head, eyes)}`)
  }
})
