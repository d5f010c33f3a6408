import { mix } from '../../colour.ts'
import type { FrontPen } from './front-pen.ts'

const glass = (pen: FrontPen, chance = 0.6) =>
  pen.dark ? (pen.random.chance(chance) ? '#ffd586' : '#2a3458') : '#a9c4cc'

// The beams of a gable: uprights, rails and braces, dark on the pale fill.
function beams(pen: FrontPen, x: number, y: number, wide: number, tall: number): void {
  const wood = '#5f3f2a'
  for (const at of [0, 1 / 3, 2 / 3, 1]) pen.box(x + at * wide - 0.5, y, 1, tall, wood)
  for (const at of [0, 1]) pen.box(x - 0.5, y + at * tall - 0.5, wide + 1, 1, wood)
  pen.line(wood, 0.8, [x, y, x + wide / 3, y + tall])
  pen.line(wood, 0.8, [x + wide, y, x + (wide * 2) / 3, y + tall])
}

/** Half-timbered houses that lean over the lane, each floor a little wider, with hanging signs. */
export function timberHouses(pen: FrontPen): void {
  const { random } = pen
  for (let x = -pen.half - 3, i = 0; x < pen.half; i++) {
    const wide = random.between(17, 22)
    const fill = ['#f0e2c4', '#e6cfa4', '#efe6d6', '#dcb98c'][i % 4] ?? '#f0e2c4'
    const floors = i % 3 === 1 ? 2 : 1
    pen.box(x + 1, 0, wide - 2, 14, '#b5a58e')
    for (let k = 0; k < 7; k++)
      pen.box(x + 2 + random.between(0, wide - 7), random.between(1, 12), 3.4, 1.6, '#a39278', 0.4)
    pen.arch(x + wide * 0.32, 0, 6, 11.6, '#4a3020')
    pen.arch(x + wide * 0.32, 0, 4.8, 10.6, '#7a5030')
    pen.box(x + wide * 0.58, 4, 5, 5, '#4a3020')
    pen.box(x + wide * 0.58 + 0.6, 4.6, 3.8, 3.8, glass(pen))
    let y = 14
    for (let floor = 0; floor < floors; floor++, y += 12) {
      const out = floor * 0.6
      pen.box(x - out, y, wide + out * 2, 12, fill)
      beams(pen, x - out, y, wide + out * 2, 12)
      pen.box(x + wide / 2 - 2.4, y + 3.4, 4.8, 5.6, '#5f3f2a')
      for (const dx of [-1.9, 0.2]) pen.box(x + wide / 2 + dx, y + 3.8, 1.8, 4.8, glass(pen))
    }
    const roof = pen.snowy ? '#f2f7fc' : (['#8f4a36', '#7a4030', '#6a5048'][i % 3] ?? '#8f4a36')
    pen.poly(fill, [x, y, x + wide, y, x + wide / 2, y + 15])
    pen.line('#5f3f2a', 0.9, [x + wide / 2, y, x + wide / 2, y + 14])
    pen.line('#5f3f2a', 0.9, [x + wide * 0.25, y, x + wide / 2, y + 9, x + wide * 0.75, y])
    pen.line(roof, 2.4, [x - 1.6, y - 1, x + wide / 2, y + 16, x + wide + 1.6, y - 1])
    if (i % 2 === 0) {
      pen.line('#3a2a20', 0.5, [x + wide, 17, x + wide - 5, 17])
      pen.oval(x + wide - 3.6, 13.6, 6, 5, ['#a83a34', '#2f5f7a', '#c99a3a'][i % 3] ?? '#a83a34')
      pen.oval(x + wide - 3.6, 13.6, 3, 2.6, '#f2e2b0')
    }
    x += wide + 0.4
  }
}

function gasLamp(pen: FrontPen, x: number): void {
  pen.box(x - 0.6, -5, 1.2, 27, '#26282c')
  pen.box(x - 1.6, -5, 3.2, 2.4, '#26282c', 0.4)
  pen.box(x - 3, 17.4, 6, 0.8, '#26282c')
  pen.shine(x, 25, pen.dark ? 17 : 9, '#ffd27a', pen.dark ? 0.75 : 0.5)
  pen.poly('#ffe2a0', [x - 1.7, 22, x + 1.7, 22, x + 2.6, 28, x - 2.6, 28])
  pen.poly('#26282c', [x - 3.2, 28, x + 3.2, 28, x, 31])
}

/** Brick terraces with tall sash windows, steps, iron railings and gas lamps. */
export function terraceHouses(pen: FrontPen): void {
  const tall = Math.min(pen.top - 10, 42)
  for (let x = -pen.half - 2, i = 0; x < pen.half; x += 24, i++) {
    const brick = ['#8f5546', '#7f4a40', '#96614c'][i % 3] ?? '#8f5546'
    pen.box(x, 0, 24, tall, brick)
    for (let y = 2; y < tall; y += 2.4) pen.line(mix(brick, '#2a1a1c', 0.22), 0.14, [x, y, x + 24, y])
    pen.box(x, 0, 24, 13, '#d8cfc0')
    pen.box(x, 12.4, 24, 1.4, '#efe8da')
    pen.box(x - 0.4, tall, 24.8, 1.8, '#efe8da')
    pen.poly(pen.snowy ? '#f2f7fc' : '#4a4a54', [x, tall + 1.8, x + 24, tall + 1.8, x + 22, tall + 7, x + 2, tall + 7])
    for (const dx of [5, 8.4]) pen.box(x + dx, tall + 5, 2.4, 6.4, '#a8664e')
    for (let y = 16; y + 8 < tall; y += 11)
      for (const dx of [6, 17]) {
        pen.box(x + dx - 3, y - 0.6, 6, 9.4, '#efe8da')
        pen.box(x + dx - 2.3, y, 4.6, 8.2, glass(pen, 0.7))
        pen.box(x + dx - 2.3, y + 3.8, 4.6, 0.6, '#efe8da')
        pen.box(x + dx - 0.2, y, 0.4, 8.2, '#efe8da')
      }
    pen.box(x + 3, 0, 7, 12, '#efe8da')
    pen.box(x + 4, 0, 5, 10.6, ['#1f3a34', '#5a1f24', '#22304a'][i % 3] ?? '#1f3a34')
    pen.oval(x + 8, 5, 0.7, 0.7, '#e0b850')
    pen.box(x + 2, -1.6, 9, 2, '#b9b0a4')
    pen.box(x + 13, 2, 8, 8, '#efe8da')
    pen.box(x + 13.8, 2.6, 6.4, 6.8, glass(pen, 0.7))
    for (let at = x + 12; at < x + 23.6; at += 1.5) pen.box(at, -1, 0.35, 5, '#1f2126')
    pen.box(x + 12, 3.4, 11.6, 0.5, '#1f2126')
  }
  for (const x of [-50, -16, 20, 54]) gasLamp(pen, x)
}

/** Grey walls under curved tile roofs, red doors, lanterns and a tree over the wall: a lane of old Beijing. */
export function hutong(pen: FrontPen): void {
  const tile = pen.snowy ? '#eef3f8' : '#54585e'
  for (const x of [-44, 22]) {
    pen.box(x + 8, 20, 2, 22, '#6a4e38')
    for (const [dx, dy, r] of [
      [0, 44, 17],
      [10, 49, 16],
      [19, 43, 15],
    ] as const)
      pen.oval(x + dx, dy, r, r * 0.8, '#6f9a5a')
  }
  for (let x = -pen.half - 2, i = 0; x < pen.half; x += 33, i++) {
    pen.box(x, 0, 33, 23, '#9a9c9c')
    for (let y = 1; y < 23; y += 2) pen.line('#858888', 0.15, [x, y, x + 33, y])
    pen.box(x, 0, 33, 4, '#7f8284')
    pen.poly(tile, [x - 2, 23, x + 35, 23, x + 31, 30, x + 2, 30])
    pen.poly(tile, [x - 5, 26, x - 2, 23, x + 2, 23, x + 2, 25])
    pen.poly(tile, [x + 38, 26, x + 35, 23, x + 31, 23, x + 31, 25])
    for (let at = x; at < x + 34; at += 2) pen.oval(at, 23, 1.4, 1.6, '#3f4348')
    pen.box(x + 1, 30, 31, 1.4, '#3f4348')
    if (i % 2) {
      pen.box(x + 6, 8, 12, 10, '#7a2a22')
      for (let at = 0; at < 3; at++) pen.box(x + 7 + at * 3.7, 9, 3, 8, pen.dark ? '#ffd586' : '#d8c8a4')
      continue
    }
    pen.box(x + 9, 0, 15, 21, '#6f241e')
    pen.box(x + 10.4, 0, 12.2, 18, '#b02a22')
    pen.box(x + 16.3, 0, 0.5, 18, '#6f241e')
    for (const dx of [14.6, 18.2]) pen.oval(x + dx, 9, 1.5, 1.5, '#e0b850')
    pen.box(x + 10, 18.4, 13, 2, '#2f6f6a')
    for (const dx of [5.6, 27.4]) {
      pen.shine(x + dx, 15, pen.dark ? 9 : 5, '#ff6a3a', 0.5)
      pen.oval(x + dx, 15, 5, 5.6, '#d8322a')
      pen.box(x + dx - 1.3, 17.4, 2.6, 0.8, '#e8b84a')
      pen.line('#e8b84a', 0.3, [x + dx, 12, x + dx, 9.6])
    }
    for (const dx of [7.4, 25.6]) pen.box(x + dx - 1.4, 0, 2.8, 4.4, '#b9b9b4', 0.8)
  }
}

/** Stepped and bell gables over a canal, with boats and bicycles: towns of the low countries. */
export function gableHouses(pen: FrontPen): void {
  const base = 7
  const brick = ['#8a4a3a', '#6a3a34', '#a8683f', '#4a4a54', '#93563f'] as const
  for (let x = -pen.half - 3, i = 0; x < pen.half; i++) {
    const wide = pen.random.between(12, 15)
    const tall = Math.min(pen.top - 16, pen.random.between(30, 37))
    const wall = brick[i % brick.length] ?? brick[0]
    pen.box(x, base, wide, tall - base, wall)
    const m = x + wide / 2
    if (i % 2)
      for (let s = 0; s < 4; s++)
        pen.box(x + s * wide * 0.125, tall - 0.4 + s * 2.4, wide * (1 - s * 0.25), 2.6, s === 3 ? '#efe8da' : wall)
    else {
      pen.poly(wall, [
        x + wide * 0.1,
        tall,
        x + wide * 0.9,
        tall,
        m + wide * 0.2,
        tall + 5,
        m + 1.6,
        tall + 10,
        m - 1.6,
        tall + 10,
        m - wide * 0.2,
        tall + 5,
      ])
      pen.line('#efe8da', 0.8, [
        x,
        tall,
        m - wide * 0.2,
        tall + 5,
        m - 1.6,
        tall + 10,
        m + 1.6,
        tall + 10,
        m + wide * 0.2,
        tall + 5,
        x + wide,
        tall,
      ])
    }
    pen.box(m - 1.4, tall + 1, 2.8, 4, glass(pen))
    for (let y = base + 10; y + 7 < tall; y += 9)
      for (const dx of [0.18, 0.5, 0.82]) {
        pen.box(x + wide * dx - 1.6, y - 0.4, 3.2, 6.4, '#f4efe4')
        pen.box(x + wide * dx - 1.2, y, 2.4, 5.6, glass(pen))
        pen.box(x + wide * dx - 0.15, y, 0.3, 5.6, '#f4efe4')
      }
    pen.box(x + wide * 0.3, base, 4, 8, '#22403a')
    pen.box(x + wide * 0.66, base + 2, 3.2, 5, glass(pen))
    x += wide + 0.2
  }
  pen.box(-pen.half, -6, pen.half * 2, 13, '#5f93a8')
  pen.box(-pen.half, 6, pen.half * 2, 1.6, '#a8988a')
  for (let i = 0; i < 26; i++)
    pen.box(pen.random.between(-pen.half, pen.half), pen.random.between(-3, 5), 6, 0.5, '#8fbccb', 0.2)
  const b = pen.side * 34
  pen.poly('#9a6a52', [b - 26, 1, b - 14, 8, b + 14, 8, b + 26, 1, b + 26, 8, b + 14, 13, b - 14, 13, b - 26, 8])
  pen.arch(b, -2, 20, 9.4, '#3f6a7c')
  for (let x = b - 22; x < b + 23; x += 3) pen.line('#3a302c', 0.3, [x, 10, x, 15])
  pen.line('#3a302c', 0.5, [b - 24, 12, b - 14, 16, b + 14, 16, b + 24, 12])
  const s = -pen.side * 30
  pen.poly('#3f5f3a', [s - 12, 4, s + 12, 4, s + 9, -1, s - 9, -1])
  pen.box(s - 12, 3.4, 24, 1.2, '#e0c890')
}

const PLASTER = ['#d9825a', '#5fa0a8', '#e8c26a', '#b9658a', '#8fb06a', '#d0d4d8', '#c9764a'] as const

/** Box upon box of bare brick and paint up a steep hill, with tanks, dishes and wires. */
export function stackedHouses(pen: FrontPen): void {
  const rows = 5
  for (let row = rows - 1; row >= 0; row--) {
    const y = row * 9.4
    for (let x = -pen.half - pen.random.between(0, 8), i = 0; x < pen.half; i++) {
      const wide = pen.random.between(10, 16)
      const tall = pen.random.between(11, 15)
      const bare = pen.random.chance(0.4)
      const wall = bare ? '#b5694a' : pen.random.pick(PLASTER)
      const paint = mix(wall, '#c4d4e4', row * 0.09)
      pen.box(x, y, wide, tall, paint)
      pen.box(x + wide - 1.2, y, 1.2, tall, mix(paint, '#3a2a30', 0.3))
      if (bare)
        for (let at = y + 1.5; at < y + tall; at += 1.8)
          pen.line(mix(paint, '#ffe0c0', 0.3), 0.14, [x, at, x + wide, at])
      pen.box(x - 0.5, y + tall, wide + 1, 1, mix('#8a8480', '#c4d4e4', row * 0.09))
      pen.box(x + wide * 0.18, y + tall - 6.4, 3.2, 3.8, glass(pen, 0.7))
      pen.box(x + wide * 0.6, y + tall - 6.4, 3.2, 3.8, glass(pen, 0.7))
      if (row === 0) pen.box(x + wide * 0.36, 0, 3.6, 7, mix('#3a5a6a', paint, 0.3))
      const onRoof = pen.random.next()
      if (onRoof < 0.4) pen.box(x + wide * 0.5, y + tall + 1, 4, 3, '#3f7fc0', 0.8)
      else if (onRoof < 0.65) pen.oval(x + wide * 0.3, y + tall + 2.4, 2.6, 2.6, '#e4e8ea')
      x += wide + 0.3
    }
  }
  for (let k = 0; k < 4; k++)
    pen.line('#2c2a30', 0.2, [-pen.half, 22 + k * 5, -10 + k * 6, 18 + k * 4, pen.half, 25 + k * 4])
}
