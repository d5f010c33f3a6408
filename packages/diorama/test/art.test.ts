import assert from 'node:assert/strict'
import test from 'node:test'
import { allDrawings, artSvg } from '../src/art.ts'
import { difference, MOST_DIFFERENCE, wrongBoxes, wronglyPainted } from './support/art-checks.ts'
import { every } from './support/scene-fixtures.ts'

// All drawings are looked at in `art.long.test.ts`.
const some = every(40, allDrawings())

test('what is painted of a drawing fills its box in the catalogue', async () => {
  assert.deepEqual(await wrongBoxes(some), [])
})

test('a drawing is painted as an independent renderer paints it, so no part is missing', async () => {
  assert.deepEqual(await wronglyPainted(some), [])
})

test('a drawing that loses a part is noticed', async () => {
  for (const id of ['mermaid', 'scroll', 'man-cartwheeling', 'woman-teacher', 'tulip', 'raised-hand']) {
    const svg = artSvg(id)
    // How it was once: a reference that our renderer does not know.
    assert.ok((await difference(svg, svg.replaceAll('xlink:href', 'href'))) > MOST_DIFFERENCE, id)
  }
})
