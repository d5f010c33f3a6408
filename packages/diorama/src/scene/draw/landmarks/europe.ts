import type { Pen } from '../pen.ts'

const IRON = '#8a6f5c'
const DARK_IRON = '#6b5345'

/** A lattice of iron on four splayed legs. */
export function eiffelTower(pen: Pen): void {
  pen.poly(
    IRON,
    [
      -0.2, 0, -0.13, 0, -0.06, 0.17, 0.06, 0.17, 0.13, 0, 0.2, 0, 0.1, 0.18, 0.055, 0.38, 0.026, 0.6, 0.012, 0.9,
      -0.012, 0.9, -0.026, 0.6, -0.055, 0.38, -0.1, 0.18,
    ],
  )
  pen.arch(0, 0, 0.2, 0.13, DARK_IRON)
  pen.poly('#e8d8c4', [-0.055, 0.19, 0.055, 0.19, 0.03, 0.34, -0.03, 0.34])
  pen.poly('#e8d8c4', [-0.022, 0.41, 0.022, 0.41, 0.01, 0.58, -0.01, 0.58])
  for (const side of [-1, 1]) {
    pen.line(DARK_IRON, 0.006, [side * 0.165, 0.02, side * 0.09, 0.16])
    pen.line(IRON, 0.008, [side * 0.055, 0.19, -side * 0.03, 0.34])
    pen.line(IRON, 0.006, [side * 0.022, 0.41, -side * 0.01, 0.58])
  }
  pen.line(DARK_IRON, 0.005, [-0.15, 0.1, 0.15, 0.1])
  pen.box(-0.115, 0.165, 0.23, 0.022, DARK_IRON)
  pen.box(-0.068, 0.37, 0.136, 0.02, DARK_IRON)
  pen.box(-0.024, 0.885, 0.048, 0.022, DARK_IRON)
  pen.box(-0.008, 0.9, 0.016, 0.05, IRON)
  pen.box(-0.003, 0.94, 0.006, 0.06, DARK_IRON)
}

/** The clock tower, with the long house of parliament beside it. */
export function bigBen(pen: Pen): void {
  const stone = '#d8b57a'
  const shade = '#b08a52'
  pen.box(0.06, 0, 0.75, 0.3, stone)
  for (let x = 0.09; x < 0.8; x += 0.055) pen.arch(x, 0.06, 0.026, 0.17, shade, true)
  for (let x = 0.06; x < 0.82; x += 0.11) pen.poly(shade, [x - 0.016, 0.29, x + 0.016, 0.29, x, 0.4])
  pen.box(-0.085, 0, 0.17, 0.62, stone)
  for (const x of [-0.055, -0.018, 0.018, 0.055]) pen.box(x - 0.006, 0.04, 0.012, 0.54, shade)
  pen.box(-0.1, 0.6, 0.2, 0.17, '#e4c48c')
  pen.oval(0, 0.685, 0.145, 0.145, '#6b5336')
  pen.oval(0, 0.685, 0.125, 0.125, '#fdf6e0')
  pen.line('#2e2a2a', 0.009, [0, 0.735, 0, 0.685, 0.034, 0.665])
  pen.box(-0.092, 0.77, 0.184, 0.03, shade)
  pen.poly('#5f6b70', [-0.09, 0.8, 0.09, 0.8, 0.05, 0.88, -0.05, 0.88])
  pen.box(-0.045, 0.87, 0.09, 0.03, '#e4c48c')
  pen.poly('#5f6b70', [-0.045, 0.9, 0.045, 0.9, 0, 1])
}

/** Rows of arches in a broken ring. */
export function colosseum(pen: Pen): void {
  const stone = '#dcc29a'
  pen.poly(stone, [-1, 0, -0.98, 0.62, -0.5, 0.62, -0.35, 0.98, 0.86, 1, 0.96, 0.86, 1, 0])
  pen.poly('#c9a97c', [-0.98, 0.62, -0.5, 0.62, -0.35, 0.98, -0.4, 0.98, -0.55, 0.7, -0.98, 0.7])
  for (let row = 0; row < 3; row++) {
    const y = 0.05 + row * 0.29
    for (let i = 0; i < 15; i++) {
      const x = -0.92 + i * 0.132
      if (row === 2 && x < -0.4) continue
      pen.arch(x, y, 0.078 * (1 - 0.25 * Math.abs(x)), 0.2, '#6f5640')
    }
    pen.box(row === 2 ? -0.4 : -1, y + 0.225, row === 2 ? 1.36 : 2, 0.022, '#c0a072')
  }
  pen.box(-0.36, 0.94, 1.24, 0.03, '#c0a072')
}

/** Columns under a gable, white on a rock. */
export function parthenon(pen: Pen): void {
  const marble = '#efe6d2'
  pen.poly('#b9a585', [-1.5, 0, -1.25, 0.24, 1.25, 0.24, 1.5, 0])
  for (let i = 0; i < 3; i++)
    pen.box(-1.12 + i * 0.03, 0.24 + i * 0.03, 2.24 - i * 0.06, 0.032, i % 2 ? '#d9cdb4' : marble)
  pen.box(-0.96, 0.33, 1.92, 0.4, '#a08c70')
  for (let i = 0; i < 8; i++) {
    const x = -0.95 + i * 0.252
    pen.box(x, 0.33, 0.13, 0.4, marble)
    for (const dx of [0.035, 0.08]) pen.box(x + dx, 0.33, 0.013, 0.4, '#cfc2a6')
    pen.box(x - 0.02, 0.72, 0.17, 0.03, '#e0d4bc')
  }
  pen.box(-1.03, 0.75, 2.06, 0.09, marble)
  pen.poly('#e4d8c0', [-1.08, 0.84, 1.08, 0.84, 0, 1])
  pen.poly('#c2b292', [-0.72, 0.86, 0.72, 0.86, 0, 0.965])
}

/** Striped and golden onions on a cluster of towers. */
export function onionDomes(pen: Pen): void {
  const brick = '#b5523f'
  pen.box(-0.5, 0, 1, 0.22, brick)
  for (let x = -0.44; x < 0.45; x += 0.11) pen.arch(x, 0.02, 0.06, 0.14, '#f1e2c4')
  const towers: [number, number, number, string, string][] = [
    [-0.4, 0.4, 0.17, '#3f8f6a', '#f0d060'],
    [0.4, 0.42, 0.17, '#3f6fb5', '#f4f0e4'],
    [-0.2, 0.52, 0.18, '#d8483c', '#f4f0e4'],
    [0.21, 0.5, 0.18, '#e0a83a', '#3f8f6a'],
  ]
  for (const [x, y, wide, dome, stripe] of towers) {
    pen.box(x - wide * 0.36, 0.1, wide * 0.72, y - 0.1, '#c8604a')
    pen.box(x - wide * 0.42, y - 0.03, wide * 0.84, 0.03, '#f1e2c4')
    pen.arch(x, y - 0.17, wide * 0.28, 0.11, '#5a2f2a')
    pen.onion(x, y, wide, 0.2, dome)
    pen.onion(x, y, wide * 0.42, 0.2, stripe)
    pen.line('#e8c050', 0.009, [x, y + 0.19, x, y + 0.26])
  }
  pen.poly('#c8604a', [-0.12, 0.1, 0.12, 0.1, 0.1, 0.52, -0.1, 0.52])
  pen.poly('#d97a55', [-0.1, 0.52, 0.1, 0.52, 0, 0.86])
  for (const y of [0.58, 0.65, 0.72]) pen.box(-0.08 + (y - 0.52) * 0.24, y, 0.16 - (y - 0.52) * 0.48, 0.012, '#f1e2c4')
  pen.onion(0, 0.83, 0.09, 0.11, '#e8c050')
  pen.line('#e8c050', 0.009, [0, 0.93, 0, 1])
}

/** A white tower of arcades that leans. */
export function leaningTower(pen: Pen): void {
  const lean = (y: number) => y * 0.1
  for (let i = 0; i < 8; i++) {
    const y = 0.02 + i * 0.12
    const half = i === 7 ? 0.1 : 0.135
    const tall = i === 0 ? 0.12 : 0.115
    const [a, b] = [lean(y), lean(y + tall)]
    pen.poly('#efe7d6', [a - half, y, a + half, y, b + half, y + tall, b - half, y + tall])
    for (let k = -3; k <= 3; k++)
      if (Math.abs(k) * 0.037 < half) pen.arch((a + b) / 2 + k * 0.036, y + 0.015, 0.021, 0.075, '#9a8e7c')
    pen.poly('#d2c6b0', [
      b - half - 0.012,
      y + tall - 0.012,
      b + half + 0.012,
      y + tall - 0.012,
      b + half + 0.012,
      y + tall + 0.006,
      b - half - 0.012,
      y + tall + 0.006,
    ])
  }
}

/** A fairy-tale castle with many slim towers on its rock. */
export function hilltopCastle(pen: Pen): void {
  const wall = '#efe9dc'
  const roof = '#4f6a8a'
  pen.poly('#7f8f78', [-0.7, 0, -0.42, 0.26, 0.4, 0.3, 0.68, 0])
  pen.box(-0.34, 0.22, 0.68, 0.22, wall)
  pen.poly(roof, [-0.36, 0.44, 0.36, 0.44, 0.28, 0.54, -0.28, 0.54])
  const towers: [number, number, number][] = [
    [-0.36, 0.52, 0.1],
    [-0.14, 0.66, 0.09],
    [0.06, 0.76, 0.12],
    [0.24, 0.58, 0.09],
    [0.37, 0.46, 0.11],
  ]
  for (const [x, top, wide] of towers) {
    pen.box(x - wide / 2, 0.2, wide, top - 0.2, wall)
    pen.box(x + wide * 0.18, 0.2, wide * 0.32, top - 0.2, '#d3cabb')
    pen.box(x - wide * 0.6, top - 0.02, wide * 1.2, 0.03, '#d3cabb')
    pen.poly(roof, [x - wide * 0.66, top, x + wide * 0.66, top, x, top + wide * 2])
    pen.box(x - wide * 0.12, top - 0.12, wide * 0.24, 0.06, '#4a4050')
  }
  for (let x = -0.28; x < 0.32; x += 0.1) pen.arch(x, 0.29, 0.036, 0.08, '#4a4050')
  pen.arch(-0.24, 0.22, 0.07, 0.11, '#6a4a3a')
}

/** A gate of columns with a team of horses on top. */
export function columnGate(pen: Pen): void {
  const stone = '#d9c6a0'
  pen.box(-0.72, 0, 1.44, 0.04, '#b9a680')
  for (let i = 0; i < 6; i++) {
    const x = -0.66 + i * 0.264 - (i > 2 ? 0 : 0)
    pen.box(x - 0.05, 0.04, 0.1, 0.5, stone)
    pen.box(x - 0.066, 0.52, 0.132, 0.04, '#c4ae84')
  }
  pen.box(-0.78, 0.56, 1.56, 0.1, stone)
  pen.box(-0.7, 0.66, 1.4, 0.08, '#c4ae84')
  pen.poly(
    '#5f8f7a',
    [-0.2, 0.74, 0.2, 0.74, 0.18, 0.84, 0.06, 0.86, 0.02, 0.98, -0.02, 0.98, -0.04, 0.86, -0.18, 0.86],
  )
  for (const x of [-0.15, -0.06, 0.07, 0.16]) pen.line('#5f8f7a', 0.026, [x, 0.74, x - 0.02, 0.86, x - 0.05, 0.88])
}

/** A ring of standing stones. */
export function stoneCircle(pen: Pen): void {
  const stones: [number, number, number][] = [
    [-1.5, 0.5, 0.2],
    [-1.05, 0.72, 0.24],
    [-0.6, 0.76, 0.24],
    [0.02, 0.92, 0.26],
    [0.5, 0.92, 0.26],
    [1.02, 0.7, 0.22],
    [1.45, 0.62, 0.24],
  ]
  for (const [x, tall, wide] of stones) {
    pen.poly('#8f8f92', [x - wide / 2, 0, x - wide * 0.44, tall, x + wide * 0.4, tall * 0.97, x + wide / 2, 0])
    pen.poly('#74747c', [
      x + wide * 0.12,
      0,
      x + wide * 0.14,
      tall * 0.97,
      x + wide * 0.4,
      tall * 0.97,
      x + wide / 2,
      0,
    ])
  }
  pen.poly('#a2a2a2', [-1.22, 0.71, -0.44, 0.75, -0.45, 0.88, -1.2, 0.86])
  pen.poly('#a2a2a2', [-0.16, 0.9, 0.68, 0.9, 0.66, 1.04, -0.14, 1.04])
}
