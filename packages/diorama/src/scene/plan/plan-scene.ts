import { traitsOf, type Format } from '../../archetype-traits.ts'
import type { Brief, Subject, TimeOfDay } from '../../brief.ts'
import type { StagePlan } from '../../staging/stage-plan.ts'
import { layStage } from '../lay/lay-stage.ts'
import { turnToEachOther } from '../lay/gaze.ts'
import { seeEverybody } from '../lay/least-size.ts'
import { putAfloat } from '../lay/put-afloat.ts'
import { cliffAside } from '../lay/raise-ground.ts'
import { mount } from '../lay/mount.ts'
import { standBehind } from '../lay/rows.ts'
import { keepInside } from '../lay/safe-frame.ts'
import type { Random } from '../random.ts'
import { boundsOf, clustersOf, type Cluster } from './cluster.ts'
import { composeInDepth, isComposed, shrinkBits } from './compose.ts'
import { formatOf, surfaceOf } from './format.ts'
import { furnishRoom, isFurnished } from './furnish-room.ts'
import { resizePieces } from './resize-pieces.ts'
import type { Placement, ScenePlan } from './scene-plan.ts'
import { sizesOf } from './sizes-in-picture.ts'
import { standBack } from './stand-back.ts'
import { isAlive } from '../../staging/real-sizes.ts'
import { facesRight, HANGS, mayFlip } from './stance.ts'

type Frame = { width: number; height: number; format: Format; random: Random }

function shift(pieces: readonly Placement[], x: number, y: number): void {
  for (const piece of pieces) {
    piece.x += x
    piece.foot += y
    piece.order += y
  }
}

function fitHeights(clusters: readonly Cluster[], frame: Frame): void {
  const { format, height } = frame
  for (const cluster of clusters) {
    const box = boundsOf(cluster.pieces)
    const room = (cluster.airborne ? 0.8 : format.floor - (format.standOn === 'edge' ? 0.1 : 0.06)) * height
    const tall = cluster.airborne ? box.bottom - box.top : -box.top
    if (tall > room) resizePieces(cluster.pieces, room / tall)
  }
}

/** Sets clusters side by side on the floor, with what room is left as gaps, a lone one on a third. */
function standInRow(clusters: readonly Cluster[], frame: Frame): void {
  const { width, height, format, random } = frame
  const usable = width * (width > height * 2 ? 0.78 : 0.86)
  const widths = clusters.map(({ pieces }) => boundsOf(pieces).right - boundsOf(pieces).left)
  const total = widths.reduce((a, b) => a + b, 0)
  const squeeze = Math.min(1, (usable * (clusters.length > 1 ? 0.94 : 1)) / total)
  const gap = clusters.length > 1 ? (usable - total * squeeze) / (clusters.length - 1 + 1.2) : 0
  let left = (width - usable) / 2 + gap * 0.6
  for (const [index, cluster] of clusters.entries()) {
    resizePieces(cluster.pieces, squeeze)
    const box = boundsOf(cluster.pieces)
    const wide = box.right - box.left
    let middle = left + wide / 2
    if (clusters.length === 1) {
      const slack = Math.max(0, usable - wide) / 2
      const wish = format.centred || height > width * 1.1 ? 0 : width * 0.135 * (random.chance(0.5) ? 1 : -1)
      middle = width / 2 + Math.max(-slack, Math.min(slack, wish))
    }
    const staggered =
      clusters.length > 2 && format.standOn === 'ground' ? (index % 2 === 0 ? -0.018 : 0.02) * height : 0
    shift(cluster.pieces, middle - (box.left + box.right) / 2, floorOf(cluster, frame) + staggered)
    left += wide + gap
  }
}

// How much of a figure a portrait shows, from the head down; the rest is below the lower edge.
const SHOWN: Record<Placement['pose'], number> = { standing: 0.62, sitting: 0.68, profile: 0.8, bust: 1, whole: 1 }

/** Frames heads and shoulders side by side, rising from the lower edge; things are shown smaller beside them. */
function frameBusts(clusters: readonly Cluster[], frame: Frame): void {
  const { width, height } = frame
  const isThing = ({ pieces }: Cluster) => clusters.length > 1 && pieces[0]?.pose === 'whole'
  const shares = clusters.map((cluster) => (isThing(cluster) ? 0.5 : 1))
  const unit = (width * 0.9) / shares.reduce((a, b) => a + b, 0)
  let left = width * 0.05
  for (const [index, cluster] of clusters.entries()) {
    const { pieces } = cluster
    const room = unit * (shares[index] ?? 1)
    const thing = isThing(cluster)
    const box = boundsOf(pieces)
    const wide = box.right - box.left
    const tall = -box.top
    const least = SHOWN[pieces[0]?.pose ?? 'whole']
    const factor = Math.min(room / wide, (height * (thing ? 0.46 : 0.88)) / (tall * least))
    resizePieces(pieces, factor)
    // Where the width is the limit, more of the figure shows, so that the head is not left at the bottom.
    const shown = Math.min(1, Math.max(least, (height * 0.66) / (tall * factor)))
    const foot = thing ? height * 0.86 : height * 1.01 + tall * factor * (1 - shown)
    shift(pieces, left + room / 2 - ((box.left + box.right) / 2) * factor, foot)
    left += room
  }
}

function floorOf(cluster: Cluster, frame: Frame): number {
  const { format, height } = frame
  const floating = cluster.pieces[0]?.contact === 'water'
  if (floating && format.standOn !== 'water') return surfaceOf(format) * height
  return format.floor * height
}

type Spot = { x: number; y: number; cost: number; covered: number }

function overlap(a: ReturnType<typeof boundsOf>, b: ReturnType<typeof boundsOf>): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return wide > 0 && high > 0 ? wide * high : 0
}

type Sky = { wide: number; high: number; home: { x: number; y: number }; placed: readonly Placement[] }

/** The place in the air where a box of this size covers least, near the crossing of thirds. */
function spotInAir({ wide, high, home, placed }: Sky, { width, height, format }: Frame): Spot {
  const lowest = format.standOn === 'air' ? 0.92 * height : Math.max(format.horizon * height, height * 0.5)
  let best: Spot = { x: width / 2, y: height * home.y, cost: Infinity, covered: 0 }
  for (let column = 0; column <= 8; column++) {
    for (let row = 0; row <= 6; row++) {
      const x = width * 0.07 + wide / 2 + (column / 8) * Math.max(0, width * 0.86 - wide)
      const y = height * 0.07 + high / 2 + (row / 6) * Math.max(0, lowest - height * 0.07 - high)
      const here = { left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 }
      const covered = placed.reduce((sum, piece) => sum + overlap(here, boundsOf([piece])), 0) / (wide * high)
      const away = Math.abs(x / width - home.x) + Math.abs(y / height - home.y)
      const cost = covered * 6 + away * (placed.length === 0 ? 1 : 0.5)
      if (cost < best.cost) best = { x, y, cost, covered }
    }
  }
  return best
}

/** Hangs an airborne cluster where there is room for it, a little smaller rather than over something else. */
function hangInAir(cluster: Cluster, placed: readonly Placement[], frame: Frame, underCeiling: boolean): void {
  const { width, height, format, random } = frame
  const box = boundsOf(cluster.pieces)
  resizePieces(
    cluster.pieces,
    Math.min(1, (width * 0.84) / (box.right - box.left), (height * 0.8) / (box.bottom - box.top)),
  )
  const thirds = random.chance(0.5) ? 0.38 : 0.62
  const home = { x: format.centred || height > width * 1.1 ? 0.5 : thirds, y: format.standOn === 'air' ? 0.48 : 0.3 }
  if (underCeiling) resizePieces(cluster.pieces, Math.min(1, (height * 0.26) / (box.bottom - box.top)))
  for (let tries = 0; ; tries++) {
    const local = boundsOf(cluster.pieces)
    const spot = spotInAir({ wide: local.right - local.left, high: local.bottom - local.top, home, placed }, frame)
    if (spot.covered > 0.08 && tries < 4) {
      resizePieces(cluster.pieces, 0.84)
      continue
    }
    const y = underCeiling ? height * 0.03 - local.top : spot.y - (local.top + local.bottom) / 2
    return shift(cluster.pieces, spot.x - (local.left + local.right) / 2, y)
  }
}

// A lantern in a room hangs from above, out of the picture.
const isUnderCeiling = ({ archetype, subjects }: Brief, { pieces }: Cluster) =>
  archetype === 'room' && HANGS.test(subjects[pieces[0]?.subject ?? -1]?.art ?? '')

function face(brief: Brief, clusters: readonly Cluster[], width: number): void {
  for (const { pieces } of clusters) {
    const box = boundsOf(pieces)
    const middle = (box.left + box.right) / 2
    if (middle < width * 0.49) mirrorRiders(pieces)
    for (const piece of pieces) {
      const subject = brief.subjects[piece.subject]
      if (!subject || !mayFlip(subject)) continue
      const lookRight = middle < width * 0.49
      piece.flip = lookRight !== facesRight(subject.art)
    }
  }
}

// A rider sits behind the neck: when the mount is mirrored, the seat changes sides.
function mirrorRiders(pieces: readonly Placement[]): void {
  for (const piece of pieces) {
    if (piece.carrier === undefined) continue
    const mount = pieces.find((other) => other.subject === piece.carrier && other.index === 0)
    if (mount) piece.x = mount.x * 2 - piece.x
  }
}

// Those in front first; where everybody is far away, they are the front.
function standInRows(clusters: readonly Cluster[], stand: typeof standInRow, frame: Frame & { shore: boolean }): void {
  const front = clusters.filter(({ row }) => row === undefined)
  stand(front.length > 0 ? front : clusters, frame)
  if (front.length > 0) standBehind(clusters, frame)
}

// Somebody alone before a plain ground is all that there is to see.
const isOnShow = (clusters: readonly Cluster[], { archetype, studio, design, subjects }: Brief) =>
  archetype === 'studio' && !design && !studio?.podium && clusters.length === 1 && isAlive(subjects[0] as Subject)

function fillStudio(clusters: readonly Cluster[], { width, height }: Frame): void {
  for (const { pieces } of clusters) {
    const box = boundsOf(pieces)
    resizePieces(pieces, Math.min((height * 0.74) / -box.top, (width * 0.7) / (box.right - box.left)))
  }
}

// Lists of things are set about the first of them; a sheet that is designed has an order of its own.
const composing = (brief: Brief) => (clusters: readonly Cluster[], frame: Frame) => {
  if (isOnShow(clusters, brief)) fillStudio(clusters, frame)
  if (!brief.design && isFurnished(clusters, brief)) furnishRoom(clusters, brief, frame)
  else if (brief.design || !isComposed(clusters, frame)) standInRow(clusters, frame)
  else composeInDepth(clusters, brief, frame)
}

const LIGHT_HEIGHT: Record<TimeOfDay, number> = {
  dawn: 0.74,
  day: 0.26,
  golden: 0.62,
  sunset: 0.7,
  dusk: 0.4,
  night: 0.3,
}

/** Decides where everything goes: by thirds, in sensible sizes, standing on something, nothing cut. */
export function planScene(
  brief: Brief,
  options: { width: number; height: number; random: Random; time: TimeOfDay; staged?: StagePlan | undefined },
): ScenePlan {
  const { width, height, random } = options
  const format = formatOf(brief, width, height)
  const frame: Frame = { width, height, format, random: random.fork('plan') }
  if (traitsOf(brief.archetype).view.horizonVaries) format.horizon += frame.random.between(-0.045, 0.025)
  const horizon = format.horizon * height
  const { staged } = options
  const clusters = staged
    ? layStage(staged, brief, frame)
    : brief.subjects.length > 0
      ? clustersOf(brief, sizesOf(brief, frame), frame)
      : []
  fitHeights(clusters, frame)
  shrinkBits(clusters, brief)
  const stand = format.standOn === 'edge' && !staged ? frameBusts : composing(brief)
  const onGround = clusters.filter((cluster) => !cluster.airborne)
  standInRows(onGround, stand, { ...frame, shore: traitsOf(brief.archetype).where.water === 'surface' })
  const placed = onGround.flatMap((cluster) => cluster.pieces)
  for (const cluster of clusters.filter((each) => each.airborne)) {
    hangInAir(cluster, placed, frame, isUnderCeiling(brief, cluster))
    placed.push(...cluster.pieces)
  }
  if (staged) {
    putAfloat(clusters, surfaceOf(format) * height)
    seeEverybody(clusters, staged, height)
    mount(clusters, brief, { width, height, horizon })
    cliffAside(clusters, brief, width)
    keepInside(clusters, brief, { width, height })
    turnToEachOther(clusters, brief, staged)
  } else face(brief, clusters, width)
  standBack(placed, brief, { horizon, floor: format.floor * height })
  const placements = placed.toSorted((a, b) => a.order - b.order)
  for (const piece of placements) {
    if (piece.carrier === undefined) continue
    piece.carrier = placements.findIndex((other) => other.subject === piece.carrier && other.index === 0)
  }
  const main = placements.find((piece) => piece.subject === 0 && piece.index === 0)
  const middle = main ? main.x : width / 2
  const lightX = middle > width * 0.46 ? 0.25 : 0.75
  return {
    horizon,
    floor: format.floor * height,
    light: {
      x: (lightX + frame.random.between(-0.05, 0.05)) * width,
      y: Math.min(horizon, height * 0.8) * LIGHT_HEIGHT[options.time],
    },
    focus: main ? { x: main.x, y: main.foot - main.height / 2 } : { x: width / 2, y: height / 2 },
    placements,
  }
}
