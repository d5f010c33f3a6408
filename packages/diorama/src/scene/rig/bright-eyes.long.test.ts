import assert from 'node:assert/strict'
import test from 'node:test'
import type { Canvas } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Posture, Subject } from '../../brief.ts'
import { brightness, hex, toHsl } from '../colour.ts'
import { renderArt } from '../subjects/render-art.ts'
import { dyeFur } from './bright-eyes.ts'
import { drawRig, rigShape } from './rigs.ts'

const BLACK = '#1a1a1a'

function countOf(image: Canvas, is: (colour: string) => boolean): { found: number; painted: number } {
  const { data } = image.getContext('2d').getImageData(0, 0, image.width, image.height)
  let [found, painted] = [0, 0]
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < 200) continue
    painted++
    if (is(hex([...data.subarray(at, at + 3)]))) found++
  }
  return { found, painted }
}

const isAmber = (colour: string) => {
  const [hue, s, l] = toHsl(colour)
  return hue > 36 && hue < 52 && s > 0.6 && l > 0.45
}

async function drawing(art: string): Promise<Canvas> {
  const { width, height } = drawingOf(art)?.box ?? assert.fail(art)
  return renderArt(art, width * 2, height * 2)
}

async function rigged(art: string, posture: Posture, colour?: string): Promise<Canvas> {
  const { label, kind } = drawingOf(art) ?? assert.fail(art)
  const subject: Subject = { art, label, kind, count: 1, scale: 'normal', ...(colour && { colour }) }
  const shape = rigShape(subject, posture, []) ?? assert.fail(posture)
  const size = { width: shape.width * 3, height: shape.height * 3 }
  return (await drawRig(subject, { posture, held: [], phase: 0.3 }, size)) ?? assert.fail(posture)
}

test('the eyes of a black animal are seen, from joints and as it is drawn', async () => {
  for (const art of ['dog', 'horse', 'bear', 'wolf', 'pig'])
    for (const posture of ['stand', 'sit', 'climb'] as const) {
      const { found } = countOf(await rigged(art, posture, BLACK), isAmber)
      assert.ok(found > 20, `${art}, ${posture}: ${found} light pixels`)
    }
  for (const art of ['dog', 'horse', 'rabbit', 'deer']) {
    const picture = await drawing(art)
    dyeFur(picture, art, BLACK)
    const { found } = countOf(picture, isAmber)
    assert.ok(found > 12, `${art}: ${found} light pixels`)
  }
})

test('an animal of its own colour keeps the eyes it is drawn with', async () => {
  for (const art of ['dog-face', 'panda', 'cow-face', 'koala', 'gorilla', 'black-cat']) {
    const [plain, seen] = [await drawing(art), await drawing(art)]
    dyeFur(seen, art, undefined)
    assert.ok(seen.data().equals(plain.data()), art)
  }
})

test('a black animal is black all over its head, also one of a dull brown or with pink ears', async () => {
  for (const art of ['bear', 'mouse-face', 'cat-face']) {
    const picture = await drawing(art)
    dyeFur(picture, art, BLACK)
    const { found, painted } = countOf(picture, (colour) => brightness(colour) < 0.25)
    assert.ok(found > painted * 0.6, `${art}: ${found} of ${painted}`)
  }
})

test('a robot that sleeps has closed eyes', async () => {
  const white = (colour: string) => brightness(colour) > 0.96
  const [awake, asleep] = [await rigged('robot', 'lie'), await rigged('robot', 'sleep')]
  assert.ok(countOf(asleep, white).found < countOf(awake, white).found * 0.6)
})
