import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createCanvas, loadImage } from '@napi-rs/canvas'

// Every drawing of our own is seen with a margin about its 128 units, so that what leaves them shows.
const MARGIN = 16
const SIDE = 128 + 2 * MARGIN
const PAINTED_ALPHA = 24

const folder = new URL('../../art/', import.meta.url)
/** All drawings of our own. */
export const ownNames = readdirSync(folder)
  .filter((name) => name.endsWith('.svg'))
  .map((name) => name.slice(0, -4))
const source = (name: string) => readFileSync(new URL(`${name}.svg`, folder), 'utf8')

type Mask = Uint8Array

/** Where something is painted. */
export async function maskOf(svg: string): Promise<Mask> {
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

/** Whether something is painted beyond the sheet. */
export const isCut = (mask: Mask): boolean =>
  mask.some((painted, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)]
    return painted && (x < MARGIN || x >= SIDE - MARGIN || y < MARGIN || y >= SIDE - MARGIN)
  })

/** How many pieces do not hang together. */
export function piecesOf(mask: Mask): number {
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

/** Of these drawings those that are cut off at the edge, and those that are in pieces without saying so in `data-loose`, or the other way round. */
export async function notWhole(names: readonly string[]): Promise<{ cut: string[]; inPieces: string[] }> {
  const masks = await Promise.all(names.map(async (name) => ({ name, mask: await maskOf(source(name)) })))
  const namesWhere = (wrong: (one: { name: string; mask: Mask }) => boolean) =>
    masks.filter(wrong).map(({ name }) => name)
  return {
    cut: namesWhere(({ mask }) => isCut(mask)),
    inPieces: namesWhere(({ name, mask }) => piecesOf(mask) > 1 !== /data-loose="[^"]+"/.test(source(name))),
  }
}
