import { alpha, brightness, mix, type Colour } from '../../colour.ts'
import { inlay, ngonPath, starPath } from './figures.ts'
import { eachSquare, flood, inkAt, type Plane } from './lattices.ts'

/** Slanting bars in columns that lean left and right by turns, as twill is woven. */
export function herringbone(plane: Plane): void {
  const { context, width, height, unit, ground } = plane
  flood(plane, ground)
  const columns = Math.max(2, Math.round(width / (unit * 7) / 2) * 2)
  const wide = width / columns
  const period = plane.inks.length + 1
  const bars = Math.max(period, Math.round(height / (wide * 0.42) / period) * period)
  const high = height / bars
  const all = [ground, ...plane.inks]
  for (let column = 0; column < columns; column++) {
    const rise = (column % 2 === 0 ? -1 : 1) * wide
    const x = column * wide
    for (let bar = -Math.ceil(wide / high) - 1; bar <= bars + Math.ceil(wide / high); bar++) {
      const colour = all[((bar % period) + period) % period] ?? ground
      const y = bar * high
      context.beginPath()
      context.moveTo(x, y)
      context.lineTo(x + wide, y + rise)
      context.lineTo(x + wide, y + rise + high * 0.98)
      context.lineTo(x, y + high * 0.98)
      context.closePath()
      inlay(context, colour, mix(colour, '#14121f', 0.12), unit * 0.12)
    }
  }
}

/** Zigzags, one colour below the other. */
export function chevron(plane: Plane): void {
  const { context, width, height, unit } = plane
  const all = [...plane.inks, plane.ground]
  flood(plane, plane.ground)
  const columns = Math.max(2, Math.round(width / (unit * 14)))
  const rows = Math.max(1, Math.round(height / (unit * 6) / all.length)) * all.length
  const [wide, high] = [width / columns, height / rows]
  for (let row = -2; row <= rows + 1; row++) {
    context.fillStyle = all[(row + all.length * 2) % all.length] ?? plane.ground
    context.beginPath()
    for (let column = 0; column <= columns * 2; column++)
      context.lineTo((column * wide) / 2, (row + (column % 2 === 0 ? 0 : 1)) * high)
    for (let column = columns * 2; column >= 0; column--)
      context.lineTo((column * wide) / 2, (row + 1.02 + (column % 2 === 0 ? 0 : 1)) * high)
    context.fill()
  }
}

/** Squares in two colours or more. */
export function checker(plane: Plane): void {
  const { context, unit, ground } = plane
  flood(plane, ground)
  const by = plane.inks.length * 2
  eachSquare(plane, unit * 9, by, ({ column, row }) => {
    if ((column + row) % 2 !== 0) return
    context.fillStyle = inkAt(plane, row)
    context.fillRect(-0.5, -0.5, 1.01, 1.01)
  })
}

/** Bands across and along that darken each other where they cross. */
export function plaid(plane: Plane): void {
  const { context, width, height, unit } = plane
  flood(plane, plane.ground)
  const [columns, rows] = [Math.round(width / (unit * 24)) || 1, Math.round(height / (unit * 24)) || 1]
  const band = (colour: Colour, share: number, from: number, thick: number) => {
    context.fillStyle = alpha(colour, share)
    for (let i = 0; i < columns; i++)
      context.fillRect(((i + from) / columns) * width, 0, (thick / columns) * width, height)
    for (let i = 0; i < rows; i++) context.fillRect(0, ((i + from) / rows) * height, width, (thick / rows) * height)
  }
  band(inkAt(plane, 0), 0.55, 0.1, 0.4)
  band(inkAt(plane, 1), 0.6, 0.6, 0.1)
  band(inkAt(plane, 1), 0.6, 0.8, 0.1)
  band(inkAt(plane, 2), 0.8, 0.28, 0.035)
}

/** Round dots in shifted rows, on the colour that was named first. */
export function dots(plane: Plane): void {
  const { context, unit, ground, inks } = plane
  const [field, ...others] = inks.length > 1 ? [ground, ...inks] : [inkAt(plane, 0), ground]
  flood(plane, field)
  eachSquare(plane, unit * 7.5, 2, ({ column, row }) => {
    if ((column + row) % 2 !== 0) return
    context.beginPath()
    context.arc(0, 0, 0.42, 0, Math.PI * 2)
    inlay(context, others[(column + Math.floor(row / 2)) % others.length] ?? ground)
  })
}

/** Upright stripes, broad ones with narrow ones between where there are three colours. */
export function stripes(plane: Plane): void {
  const { context, width, height, unit, ground } = plane
  flood(plane, ground)
  const columns = Math.max(plane.inks.length, Math.round(width / (unit * 9) / plane.inks.length) * plane.inks.length)
  const wide = width / columns
  for (let i = 0; i < columns; i++) {
    context.fillStyle = inkAt(plane, i)
    context.fillRect((i + 0.25) * wide, 0, wide * (i % 2 === 0 || plane.inks.length === 1 ? 0.5 : 0.24), height)
  }
}

/** Bands that go up and down together. */
export function waves(plane: Plane): void {
  const { context, width, height, unit } = plane
  const all = [...plane.inks, plane.ground]
  flood(plane, plane.ground)
  const turns = Math.max(1, Math.round(width / (unit * 34)))
  const rows = Math.max(1, Math.round(height / (unit * 7) / all.length)) * all.length
  const high = height / rows
  for (let row = -3; row <= rows + 2; row++) {
    context.fillStyle = all[(row + all.length * 3) % all.length] ?? plane.ground
    context.beginPath()
    const at = (x: number) => Math.sin((x / width) * turns * Math.PI * 2) * high * 1.2
    for (let x = 0; x <= width; x += 4) context.lineTo(x, row * high + at(x))
    for (let x = width; x >= 0; x -= 4) context.lineTo(x, (row + 1.03) * high + at(x))
    context.fill()
  }
}

// The inner corners of a star that two squares make.
const EIGHT = Math.cos(Math.PI / 4) / Math.cos(Math.PI / 8)

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
