import { alpha, brightness, mix } from '../../colour.ts'
import { around, inlay, ngonPath, petalPath, starPath } from './figures.ts'
import { eachHexagon, eachSquare, flood, inkAt, type Plane } from './lattices.ts'

// The inner corners of a star that two squares make, and of one that two triangles make.
const EIGHT = Math.cos(Math.PI / 4) / Math.cos(Math.PI / 8)
const SIX = 1 / Math.sqrt(3)

// The joint between glazed tiles, and light on their glaze.
const jointOf = ({ ground }: Plane) => mix(ground, '#6b5f52', brightness(ground) > 0.6 ? 0.28 : 0.1)

function glaze({ context }: Plane, radius: number): void {
  const light = context.createRadialGradient(-radius * 0.3, -radius * 0.35, 0, -radius * 0.2, -radius * 0.2, radius)
  light.addColorStop(0, alpha('#ffffff', 0.3))
  light.addColorStop(0.5, alpha('#ffffff', 0.06))
  light.addColorStop(1, alpha('#120c20', 0.1))
  context.fillStyle = light
  context.fill()
}

/** Stars of eight points that touch, with crosses between them: the tiles of Fez and Seville. */
export function stars(plane: Plane): void {
  const { context, ground, unit } = plane
  flood(plane, ground)
  const [field, accent] = [inkAt(plane, 0), inkAt(plane, 1)]
  const joint = jointOf(plane)
  eachSquare(plane, unit * 17, 1, () => {
    context.save()
    starPath(context, 8, 0.5, EIGHT)
    inlay(context, field, joint, 0.018)
    glaze(plane, 0.5)
    starPath(context, 8, 0.37, EIGHT)
    inlay(context, ground, joint, 0.012)
    starPath(context, 8, 0.31, EIGHT, Math.PI / 8)
    inlay(context, accent, joint, 0.012)
    glaze(plane, 0.31)
    ngonPath(context, 8, 0.19)
    inlay(context, ground)
    starPath(context, 8, 0.15, 0.5)
    inlay(context, field)
    context.restore()
    // The cross has its own small stars.
    context.save()
    context.translate(-0.5, -0.5)
    starPath(context, 4, 0.2, 0.42)
    inlay(context, accent, joint, 0.012)
    ngonPath(context, 4, 0.07)
    inlay(context, ground)
    for (let i = 0; i < 4; i++) {
      context.rotate(Math.PI / 2)
      ngonPath(context, 6, 0.055, 0)
      context.save()
      context.translate(0.29, 0)
      ngonPath(context, 6, 0.05)
      inlay(context, field)
      context.restore()
    }
    context.restore()
  })
}

/** Hexagons, each with a star of six points that reaches its corners. */
export function starHexagons(plane: Plane): void {
  const { context, ground, unit } = plane
  flood(plane, ground)
  const [field, accent] = [inkAt(plane, 0), inkAt(plane, 1)]
  const joint = jointOf(plane)
  eachHexagon(plane, unit * 12.4, 2, () => {
    ngonPath(context, 6, 1, Math.PI / 6)
    inlay(context, ground, joint, 0.035)
    starPath(context, 6, 0.97, SIX, Math.PI / 6)
    inlay(context, field, joint, 0.03)
    glaze(plane, 0.97)
    ngonPath(context, 6, 0.56, 0)
    inlay(context, ground, joint, 0.025)
    ngonPath(context, 6, 0.47, 0)
    inlay(context, accent, joint, 0.02)
    glaze(plane, 0.47)
    starPath(context, 6, 0.42, SIX, 0)
    inlay(context, ground)
    ngonPath(context, 6, 0.2, 0)
    inlay(context, field)
    starPath(context, 6, 0.12, 0.5, Math.PI / 6)
    inlay(context, accent)
    // A small hexagon in each of the gaps between the points.
    around(context, 6, 0, () => {
      context.translate(0.735, 0)
      ngonPath(context, 6, 0.085, 0)
      inlay(context, accent)
    })
  })
}

/** Painted square tiles: a flower in the middle, leaves along the diagonals, arcs that meet over the joints. */
export function azulejo(plane: Plane): void {
  const { context, ground, unit } = plane
  flood(plane, ground)
  const [field, accent] = [inkAt(plane, 0), inkAt(plane, 1)]
  const soft = mix(field, ground, 0.5)
  eachSquare(plane, unit * 19, 1, () => {
    context.beginPath()
    context.rect(-0.5, -0.5, 1, 1)
    inlay(context, ground, jointOf(plane), 0.014)
    for (const [x, y] of [
      [-0.5, -0.5],
      [0.5, -0.5],
      [0.5, 0.5],
      [-0.5, 0.5],
    ] as const) {
      for (const [radius, colour] of [
        [0.26, field],
        [0.225, ground],
        [0.2, soft],
        [0.12, ground],
        [0.09, accent],
      ] as const) {
        context.beginPath()
        context.moveTo(x, y)
        const start = Math.atan2(-y, -x) - Math.PI / 4
        context.arc(x, y, radius, start, start + Math.PI / 2)
        context.closePath()
        inlay(context, colour)
      }
    }
    around(context, 4, Math.PI / 4, () => {
      petalPath(context, 0.12, 0.43, 0.075)
      inlay(context, soft, field, 0.012)
      petalPath(context, 0.16, 0.36, 0.025)
      inlay(context, field)
    })
    around(context, 4, 0, () => {
      petalPath(context, 0.2, 0.47, 0.035, 0.9)
      inlay(context, field)
      context.beginPath()
      context.arc(0.44, 0, 0.03, 0, Math.PI * 2)
      inlay(context, accent)
    })
    around(context, 8, 0, () => {
      petalPath(context, 0.05, 0.25, 0.085, 0.2)
      inlay(context, field, ground, 0.014)
    })
    around(context, 8, Math.PI / 8, () => {
      petalPath(context, 0.04, 0.15, 0.04, 0.4)
      inlay(context, soft)
    })
    context.beginPath()
    context.arc(0, 0, 0.06, 0, Math.PI * 2)
    inlay(context, accent, ground, 0.012)
  })
}

/** Hexagons of six triangles, as cubes look, with a smaller one in each. */
export function hexagons(plane: Plane): void {
  const { context, ground, unit, inks } = plane
  flood(plane, ground)
  const line = inks.length > 1 ? inkAt(plane, 1) : mix(inkAt(plane, 0), ground, 0.6)
  eachHexagon(plane, unit * 6.4, 3, ({ column, row }) => {
    // Three of them meet at a corner, each of another colour.
    const sort = (((column - Math.floor(row / 2) - row) % 3) + 3) % 3
    const base = inkAt(plane, sort)
    const main = sort === 2 ? ground : base
    around(context, 6, Math.PI / 6, (index) => {
      context.beginPath()
      context.moveTo(0, 0)
      context.lineTo(Math.cos(-Math.PI / 6), Math.sin(-Math.PI / 6))
      context.lineTo(Math.cos(Math.PI / 6), Math.sin(Math.PI / 6))
      context.closePath()
      inlay(context, mix(main, index % 2 === 0 ? '#ffffff' : '#10101c', index % 2 === 0 ? 0.12 : 0.12))
    })
    ngonPath(context, 6, 1, Math.PI / 6)
    context.strokeStyle = line
    context.lineWidth = 0.06
    context.stroke()
    ngonPath(context, 6, 0.45, Math.PI / 6)
    inlay(context, main === ground ? base : ground, line, 0.04)
  })
}

/** Triangles, point up and point down, in all colours and their tints. */
export function triangles(plane: Plane): void {
  const { context, ground, unit } = plane
  flood(plane, ground)
  const all = [...plane.inks, ground]
  eachSquare(plane, unit * 12, 4, ({ column, row }) => {
    for (const half of [0, 1]) {
      const at = column * 2 + half + row * 3
      const colour = all[at % all.length] ?? ground
      const tint = (column + row * 2 + half) % 3
      context.beginPath()
      const low = (column + row) % 2 === 0 ? 0.5 : -0.5
      const x = half === 0 ? -0.5 : 0.5
      context.moveTo(x, -low)
      context.lineTo(x, low)
      context.lineTo(-x, half === 0 ? low : -low)
      context.closePath()
      inlay(context, mix(colour, tint === 0 ? '#ffffff' : '#14121f', tint === 1 ? 0 : 0.1), ground, 0.02)
    }
  })
}
