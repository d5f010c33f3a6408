import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPlainPng } from '../plain-png.ts'
import { cutOut, GRAPHS, inputFor, scoreOf } from './graphs.ts'
import { scale } from './scale.ts'

const rounded = (values: ArrayLike<number>): number[] => Array.from(values, (value) => Math.round(value * 100) / 100)

test('a picture is scaled down by all of its samples, and up in between them', () => {
  const ramp = { width: 4, height: 1, channels: 1, data: [0, 10, 20, 30] }
  assert.deepEqual(rounded(scale(ramp, 4, 1)), [0, 10, 20, 30])
  // What PIL's bilinear filter gives for the same.
  assert.deepEqual(rounded(scale(ramp, 2, 1)), [7.14, 22.86])
  assert.deepEqual(rounded(scale({ ...ramp, width: 2, data: [0, 8] }, 4, 1)), [0, 2, 6, 8])
  assert.deepEqual(rounded(scale({ width: 1, height: 2, channels: 2, data: [0, 1, 4, 5] }, 1, 1)), [2, 3])
})

const judge = GRAPHS['open-nsfw']!
const cutter = GRAPHS['u2net']!

test('a picture goes in as the graph wants it: channels, order, mean, and the middle of it', () => {
  const red = {
    width: 2,
    height: 2,
    rgba: new Uint8Array([255, 0, 9, 255, 255, 0, 9, 255, 255, 0, 9, 0, 255, 0, 9, 0]),
  }
  const last = inputFor(judge, ['n', 224, 224, 3], red)
  assert.deepEqual(last.dims, [1, 224, 224, 3])
  assert.deepEqual(rounded(last.data.subarray(0, 3)), [9 - 104, -117, 255 - 123])
  const first = inputFor(cutter, [1, 3, 'height', 'width'], red)
  assert.deepEqual(first.dims, [1, 3, 320, 320])
  assert.equal(rounded(first.data)[0], 2.25)
  assert.equal(rounded(first.data)[320 * 320], -2.04)
})

test('what a graph says nothing sound about is no result', async () => {
  const picture = { width: 2, height: 1, rgba: new Uint8Array([1, 2, 3, 255, 4, 5, 6, 100]) }
  const answer = (values: number[]) => ({ data: new Float32Array(values), dims: [1, 1, 1, 2] })
  const alphas = async (values: number[]): Promise<(number | undefined)[]> => {
    const { rgba } = await readPlainPng(await cutOut(cutter, answer(values), picture))
    return [rgba[3], rgba[7]]
  }
  assert.deepEqual(await alphas([0.9, 0.1]), [255, 0])
  assert.deepEqual(await alphas([0.1, 0.9]), [0, 100])
  // No subject at all: no noise is made into one.
  assert.deepEqual(await alphas([0.001, 0.002]), [0, 0])
  await assert.rejects(alphas([Number.NaN, 1]), /returned no numbers/)
  await assert.rejects(cutOut(cutter, { data: new Float32Array(), dims: [] }, picture), /returned no mask/)
  assert.throws(() => scoreOf({ data: new Float32Array([0.5, Number.NaN]), dims: [1, 2] }), /returned no score/)
})
