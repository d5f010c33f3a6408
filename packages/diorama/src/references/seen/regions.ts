import type { Pixels } from '../../job.ts'
import { shrink } from '../fit-picture.ts'
import { opponentPlanes, softBlur } from '../plane.ts'

/** Three channels, each 0 to 1. */
export type Tone = [number, number, number]

/** A part of a picture that changes softly within and ends at edges. Places are in cells of the map. */
export type Region = {
  id: number
  area: number
  colour: Tone
  left: number
  right: number
  top: number
  bottom: number
  alongTop: number
  alongBottom: number
}

/** A small copy of a picture, cut up along its edges: `labels` names the region of each cell, -1 on an edge. */
export type RegionMap = {
  width: number
  height: number
  labels: Int32Array
  regions: Region[]
  colours: Float32Array
}

const LONG_SIDE = 384

/** Cuts a picture up: cells hang together where neither they nor a neighbour lie on a step of more than `step`. */
export function regionsOf(picture: Pixels, { step = 0.04, longSide = LONG_SIDE } = {}): RegionMap {
  const scale = Math.min(longSide, Math.max(picture.width, picture.height)) / Math.max(picture.width, picture.height)
  const width = Math.max(16, Math.round(picture.width * scale))
  const height = Math.max(16, Math.round(picture.height * scale))
  const small = shrink(picture, width, height)
  const colours = new Float32Array(width * height * 3)
  for (let at = 0; at < width * height; at++)
    for (let c = 0; c < 3; c++) colours[at * 3 + c] = (small.rgba[at * 4 + c] as number) / 255
  const edges = edgesIn(small, width, height, step)
  const { labels, regions } = flooded(edges, colours, width, height)
  return { width, height, labels, regions, colours }
}

function edgesIn(small: Pixels, width: number, height: number, step: number): Uint8Array {
  // The noise of a photograph is no edge.
  const planes = opponentPlanes(small).map((plane) => softBlur(plane, noisy(small) ? 1 : 0))
  const edges = new Uint8Array(width * height)
  for (const { data } of planes)
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, at++) {
        const [left, right] = [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at]
        const [above, below] = [y > 0 ? at - width : at, y < height - 1 ? at + width : at]
        const across = Math.abs((data[right] as number) - (data[left] as number))
        const down = Math.abs((data[below] as number) - (data[above] as number))
        if (across > step || down > step) edges[at] = 1
      }
  return edges
}

// Neighbours that differ nearly everywhere, by a little: grain.
function noisy({ rgba, width }: Pixels): boolean {
  let rough = 0
  for (let at = 4 * width; at < rgba.length - 4; at += 44)
    if (Math.abs((rgba[at] as number) - (rgba[at + 4] as number)) > 3) rough++
  return rough > ((rgba.length - 4 * width) / 44) * 0.4
}

function flooded(edges: Uint8Array, colours: Float32Array, width: number, height: number) {
  const labels = new Int32Array(edges.length).fill(-1)
  const regions: Region[] = []
  const queue: number[] = []
  for (let start = 0; start < edges.length; start++) {
    if (edges[start] || labels[start] !== -1) continue
    const id = regions.length
    const region = emptyRegion(id)
    labels[start] = id
    queue.push(start)
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)]
      count(region, x, y, height)
      for (let c = 0; c < 3; c++) region.colour[c] = (region.colour[c] as number) + (colours[at * 3 + c] as number)
      for (const to of [y > 0 ? at - width : -1, at + width, x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1]) {
        if (to < 0 || to >= edges.length || edges[to] || labels[to] !== -1) continue
        labels[to] = id
        queue.push(to)
      }
    }
    region.colour = region.colour.map((sum) => sum / region.area) as Tone
    regions.push(region)
  }
  return { labels, regions }
}

const emptyRegion = (id: number): Region => ({
  id,
  area: 0,
  colour: [0, 0, 0],
  left: Infinity,
  right: -Infinity,
  top: Infinity,
  bottom: -Infinity,
  alongTop: 0,
  alongBottom: 0,
})

function count(region: Region, x: number, y: number, height: number): void {
  region.area++
  region.left = Math.min(region.left, x)
  region.right = Math.max(region.right, x)
  region.top = Math.min(region.top, y)
  region.bottom = Math.max(region.bottom, y)
  if (y <= 1) region.alongTop++
  if (y >= height - 2) region.alongBottom++
}

/** Spreads a choice of regions over the edges between them: every edge cell joins the class that most neighbours have. */
export function maskOf({ width, height, labels }: RegionMap, chosen: ReadonlySet<number>): Float32Array {
  const mask = Float32Array.from(labels, (label) => (label < 0 ? -1 : chosen.has(label) ? 1 : 0))
  for (let round = 0; round < 12; round++) {
    const before = mask.slice()
    let left = 0
    for (let at = 0; at < mask.length; at++) {
      if (before[at] !== -1) continue
      const x = at % width
      let [sum, known] = [0, 0]
      for (const to of [at - width, at + width, x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1]) {
        const value = to < 0 || to >= width * height ? -1 : (before[to] as number)
        if (value < 0) continue
        sum += value
        known++
      }
      if (known === 0) left++
      else mask[at] = sum * 2 > known ? 1 : 0
    }
    if (left === 0) break
  }
  return mask.map((value) => Math.max(0, value))
}
