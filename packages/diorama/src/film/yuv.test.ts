import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toYuv, yuvBytes } from './yuv.ts'

const plain = (r: number, g: number, b: number) => {
  const rgba = new Uint8Array(4 * 2 * 4)
  for (let at = 0; at < rgba.length; at += 4) rgba.set([r, g, b, 255], at)
  return [...toYuv({ width: 4, height: 2, rgba }, new Uint8Array(yuvBytes(4, 2)))]
}

test('plain colours become what BT.709 in limited range says', () => {
  assert.deepEqual(plain(0, 0, 0), [...Array(8).fill(16), 128, 128, 128, 128])
  assert.deepEqual(plain(255, 255, 255), [...Array(8).fill(235), 128, 128, 128, 128])
  assert.deepEqual(plain(255, 0, 0), [...Array(8).fill(63), 102, 102, 240, 240])
  assert.deepEqual(plain(0, 255, 0), [...Array(8).fill(173), 42, 42, 26, 26])
  assert.deepEqual(plain(0, 0, 255), [...Array(8).fill(32), 240, 240, 118, 118])
})

test('pixels that do not lie on a word boundary are read all the same', () => {
  const rgba = new Uint8Array(4 * 2 * 4 + 1).subarray(1).fill(255)
  assert.equal(toYuv({ width: 4, height: 2, rgba }, new Uint8Array(yuvBytes(4, 2)))[0], 235)
})
