import assert from 'node:assert/strict'
import test from 'node:test'
import { allDrawings, artSvg, readData } from '../src/art.ts'
import { difference, MOST_DIFFERENCE, wrongBoxes, wronglyPainted } from './support/art-checks.ts'

/** Every drawing that data/ holds, in every skin tone. */
function allArt(): { id: string; svg: string }[] {
  const { places } = JSON.parse(readData('catalogue.json').toString()) as { places: [id: string][] }
  return places.map(([id]) => ({ id, svg: artSvg(id) }))
}

test('what is painted of every drawing fills its box in the catalogue', async () => {
  assert.deepEqual(await wrongBoxes(allDrawings()), [])
})

test('every drawing is painted as an independent renderer paints it, so no part is missing', async () => {
  assert.deepEqual(await wronglyPainted(allDrawings()), [])
})

test('a drawing that loses a part is noticed', async () => {
  for (const id of ['mermaid', 'scroll', 'man-cartwheeling', 'woman-teacher', 'tulip', 'raised-hand']) {
    const svg = artSvg(id)
    // How it was once: a reference that our renderer does not know.
    assert.ok((await difference(svg, svg.replaceAll('xlink:href', 'href'))) > MOST_DIFFERENCE, id)
  }
})

test('no two drawings have one name, and none refers to a part that it does not have', () => {
  const all = allArt()
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
  const dangling = all.filter(({ svg }) => {
    const ids = Array.from(svg.matchAll(/\bid="([^"]+)"/g), ([, id]) => id)
    const named = Array.from(svg.matchAll(/href="#([^"]+)"|url\(#([^)]+)\)/g), ([, part, paint]) => part ?? paint)
    return new Set(ids).size < ids.length || named.some((name) => !ids.includes(name))
  })
  assert.deepEqual(
    dangling.map(({ id }) => id),
    [],
  )
})

test('no drawing refers to its parts in a way that renderers disagree about', () => {
  const all = allArt()
  const doubtful = all.filter(({ svg }) => /\shref=|Gradient\b[^>]*href=|<use\b[^>]*\sopacity=/.test(svg))
  assert.deepEqual(
    doubtful.map(({ id }) => id),
    [],
  )
  assert.ok(all.filter(({ svg }) => svg.includes('<use')).length > 200)
})
