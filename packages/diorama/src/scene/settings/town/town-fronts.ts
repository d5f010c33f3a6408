import { mix } from '../../colour.ts'
import type { FrontPen } from './front-pen.ts'

const FACES = ['#e8705a', '#f2b84b', '#5fa8a0', '#e79ab0', '#7f9fd0', '#f0d68a', '#9fbf7a'] as const

function shutterWindow(pen: FrontPen, x: number, y: number, shutter: string): void {
  const on = pen.random.chance(0.6) && pen.dark
  pen.box(x - 2.4, y - 0.4, 4.8, 6.8, '#fbf5ea')
  pen.box(x - 1.9, y, 3.8, 6, on ? '#ffd586' : pen.dark ? '#2a3458' : '#a9c8d8')
  pen.box(x - 0.2, y, 0.4, 6, '#fbf5ea')
  for (const side of [-1, 1]) pen.box(x + side * 3.6 - 1.1, y - 0.2, 2.2, 6.4, shutter)
  if (pen.random.chance(0.5)) {
    pen.box(x - 2.8, y - 1.6, 5.6, 1.3, '#a0543c')
    for (let i = -2; i <= 2; i++)
      pen.oval(x + i * 1.1, y - 0.1, 1.3, 1.3, pen.random.pick(['#ff7d92', '#ffd35c', '#ffffff', '#7fbf5e']))
  }
}

/** Narrow houses in bright colours, wall to wall, each with its own door and gable. */
export function brightHouses(pen: FrontPen): void {
  let i = pen.random.int(0, 6)
  for (let x = -pen.half - 4; x < pen.half; i++) {
    const wide = pen.random.between(14, 19)
    const tall = Math.min(pen.top - 9, pen.random.between(30, 39))
    const wall = FACES[i % FACES.length] ?? FACES[0]
    const shutter = mix(wall, '#24404a', 0.6)
    pen.box(x, 0, wide, tall, wall)
    pen.box(x + wide - 1.6, 0, 1.6, tall, mix(wall, '#4a2a30', 0.2))
    const roof = pen.snowy ? '#f2f7fc' : (['#a8563f', '#6a5a68', '#b56a48'][i % 3] ?? '#a8563f')
    if (i % 2) pen.poly(roof, [x - 0.8, tall, x + wide + 0.8, tall, x + wide / 2, tall + 8])
    else pen.poly(roof, [x - 0.8, tall, x + wide + 0.8, tall, x + wide - 2, tall + 5, x + 2, tall + 5])
    for (let y = 15; y + 8 < tall; y += 11) for (const dx of [0.27, 0.73]) shutterWindow(pen, x + wide * dx, y, shutter)
    pen.arch(x + wide * 0.3, 0, 5, 11, mix(wall, '#ffffff', 0.5))
    pen.arch(x + wide * 0.3, 0, 4, 10, shutter)
    pen.box(x + wide * 0.56, 3, wide * 0.32, 7, '#fbf5ea')
    pen.box(x + wide * 0.58, 3.4, wide * 0.28, 6.2, pen.dark ? '#ffdf9c' : '#bcd8e0')
    if (pen.random.chance(0.5)) {
      pen.box(x + wide * 0.5, 0, 2.6, 2.4, '#b5623f')
      pen.oval(x + wide * 0.5 + 1.3, 3.4, 3.8, 3.4, '#5f9a5a')
    }
    x += wide + 0.2
  }
}

/** The town hall of a square, with its clock tower, and a fountain before the houses. */
export function squareMiddle(pen: FrontPen): void {
  const x = pen.side * 30
  const tall = Math.min(pen.top - 6, 46)
  pen.box(x - 17, 0, 34, tall * 0.56, '#efdcb8')
  pen.poly(pen.snowy ? '#f2f7fc' : '#a8563f', [
    x - 18,
    tall * 0.56,
    x + 18,
    tall * 0.56,
    x + 14,
    tall * 0.7,
    x - 14,
    tall * 0.7,
  ])
  pen.box(x - 5, 0, 10, tall * 0.8, '#f4e6c8')
  pen.poly(pen.snowy ? '#f2f7fc' : '#5f8a7a', [x - 6, tall * 0.8, x + 6, tall * 0.8, x, tall])
  pen.oval(x, tall * 0.7, 6.4, 6.4, '#8a6a4a')
  pen.oval(x, tall * 0.7, 5.2, 5.2, '#fbf7ec')
  pen.line('#3a3238', 0.4, [x, tall * 0.7 + 1.8, x, tall * 0.7, x + 1.4, tall * 0.7 - 0.6])
  for (const dx of [-12, -6, 6, 12]) {
    pen.arch(x + dx, 0, 4.4, 10, '#b59468')
    pen.arch(x + dx, 13, 3.6, 8, pen.dark ? '#ffd586' : '#a9c8d8')
  }
  pen.arch(x, 0, 5.6, 12, '#6f4630')
}

/** A round basin with jets, the middle of many squares. */
export function fountain(pen: FrontPen, x: number): void {
  pen.oval(x, 1.4, 26, 5, '#a39a90')
  pen.oval(x, 2.2, 23, 3.6, '#8fc4dc')
  pen.box(x - 13, -1, 26, 2.6, '#b9b0a6', 1)
  pen.box(x - 1.6, 1, 3.2, 9, '#b9b0a6')
  pen.poly('#c9c0b6', [x - 6, 11, x + 6, 11, x + 3, 8, x - 3, 8])
  for (const side of [-1, 1]) {
    pen.line('#dff2fa', 0.6, [x, 16, x + side * 2, 17, x + side * 4.4, 14, x + side * 5.4, 11])
    pen.line('#dff2fa', 0.5, [x + side * 6, 10.6, x + side * 8, 8, x + side * 8.6, 2.6])
  }
}

const SPICES = ['#d8502e', '#f2b02e', '#8a3a24', '#c9a02e', '#7a9a3a', '#b0306a'] as const
const RUGS = ['#a83a3f', '#2f5f8a', '#c98a2e', '#5a7a4a'] as const

function rugOnWall(pen: FrontPen, x: number, y: number, colour: string): void {
  pen.box(x - 4.4, y, 8.8, 13, colour)
  pen.box(x - 3.4, y + 1, 6.8, 11, mix(colour, '#ffe8b0', 0.35))
  for (const dy of [3, 6.5, 10]) pen.poly(colour, [x, y + dy + 1.6, x + 2, y + dy, x, y + dy - 1.6, x - 2, y + dy])
  for (let dx = -4; dx <= 4; dx += 1.2) pen.line('#f4e6c8', 0.2, [x + dx, y, x + dx, y - 1.2])
}

/** A covered bazaar: pointed arches, carpets, lamps of coloured glass, and cones of spice. */
export function bazaar(pen: FrontPen): void {
  pen.box(-pen.half, 0, pen.half * 2, pen.top + 14, '#d9b483')
  for (let y = 4; y < pen.top + 10; y += 7) pen.line('#c39c6c', 0.3, [-pen.half, y, pen.half, y])
  const count = Math.ceil(pen.half / 30)
  for (let i = -count; i <= count; i++) {
    const x = i * 30
    pen.arch(x, 0, 24, 37, '#b98a5a', true)
    pen.arch(x, 0, 21, 34.6, '#5f3a30', true)
    pen.shine(x, 18, 17, '#ffb85a', 0.45)
    rugOnWall(pen, x - 5, 16, RUGS[(i + 9) % RUGS.length] ?? RUGS[0])
    rugOnWall(pen, x + 5, 16, RUGS[(i + 11) % RUGS.length] ?? RUGS[1])
    pen.box(x - 11, 0, 22, 7, '#8a5a3a')
    pen.poly(['#c9403a', '#2f7f8a', '#d8a02e'][(i + 9) % 3] ?? '#c9403a', [
      x - 12,
      8,
      x + 12,
      8,
      x + 12,
      5.6,
      x - 12,
      5.6,
    ])
    for (let k = 0; k < 4; k++) {
      const at = x - 8 + k * 5.4
      pen.box(at - 2.4, 7.6, 4.8, 1.4, '#c9a06a', 0.4)
      pen.poly(SPICES[(k + i + 9) % SPICES.length] ?? SPICES[0], [at - 2.3, 9, at + 2.3, 9, at, 13])
    }
    const lamp = x + 15
    pen.line('#6a4a34', 0.25, [lamp, pen.top + 10, lamp, 40])
    const glass = ['#4fc3d8', '#f2a03b', '#d8587a'][(i + 9) % 3] ?? '#f2a03b'
    pen.shine(lamp, 36, 10, glass, 0.6)
    pen.oval(lamp, 36, 5.4, 6.6, glass)
    pen.poly('#b58a3f', [lamp - 1.6, 39, lamp + 1.6, 39, lamp, 41.6])
    pen.poly('#b58a3f', [lamp - 1.2, 32.8, lamp + 1.2, 32.8, lamp, 30.4])
  }
}

/** Wooden huts with lit counters, garlands of bulbs, and a decorated tree. */
export function winterHuts(pen: FrontPen): void {
  const bulb = (x: number, y: number, i: number) => {
    const colour = ['#ffd24a', '#ff6a5a', '#7fe08a', '#6ac4ff'][i % 4] ?? '#ffd24a'
    pen.shine(x, y, 2.6, colour, 0.7)
    pen.oval(x, y, 1.1, 1.3, colour)
  }
  const count = Math.ceil(pen.half / 25)
  for (let i = -count; i <= count; i++) {
    const x = i * 25 + 12
    pen.box(x - 10, 0, 20, 18, '#8a5a38')
    for (let dx = -9; dx < 10; dx += 3) pen.box(x + dx, 0, 0.3, 18, '#6f4630')
    pen.box(x - 8, 7, 16, 9, '#ffd98a')
    pen.shine(x, 11, 14, '#ffcf7a', 0.6)
    const wares = [
      ['#e2574c', '#f2c14e'],
      ['#c98a45', '#e0b070'],
      ['#3f8f6a', '#c9302a'],
    ][(i + 12) % 3] ?? ['#e2574c', '#f2c14e']
    for (let k = 0; k < 6; k++) pen.oval(x - 6.4 + k * 2.6, 8.6, 2.2, 2.4, wares[k % 2] ?? '#e2574c')
    pen.box(x - 10.6, 5.4, 21.2, 1.8, '#b07c4e')
    pen.poly('#5f3a28', [x - 12.4, 17, x + 12.4, 17, x, 28])
    pen.poly('#f4f8fc', [x - 12.4, 18.4, x - 12.8, 17, x, 26, x + 12.8, 17, x + 12.4, 18.4, x, 29.4])
    for (let k = 0; k < 7; k++) bulb(x - 10 + k * 3.4, 17 - Math.sin((k / 6) * Math.PI) * 1.6, k + i + 12)
  }
  const t = pen.side * 24
  pen.box(t - 1.4, 0, 2.8, 6, '#5f3f2c')
  for (const [y, wide] of [
    [4, 22],
    [13, 17],
    [22, 11],
  ] as const) {
    pen.poly('#2f6f4a', [t - wide / 2, y, t + wide / 2, y, t, y + 16])
    pen.poly('#e8f2f4', [t - wide / 5, y + 9.6, t + wide / 5, y + 9.6, t, y + 16])
    for (let k = 0; k < 5; k++) bulb(t - wide / 2 + 1 + (k * (wide - 2)) / 4, y + 1 + (k % 2) * 2, k)
  }
  pen.shine(t, 39, 8, '#ffe27a', 0.8)
  pen.poly('#ffd24a', [
    t,
    41.6,
    t + 0.9,
    39.4,
    t + 3,
    39,
    t + 1.2,
    37.6,
    t + 1.8,
    35.4,
    t,
    36.8,
    t - 1.8,
    35.4,
    t - 1.2,
    37.6,
    t - 3,
    39,
    t - 0.9,
    39.4,
  ])
}

/** The walls of a yard on three sides, with arches below, windows above and pots along them. */
export function courtyard(pen: FrontPen): void {
  const tall = Math.min(pen.top + 6, 46)
  pen.box(-pen.half, 0, pen.half * 2, tall, '#ecd9b4')
  pen.box(-pen.half, tall - 2, pen.half * 2, 3, '#c98a5a')
  const count = Math.ceil(pen.half / 19)
  for (let i = -count; i <= count; i++) {
    const x = i * 19
    pen.arch(x, 0, 14, 21, '#d8be90')
    pen.arch(x, 0, 11.6, 19, '#8a6a50')
    pen.arch(x + 0.6, 0, 10.4, 17.6, '#6f5442')
    pen.box(x - 8.9, 0, 1.6, 16, '#f7ecd2')
    pen.box(x - 9.4, 15.4, 2.6, 1.4, '#c9ac7c')
    shutterWindow(pen, x, 28, '#4f8a8a')
  }
  for (let i = -count; i <= count; i++) {
    const x = i * 19 - 9.5
    pen.poly('#c56b45', [x - 2.4, -1, x + 2.4, -1, x + 3.2, 4, x - 3.2, 4])
    pen.oval(x, 6.4, 8, 7, '#5f9a5a')
    for (const [dx, dy] of [
      [-2, 7],
      [0.6, 8.6],
      [2.4, 6],
    ] as const)
      pen.oval(x + dx, dy, 1.8, 1.8, i % 2 ? '#e2574c' : '#f2a0b8')
  }
  for (const side of [-1, 1]) {
    pen.poly('#dcc59c', [side * pen.half, -6, side * 50, 0, side * 50, tall, side * pen.half, tall + 12])
    for (let k = 0; k < 26; k++)
      pen.oval(
        side * (51 + pen.random.between(0, 8)),
        tall - k * 1.5,
        4,
        3.4,
        pen.random.pick(['#5f9a5a', '#4a8450', '#7fb56a', '#c95a8a']),
      )
  }
}
