import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { builtFrom, RECORD, type BuiltFrom } from '../../../tools/diorama-data/built-from.ts'
import { isBoxOf, outlineOf, paintedBox } from '../../../tools/diorama-data/painted-box.ts'
import { artSvg, readData } from '../src/art.ts'

/** Every drawing that data/ holds, in every skin tone. */
function allArt(): { id: string; svg: string }[] {
  const { places } = JSON.parse(readData('catalogue.json').toString()) as { places: [id: string][] }
  return places.map(([id]) => ({ id, svg: artSvg(id) }))
}

// data.long.test.ts builds it anew; for that hundreds of megabytes of sources are installed.
test('data/ was built from the art and by the builder of today, and not changed since: else run `npm run data`', () => {
  const recorded = JSON.parse(readFileSync(RECORD, 'utf8')) as BuiltFrom
  assert.deepEqual(builtFrom(), recorded, 'packages/diorama/data is stale: npm run data')
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
