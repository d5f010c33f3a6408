import type { Pen } from '../pen.ts'

/** White marble: a great dome between four minarets, and the long pool before it. */
export function tajMahal(pen: Pen): void {
  const marble = '#f4efe8'
  const shade = '#d8cfc6'
  const deep = '#a89c98'
  pen.box(-1, 0, 2, 0.09, '#e2d8cc')
  for (const x of [-0.9, 0.9]) {
    pen.poly(marble, [x - 0.035, 0.09, x + 0.035, 0.09, x + 0.025, 0.72, x - 0.025, 0.72])
    for (const y of [0.3, 0.5, 0.7]) pen.box(x - 0.045, y, 0.09, 0.018, shade)
    pen.dome(x, 0.72, 0.07, 0.06, marble)
  }
  pen.box(-0.55, 0.09, 1.1, 0.44, marble)
  for (const x of [-0.42, 0.42]) {
    for (const y of [0.11, 0.31]) pen.arch(x, y, 0.14, 0.17, deep, true)
    pen.box(x - 0.06, 0.53, 0.12, 0.07, shade)
    pen.onion(x, 0.6, 0.16, 0.14, marble)
  }
  pen.box(-0.24, 0.09, 0.48, 0.5, '#faf6f0')
  pen.arch(0, 0.09, 0.32, 0.42, deep, true)
  pen.arch(0, 0.09, 0.16, 0.2, '#6f6468', true)
  pen.box(-0.2, 0.57, 0.4, 0.07, shade)
  pen.onion(0, 0.63, 0.46, 0.34, marble)
  pen.line('#d8b050', 0.014, [0, 0.95, 0, 1])
}

/** A wide mosque: one great dome over smaller ones, with minarets. */
export function greatMosque(pen: Pen): void {
  const stone = '#e0c8a8'
  const lead = '#7f95a0'
  for (const x of [-0.95, -0.62, 0.62, 0.95]) {
    const tall = Math.abs(x) > 0.8 ? 0.82 : 0.9
    pen.box(x - 0.03, 0, 0.06, tall, '#efe0c8')
    for (const y of [0.5, 0.7]) pen.box(x - 0.045, y, 0.09, 0.025, stone)
    pen.poly(lead, [x - 0.04, tall, x + 0.04, tall, x, tall + 0.13])
  }
  pen.box(-0.78, 0, 1.56, 0.26, stone)
  for (let x = -0.7; x < 0.75; x += 0.14) pen.arch(x, 0.03, 0.075, 0.16, '#8a6a58', true)
  for (const x of [-0.52, 0.52]) pen.dome(x, 0.26, 0.4, 0.16, lead)
  pen.box(-0.44, 0.24, 0.88, 0.16, '#d2b894')
  for (const x of [-0.3, 0.3]) pen.dome(x, 0.38, 0.36, 0.16, lead)
  pen.box(-0.3, 0.44, 0.6, 0.09, stone)
  for (let x = -0.25; x < 0.28; x += 0.1) pen.arch(x, 0.45, 0.045, 0.07, '#6f5a58')
  pen.dome(0, 0.52, 0.62, 0.3, lead)
  pen.line('#e0b850', 0.014, [0, 0.81, 0, 0.9])
}

/** A storeyed gate with sweeping roofs on a red wall. */
export function palaceGate(pen: Pen): void {
  const red = '#b5403a'
  const roof = '#d9a03c'
  const sweep = (y: number, half: number, tall: number) => {
    pen.poly(roof, [
      -half - 0.16,
      y + 0.04,
      -half,
      y,
      half,
      y,
      half + 0.16,
      y + 0.04,
      half * 0.86,
      y + tall * 0.55,
      half * 0.74,
      y + tall,
      -half * 0.74,
      y + tall,
      -half * 0.86,
      y + tall * 0.55,
    ])
    pen.box(-half * 0.76, y + tall, half * 1.52, 0.03, '#b8802e')
  }
  pen.box(-1.5, 0, 3, 0.34, red)
  pen.box(-1.5, 0.32, 3, 0.035, roof)
  for (const x of [-0.6, 0, 0.6]) pen.arch(x, 0, 0.28, 0.25, '#4a2426')
  pen.box(-1.02, 0.36, 2.04, 0.16, '#8f3430')
  for (let x = -0.95; x < 1; x += 0.17) pen.box(x, 0.36, 0.05, 0.16, '#d9604a')
  sweep(0.5, 1.06, 0.16)
  pen.box(-0.78, 0.68, 1.56, 0.1, '#3f6f7a')
  sweep(0.77, 0.86, 0.2)
}

/** Towers like buds of stone over a long gallery. */
export function angkorTowers(pen: Pen): void {
  const stone = '#a8957a'
  const shade = '#84735e'
  pen.box(-1.3, 0, 2.6, 0.18, stone)
  for (let x = -1.24; x < 1.26; x += 0.12) pen.box(x, 0.02, 0.06, 0.11, shade)
  pen.box(-0.8, 0.16, 1.6, 0.14, '#b5a388')
  for (const [x, top, wide] of [
    [-0.7, 0.66, 0.26],
    [0.7, 0.66, 0.26],
    [-0.36, 0.76, 0.24],
    [0.36, 0.76, 0.24],
    [0, 1, 0.34],
  ] as const) {
    pen.box(x - wide / 2, 0.16, wide, 0.2, stone)
    const steps = 7
    for (let i = 0; i < steps; i++) {
      const t = i / steps
      const half = (wide / 2) * Math.sqrt(1 - t * t) * 1.06
      pen.box(x - half, 0.34 + (top - 0.34) * t, half * 2, (top - 0.34) / steps, i % 2 ? shade : stone)
    }
    pen.arch(x, 0.16, wide * 0.3, 0.14, '#4f453a')
  }
}

/** A red gate of two posts and two beams. */
export function torii(pen: Pen): void {
  const red = '#d8432f'
  for (const side of [-1, 1]) {
    pen.poly(red, [side * 0.42, 0, side * 0.34, 0, side * 0.29, 0.86, side * 0.35, 0.86])
    pen.box(side > 0 ? 0.32 : -0.44, 0, 0.12, 0.07, '#2e2a2e')
  }
  pen.box(-0.46, 0.62, 0.92, 0.07, red)
  pen.box(-0.04, 0.69, 0.08, 0.17, red)
  pen.poly(red, [-0.56, 0.9, -0.5, 0.83, 0.5, 0.83, 0.56, 0.9])
  pen.poly('#2e2a2e', [-0.64, 1, -0.55, 0.9, 0, 0.885, 0.55, 0.9, 0.64, 1, 0, 0.95])
}

/** A needle of glass that steps back as it rises. */
export function needleTower(pen: Pen): void {
  const glass = '#8fb5c8'
  for (const [half, top] of [
    [0.12, 0.3],
    [0.095, 0.48],
    [0.07, 0.64],
    [0.048, 0.76],
    [0.028, 0.86],
  ] as const) {
    pen.box(-half, 0, half * 2, top, glass)
    pen.box(half * 0.3, 0, half * 0.7, top, '#6a93ab')
    pen.poly(glass, [-half, top, half, top, half * 0.3, top + 0.03, -half * 0.3, top + 0.03])
  }
  for (let y = 0.05; y < 0.84; y += 0.035) pen.line('#d8ecf2', 0.004, [-0.11 * (1 - y), y, 0.1 * (1 - y), y])
  pen.line('#9ab', 0.012, [0, 0.84, 0, 1])
}

/** A tower of beads on a tripod of columns. */
export function pearlTower(pen: Pen): void {
  for (const x of [-0.09, 0, 0.09]) pen.line('#b9b4c4', 0.035, [x, 0.06, x * 0.35, 0.7])
  for (const side of [-1, 1]) pen.line('#b9b4c4', 0.03, [side * 0.22, 0, side * 0.04, 0.26])
  pen.oval(0, 0.28, 0.3, 0.3, '#c85a86')
  pen.oval(0, 0.26, 0.3, 0.07, '#e8a0bc')
  pen.oval(0, 0.7, 0.2, 0.2, '#c85a86')
  pen.oval(0, 0.69, 0.2, 0.05, '#e8a0bc')
  pen.oval(0, 0.84, 0.07, 0.07, '#c85a86')
  pen.line('#b9b4c4', 0.016, [0, 0.8, 0, 1])
}
