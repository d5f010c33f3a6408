import type { Yard } from './yard-pen.ts'

function burntTree(pen: Yard, x: number, tall: number): void {
  pen.poly('#3a3230', [x - 1.6, 0, x + 1.6, 0, x + 0.5, tall, x - 0.4, tall])
  for (const [y, dx, up] of [
    [0.5, -7, 6],
    [0.66, 6, 7],
    [0.82, -4, 5],
  ] as const)
    pen.line('#3a3230', 0.8, [x, tall * y, x + dx, tall * y + up])
}

/** A battlefield: a wall of sandbags, barbed wire, burnt trees, craters and smoke. */
export function battlefield(pen: Yard): void {
  for (const [x, r] of [
    [-44, 26],
    [-20, 20],
    [18, 24],
    [46, 30],
  ] as const) {
    pen.oval(x, 22 + r * 0.4, r, r * 0.9, '#8a8480')
    pen.oval(x + 5, 30 + r * 0.5, r * 0.8, r * 0.7, '#9a948e')
  }
  for (const [x, tall] of [
    [-58, 32],
    [-30, 22],
    [36, 27],
    [60, 35],
  ] as const)
    burntTree(pen, x, tall)
  pen.box(-pen.half, -1, pen.half * 2, 6, '#6f5a44')
  for (let x = -pen.half; x < pen.half; x += 15) {
    pen.line('#4a4038', 0.8, [x - 3, 5, x + 3, 15])
    pen.line('#4a4038', 0.8, [x + 3, 5, x - 3, 15])
    for (const y of [8, 12]) {
      pen.line('#5a5450', 0.25, [x, y, x + 15, y])
      for (let at = x + 2; at < x + 15; at += 3) pen.line('#5a5450', 0.25, [at - 0.7, y - 0.8, at + 0.7, y + 0.8])
    }
  }
  for (const side of [-1, 1])
    for (let row = 0; row < 4; row++)
      for (let k = 0; k < 5 - row; k++)
        pen.oval(side * (34 + k * 7 + row * 3.5), 1.4 + row * 3.6, 7.6, 4.4, (row + k) % 2 ? '#b5a070' : '#a89262')
}
