import type { Yard } from './yard-pen.ts'

function bigWheel(pen: Yard, x: number): void {
  const spokes = 10
  const [hub, radius] = [30, 22]
  pen.line('#7a6a8a', 1, [x - 11, 0, x, hub, x + 11, 0])
  for (let i = 0; i < spokes; i++) {
    const turn = (i / spokes) * Math.PI * 2
    const [dx, dy] = [Math.cos(turn) * radius, Math.sin(turn) * radius]
    const next = ((i + 1) / spokes) * Math.PI * 2
    pen.line('#e8e2f0', 0.5, [x, hub, x + dx, hub + dy])
    pen.line('#d8587a', 0.9, [x + dx, hub + dy, x + Math.cos(next) * radius, hub + Math.sin(next) * radius])
  }
  for (let i = 0; i < spokes; i++) {
    const turn = (i / spokes) * Math.PI * 2
    const [cx, cy] = [x + Math.cos(turn) * radius, hub + Math.sin(turn) * radius]
    pen.box(cx - 2, cy - 3.6, 4, 3.6, ['#f2c14e', '#4fa3c7', '#e2574c', '#7fbf5e', '#b07fc8'][i % 5] ?? '#f2c14e', 0.8)
    if (pen.dark) pen.shine(cx, cy, 4, '#ffe2a0', 0.5)
  }
  pen.oval(x, hub, 4, 4, '#f2c14e')
}

function stripedTent(pen: Yard, x: number, wide: number, colours: readonly [string, string]): void {
  const stripes = 6
  for (let i = 0; i < stripes; i++) {
    const from = x - wide / 2 + (i * wide) / stripes
    const colour = colours[i % 2] ?? colours[0]
    pen.box(from, 0, wide / stripes + 0.1, wide * 0.42, colour)
    pen.poly(colour, [from - 0.6, wide * 0.4, from + wide / stripes + 0.6, wide * 0.4, x, wide * 0.8])
  }
  pen.arch(x, 0, wide * 0.26, wide * 0.3, '#4a2c38')
  pen.line('#8a8f98', 0.4, [x, wide * 0.78, x, wide * 0.98])
  pen.poly('#f2c14e', [x, wide * 0.98, x + wide * 0.16, wide * 0.92, x, wide * 0.86])
}

/** A fair: the big wheel, striped tents and a string of lights. */
export function fairground(pen: Yard): void {
  bigWheel(pen, pen.side * 30)
  stripedTent(pen, -pen.side * 32, 26, ['#d8483c', '#fdf3e0'])
  stripedTent(pen, -pen.side * 4, 17, ['#3f7fae', '#fdf3e0'])
  for (let x = -pen.half; x < pen.half; x += 6) {
    const y = 24 - Math.abs((((x + pen.half) / 6) % 4) - 2) * 2
    pen.oval(x, y, 1.2, 1.4, '#ffe9a8')
    if (pen.dark) pen.shine(x, y, 4, '#ffe2a0', 0.6)
  }
}

function crane(pen: Yard, x: number, tall: number, way: number): void {
  for (const dx of [-1.4, 1.4]) pen.line('#e0a92e', 0.6, [x + dx, 0, x + dx, tall])
  for (let y = 0; y < tall - 3; y += 4) pen.line('#e0a92e', 0.35, [x - 1.4, y, x + 1.4, y + 4])
  pen.line('#e0a92e', 0.9, [x - way * 9, tall, x + way * 26, tall])
  pen.line('#e0a92e', 0.4, [x - way * 9, tall, x, tall + 6, x + way * 26, tall])
  pen.box(x - way * 9 - 2, tall - 3, 4, 3.4, '#6d7680')
  pen.line('#4a4f58', 0.25, [x + way * 20, tall, x + way * 20, tall - 12])
  pen.box(x + way * 20 - 3, tall - 15, 6, 3, '#b5623f')
}

function shell(pen: Yard, x: number, floors: number): void {
  for (let i = 0; i < floors; i++) {
    pen.box(x - 13, i * 8, 26, 1.4, '#b5b0a8')
    for (let dx = -12; dx <= 12; dx += 6) pen.box(x + dx - 0.6, i * 8, 1.2, 8, '#a39e96')
    if (i < floors - 1) pen.box(x - 11, i * 8 + 1.4, 9, 5, '#c98a6a')
  }
  pen.box(x - 13, floors * 8, 26, 1.4, '#b5b0a8')
  for (const dx of [-15, 15]) pen.line('#c8a24a', 0.4, [x + dx, 0, x + dx, floors * 8 + 5])
  for (let y = 6; y < floors * 8; y += 8) pen.line('#c8a24a', 0.4, [x - 15, y, x + 15, y])
}

/** Where something is being built: bare storeys, scaffolding, cranes and heaps of sand. */
export function buildingSite(pen: Yard): void {
  shell(pen, pen.side * 32, 4)
  shell(pen, -pen.side * 36, 2)
  crane(pen, -pen.side * 14, 44, pen.side)
  pen.poly('#d9b878', [-6, 0, 1, 6, 5, 7, 12, 0])
  for (let x = -pen.half; x < pen.half; x += 7) {
    pen.box(x, 0, 0.8, 4.6, '#8a8f98')
    pen.box(x, 2.4, 7, 1.6, (Math.round((x + pen.half) / 7) & 1) === 0 ? '#e2574c' : '#f4f1ea')
  }
}

/** The boards around a rink, with a row of lamps. */
export function rinkBoards(pen: Yard): void {
  pen.box(-pen.half, 0, pen.half * 2, 9, '#f4f7fa')
  pen.box(-pen.half, 0, pen.half * 2, 1.6, '#f2c84a')
  pen.box(-pen.half, 8.2, pen.half * 2, 1.2, '#c8402f')
  for (let x = -pen.half + 6; x < pen.half; x += 24)
    pen.box(x, 2.6, 14, 4.4, pen.random.pick(['#3f7fae', '#e2574c', '#3f8f7f', '#34527f']), 0.6)
  for (let x = -pen.half + 10; x < pen.half; x += 30) {
    pen.box(x - 0.4, 9, 0.8, 22, '#6d7680')
    pen.oval(x, 31.4, 3, 3, '#fff6d0')
    if (pen.dark) pen.shine(x, 31.4, 10, '#fff2c0', 0.6)
  }
}
