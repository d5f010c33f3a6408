import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import test from 'node:test'
import { drawingOf, readData } from '../src/art.ts'
import { notoDrawings, ownDrawings } from '../scripts/art-sources.ts'
import { readPage } from '../src/pages.ts'
import { makeData, type Content } from '../scripts/make-data.ts'
import { isBoxOf, outlineOf, paintedBox, type PaintedBox } from '../scripts/painted-box.ts'

const digest = (content: Content) => {
  const hash = createHash('sha256')
  for (const piece of Array.isArray(content) ? content : [content]) hash.update(`${piece.length} `).update(piece)
  return hash.digest('hex')
}

const digestOf = (name: string, like: Content) =>
  digest(Array.isArray(like) ? Array.from(like.keys(), (page) => readPage(name, page)) : readData(name))

function recordedBox({ id }: { id: string }): PaintedBox {
  const box = drawingOf(id)?.box
  return box ? [box.x, box.y, box.width, box.height] : [0, 0, 128, 128]
}

// Unpacked: packing takes half a minute. The boxes are those of the catalogue, which art.test.ts holds against the art.
test('data/ holds what its sources give today, and nothing else: else run `npm run data`', async () => {
  const made = await makeData(recordedBox)
  const kept = readdirSync(new URL('../data/', import.meta.url)).filter((name) => /\.(br|pages)$/.test(name))
  const wanted = Array.from(made, ([name, content]) => `${name}.${Array.isArray(content) ? 'pages' : 'br'}`)
  assert.deepEqual(kept.sort(), wanted.sort())
  const stale = [...made].filter(([name, content]) => digestOf(name, content) !== digest(content)).map(([name]) => name)
  assert.deepEqual(stale, [])
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
