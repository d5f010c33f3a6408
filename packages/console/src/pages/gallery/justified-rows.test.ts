import assert from 'node:assert/strict'
import { test } from 'node:test'
import { justifiedRows, nearestIn } from './justified-rows.ts'

const FRAME = { width: 1000, rowHeight: 200, gap: 10, isWhole: true }
const SQUARE = { width: 100, height: 100 }

test('rows fill the width, and every picture keeps its shape', () => {
  const shapes = Array.from({ length: 40 }, (_, index) => ({ width: 100 + index * 7, height: 150 }))
  const { rows } = justifiedRows(shapes, FRAME)
  for (const row of rows.slice(0, -1)) {
    const last = row.items.at(-1)
    assert.ok(Math.abs((last?.left ?? 0) + (last?.width ?? 0) - 1000) < 0.001)
    for (const { index, width } of row.items)
      assert.ok(Math.abs(width / row.height - (shapes[index]?.width ?? 0) / 150) < 0.001)
  }
  assert.deepEqual(
    rows.flatMap((row) => row.items.map(({ index }) => index)),
    shapes.map((_, index) => index),
  )
})

test('pictures that come later move none that is seen', () => {
  const few = justifiedRows(
    Array.from({ length: 23 }, () => SQUARE),
    { ...FRAME, isWhole: false },
  )
  const many = justifiedRows(
    Array.from({ length: 60 }, () => SQUARE),
    { ...FRAME, isWhole: false },
  )
  assert.ok(few.rows.length > 2)
  assert.deepEqual(many.rows.slice(0, few.rows.length), few.rows)
})

test('a few pictures are shown in their size, although they fill no row', () => {
  const { rows, height } = justifiedRows([SQUARE, { width: null, height: null }], { ...FRAME, isWhole: false })
  assert.deepEqual(
    rows.map((row) => row.items.length),
    [2],
  )
  assert.equal(height, 200)
})

test('Up and Down lead to the picture that stands nearest', () => {
  const { rows } = justifiedRows(
    Array.from({ length: 10 }, () => SQUARE),
    FRAME,
  )
  assert.equal(nearestIn(rows[1], 0), 5)
  assert.equal(nearestIn(rows[1], 1000), 9)
  assert.equal(nearestIn(undefined, 1000), undefined)
})
