import type { FrontPen } from './front-pen.ts'

// A temple tower that narrows in a curve to its pot and its flag.
function spire(pen: FrontPen, x: number, foot: number, wide: number, tall: number, colour: string): void {
  const half = wide / 2
  pen.poly(colour, [
    x - half,
    foot,
    x - half * 0.92,
    foot + tall * 0.4,
    x - half * 0.6,
    foot + tall * 0.74,
    x - half * 0.2,
    foot + tall,
    x + half * 0.2,
    foot + tall,
    x + half * 0.6,
    foot + tall * 0.74,
    x + half * 0.92,
    foot + tall * 0.4,
    x + half,
    foot,
  ])
  for (let i = 1; i < 6; i++) {
    const reach = half * (1 - (i / 6) ** 2 * 0.7)
    pen.box(x - reach, foot + (tall * i) / 6, reach * 2, 0.5, '#a8663f')
  }
  pen.oval(x, foot + tall + 1, 2.4, 2.2, '#e0b13a')
  pen.line('#6a4a30', 0.3, [x, foot + tall + 1, x, foot + tall + 7])
  pen.poly('#e0632a', [x, foot + tall + 7, x + 4.4, foot + tall + 5.8, x, foot + tall + 4.4])
}

// A house on the bank, with a balcony and arched windows.
function bankHouse(pen: FrontPen, x: number, foot: number, wide: number, tall: number, colour: string): void {
  pen.box(x, foot, wide, tall, colour)
  pen.box(x - 0.6, foot + tall, wide + 1.2, 1.2, '#a8795a')
  for (let y = foot + 3; y < foot + tall - 4; y += 7)
    for (let at = x + 2; at < x + wide - 3; at += 4.4) pen.arch(at + 1.3, y, 2.6, 4.4, pen.dark ? '#ffcf7a' : '#7a4a3a')
}

const WALLS = ['#e0b184', '#d99a72', '#e8c89a', '#c98a66', '#e0a8a0'] as const

/** Broad steps from temples and houses down to a wide river, with boats: the bank of the Ganges. */
export function ghats(pen: FrontPen): void {
  const bank = 25
  for (let x = -pen.half - 4, i = 0; x < pen.half; i++) {
    const wide = pen.random.between(14, 22)
    const tall = pen.random.between(11, 22)
    bankHouse(pen, x, bank, wide, tall, WALLS[i % WALLS.length] ?? '#e0b184')
    x += wide + 0.4
  }
  for (const [x, wide, tall] of [
    [-46, 13, 27],
    [-34, 9, 18],
    [8, 10, 20],
    [30, 14, 30],
    [42, 9, 18],
  ] as const)
    spire(pen, x, bank, wide, tall, '#d98a52')
  for (let i = 0; i < 8; i++) {
    const y = bank - (i + 1) * 2
    pen.box(-pen.half, y, pen.half * 2, 2, i % 2 ? '#cfae88' : '#dcbf9a')
    pen.box(-pen.half, y, pen.half * 2, 0.5, '#a8886a')
  }
  for (const x of [-40, -8, 26, 52]) {
    pen.box(x - 0.3, 18, 0.6, 9, '#7a5236')
    pen.dome(x, 25.6, 9, 3.4, x % 4 ? '#e8a23a' : '#c8503a')
  }
  pen.box(-pen.half, 0, pen.half * 2, 9, '#7fa6b4')
  for (let i = 0; i < 26; i++) {
    const x = pen.random.between(-pen.half, pen.half)
    pen.box(x, pen.random.between(0.6, 8), pen.random.between(4, 10), 0.4, '#b4ccd0')
  }
  if (pen.isNamed(/boat|ship|kayak/)) return
  for (const x of [-30, 40]) {
    pen.poly('#6a4630', [x - 9, 6, x + 9, 6, x + 6, 3, x - 6, 3])
    pen.poly('#8a5f42', [x - 9, 6, x + 9, 6, x + 8.4, 5.2, x - 8.4, 5.2])
  }
}
