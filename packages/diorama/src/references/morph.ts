import type { Frames } from '../film/frames.ts'
import type { ClipJob, Pixels } from '../job.ts'
import { opticalFlow, type Flow } from './flow.ts'
import { shrink } from './fit-picture.ts'
import { normalise, opponentPlanes, planeOf, sampleAt, softBlur, type Plane } from './plane.ts'
import { fieldFor, mixInto, warpInto, wordsOf, type Field, type Words } from './warp.ts'

const STEP = 8
const LOOKS = 3
// Each spot crosses over within this part of the way. Where the pictures match after the move, slowly, and nobody sees it;
// where they differ, quickly, as an edge that runs over the picture: two unlike things shown at once are ghosts.
const CROSSING = { alike: 0.5, unlike: 0.1 } as const
// The mean difference of light and colour from which two spots count as wholly unlike.
const UNLIKE = 0.16

/** The frames of a change from picture to picture. The first frame is the first picture, the last frame the last one. */
export function morphFrames(pictures: readonly Pixels[], job: ClipJob): Frames {
  const { width, height, seconds, framesPerSecond } = job
  const last = Math.max(1, Math.round(seconds * framesPerSecond) - 1) / framesPerSecond
  const legs = pictures.slice(1).map((to, index) => openLeg(pictures[index] as Pixels, to, job.seed + index))
  const out = new Uint32Array(width * height)
  return {
    width,
    height,
    coverAt: 0,
    frameAt: (second) => {
      const way = Math.min(1, Math.max(0, second / last)) * legs.length
      const index = Math.min(legs.length - 1, Math.floor(way))
      legs[index]?.(ease(way - index), out)
      return { width, height, rgba: new Uint8Array(out.buffer) }
    },
  }
}

type Leg = (part: number, out: Uint32Array) => void

function openLeg(from: Pixels, to: Pixels, seed: number): Leg {
  const { width, height } = from
  const [a, b] = [wordsOf(from), wordsOf(to)]
  const [ahead, back] = [opticalFlow(from, to), opticalFlow(to, from)]
  const turns = crossingTimes(width, height, seed)
  const spans = crossingSpans(from, to, ahead)
  const [aheadField, backField] = [fieldFor(width, height, STEP), fieldFor(width, height, STEP)]
  const weights = new Float32Array(aheadField.columns * aheadField.rows)
  const early = { width, height, data: new Uint32Array(width * height) }
  const late = { width, height, data: new Uint32Array(width * height) }
  return (part, out) => {
    aim(aheadField, ahead, part, a)
    warpInto(a, aheadField, early.data)
    aim(backField, back, 1 - part, b)
    warpInto(b, backField, late.data)
    for (let at = 0; at < weights.length; at++) {
      const crossed = crossedAt(
        { turns, spans },
        part,
        ((at % aheadField.columns) * STEP) / width,
        (Math.floor(at / aheadField.columns) * STEP) / height,
      )
      const [fresh, old] = [crossed * insideAt(backField, at, a), (1 - crossed) * insideAt(aheadField, at, a)]
      weights[at] = (256 * fresh) / (fresh + old)
    }
    mixInto(early, late, { field: aheadField, weights }, out)
  }
}

// The spot of the still picture that has arrived at each grid point after `part` of its way.
function aim(field: Field, { dx, dy }: Flow, part: number, { width, height }: Words): void {
  for (let row = 0, at = 0; row < field.rows; row++) {
    for (let column = 0; column < field.columns; column++, at++) {
      const x = (column * field.step) / width
      const y = (row * field.step) / height
      let [ox, oy] = [0, 0]
      for (let look = 0; look < LOOKS; look++) {
        const [cx, cy] = [(x + ox) * (dx.width - 1), (y + oy) * (dx.height - 1)]
        ox = -part * sampleAt(dx, cx, cy)
        oy = -part * sampleAt(dy, cx, cy)
      }
      field.dx[at] = ox * width
      field.dy[at] = oy * height
    }
  }
}

function crossedAt({ turns, spans }: { turns: Plane; spans: Plane }, part: number, x: number, y: number): number {
  const span = sampleAt(spans, x * (spans.width - 1), y * (spans.height - 1))
  const start = sampleAt(turns, x * (turns.width - 1), y * (turns.height - 1)) * (1 - span)
  return ease((part - start) / span)
}

// How long each spot may take: the less the pictures agree there once they are moved onto each other, the shorter.
function crossingSpans(from: Pixels, to: Pixels, { dx, dy }: Flow): Plane {
  const { width, height } = dx
  const a = opponentPlanes(shrink(from, width, height))
  const b = opponentPlanes(shrink(to, width, height))
  const gap = planeOf(width, height, (x, y, at) => {
    const [tx, ty] = [x + (dx.data[at] as number) * width, y + (dy.data[at] as number) * height]
    return a.reduce((sum, plane, c) => sum + Math.abs((plane.data[at] as number) - sampleAt(b[c] as Plane, tx, ty)), 0)
  })
  const spread = softBlur(gap, Math.round(width / 24))
  return planeOf(width, height, (_x, _y, at) => {
    const unlike = Math.min(1, (spread.data[at] as number) / UNLIKE)
    return CROSSING.alike + (CROSSING.unlike - CROSSING.alike) * unlike
  })
}

// Falls where a picture would have to show what lies beyond its rim: there the other one knows better. Slowly, because
// a little beyond the rim its mirror image does, and a hard change would show as a stripe along the edge.
function insideAt({ columns, step, dx, dy }: Field, at: number, { width, height }: Words): number {
  const x = (at % columns) * step + (dx[at] as number)
  const y = Math.floor(at / columns) * step + (dy[at] as number)
  const beyond = Math.max(0, -x, x - width - step, -y, y - height - step)
  return Math.max(0.02, 1 - beyond / (width / 12))
}

// Soft clouds that say which spots cross over first; the same seed gives the same clouds.
function crossingTimes(width: number, height: number, seed: number): Plane {
  const columns = 32
  const rows = Math.max(4, Math.round((columns * height) / width))
  let state = (seed ^ 0x9e3779b9) >>> 0
  const noise = planeOf(columns, rows, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 0x1_0000_0000
  })
  const clouds = normalise(softBlur(noise, 2))
  // From one side to the other, with a cloudy front: it reads as a change that moves, not as holes that open everywhere.
  const fromLeft = seed % 2 === 0
  return normalise(
    planeOf(columns, rows, (x, _y, at) => {
      const along = x / (columns - 1)
      return 0.62 * (fromLeft ? along : 1 - along) + 0.38 * (clouds.data[at] as number)
    }),
  )
}

function ease(part: number): number {
  const cut = Math.min(1, Math.max(0, part))
  return cut * cut * (3 - 2 * cut)
}
