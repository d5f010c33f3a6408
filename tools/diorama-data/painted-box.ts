import { createCanvas, loadImage } from '@napi-rs/canvas'

/** Left, top, width and height of what is painted, in the drawing's 128 units. */
export type PaintedBox = readonly [left: number, top: number, width: number, height: number]

const UNITS = 128
// A fainter pixel is the soft rim of an edge; with it a figure would float above the ground by one unit.
const PAINTED_ALPHA = 24
// Processors round soft edges differently, by a level or two of 255. A box that was once measured stands as long as
// it is right within this many levels; else the data would depend on who built it last.
const ALPHA_NOISE = 8

/** The strongest alpha of each column and of each row of a drawing. */
export type Outline = { columns: Uint8Array; rows: Uint8Array }

/** Draws an SVG document of 128 by 128 units and keeps how strongly its rows and columns are painted. */
export async function outlineOf(svg: string): Promise<Outline> {
  const context = createCanvas(UNITS, UNITS).getContext('2d')
  context.drawImage(await loadImage(Buffer.from(svg)), 0, 0, UNITS, UNITS)
  const { data } = context.getImageData(0, 0, UNITS, UNITS)
  const outline: Outline = { columns: new Uint8Array(UNITS), rows: new Uint8Array(UNITS) }
  for (let at = 0; at < UNITS * UNITS; at++) {
    const alpha = data[at * 4 + 3] ?? 0
    const [x, y] = [at % UNITS, Math.floor(at / UNITS)]
    outline.columns[x] = Math.max(outline.columns[x] ?? 0, alpha)
    outline.rows[y] = Math.max(outline.rows[y] ?? 0, alpha)
  }
  return outline
}

function sides({ columns, rows }: Outline, alpha: number): [number, number, number, number] {
  const painted = (level: number) => level >= alpha
  const end = (levels: Uint8Array) => levels.findLastIndex(painted) + 1
  return [columns.findIndex(painted), rows.findIndex(painted), end(columns), end(rows)]
}

/** The tight box of what is painted; undefined where nothing is. */
export function paintedBox(outline: Outline): PaintedBox | undefined {
  const [left, top, right, bottom] = sides(outline, PAINTED_ALPHA)
  return right > 0 ? [left, top, right - left, bottom - top] : undefined
}

/** Whether a box is that of this drawing, give or take what processors make of soft edges. */
export function isBoxOf(outline: Outline, [left, top, width, height]: PaintedBox): boolean {
  const wide = sides(outline, PAINTED_ALPHA - ALPHA_NOISE)
  const tight = sides(outline, PAINTED_ALPHA + ALPHA_NOISE)
  return [left, top, left + width, top + height].every((side, at) => {
    const [one = 0, other = 0] = [wide[at], tight[at]]
    return side >= Math.min(one, other) && side <= Math.max(one, other)
  })
}
