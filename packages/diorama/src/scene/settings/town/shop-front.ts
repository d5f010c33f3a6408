import { mix } from '../../colour.ts'
import type { FrontPen } from './front-pen.ts'

/** What a shop shows in its window. */
export type Display = 'bread' | 'flowers' | 'books' | 'cups' | 'clothes' | 'bottles' | 'fruit' | 'toys' | 'plain'

const BLOSSOMS = ['#e2574c', '#f2a0b8', '#f6d24a', '#b27be0', '#ffffff'] as const
const COLOURS: Record<Display, string> = {
  bread: '#a8683f',
  flowers: '#4f8a6a',
  books: '#34527f',
  cups: '#5f4434',
  clothes: '#8a5a8f',
  bottles: '#6a3a3a',
  fruit: '#3f8f5a',
  toys: '#c9534a',
  plain: '#3f6f7f',
}

type Ware = (pen: FrontPen, x: number, y: number, i: number) => void

const CYCLE = {
  books: ['#b5483f', '#e0a33d', '#5d8a5a', '#3f6f8f'],
  clothes: ['#c9534a', '#3f6f8f', '#e8c46a', '#5d8a5a'],
  bottles: ['#3f6f4a', '#b5763a', '#7a3a4a'],
  fruit: ['#e2483f', '#f2a93b', '#8fbf4e', '#f6d24a'],
  flowers: BLOSSOMS,
} as const
const toneAt = (of: keyof typeof CYCLE, i: number): string => CYCLE[of][i % CYCLE[of].length] ?? CYCLE[of][0]

const WARES: Record<Display, Ware> = {
  bread(pen, x, y, i) {
    if (i % 2) return pen.dome(x, y, 4.4, 3, '#d9a05a')
    pen.box(x - 2.6, y, 5.2, 2.2, '#c98a45', 1)
    pen.line('#f0cf94', 0.3, [x - 1, y + 0.6, x - 0.4, y + 1.8])
  },
  flowers(pen, x, y, i) {
    pen.poly('#9fb4bd', [x - 1.4, y, x + 1.4, y, x + 1.9, y + 2.8, x - 1.9, y + 2.8])
    for (const dx of [-1.6, 0, 1.6]) pen.oval(x + dx, y + 4.4 + (dx === 0 ? 1 : 0), 2, 2, toneAt('flowers', i))
  },
  books(pen, x, y, i) {
    for (let k = 0; k < 3; k++) pen.box(x - 1.8 + k * 1.3, y, 1.1, 4 - (k % 2), toneAt('books', k + i))
  },
  cups(pen, x, y) {
    pen.box(x - 1.3, y, 2.6, 2.2, '#fbf5ea', 0.5)
    pen.oval(x + 1.6, y + 1.2, 1.2, 1.2, '#fbf5ea')
  },
  clothes(pen, x, y, i) {
    pen.poly(toneAt('clothes', i), [x - 0.6, y + 6, x + 0.6, y + 6, x + 2.2, y, x - 2.2, y])
  },
  bottles(pen, x, y, i) {
    pen.box(x - 0.8, y, 1.6, 3.4, toneAt('bottles', i), 0.3)
    pen.box(x - 0.3, y + 3.2, 0.6, 1.6, '#4a3226')
  },
  fruit(pen, x, y, i) {
    for (const dx of [-1.3, 0, 1.3]) pen.oval(x + dx, y + 1, 1.7, 1.8, toneAt('fruit', i))
  },
  toys(pen, x, y, i) {
    if (i % 2) pen.box(x - 1.4, y, 2.8, 2.8, '#4fa3c7', 0.3)
    else pen.oval(x, y + 1.5, 3, 3, '#f2c14e')
  },
  plain(pen, x, y, i) {
    pen.box(x - 1.5, y, 3, 2.4 + (i % 3), '#c9a06a', 0.3)
  },
}

/** The sign over a shop: a picture of what it sells, and bars in the place of letters. */
function sign(pen: FrontPen, x: number, y: number, display: Display): void {
  pen.box(x - 21, y, 42, 6, '#fdf6e6', 0.8)
  for (let dx = -12; dx < 15; dx += 4) pen.box(x + dx, y + 1.7, 2.8, 2.6, COLOURS[display], 0.3)
  WARES[display](pen, x - 17, y + 1.4, 1)
}

/** One large shop in the middle of a street: a broad window with its wares, a door, an awning and a sign. */
export function shopFront(pen: FrontPen, display: Display): void {
  const x = pen.side * 14
  const colour = COLOURS[display]
  const tall = Math.min(pen.top - 4, 48)
  pen.box(x - 27, 0, 54, tall, mix(colour, '#f4e6d0', 0.72))
  pen.box(x - 28.5, tall - 2, 57, 3, mix(colour, '#2a1a20', 0.2))
  for (const dx of [-16, 0, 16]) {
    pen.box(x + dx - 4, 35, 8, Math.max(4, tall - 40), '#fbf5ea')
    pen.box(x + dx - 3.2, 35.6, 6.4, Math.max(3, tall - 41.4), pen.dark ? '#ffd586' : '#a9c8d8')
  }
  pen.box(x - 25, 0, 50, 27, colour)
  const glass = pen.dark ? '#ffe2a8' : '#dff0f2'
  pen.box(x - 23, 4, 32, 17, mix(colour, '#1a1014', 0.3))
  pen.box(x - 22, 5, 30, 15, glass)
  pen.box(x - 22, 12, 30, 0.7, '#b58a58')
  for (let i = 0; i < 6; i++) {
    WARES[display](pen, x - 19 + i * 5, 12.7, i)
    WARES[display](pen, x - 19 + i * 5, 5, i + 1)
  }
  pen.poly('#ffffff', [x - 20, 19.6, x - 17, 19.6, x - 20.6, 9, x - 21.8, 9])
  pen.box(x + 11, 0, 12, 21, mix(colour, '#1a1014', 0.35))
  pen.box(x + 12.4, 7, 9.2, 12.6, glass)
  pen.oval(x + 13.4, 5, 1, 1, '#e8c86a')
  const stripes = 12
  const step = 52 / stripes
  for (let i = 0; i < stripes; i++) {
    const left = x - 26 + i * step
    const tone = i % 2 ? '#fff8ec' : colour
    pen.poly(tone, [left + step * 0.1, 27, left + step * 1.1, 27, left + step, 21.6, left, 21.6])
    pen.oval(left + step / 2, 21.6, step, 2.4, tone)
  }
  sign(pen, x, 28, display)
  if (pen.dark) {
    pen.shine(x - 7, 12, 26, '#ffd98a', 0.4)
    pen.shine(x, -4, 22, '#ffd98a', 0.3)
  }
  // What stands out on the pavement.
  if (display === 'flowers')
    for (let i = 0; i < 6; i++) {
      const at = x - 24 + i * 6.4
      pen.poly('#9fb4bd', [at - 2, -3, at + 2, -3, at + 2.6, 1, at - 2.6, 1])
      for (const dx of [-2, -0.6, 0.8, 2.2])
        pen.oval(at + dx, 3 + (dx > 0 ? 1 : 0), 2.4, 2.4, BLOSSOMS[(i + 1) % BLOSSOMS.length] ?? '#e2574c')
    }
}
