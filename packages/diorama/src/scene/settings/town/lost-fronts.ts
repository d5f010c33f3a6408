import { mix } from '../../colour.ts'
import type { FrontPen } from './front-pen.ts'

// A block of flats whose upper edge is broken, with holes for windows and bent iron.
function brokenBlock(pen: FrontPen, x: number, wide: number, tall: number, wall: string): void {
  const { random } = pen
  const edge: number[] = [x, 0, x, tall]
  for (let at = x; at < x + wide; at += 3.4) edge.push(Math.min(at, x + wide), tall + random.between(-9, 5))
  pen.poly(wall, [...edge, x + wide, tall - 4, x + wide, 0])
  pen.poly(mix(wall, '#2a2430', 0.3), [x + wide - 3, 0, x + wide, 0, x + wide, tall - 4, x + wide - 3, tall - 6])
  for (let y = 6; y < tall - 10; y += 8)
    for (let at = x + 2.4; at + 4.4 < x + wide - 3; at += 6.4) {
      if (random.chance(0.12)) continue
      pen.box(at, y, 4.2, 5.2, '#2e2a30')
      if (random.chance(0.3)) pen.poly(mix(wall, '#ffffff', 0.12), [at, y, at + 4.2, y, at + 1.4, y + 3])
    }
  for (let k = 0; k < 4; k++) {
    const at = x + random.between(2, wide - 2)
    pen.line('#4a3a34', 0.35, [
      at,
      tall - 5,
      at + random.between(-2, 2),
      tall + 5,
      at + random.between(-4, 4),
      tall + 8,
    ])
  }
  for (let k = 0; k < 5; k++) pen.oval(x + random.between(0, wide), random.between(8, tall - 8), 5, 6, '#6f7f4a')
}

/** What is left of a city: broken blocks, rubble, a wrecked car and weeds. */
export function ruinedTown(pen: FrontPen): void {
  const { random } = pen
  for (let x = -pen.half - 6, i = 0; x < pen.half; i++) {
    const wide = random.between(15, 23)
    if (i % 4 !== 2)
      brokenBlock(
        pen,
        x,
        wide,
        Math.min(pen.top - 6, random.between(22, 44)),
        ['#8f8a84', '#7f7c7c', '#9a8f84'][i % 3] ?? '#8f8a84',
      )
    x += wide + random.between(1, 5)
  }
  for (let i = 0; i < 70; i++) {
    const x = random.between(-pen.half, pen.half)
    const r = random.between(1.4, 5)
    pen.poly(random.pick(['#7a7672', '#948c84', '#5f5a5a', '#a89c8e']), [
      x - r,
      -1,
      x - r * 0.5,
      r * 0.7,
      x + r * 0.4,
      r,
      x + r,
      -1,
    ])
  }
  const c = pen.side * 40
  pen.poly('#7a4a38', [c - 13, 1, c - 12, 6, c - 6, 6.4, c - 3, 11, c + 5, 11, c + 8, 6.4, c + 13, 5.6, c + 13, 1])
  pen.poly('#2e2a30', [c - 2, 10, c - 4.4, 6.6, c + 6, 6.6, c + 4.4, 10])
  for (const dx of [-7.4, 7.6]) pen.oval(c + dx, 1.4, 5, 4, '#2a282c')
  for (let i = 0; i < 16; i++) {
    const x = random.between(-pen.half, pen.half)
    for (const lean of [-1.6, 0, 1.6]) pen.line('#7f8f4a', 0.4, [x, -1, x + lean, random.between(3, 6)])
  }
}

function alleyWall(pen: FrontPen, side: number, tall: number): void {
  const wall = side < 0 ? '#8a5546' : '#75483e'
  pen.poly(wall, [side * 11, 0, side * pen.half, -16, side * pen.half, tall + 10, side * 11, tall * 0.76])
  for (let k = 1; k < 13; k++) {
    const y = k / 13
    pen.line(mix(wall, '#2a1a20', 0.26), 0.2, [side * 11, tall * 0.76 * y, side * pen.half, (tall + 26) * y - 16])
  }
  for (const [at, y] of [
    [22, 17],
    [22, 33],
    [38, 20],
    [38, 40],
  ] as const) {
    const grow = at / 22
    pen.box(side * at - 2.6 * grow, y, 5.2 * grow, 8 * grow, '#3a2c30')
    pen.box(side * at - 2 * grow, y + 0.7, 4 * grow, 6.6 * grow, pen.dark && y > 30 ? '#ffd586' : '#5f6f80')
  }
  pen.box(side * 29 - 0.6, -4, 1.2, tall, '#4a4448')
}

function ironStairs(pen: FrontPen, x: number): void {
  for (const y of [19, 33]) {
    pen.box(x - 13, y, 26, 1, '#26242a')
    for (let at = -12; at <= 12; at += 3) pen.box(x + at, y, 0.4, 5, '#26242a')
    pen.box(x - 13, y + 5, 26, 0.6, '#26242a')
  }
  pen.line('#26242a', 0.9, [x - 11, 19, x + 11, 33])
}

/** Two high walls that leave a strip of light: drainpipes, iron stairs, bins and one lamp. */
export function backAlley(pen: FrontPen): void {
  const tall = pen.top + 16
  const s = pen.side
  // What closes the far end.
  pen.box(-13, 0, 26, tall * 0.62, pen.dark ? '#39436e' : '#c2b6b4')
  for (const x of [-7, 3]) for (const y of [10, 20, 29]) pen.box(x, y, 4.4, 6, pen.dark ? '#ffd586' : '#8fa6b4')
  for (const side of [-1, 1]) alleyWall(pen, side, tall)
  ironStairs(pen, s * 40)
  pen.box(s * 42 - 11, -6, 22, 14, '#3f6a54', 1)
  pen.poly('#335844', [s * 42 - 12, 8, s * 42 + 12, 8, s * 42 + 11, 11, s * 42 - 11, 11])
  for (const [x, r] of [
    [-s * 40, 8],
    [-s * 48, 10],
  ] as const)
    pen.oval(x, -2, r, r, '#2f3036')
  pen.shine(-s * 17, 30, pen.dark ? 18 : 8, '#ffd27a', pen.dark ? 0.8 : 0.35)
  pen.poly('#26242a', [-s * 14, 33, -s * 20, 33, -s * 18.6, 30, -s * 15.4, 30])
  pen.oval(-s * 17, 29.6, 2.6, 1.8, '#fff0c0')
}

/** Houses with front gardens behind white fences, a garage and a letter box. */
export function suburb(pen: FrontPen): void {
  const { random } = pen
  pen.box(-pen.half, 0, pen.half * 2, 12, pen.snowy ? '#eef3f8' : '#8fbf6a')
  for (let x = -pen.half + 6; x < pen.half; x += 19) {
    pen.box(x - 0.8, 9, 1.6, 12, '#7a5638')
    pen.oval(x, 24, 15, 15, x % 2 ? '#6fa85a' : '#7fb56a')
  }
  for (let x = -pen.half - 6, i = 0; x < pen.half; x += 44, i++) {
    const wall = ['#f4ead4', '#cfe0e8', '#f2d4c4', '#e2e8d0'][i % 4] ?? '#f4ead4'
    const roof = pen.snowy ? '#f4f8fc' : (['#8a4a3a', '#5a6470', '#7a5a48'][i % 3] ?? '#8a4a3a')
    pen.box(x, 5, 22, 17, wall)
    pen.poly(roof, [x - 2, 22, x + 24, 22, x + 11, 35])
    pen.box(x + 22, 5, 13, 12, mix(wall, '#8a8480', 0.14))
    pen.poly(roof, [x + 21, 17, x + 37, 17, x + 33, 22, x + 22, 22])
    pen.box(x + 24, 5, 9, 9, '#ffffff')
    for (const y of [7, 9.2, 11.4]) pen.box(x + 24, y, 9, 0.4, '#c9ccd0')
    pen.box(x + 9, 5, 5, 9.6, random.pick(['#b5433a', '#2f5f7a', '#3f7f5a']))
    for (const dx of [3, 16]) {
      pen.box(x + dx - 0.4, 9, 4.8, 6, '#ffffff')
      pen.box(x + dx, 9.4, 4, 5.2, pen.dark ? '#ffd586' : '#9fc4d8')
    }
    pen.box(x + 8, 24, 6, 5, '#ffffff')
    pen.box(x + 8.6, 24.6, 4.8, 3.8, pen.dark ? '#ffd586' : '#9fc4d8')
    for (const dx of [1, 5, 18]) pen.oval(x + dx, 6, 6, 5, '#5f9a52')
    pen.poly('#d8cfc4', [x + 24, 5, x + 33, 5, x + 37, -2, x + 25, -2])
    for (let at = x - 6; at < x + 22; at += 2.4)
      pen.poly('#ffffff', [at, -1, at + 1.6, -1, at + 1.6, 4.4, at + 0.8, 5.4, at, 4.4])
    pen.box(x - 6, 2.4, 28, 0.8, '#ffffff')
  }
}

/** A long low motel: doors in a row, a walkway on posts, and its sign on a mast. */
export function motel(pen: FrontPen): void {
  pen.box(-pen.half, 0, pen.half * 2, 19, '#e0c49a')
  pen.box(-pen.half, 18, pen.half * 2, 3, '#5f8f94')
  for (let x = -pen.half, i = 0; x < pen.half; x += 17, i++) {
    pen.box(x + 2, 0, 6, 13, ['#c8563f', '#3f8f94', '#e0a23a'][i % 3] ?? '#c8563f')
    pen.oval(x + 6.8, 6, 0.8, 0.8, '#f4ead4')
    pen.box(x + 9.4, 5, 6, 7, '#f4ead4')
    pen.box(x + 10, 5.6, 4.8, 5.8, pen.dark && i % 3 !== 1 ? '#ffd586' : '#7f98a4')
    pen.box(x, 0, 0.9, 19, '#f4ead4')
    if (pen.dark) pen.shine(x + 5, 15, 6, '#ffe2a0', 0.5)
  }
  const s = pen.side * 36
  pen.box(s - 1.4, 0, 2.8, 32, '#4a4a54')
  pen.poly('#c83a4a', [s - 17, 30, s + 17, 30, s + 13, 42, s - 13, 42])
  pen.poly('#f2b53a', [s + 13, 42, s + 22, 38, s + 12, 33])
  pen.shine(s, 36, 24, '#ff6a8a', pen.dark ? 0.7 : 0.2)
  // The five letters of its name, in tubes.
  const tube = (points: number[]) =>
    pen.line(
      '#fff4d8',
      0.9,
      points.map((v, k) => (k % 2 ? v + 33 : v + s)),
    )
  tube([-11, 0, -11, 6, -9, 3, -7, 6, -7, 0])
  tube([-5, 0, -5, 6, -2, 6, -2, 0, -5, 0])
  tube([0, 6, 4, 6])
  tube([2, 6, 2, 0])
  tube([8.6, 6, 5.6, 6, 5.6, 0, 8.6, 0])
  tube([5.6, 3, 8, 3])
  tube([10, 6, 10, 0, 12.4, 0])
  pen.box(s - 9, 22, 18, 6, '#2f4a6a', 0.6)
  for (const dx of [-6, -2, 2]) pen.box(s + dx, 24, 3, 2, '#8fe0ff', 0.3)
}

/** Columns, steps and pediments in white and red: a square of old Rome or Athens. */
export function forum(pen: FrontPen): void {
  for (let x = -pen.half, i = 0; x < pen.half; x += 15, i++) {
    pen.box(x, 0, 15, 17 + (i % 3) * 3, ['#e6cfa6', '#d8b98c', '#edd9b4'][i % 3] ?? '#e6cfa6')
    pen.poly('#b5623f', [
      x - 1,
      17 + (i % 3) * 3,
      x + 16,
      17 + (i % 3) * 3,
      x + 12,
      21 + (i % 3) * 3,
      x + 3,
      21 + (i % 3) * 3,
    ])
    pen.arch(x + 7, 0, 5, 9, '#7a5a44')
  }
  const temple = (x: number, wide: number, high: number) => {
    for (const k of [0, 1, 2])
      pen.box(x - wide / 2 - 3 + k, k * 1.4 - 1, wide + 6 - k * 2, 1.6, k % 2 ? '#d9cdb8' : '#e8dfcc')
    pen.box(x - wide / 2 + 2, 3, wide - 4, high - 3, '#a8785c')
    pen.box(x - 3, 3, 6, 12, '#4a3028')
    for (let at = x - wide / 2 + 1.8; at <= x + wide / 2 - 1; at += (wide - 3.6) / 5) {
      pen.box(at - 1.5, 3, 3, high - 3, '#f6f0e2')
      pen.box(at + 0.4, 3, 0.9, high - 3, '#d8cdb6')
      pen.box(at - 2.1, high - 1.4, 4.2, 1.6, '#e8dfcc')
    }
    pen.box(x - wide / 2 - 1, high, wide + 2, 3, '#f0e8d6')
    pen.poly('#b5623f', [x - wide / 2 - 2, high + 3, x + wide / 2 + 2, high + 3, x, high + 11])
    pen.poly('#f0e8d6', [x - wide / 2 + 2, high + 3.4, x + wide / 2 - 2, high + 3.4, x, high + 9.4])
    pen.oval(x, high + 5.6, 4, 3.4, '#d0a24a')
  }
  temple(pen.side * 27, 40, 25)
  temple(-pen.side * 44, 26, 19)
  for (const x of [-pen.side * 14, pen.side * 58]) {
    pen.box(x - 1.6, 0, 3.2, 30, '#efe6d4')
    pen.box(x - 2.6, 30, 5.2, 2, '#d8cdb6')
    pen.poly('#d0a24a', [x - 3, 33, x, 38, x + 3, 33, x, 34])
    pen.poly('#a8322a', [x + 1.6, 28, x + 8, 28, x + 8, 14, x + 4.8, 17, x + 1.6, 14])
  }
}

/** Rose sandstone with rows of little bays and onion tops, bunting and awnings: a town of the Rajputs. */
export function palaceTown(pen: FrontPen): void {
  const walls = ['#d98a6a', '#e0a07a', '#cf7a62'] as const
  for (let x = -pen.half - 2, i = 0; x < pen.half; x += 25, i++) {
    const wall = walls[i % 3] ?? walls[0]
    const high = Math.min(pen.top - 14, i % 2 ? 38 : 31)
    pen.box(x, 0, 25, high, wall)
    pen.box(x, high, 25, 1.6, '#f4e0c8')
    for (let at = x + 0.6; at < x + 25; at += 3) pen.arch(at + 1.2, high + 1.6, 2.2, 2.6, wall)
    for (let y = 15; y + 9 < high; y += 10)
      for (const dx of [5, 12.5, 20]) {
        pen.arch(x + dx, y, 5.6, 8, '#f4e0c8', true)
        pen.arch(x + dx, y, 4.2, 6.8, pen.dark ? '#ffcf7a' : '#6a3a40', true)
        pen.box(x + dx - 3.2, y - 1.2, 6.4, 1.4, '#f4e0c8')
        pen.onion(x + dx, y + 8, 4, 2.6, '#f4e0c8')
      }
    for (const dx of [5.4, 19.6]) {
      pen.box(x + dx - 2.4, high + 1.6, 0.7, 5, '#f4e0c8')
      pen.box(x + dx + 1.7, high + 1.6, 0.7, 5, '#f4e0c8')
      pen.onion(x + dx, high + 6.6, 5.6, 6, '#e8b84a')
    }
    pen.arch(x + 12.5, 0, 10, 13, '#f4e0c8', true)
    pen.arch(x + 12.5, 0, 8, 11.6, '#5a2a34', true)
    const cloth = ['#e0523a', '#2f8f8a', '#e8a92e', '#b03a7a'][i % 4] ?? '#e0523a'
    pen.poly(cloth, [x + 1, 12, x + 8, 12, x + 7, 8, x - 1, 8])
  }
  for (let k = 0; k * 7 < pen.half * 2; k++) {
    const x = -pen.half + k * 7
    pen.poly(['#f2b02e', '#e0523a', '#7ab04a', '#d85a9a'][k % 4] ?? '#f2b02e', [x, 27, x + 4, 27, x + 2, 22.4])
  }
  pen.line('#7a4a3a', 0.25, [-pen.half, 27, pen.half, 27])
}
