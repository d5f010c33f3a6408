import type { Yard } from './yard-pen.ts'

/** A net across a court, the umpire's chair, and a fence behind. */
export function tennisCourt(pen: Yard): void {
  pen.box(-pen.half, 0, pen.half * 2, 15, '#3f7f6a')
  for (let x = -pen.half; x < pen.half; x += 3) pen.line('#5f9a84', 0.2, [x, 0, x + 3, 15])
  for (let x = -pen.half; x < pen.half; x += 24) pen.box(x, 0, 0.9, 17, '#e8ecee')
  for (let x = -pen.half; x < pen.half; x += 1.4) pen.line('#dfe8ea', 0.12, [x, -3, x, 5])
  for (let y = -3; y < 5; y += 1.4) pen.line('#dfe8ea', 0.12, [-pen.half, y, pen.half, y])
  pen.box(-pen.half, 4.6, pen.half * 2, 1.2, '#ffffff')
  const x = pen.side * 38
  for (const dx of [-3, 3]) pen.line('#8a949c', 0.7, [x + dx * 1.5, 0, x + dx * 0.6, 16])
  for (const y of [4, 8, 12]) pen.line('#8a949c', 0.5, [x - 3.4, y, x + 3.4, y])
  pen.box(x - 4, 15, 8, 1.6, '#34527f')
  pen.box(x + 2.6, 15, 1.4, 8, '#34527f')
}

/** Two hoops on their posts before a fence of wire. */
export function basketballCourt(pen: Yard): void {
  for (let x = -pen.half; x < pen.half; x += 3) {
    pen.line('#9aa5ac', 0.16, [x, 0, x + 7, 20])
    pen.line('#9aa5ac', 0.16, [x + 7, 0, x, 20])
  }
  for (let x = -pen.half; x < pen.half; x += 22) pen.box(x, 0, 0.9, 21, '#6d7680')
  const x = pen.side * 36
  pen.box(x - 1.1, 0, 2.2, 28, '#4a5560')
  pen.box(x - 10, 26, 20, 13, '#f7f8f8', 0.6)
  pen.line('#d8483c', 0.7, [x - 4, 28.6, x + 4, 28.6, x + 4, 34, x - 4, 34, x - 4, 28.6])
  pen.line('#e2672e', 0.9, [x - 4, 27, x + 4, 27])
  for (const dx of [-3.4, -1.2, 1.2, 3.4]) pen.line('#f4f4f4', 0.3, [x + dx, 27, x + dx * 0.6, 21])
  for (const y of [25, 23]) pen.line('#f4f4f4', 0.25, [x - 3 + (27 - y) * 0.2, y, x + 3 - (27 - y) * 0.2, y])
}

/** The flag of a hole on its green, with a bunker of sand. */
export function golfGreen(pen: Yard): void {
  const x = pen.side * 30
  pen.oval(x, 1, 44, 8, '#8fd06a')
  pen.oval(-pen.side * 34, 0.6, 30, 6, '#f0dcaa')
  pen.oval(x, 1.6, 3.4, 1, '#2f5a34')
  pen.box(x - 0.3, 1.6, 0.6, 25, '#f4f4f4')
  pen.poly('#e2574c', [x + 0.3, 26.6, x + 0.3, 20.6, x + 9, 23.6])
}

/** The arch over a finish line, spectators behind ropes on both sides. */
export function finishLine(pen: Yard): void {
  for (let x = -pen.half; x < pen.half; x += 4.4) {
    const colour = pen.random.pick(['#e2574c', '#f2c14e', '#4fa3c7', '#7fbf5e', '#8a5a8f', '#f4ece0'])
    const tall = pen.random.between(11, 14)
    pen.box(x - 1.8, 0, 3.6, tall - 3, colour, 1.2)
    pen.oval(x, tall - 1.4, 3, 3.4, pen.random.pick(['#8a5a48', '#d8a884', '#f0c8a4', '#6a4436']))
  }
  pen.box(-pen.half, 0, pen.half * 2, 6, '#3f6fae')
  for (let x = -pen.half + 3; x < pen.half; x += 21) pen.box(x, 1.6, 13, 2.6, '#f4f4f4', 0.5)
  for (const x of [-34, 34]) pen.box(x - 1.6, 0, 3.2, 36, '#e2574c', 0.8)
  pen.box(-38, 33, 76, 10, '#e2574c', 1)
  for (let i = 0; i < 36; i++)
    for (let row = 0; row < 2; row++) pen.box(-36 + i * 2, 34 + row * 2, 2, 2, (i + row) % 2 ? '#20242a' : '#ffffff')
  for (let i = 0; i < 6; i++) pen.box(-17 + i * 6, 39, 4.4, 2.8, '#fff3d8', 0.4)
}

/** Ramps and a rail of a park for skaters, sprayed with colours. */
export function skatePark(pen: Yard): void {
  pen.box(-pen.half, 0, pen.half * 2, 9, '#9aa0a4')
  for (let x = -pen.half + 4; x < pen.half; x += 17) {
    const colour = pen.random.pick(['#ff6fa0', '#4fc3f0', '#f2c14e', '#8fd06a', '#b48cff'])
    pen.line(colour, 1.6, [x, 2.4, x + 3, 6, x + 6, 2.6, x + 9, 6.4, x + 12, 3])
    pen.oval(x + 6, 4.6, 4, 3.4, pen.random.pick(['#ff8a4a', '#38d6ff', '#fff3c8']))
  }
  for (const side of [-1, 1]) {
    const x = side * 62
    const points = [x, 0]
    for (let t = 0; t <= 1.001; t += 0.1) points.push(x - side * (34 - 34 * t), 20 * (1 - Math.cos((t * Math.PI) / 2)))
    pen.poly('#b9bec2', [...points, x, 20])
    pen.line('#e2574c', 0.8, [x - side * 2, 20, x, 20])
  }
  for (const x of [-9, 9]) pen.box(x - 0.5, -2, 1, 6, '#6d7680')
  pen.box(-12, 3.6, 24, 1.2, '#c3cad2', 0.5)
}

const RUST = ['#a8563f', '#6f8a94', '#c98a4a', '#7a6a62', '#8a9a6a', '#b5763a'] as const

/** Heaps of old cars, tyres and scrap behind a fence. */
export function junkyard(pen: Yard): void {
  const wreck = (x: number, y: number, colour: string) => {
    pen.box(x - 9, y + 1.6, 18, 4, colour, 1)
    pen.poly(colour, [x - 6, y + 5.4, x + 6, y + 5.4, x + 3.6, y + 8.8, x - 4, y + 8.8])
    pen.poly('#3a444c', [x - 4.6, y + 5.8, x - 0.4, y + 5.8, x - 0.4, y + 8.2, x - 3.4, y + 8.2])
    for (const dx of [-5, 5]) pen.oval(x + dx, y + 1.6, 4, 4, '#2a2e34')
  }
  for (const side of [-1, 1])
    for (let row = 0; row < 4; row++)
      for (let i = 0; i < 3 - Math.floor(row / 2); i++)
        wreck(
          side * (26 + i * 19 + row * 5),
          row * 7.4,
          RUST[(row * 2 + i + (side > 0 ? 1 : 0)) % RUST.length] ?? RUST[0],
        )
  for (let i = 0; i < 3; i++) {
    pen.oval(-pen.side * 9, 2 + i * 3.4, 10, 4.4, '#2f3238')
    pen.oval(-pen.side * 9, 2.6 + i * 3.4, 4.6, 1.6, '#16181c')
  }
}

/** Trees heavy with fruit in a row, a ladder and crates under them. */
export function orchardTrees(pen: Yard): void {
  for (let x = -pen.half; x < pen.half; x += 25) {
    pen.poly('#7a5238', [x - 1.6, 0, x + 1.6, 0, x + 1, 13, x - 1, 13])
    for (const [dx, dy, wide] of [
      [-5, 17, 14],
      [5, 17, 14],
      [0, 23, 15],
      [0, 15, 13],
    ] as const)
      pen.oval(x + dx, dy, wide, wide * 0.84, dy > 20 ? '#6fae52' : '#5f9a48')
    for (let i = 0; i < 11; i++) pen.oval(x + pen.random.between(-9, 9), pen.random.between(12, 26), 1.9, 2, '#e2483f')
    pen.box(x + 8, 0, 8, 4, '#c99a62')
    for (const dx of [9.4, 11.6, 13.8]) pen.oval(x + dx, 4.6, 2.2, 2.2, '#e2574c')
  }
}
