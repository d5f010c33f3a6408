import assert from 'node:assert/strict'
import test from 'node:test'
import { allDrawings } from '../src/art.ts'
import { wrongBoxes, wronglyPainted } from './support/art-checks.ts'

test('what is painted of every drawing fills its box in the catalogue', async () => {
  assert.deepEqual(await wrongBoxes(allDrawings()), [])
})

test('every drawing is painted as an independent renderer paints it, so no part is missing', async () => {
  assert.deepEqual(await wronglyPainted(allDrawings()), [])
})
