import assert from 'node:assert/strict'
import test from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { allDrawings, artSvg } from './art.ts'
import { joinPages, pageCount, readPage } from './pages.ts'

test('a page is the same however many others were read since', () => {
  const first = readPage('art-people', 0).toString()
  for (let page = 0; page < pageCount('art-people'); page++) assert.ok(readPage('art-people', page).length > 0)
  assert.equal(readPage('art-people', 0).toString(), first)
})

test('a page that is not there is told by name', () => {
  assert.throws(() => readPage('art-people', 9999), /art-people has no page 9999/)
})

test('joined pages say first how many they are and how long', () => {
  const pages = ['one', 'another'].map((text) => brotliCompressSync(Buffer.from(text)))
  const file = joinPages(pages)
  assert.deepEqual(
    [0, 4, 8].map((at) => file.readUInt32LE(at)),
    [2, ...pages.map((page) => page.length)],
  )
  assert.equal(file.length, 12 + pages.reduce((sum, page) => sum + page.length, 0))
})

test('every drawing and every skin tone of it is found on its page', () => {
  for (const { id, tones } of allDrawings())
    for (const one of [id, ...tones]) assert.match(artSvg(one), /^<svg [^>]*>.+<\/svg>$/s, one)
})
