import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import test from 'node:test'
import { drawingOf, readData } from '../src/art.ts'
import { readPage } from '../src/pages.ts'
import { makeData, type Content } from '../scripts/make-data.ts'
import type { PaintedBox } from '../scripts/painted-box.ts'

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
