import type { FrontPen } from './front-pen.ts'

/** The roof of a petrol station on its posts, pumps under it and the little shop behind. */
export function petrolStation(pen: FrontPen): void {
  const { side } = pen
  if (!pen.arid) {
    pen.box(-pen.half, 0, pen.half * 2, 9, '#b4bcae')
    for (let x = -pen.half; x < pen.half; x += 15) pen.oval(x, 9, 16, 9, x % 2 ? '#8fae8a' : '#9cb894')
  }
  const x = -side * 36
  pen.box(x - 17, 0, 34, 19, '#f4f1ea')
  pen.box(x - 15, 3, 20, 11, pen.dark ? '#ffe2a0' : '#a9cfe0')
  for (const dx of [-8.4, -2]) pen.box(x + dx, 3, 0.5, 11, '#f4f1ea')
  pen.box(x + 8, 0, 7, 14, pen.dark ? '#ffe2a0' : '#8fb8c8')
  pen.box(x - 18, 17, 36, 4, '#d8483c')
  const c = side * 16
  for (const dx of [-20, 20]) pen.box(c + dx - 1.2, 0, 2.4, 32, '#e8ecee')
  pen.box(c - 32, 31, 64, 6, '#f7f8f8')
  pen.box(c - 32, 33, 64, 2.4, '#d8483c')
  for (const dx of [-18, 0, 18]) {
    pen.box(c + dx - 3, 30.4, 6, 0.8, '#fffbe0')
    if (pen.dark) pen.shine(c + dx, 28, 15, '#fff2c0', 0.6)
  }
  for (const dx of [-11, 8]) {
    pen.box(c + dx - 5, -1, 14, 1.6, '#c9c4b8', 0.5)
    pen.box(c + dx - 3.4, 0, 7, 16, '#d8483c', 0.8)
    pen.box(c + dx - 2.4, 9.6, 5, 4.4, '#22303a', 0.4)
    pen.box(c + dx - 1.8, 11.6, 3.8, 1.2, '#8fe0a0')
    pen.box(c + dx - 2.4, 2, 5, 5.6, '#f4f1ea', 0.4)
    pen.line('#2a2e34', 0.7, [c + dx + 3.4, 11, c + dx + 6.4, 12, c + dx + 6.6, 4, c + dx + 4, 3])
  }
  const s = side * 54
  pen.box(s - 0.8, 0, 1.6, 34, '#8a949c')
  pen.box(s - 5, 24, 10, 15, '#d8483c', 0.8)
  for (const y of [26, 29.4, 32.8]) pen.box(s - 3.6, y, 7.2, 2, '#fff3c8', 0.3)
}

/** An open platform: the track behind it, a canopy on iron posts, the clock and the name of the stop. */
export function platform(pen: FrontPen): void {
  pen.box(-pen.half, 0, pen.half * 2, 22, '#b89a86')
  for (let x = -pen.half; x < pen.half; x += 21) {
    pen.arch(x + 10, 6, 11, 13, '#8a6a58')
    pen.arch(x + 10, 6, 9, 11.6, pen.dark ? '#ffd98a' : '#bcd0d8')
  }
  pen.box(-pen.half, 21, pen.half * 2, 2, '#94786a')
  // The train that waits there, or the one that has just come in.
  const x = pen.side * 26
  pen.box(-pen.half, 0, pen.half * 2, 3, '#8a8078')
  for (const y of [0.6, 2]) pen.box(-pen.half, y, pen.half * 2, 0.6, '#c3cad2')
  const [from, to] = pen.side > 0 ? [x - 26, pen.half] : [-pen.half, x + 26]
  pen.box(from, 2, to - from, 20, '#3f6f9f', 3)
  pen.box(from, 2, to - from, 5, '#e8ecee', 1)
  pen.box(from + 1, 6, to - from - 2, 1.4, '#f2c14e')
  for (let at = from + 5; at + 8 < to; at += 11) {
    pen.box(at, 10, 8, 7.4, pen.dark ? '#ffe2a0' : '#cfe4ee', 0.8)
    if ((at - from) % 33 < 11) pen.box(at - 1, 3, 9, 15, '#2f5a84', 0.8)
    if ((at - from) % 33 < 11) pen.box(at + 1, 9, 5, 7, pen.dark ? '#ffe2a0' : '#cfe4ee', 0.6)
  }
}

/** The canopy, the clock and the board over a platform, before the train. */
export function platformRoof(pen: FrontPen): void {
  const y = Math.min(pen.top - 12, 37)
  pen.poly('#6a7680', [-pen.half, y, pen.half, y, pen.half, y + 4, -pen.half, y + 4])
  pen.poly('#8a98a2', [-pen.half, y + 4, pen.half, y + 4, pen.half, y + 9, -pen.half, y + 9])
  for (let x = -pen.half; x < pen.half; x += 4) pen.poly('#54606a', [x, y, x + 4, y, x + 2, y - 2.4])
  for (const x of [-48, 48]) {
    pen.box(x - 0.9, -2, 1.8, y + 2, '#4a5660')
    pen.line('#4a5660', 0.8, [x - 8, y, x, y - 9, x + 8, y])
    pen.box(x - 1.8, -2, 3.6, 2.4, '#4a5660', 0.4)
  }
  const c = -pen.side * 24
  pen.line('#4a5660', 0.4, [c, y, c, y - 3])
  pen.oval(c, y - 6.4, 8.4, 8.4, '#3a444c')
  pen.oval(c, y - 6.4, 6.8, 6.8, '#fbf7ec')
  pen.line('#2a3036', 0.5, [c, y - 4, c, y - 6.4, c + 1.9, y - 7.2])
  const b = pen.side * 12
  for (const dx of [-8, 8]) pen.line('#4a5660', 0.4, [b + dx, y, b + dx, y - 3])
  pen.box(b - 13, y - 8.6, 26, 6, '#20303c', 0.6)
  for (const dy of [-7.4, -5.4]) pen.box(b - 11, y + dy, 13, 1.1, '#ffc94a')
  for (const dy of [-7.4, -5.4]) pen.box(b + 5, y + dy, 5, 1.1, '#8fe0a0')
  if (pen.dark) for (const x of [-36, -4, 34]) pen.shine(x, y - 2, 16, '#ffe2a0', 0.5)
}

const PAINT = ['#c9926a', '#b0805c', '#8fa0a0', '#b86a54', '#d8b88a'] as const

/** Board houses with false fronts on both sides of a dusty street. */
export function westernTown(pen: FrontPen): void {
  let i = 0
  for (let x = -pen.half; x < pen.half; i++) {
    const wide = pen.random.between(19, 27)
    const tall = Math.min(pen.top - 12, pen.random.between(24, 33))
    const wall = PAINT[i % PAINT.length] ?? PAINT[0]
    pen.box(x, 0, wide, tall, wall)
    for (let y = 2; y < tall; y += 2.6) pen.line('#7a5a44', 0.16, [x, y, x + wide, y])
    pen.box(x - 0.6, tall - 1, wide + 1.2, 3, '#6f4a36')
    pen.poly(wall, [
      x + wide * 0.2,
      tall + 2,
      x + wide * 0.8,
      tall + 2,
      x + wide * 0.66,
      tall + 7,
      x + wide * 0.34,
      tall + 7,
    ])
    pen.box(x + 2, tall - 8, wide - 4, 5, '#f1e2c4', 0.4)
    for (let at = x + 4; at < x + wide - 5; at += 3) pen.box(at, tall - 6.6, 2, 2.2, '#5a3426')
    for (const dx of [0.16, 0.66]) {
      pen.box(x + wide * dx, 16, wide * 0.18, 5, '#f1e2c4')
      pen.box(x + wide * dx + 0.5, 16.4, wide * 0.18 - 1, 4.2, pen.dark ? '#ffd586' : '#6f8a94')
    }
    pen.poly('#5f3f2c', [x - 1, 13.6, x + wide + 1, 13.6, x + wide + 2, 11.4, x - 2, 11.4])
    for (const dx of [1, wide / 2, wide - 1]) pen.box(x + dx - 0.4, 0, 0.8, 11.6, '#5f3f2c')
    pen.box(x + wide * 0.4, 0, wide * 0.2, 9.6, '#3f2a20')
    pen.poly('#a8744c', [x + wide * 0.4, 2, x + wide * 0.495, 2.6, x + wide * 0.495, 7.4, x + wide * 0.4, 8])
    pen.poly('#a8744c', [x + wide * 0.6, 2, x + wide * 0.505, 2.6, x + wide * 0.505, 7.4, x + wide * 0.6, 8])
    pen.box(x, 0, wide, 1.2, '#8a6248')
    x += wide + 0.6
  }
}
