import { alpha, mix, type Colour } from '../../colour.ts'
import { around, inlay, petalPath } from './figures.ts'
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

/** Fans over each other, as scales and waves are drawn. */
export function scales(plane: Plane): void {
  const { context, width, height, unit, ground } = plane
  flood(plane, ground)
  const columns = Math.max(2, Math.round(width / (unit * 13)))
  const wide = width / columns
  const rows = Math.max(2, Math.round(height / (wide * 0.25) / 2) * 2)
  const line = plane.inks.length > 1 ? inkAt(plane, 1) : ground
  for (let row = -2; row <= rows + 4; row++) {
    for (let column = -1; column <= columns; column++) {
      const x = (column + (row % 2 === 0 ? 0.5 : 1)) * wide
      const y = (row / rows) * height
      for (const [share, colour] of [
        [0.5, line],
        [0.47, inkAt(plane, 0)],
        [0.36, line],
        [0.34, mix(inkAt(plane, 0), ground, 0.3)],
        [0.22, line],
        [0.2, ground],
        [0.09, inkAt(plane, 0)],
      ] as const) {
        context.beginPath()
        context.arc(x, y, wide * share, 0, Math.PI * 2)
        inlay(context, colour)
      }
    }
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

/** Chips of stone in plaster. */
export function terrazzo(plane: Plane): void {
  const { context, width, height, unit, random } = plane
  flood(plane, plane.ground)
  const many = Math.round((width * height) / (unit * unit * 26))
  for (let i = 0; i < many; i++) {
    const [x, y, radius, turn] = [
      random.between(0, width),
      random.between(0, height),
      random.between(0.6, 2.6) * unit,
      random.between(0, 6),
    ]
    const reach = Array.from({ length: 6 }, () => random.between(0.55, 1))
    context.fillStyle = mix(inkAt(plane, i), plane.ground, random.between(0, 0.25))
    for (const left of [x - width, x, x + width]) {
      for (const top of [y - height, y, y + height]) {
        if (left < -radius || left > width + radius || top < -radius || top > height + radius) continue
        context.beginPath()
        for (const [k, share] of reach.entries()) {
          const angle = turn + (k * Math.PI) / 3
          context.lineTo(left + Math.cos(angle) * radius * share, top + Math.sin(angle) * radius * share)
        }
        context.fill()
      }
    }
  }
}

/** Lozenges with thin lines across them. */
export function argyle(plane: Plane): void {
  const { context, unit, ground } = plane
  flood(plane, ground)
  const by = Math.max(2, plane.inks.length)
  eachSquare(plane, unit * 15, by, ({ column, row }) => {
    context.beginPath()
    for (const [x, y] of [
      [0, -0.5],
      [0.5, 0],
      [0, 0.5],
      [-0.5, 0],
    ] as const)
      context.lineTo(x, y)
    inlay(context, inkAt(plane, column + row))
  })
  eachSquare(plane, unit * 15, by, () => {
    context.strokeStyle = mix(ground, inkAt(plane, plane.inks.length - 1), 0.4)
    context.lineWidth = 0.018
    context.setLineDash([0.06, 0.03])
    context.beginPath()
    context.moveTo(-0.5, -0.5)
    context.lineTo(0.5, 0.5)
    context.moveTo(0.5, -0.5)
    context.lineTo(-0.5, 0.5)
    context.stroke()
    context.setLineDash([])
  })
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

/** Ornaments of leaves in shifted rows, as they are woven in silk. */
export function damask(plane: Plane): void {
  const { context, unit, ground } = plane
  const [field, figure] = plane.inks.length > 1 ? [inkAt(plane, 0), inkAt(plane, 1)] : [inkAt(plane, 0), ground]
  flood(plane, field)
  const soft = mix(figure, field, 0.35)
  eachSquare(plane, unit * 16, 2, ({ column, row }) => {
    const main = (column + row) % 2 === 0
    if (!main) context.scale(0.62, 0.62)
    for (const side of [-1, 1]) {
      context.save()
      context.scale(side, 1)
      for (const [turn, from, to, wide] of [
        [-1.05, 0.1, 0.52, 0.09],
        [-0.45, 0.1, 0.46, 0.085],
        [0.25, 0.08, 0.4, 0.08],
        [0.85, 0.1, 0.44, 0.06],
      ] as const) {
        context.save()
        context.rotate(turn)
        petalPath(context, from, to, wide, 0.4)
        inlay(context, figure)
        petalPath(context, from + 0.05, to - 0.08, wide * 0.4)
        inlay(context, field)
        context.restore()
      }
      context.restore()
    }
    around(context, 2, Math.PI / 2, () => {
      petalPath(context, 0.06, 0.56, 0.1, 0.5)
      inlay(context, figure)
      petalPath(context, 0.14, 0.42, 0.04)
      inlay(context, field)
    })
    around(context, 8, 0, () => {
      petalPath(context, 0.02, 0.14, 0.045, 0.2)
      inlay(context, soft)
    })
    context.beginPath()
    context.arc(0, 0, 0.04, 0, Math.PI * 2)
    inlay(context, field)
  })
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
