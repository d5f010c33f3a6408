import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import test from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'

// Every drawing of our own is seen with a margin about its 128 units, so that what leaves them shows.
const MARGIN = 16
const SIDE = 128 + 2 * MARGIN
const PAINTED_ALPHA = 24

const folder = new URL('../art/', import.meta.url)
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.svg'))
  .map((name) => name.slice(0, -4))
const source = (name: string) => readFileSync(new URL(`${name}.svg`, folder), 'utf8')

type Mask = Uint8Array

async function maskOf(svg: string): Promise<Mask> {
  const wide = svg.replace(
    'viewBox="0 0 128 128"',
    `viewBox="${-MARGIN} ${-MARGIN} ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}"`,
  )
  assert.notEqual(wide, svg, 'a drawing has 128 by 128 units')
  const context = createCanvas(SIDE, SIDE).getContext('2d')
  context.drawImage(await loadImage(Buffer.from(wide)), 0, 0, SIDE, SIDE)
  const { data } = context.getImageData(0, 0, SIDE, SIDE)
  return Uint8Array.from({ length: SIDE * SIDE }, (_, at) => ((data[at * 4 + 3] ?? 0) > PAINTED_ALPHA ? 1 : 0))
}

const isCut = (mask: Mask): boolean =>
  mask.some((painted, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)]
    return painted && (x < MARGIN || x >= SIDE - MARGIN || y < MARGIN || y >= SIDE - MARGIN)
  })

function piecesOf(mask: Mask): number {
  const left = Uint8Array.from(mask)
  let pieces = 0
  for (let start = left.indexOf(1); start >= 0; start = left.indexOf(1, start)) {
    pieces++
    const reached = [start]
    left[start] = 0
    for (let at = reached.pop(); at !== undefined; at = reached.pop())
      for (const row of [-SIDE, 0, SIDE])
        for (const next of [at + row - 1, at + row, at + row + 1]) {
          if (!left[next]) continue
          left[next] = 0
          reached.push(next)
        }
  }
  return pieces
}

const masks = new Map(await Promise.all(names.map(async (name) => [name, await maskOf(source(name))] as const)))
const namesWhere = (wrong: (mask: Mask, name: string) => boolean) =>
  names.filter((name) => wrong(masks.get(name) as Mask, name))

test('no drawing of ours is cut off at the edge of its sheet', () => {
  assert.deepEqual(namesWhere(isCut), [])
})

test('every drawing of ours is in one piece, or says in data-loose what of it is apart', () => {
  const inPieces = (mask: Mask, name: string) => piecesOf(mask) > 1 !== /data-loose="[^"]+"/.test(source(name))
  assert.deepEqual(namesWhere(inPieces), [])
})

test('a drawing that is cut, and one in pieces, are noticed', async () => {
  const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">${body}</svg>`
  const whole = await maskOf(svg('<path d="M10 10h50v50h-50z"/>'))
  const cut = await maskOf(svg('<path d="M10 10h125v50h-125z"/>'))
  const apart = await maskOf(svg('<path d="M10 10h50v50h-50zM64 10h9v9h-9z"/>'))
  assert.deepEqual([whole, cut, apart].map(isCut), [false, true, false])
  assert.deepEqual([whole, cut, apart].map(piecesOf), [1, 1, 2])
})
