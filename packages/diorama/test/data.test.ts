import assert from 'node:assert/strict'
import test from 'node:test'
import { artSvg, svgDocument } from '../src/art.ts'
import { notoDrawings, ownDrawings } from '../scripts/art-sources.ts'
import { isBoxOf, outlineOf, paintedBox } from '../scripts/painted-box.ts'
import { every } from './support/scene-fixtures.ts'

// All files are compared in `data.long.test.ts`.
test('data/ holds what a drawing is today: else run `npm run data`', () => {
  const stale = every(10, ownDrawings()).filter(({ id, body }) => artSvg(id) !== svgDocument(body))
  assert.deepEqual(
    stale.map(({ id }) => id),
    [],
  )
})

test('no two drawings have one name, and none refers to a part that it does not have', () => {
  const own = ownDrawings()
  const better = new Set(own.map(({ id }) => id))
  // One of ours that is called as one of the set takes its place, with its tones.
  const kept = notoDrawings().filter(({ id }) => !better.has(id))
  const all = [...kept, ...own].flatMap((drawing) => [drawing, ...drawing.tones])
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
  const dangling = all.filter(({ body }) => {
    const ids = Array.from(body.matchAll(/\bid="([^"]+)"/g), ([, id]) => id)
    const named = Array.from(body.matchAll(/href="#([^"]+)"|url\(#([^)]+)\)/g), ([, part, paint]) => part ?? paint)
    return new Set(ids).size < ids.length || named.some((name) => !ids.includes(name))
  })
  assert.deepEqual(
    dangling.map(({ id }) => id),
    [],
  )
})

test('no drawing refers to its parts in a way that renderers disagree about', () => {
  const own = ownDrawings()
  const better = new Set(own.map(({ id }) => id))
  // One of ours that is called as one of the set takes its place, with its tones.
  const kept = notoDrawings().filter(({ id }) => !better.has(id))
  const all = [...kept, ...own].flatMap((drawing) => [drawing, ...drawing.tones])
  const doubtful = all.filter(({ body }) => /\shref=|Gradient\b[^>]*href=|<use\b[^>]*\sopacity=/.test(body))
  assert.deepEqual(
    doubtful.map(({ id }) => id),
    [],
  )
  assert.ok(all.filter(({ body }) => body.includes('<use')).length > 200)
})

test('a recorded box stands while soft edges differ a little, and falls when the drawing differs', async () => {
  const square = (alpha: number) =>
    outlineOf(
      `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128"><rect x="10" y="20" width="30" height="40"/>` +
        `<rect x="40" y="20" width="1" height="1" fill-opacity="${alpha / 255}"/></svg>`,
    )
  assert.deepEqual(paintedBox(await square(22)), [10, 20, 30, 40])
  assert.deepEqual(paintedBox(await square(26)), [10, 20, 31, 40])
  assert.ok(isBoxOf(await square(26), [10, 20, 30, 40]) && isBoxOf(await square(22), [10, 20, 31, 40]))
  assert.ok(!isBoxOf(await square(60), [10, 20, 30, 40]) && !isBoxOf(await square(22), [10, 20, 32, 40]))
})
