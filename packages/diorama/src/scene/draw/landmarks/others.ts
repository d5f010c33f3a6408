import type { Pen } from '../pen.ts'

/** Three pyramids of courses of stone, with a lying sphinx before them. */
export function pyramids(pen: Pen): void {
  for (const [x, tall, half] of [
    [1.15, 0.62, 0.55],
    [-1.05, 0.76, 0.66],
    [0, 1, 0.86],
  ] as const) {
    pen.poly('#e2bd78', [x - half, 0, x, tall, x + half, 0])
    pen.poly('#c09656', [x + half * 0.24, 0, x, tall, x + half, 0])
    for (let y = 0.08; y < tall * 0.9; y += 0.085) {
      const left = half * (1 - y / tall)
      pen.line('#b58c50', 0.005, [x - left, y, x + left, y])
    }
    pen.poly('#f0dcae', [x - half * 0.1, tall * 0.9, x, tall, x + half * 0.1, tall * 0.9])
  }
}

/** A facade hewn from rose-red rock, between its cliffs. */
export function rockFacade(pen: Pen): void {
  const rock = '#c9714f'
  const light = '#e0956c'
  const deep = '#7a3a30'
  pen.poly(
    '#b5603f',
    [-1.5, 0, -1.42, 0.86, -1.1, 1.02, -0.86, 0.96, -0.62, 1.1, 0.6, 1.08, 0.9, 0.98, 1.2, 1.04, 1.46, 0.84, 1.5, 0],
  )
  pen.poly('#a3513a', [-1.5, 0, -1.42, 0.86, -1.1, 1.02, -0.9, 0.7, -0.8, 0])
  pen.poly('#a3513a', [1.5, 0, 1.46, 0.84, 1.2, 1.04, 0.96, 0.7, 0.82, 0])
  pen.box(-0.52, 0, 1.04, 0.96, light)
  pen.box(-0.5, 0.02, 1, 0.46, rock)
  for (const x of [-0.42, -0.26, -0.12, 0.12, 0.26, 0.42]) {
    pen.box(x - 0.032, 0.03, 0.064, 0.4, light)
    pen.box(x - 0.044, 0.41, 0.088, 0.035, '#f0b088')
  }
  pen.box(-0.085, 0.03, 0.17, 0.34, deep)
  pen.box(-0.54, 0.45, 1.08, 0.05, '#f0b088')
  pen.poly(light, [-0.3, 0.5, 0.3, 0.5, 0, 0.6])
  pen.box(-0.5, 0.6, 1, 0.3, rock)
  for (const x of [-0.44, -0.26, 0.26, 0.44]) pen.box(x - 0.03, 0.6, 0.06, 0.24, light)
  pen.poly('#f0b088', [-0.54, 0.84, -0.2, 0.84, -0.2, 0.92])
  pen.poly('#f0b088', [0.54, 0.84, 0.2, 0.84, 0.2, 0.92])
  pen.box(-0.13, 0.6, 0.26, 0.26, light)
  for (const x of [-0.1, 0.1]) pen.box(x - 0.02, 0.61, 0.04, 0.22, '#f0b088')
  pen.box(-0.05, 0.62, 0.1, 0.18, deep)
  pen.poly(light, [-0.16, 0.86, 0.16, 0.86, 0, 0.97])
  pen.oval(0, 0.99, 0.07, 0.08, '#f0b088')
}

/** A statue that stretches its arms over the city, on its mountain. */
export function wideArmsStatue(pen: Pen): void {
  pen.poly('#5f8a5a', [-0.9, 0, -0.5, 0.3, -0.16, 0.5, 0.14, 0.52, 0.46, 0.28, 0.9, 0])
  pen.poly('#4f7a50', [0.06, 0.5, 0.14, 0.52, 0.46, 0.28, 0.9, 0, 0.3, 0])
  const stone = '#efeae0'
  pen.box(-0.06, 0.5, 0.12, 0.08, '#cfc8ba')
  pen.poly(stone, [-0.055, 0.58, 0.055, 0.58, 0.045, 0.86, -0.045, 0.86])
  pen.poly(stone, [-0.3, 0.85, -0.3, 0.81, -0.06, 0.79, 0.06, 0.79, 0.3, 0.81, 0.3, 0.85, 0.05, 0.9, -0.05, 0.9])
  pen.poly('#d8d0c2', [-0.16, 0.82, -0.05, 0.74, -0.05, 0.86])
  pen.poly('#d8d0c2', [0.16, 0.82, 0.05, 0.74, 0.05, 0.86])
  pen.oval(0, 0.945, 0.062, 0.09, stone)
}

/** Shells of white tiles over the water. */
export function shellRoofs(pen: Pen): void {
  pen.box(-1.1, 0, 2.2, 0.16, '#c9a98c')
  pen.box(-1.1, 0.14, 2.2, 0.03, '#e0c8b0')
  const shell = (x: number, wide: number, tall: number) => {
    pen.poly('#f7f4ee', [
      x - wide,
      0.17,
      x - wide * 0.7,
      0.17 + tall * 0.55,
      x - wide * 0.2,
      0.17 + tall * 0.9,
      x + wide * 0.16,
      0.17 + tall,
      x + wide * 0.24,
      0.17 + tall * 0.5,
      x + wide * 0.1,
      0.17,
    ])
    pen.poly('#d5d2cc', [
      x + wide * 0.16,
      0.17 + tall,
      x + wide * 0.24,
      0.17 + tall * 0.5,
      x + wide * 0.1,
      0.17,
      x - wide * 0.12,
      0.17,
    ])
  }
  shell(0.95, 0.42, 0.42)
  shell(0.55, 0.56, 0.62)
  shell(0.08, 0.68, 0.83)
  shell(-0.5, 0.48, 0.58)
  shell(-0.85, 0.3, 0.34)
}

/** Terraces of a stepped temple with a stair in the middle. */
export function steppedPyramid(pen: Pen): void {
  const steps = 8
  for (let i = 0; i < steps; i++) {
    const half = 0.86 - i * 0.085
    pen.box(-half, i * 0.1, half * 2, 0.1, i % 2 ? '#cbbfa4' : '#bdb094')
    pen.box(half * 0.45, i * 0.1, half * 0.55, 0.1, '#a3967c')
  }
  pen.poly('#ded4bc', [-0.2, 0, 0.2, 0, 0.12, 0.8, -0.12, 0.8])
  for (let y = 0.03; y < 0.8; y += 0.03) pen.line('#b0a488', 0.005, [-0.19 + y * 0.1, y, 0.19 - y * 0.1, y])
  pen.box(-0.16, 0.8, 0.32, 0.16, '#cbbfa4')
  pen.box(-0.05, 0.8, 0.1, 0.11, '#4f463a')
  pen.box(-0.18, 0.95, 0.36, 0.05, '#ded4bc')
}

/** Two red towers and the cables between them. */
export function suspensionBridge(pen: Pen, colour: string): void {
  const half = 2.4
  for (const x of [-1.1, 1.1]) {
    pen.box(x - 0.07, 0, 0.05, 1, colour)
    pen.box(x + 0.02, 0, 0.05, 1, colour)
    for (const y of [0.4, 0.6, 0.8, 0.96]) pen.box(x - 0.07, y, 0.14, 0.035, colour)
  }
  const sag = (x: number) =>
    Math.abs(x) <= 1.1 ? 0.36 + 0.62 * (x / 1.1) ** 2 : 0.98 - ((Math.abs(x) - 1.1) / (half - 1.1)) * 0.62
  const cable: number[] = []
  for (let x = -half; x <= half + 0.01; x += 0.1) cable.push(x, sag(x))
  pen.line(colour, 0.022, cable)
  for (let x = -half; x <= half; x += 0.1) pen.line(colour, 0.007, [x, 0.3, x, sag(x)])
  pen.box(-half - 2, 0.27, half * 2 + 4, 0.055, colour)
  pen.box(-half - 2, 0.25, half * 2 + 4, 0.025, '#6a4a44')
}

/** Two castle-like towers with walkways high between them. */
export function towerBridge(pen: Pen): void {
  const stone = '#cfc0a2'
  pen.box(-2.6, 0.2, 5.2, 0.06, '#5f87ad')
  for (const side of [-1, 1]) {
    const cable: number[] = []
    for (let i = 0; i <= 10; i++) cable.push(side * (0.62 + i * 0.18), 0.68 - 0.42 * Math.sin((i / 10) * (Math.PI / 2)))
    pen.line('#5f87ad', 0.035, cable)
    for (let i = 0; i <= 10; i++)
      pen.line('#8fb0cc', 0.01, [
        side * (0.62 + i * 0.18),
        0.24,
        side * (0.62 + i * 0.18),
        0.68 - 0.42 * Math.sin((i / 10) * (Math.PI / 2)),
      ])
  }
  pen.box(-0.5, 0.6, 1, 0.05, '#5f87ad')
  pen.box(-0.5, 0.53, 1, 0.025, '#8fb0cc')
  for (const x of [-0.56, 0.56]) {
    pen.box(x - 0.15, 0, 0.3, 0.2, '#a3947a')
    pen.box(x - 0.12, 0.2, 0.24, 0.54, stone)
    pen.arch(x, 0.26, 0.11, 0.15, '#4f4a48', true)
    for (const y of [0.46, 0.6]) for (const dx of [-0.06, 0, 0.06]) pen.arch(x + dx, y, 0.03, 0.08, '#6f665a', true)
    for (const dx of [-0.115, 0.115]) {
      pen.box(x + dx - 0.025, 0.2, 0.05, 0.58, '#dccfb4')
      pen.poly('#5f6b74', [x + dx - 0.03, 0.78, x + dx + 0.03, 0.78, x + dx, 0.88])
    }
    pen.poly('#5f6b74', [x - 0.12, 0.74, x + 0.12, 0.74, x, 1])
  }
}

/** Great heads of stone on a slope. */
export function stoneHeads(pen: Pen): void {
  for (const [x, tall] of [
    [-1.1, 0.72],
    [-0.45, 0.9],
    [0.25, 1],
    [0.95, 0.78],
  ] as const) {
    pen.poly('#7d7a76', [
      x - tall * 0.24,
      0,
      x - tall * 0.2,
      tall * 0.86,
      x - tall * 0.12,
      tall,
      x + tall * 0.14,
      tall,
      x + tall * 0.2,
      tall * 0.84,
      x + tall * 0.22,
      0,
    ])
    pen.box(x - tall * 0.22, tall * 0.7, tall * 0.42, tall * 0.06, '#5a5856')
    pen.poly('#93908a', [
      x - tall * 0.03,
      tall * 0.72,
      x + tall * 0.05,
      tall * 0.72,
      x + tall * 0.09,
      tall * 0.46,
      x - tall * 0.07,
      tall * 0.46,
    ])
    pen.box(x - tall * 0.11, tall * 0.34, tall * 0.24, tall * 0.035, '#5a5856')
  }
}

/** A slim concrete tower with a saucer near its top. */
export function saucerTower(pen: Pen): void {
  for (const side of [-1, 1])
    pen.poly('#d8d5cf', [
      side * 0.1,
      0,
      side * 0.06,
      0,
      side * 0.012,
      0.5,
      side * 0.03,
      0.5,
      side * 0.05,
      0.72,
      side * 0.025,
      0.72,
    ])
  pen.box(-0.018, 0, 0.036, 0.74, '#c2beb6')
  pen.poly('#e8e4dc', [-0.06, 0.7, 0.06, 0.7, 0.17, 0.77, -0.17, 0.77])
  pen.oval(0, 0.78, 0.34, 0.05, '#a8a49c')
  pen.poly('#e8e4dc', [-0.14, 0.79, 0.14, 0.79, 0.03, 0.86, -0.03, 0.86])
  pen.line('#b5483f', 0.014, [0, 0.85, 0, 1])
}

/** Walls without roofs on terraces, under a steep green peak. */
export function incaCity(pen: Pen): void {
  pen.poly(
    '#5f8a52',
    [-0.75, 0, -0.35, 0.52, -0.2, 0.66, -0.06, 0.96, 0.04, 1, 0.14, 0.86, 0.24, 0.6, 0.5, 0.36, 0.8, 0],
  )
  pen.poly('#4a7446', [0.02, 0, 0, 0.7, 0.04, 1, 0.14, 0.86, 0.24, 0.6, 0.5, 0.36, 0.8, 0])
  pen.poly('#6f9a58', [-1.5, 0, -1.2, 0.3, -0.85, 0.42, -0.5, 0.3, -0.2, 0])
  for (let step = 0; step < 7; step++) {
    const y = step * 0.05
    const half = 1.42 - step * 0.13
    pen.poly(step % 2 ? '#8fb060' : '#7fa452', [-half, y, half, y, half - 0.05, y + 0.05, -half + 0.05, y + 0.05])
    pen.box(-half + 0.02, y, half * 2 - 0.04, 0.014, '#a8a090')
  }
  for (const [x, y, wide] of [
    [-0.72, 0.16, 0.2],
    [-0.44, 0.24, 0.18],
    [-0.14, 0.33, 0.2],
    [0.16, 0.3, 0.17],
    [0.42, 0.22, 0.2],
    [0.76, 0.12, 0.22],
    [-1, 0.07, 0.2],
  ] as const) {
    pen.poly('#c2b8a4', [x - wide / 2, y, x - wide / 2, y + 0.09, x, y + 0.17, x + wide / 2, y + 0.09, x + wide / 2, y])
    pen.box(x - wide * 0.1, y, wide * 0.2, 0.07, '#6a6258')
    pen.box(x + wide * 0.28, y, wide * 0.22, 0.09, '#9a9080')
  }
}
