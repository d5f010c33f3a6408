import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { INTERIORS, LANDMARKS } from '../../../place-features.ts'
import { featuresOfPlace, PLACE_NAMES } from '../../../places.ts'
import { readPrompt } from '../../../reading/read-prompt.ts'
import { buildScene } from '../../build-scene.ts'
import { LANDMARK_DRAWINGS } from './landmarks.ts'
import { penAt } from '../pen.ts'

const given = new Set<string>(PLACE_NAMES.flatMap((name) => featuresOfPlace(name)))

test('every interior and every landmark is brought by some place', () => {
  const missing = [...INTERIORS, ...LANDMARKS].filter((name) => !given.has(name))
  assert.deepEqual(missing, [])
})

test('a landmark keeps within the height and width that it says it has, and fills both', () => {
  const [scale, middle] = [60, 240]
  for (const [name, { draw, half }] of Object.entries(LANDMARK_DRAWINGS)) {
    const canvas = createCanvas(middle * 2, 120)
    const context = canvas.getContext('2d')
    draw(penAt(context, { x: middle, foot: 100, scale, tone: (colour) => colour }))
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    let [left, right, top] = [canvas.width, 0, canvas.height]
    for (let at = 0; at < canvas.width * canvas.height; at++) {
      if ((data[at * 4 + 3] ?? 0) < 24) continue
      const [x, y] = [at % canvas.width, Math.floor(at / canvas.width)]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
    }
    const tall = (100 - top) / scale
    assert.ok(tall > 0.9 && tall < 1.12, `${name} is ${tall} tall`)
    // A bridge and a long house run on beyond what must be seen of them.
    const reach = Math.max(middle - left, right - middle) / scale
    assert.ok(reach > half * 0.75, `${name} reaches only ${reach} of ${half}`)
  }
})

const picture = async (prompt: string) => {
  const canvas = createCanvas(256, 192)
  const context = canvas.getContext('2d')
  const scene = await buildScene(readPrompt(prompt, 1), { width: 256, height: 192, seed: 1, seconds: 4, still: true })
  scene.drawFrame(context, scene.stillAt)
  return context.getImageData(0, 0, 256, 192).data
}

function difference(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += Math.abs((one[i] ?? 0) - (other[i] ?? 0))
  return sum / one.length
}

test('no two kinds of room look the same, and none of them like a living room', async () => {
  const rooms = ['room', 'church interior', 'bar', 'classroom', 'laboratory', 'gym', 'museum', 'greenhouse', 'bakery']
  const pictures = await Promise.all(rooms.map((room) => picture(`a cat, ${room}`)))
  pictures.forEach((one, i) => {
    pictures.slice(i + 1).forEach((other, k) => {
      assert.ok(difference(one, other) > 8, `${rooms[i]} and ${rooms[i + k + 1]} look the same`)
    })
  })
})

test('rain is seen through the window of a room', async () => {
  const [dry, wet] = await Promise.all([picture('a cat in a cafe'), picture('a cat in a cafe, rain')])
  assert.ok(difference(dry, wet) > 0.5)
})
