import type { Yard } from './yard-pen.ts'

const CROWNS = {
  spring: ['#6aa858', '#7ab868', '#8cc878'],
  summer: ['#5c9450', '#67a258', '#74b063'],
  autumn: ['#b8582c', '#cf7a2e', '#dfa03c'],
  winter: ['#c9d6e2', '#dde7f0', '#f2f7fc'],
} as const

function leafyTree(pen: Yard, x: number, size: number): void {
  pen.poly('#7a5638', [
    x - size * 0.07,
    0,
    x + size * 0.07,
    0,
    x + size * 0.04,
    size * 0.6,
    x - size * 0.04,
    size * 0.6,
  ])
  const [left, right, top] = CROWNS[pen.season]
  for (const [dx, dy, r, colour] of [
    [-0.24, 0.6, 0.5, left],
    [0.24, 0.58, 0.52, right],
    [0, 0.82, 0.6, top],
  ] as const)
    pen.oval(x + dx * size, dy * size, r * size, r * size * 0.9, colour)
}

function parkBench(pen: Yard, x: number): void {
  for (const dx of [-7, 6]) {
    pen.box(x + dx, -1, 1, 12, '#3a4044')
    pen.box(x + dx - 0.4, -1, 1.8, 0.8, '#3a4044')
  }
  for (const y of [4, 7, 9.4]) pen.box(x - 8.4, y, 16.8, 1.6, '#a8744a', 0.4)
}

function parkLamp(pen: Yard, x: number): void {
  pen.box(x - 0.5, -1, 1, 24, '#2f3a3c')
  pen.box(x - 1.4, -1, 2.8, 2, '#2f3a3c', 0.4)
  pen.shine(x, 26, pen.dark ? 13 : 5, '#ffe2a0', pen.dark ? 0.7 : 0.3)
  pen.oval(x, 26, 4.6, 4.8, '#fff3cf')
  pen.poly('#2f3a3c', [x - 2.6, 28, x + 2.6, 28, x, 30])
}

/** A town park: old trees, lamps along the walk, benches, a round bed and clipped bushes. */
export function park(pen: Yard): void {
  for (const [x, size] of [
    [-pen.side * 58, 40],
    [-pen.side * 40, 29],
    [pen.side * 60, 44],
    [pen.side * 43, 31],
  ] as const)
    leafyTree(pen, x, size)
  for (let x = -pen.half; x < pen.half; x += 13) pen.dome(x, -1, 11, 4.4, CROWNS[pen.season][x % 2 ? 0 : 1])
  parkLamp(pen, -pen.side * 26)
  parkLamp(pen, pen.side * 17)
  parkBench(pen, pen.side * 33)
  parkBench(pen, -pen.side * 47)
  const b = -pen.side * 12
  pen.dome(b, -1, 17, 3.6, '#6a8f4a')
  for (let i = -7; i <= 7; i++)
    pen.oval(
      b + i,
      2.6 - (i * i) / 34 + (i % 2) * 0.6,
      1.8,
      1.8,
      ['#e2574c', '#f2c14e', '#f4f0ff', '#c97bd0'][(i + 8) % 4] ?? '#e2574c',
    )
}

/** A garden of flowers and greens: hedge, rose arch, beds with labels and a little shed. */
export function garden(pen: Yard): void {
  pen.box(-pen.half, -1, pen.half * 2, 13, '#4f8a48')
  for (let x = -pen.half; x < pen.half; x += 5) pen.oval(x, 12, 6.4, 4, x % 2 ? '#5a9651' : '#4f8a48')
  const s = -pen.side * 46
  pen.box(s - 10, -1, 20, 19, '#b98a5c')
  for (let x = s - 9; x < s + 10; x += 3) pen.box(x, -1, 0.3, 19, '#96693f')
  pen.poly('#6a5048', [s - 12.4, 18, s + 12.4, 18, s, 28])
  pen.box(s - 3.4, -1, 6.8, 12.6, '#6f4a30')
  pen.box(s + 5, 8, 4, 4.6, '#bfe0e8')
  const a = pen.side * 36
  pen.arch(a, -1, 22, 33, '#8a6a44')
  pen.arch(a, -1, 19, 31, '#7fb56a')
  for (let i = 0; i <= 16; i++) {
    const turn = (i / 16) * Math.PI
    const [x, y] = [a + Math.cos(turn) * 10.4, 19 + Math.sin(turn) * 11.6]
    pen.oval(x, y, 4.4, 4, '#4a8450')
    pen.oval(x + 0.5, y + 0.4, 2.1, 2.1, ['#e8577a', '#f4a0b8', '#fbe0e6'][i % 3] ?? '#e8577a')
  }
  for (const side of [-1, 1])
    for (let y = 0; y < 20; y += 3.2) pen.oval(a + side * 10.4, y, 3.8, 3.6, y % 2 ? '#4a8450' : '#5f9a5a')
  for (const [x, colour] of [
    [-24, '#f2c14e'],
    [-12, '#e2574c'],
    [0, '#b27be0'],
    [12, '#f48ab0'],
  ] as const) {
    const at = pen.side * x
    for (let k = -3; k <= 3; k++) {
      const tall = 8 + ((k * 3 + x + 60) % 5)
      pen.line('#4a8450', 0.5, [at + k * 1.6, -1, at + k * 1.7, tall])
      pen.oval(at + k * 1.7, tall, 2.8, 2.8, colour)
      pen.oval(at + k * 1.7, tall, 1, 1, '#fff0b0')
    }
  }
}

/** Behind a house: its back wall with door and window, a high board fence, a tree and the washing. */
export function backyard(pen: Yard): void {
  for (let x = -pen.half; x < pen.half; x += 4) {
    pen.box(x, -1, 3.7, 17, x % 3 ? '#c79a68' : '#bd8f5e')
    pen.poly('#c79a68', [x, 16, x + 3.7, 16, x + 1.85, 18.4])
  }
  for (const y of [3, 12]) pen.box(-pen.half, y, pen.half * 2, 1, '#a87a4c')
  const h = -pen.side * 50
  pen.box(h - 20, -1, 40, 36, '#efe0c4')
  for (let y = 2; y < 35; y += 3) pen.box(h - 20, y, 40, 0.3, '#d8c6a4')
  pen.poly('#a8563f', [h - 23, 35, h + 23, 35, h + 14, 47, h - 14, 47])
  pen.box(h + pen.side * 8 - 5, -1, 10, 21, '#5a8a94')
  pen.box(h + pen.side * 8 - 3.4, 9, 6.8, 8, pen.dark ? '#ffd586' : '#cfe6ee')
  pen.box(h - pen.side * 9 - 5, 11, 10, 10, '#ffffff')
  pen.box(h - pen.side * 9 - 4.2, 11.8, 8.4, 8.4, pen.dark ? '#ffd586' : '#a9cfe0')
  leafyTree(pen, pen.side * 52, 42)
  for (const x of [pen.side * 2, pen.side * 36]) pen.box(x - 0.5, -1, 1, 22, '#8a8f94')
  pen.line('#e8e8e8', 0.3, [pen.side * 2, 21, pen.side * 19, 19.4, pen.side * 36, 21])
  for (const [i, colour] of ['#f4f4f0', '#e2574c', '#5b9fd0', '#f2c14e'].entries())
    pen.box(pen.side * (8 + i * 7) - 2.6, 11.6, 5.2, 8, colour, 0.4)
}
