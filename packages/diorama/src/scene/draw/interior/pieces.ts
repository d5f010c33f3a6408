import type { RoomKit } from './room-kit.ts'

const BOTTLES = ['#3f6f4a', '#8a4a2a', '#b5763a', '#4a6a8a', '#c9b060', '#7a3a4a'] as const
const JARS = ['#d98a4a', '#f0d9a0', '#a8524a', '#7d9a5a', '#e8b95c'] as const
const SPINES = ['#b5483f', '#3f6f8f', '#e0a33d', '#5d8a5a', '#7d5a8f', '#efe0c4'] as const
const TOYS = ['#e2574c', '#f2c14e', '#4fa3c7', '#7fbf5e', '#c97bd0'] as const

/** What stands on a shelf. */
export type Wares = 'bottles' | 'jars' | 'books' | 'bread' | 'flasks' | 'toys' | 'boxes' | 'plants'

/** A lamp that hangs from the ceiling, with its light. */
export function pendant(kit: RoomKit, x: number, shade: string): void {
  const y = kit.lampHeight
  kit.box(x - 0.12, y, 0.24, kit.top - y + 10, '#3a3434')
  kit.shine(x, y - 3, 13, '#ffdc94', kit.stage.light.dark ? 0.6 : 0.28)
  kit.dome(x, y - 3, 6.4, 3.4, shade)
  kit.box(x - 1.4, y - 3.6, 2.8, 0.7, '#fff3c8')
}

/** A ring of candles on chains. */
export function chandelier(kit: RoomKit, x: number, wide: number): void {
  const y = kit.lampHeight
  kit.shine(x, y, wide * 0.9, '#ffdc94', kit.stage.light.dark ? 0.6 : 0.3)
  kit.line('#4a3a34', 0.3, [x - wide / 2, y, x, y + 6, x + wide / 2, y])
  kit.box(x - 0.15, y + 6, 0.3, kit.top, '#4a3a34')
  kit.box(x - wide / 2, y - 0.5, wide, 0.9, '#8a6a3a', 0.4)
  for (let i = 0; i < 5; i++) {
    const at = x - wide / 2 + (wide * i) / 4
    kit.box(at - 0.35, y + 0.3, 0.7, 2, '#fbf3dc')
    kit.oval(at, y + 3.1, 0.8, 1.5, '#ffc94a')
  }
}

function ware(kit: RoomKit, wares: Wares, x: number, y: number): number {
  const { random } = kit
  switch (wares) {
    case 'bottles': {
      const colour = random.pick(BOTTLES)
      kit.box(x, y, 1.6, 3.4, colour, 0.4)
      kit.box(x + 0.5, y + 3.2, 0.6, 1.8, colour)
      kit.box(x + 0.2, y + 0.9, 1.2, 1.2, '#f4ead4')
      return 2.1
    }
    case 'jars':
      kit.box(x, y, 2.4, random.between(2.4, 3.6), random.pick(JARS), 0.5)
      return 3.1
    case 'books': {
      const tall = random.between(3.6, 5)
      kit.box(x, y, 1.1, tall, random.pick(SPINES))
      kit.box(x, y + tall * 0.75, 1.1, 0.3, '#f0dcae')
      return 1.2
    }
    case 'bread':
      if (random.chance(0.4)) {
        kit.box(x, y, 5, 2, '#c98a45', 1)
        for (const dx of [1, 2.2, 3.4]) kit.line('#f0cf94', 0.25, [x + dx, y + 0.6, x + dx + 0.5, y + 1.6])
        return 5.6
      }
      kit.dome(x + 1.6, y, 3.2, 2.2, random.pick(['#d9a05a', '#b9763a', '#e4b878']))
      return 3.8
    case 'flasks': {
      const colour = random.pick(['#5fc7c0', '#b27be0', '#7fd06a', '#f0a850'])
      if (random.chance(0.5)) {
        kit.poly('#dfeef2', [x, y, x + 3, y, x + 1.9, y + 2.8, x + 1.9, y + 4.4, x + 1.1, y + 4.4, x + 1.1, y + 2.8])
        kit.poly(colour, [x + 0.2, y + 0.2, x + 2.8, y + 0.2, x + 2.1, y + 1.8, x + 0.9, y + 1.8])
        return 3.8
      }
      kit.box(x + 0.4, y, 0.9, 4, '#dfeef2', 0.4)
      kit.box(x + 0.4, y, 0.9, 2.2, colour, 0.4)
      return 1.8
    }
    case 'toys':
      if (random.chance(0.5)) kit.box(x, y, 2.2, 2.2, random.pick(TOYS), 0.3)
      else kit.oval(x + 1.2, y + 1.2, 2.4, 2.4, random.pick(TOYS))
      return 3.2
    case 'boxes':
      kit.box(x, y, 3.2, random.between(2, 4), random.pick(['#c9a06a', '#b58a58', '#d9b888']), 0.1)
      return 3.8
    case 'plants':
      kit.poly('#c56b45', [x + 0.3, y, x + 2.3, y, x + 2.7, y + 2, x - 0.1, y + 2])
      for (const [dx, up] of [
        [-0.4, 2.2],
        [1.3, 3.6],
        [2.9, 2.4],
      ] as const)
        kit.oval(x + dx, y + 1.6 + up * 0.6, 2, 2.8, random.pick(['#5f9a5a', '#4a8a50', '#7fb56a']))
      return 4.6
  }
}

/** A board on the wall with wares on it. */
export function shelf(kit: RoomKit, x: number, y: number, wide: number, wares: Wares): void {
  for (let at = x - wide / 2 + 0.6; at < x + wide / 2 - 3.4;) at += ware(kit, wares, at, y + 0.9)
  kit.box(x - wide / 2, y, wide, 0.9, '#8a5a3a')
  kit.box(x - wide / 2, y - 0.5, wide, 0.5, '#5a3a2a')
}

/** A case of shelves that stands on the floor. */
export function shelfCase(kit: RoomKit, x: number, wide: number, tall: number, wares: Wares): void {
  kit.box(x - wide / 2, 0, wide, tall, '#6f482f')
  kit.box(x - wide / 2 + 1, 1, wide - 2, tall - 2, '#4a2f22')
  const rows = Math.max(2, Math.round(tall / 8))
  for (let row = 0; row < rows; row++) shelf(kit, x, 1.4 + (row * (tall - 2)) / rows, wide - 1.6, wares)
}

/** A worktop with a front. */
export function counter(
  kit: RoomKit,
  x: number,
  wide: number,
  tall: number,
  colours: { top: string; front: string },
): void {
  kit.box(x - wide / 2, 0, wide, tall, colours.front)
  for (let at = x - wide / 2 + 1.5; at + 8 < x + wide / 2; at += 10) kit.box(at, 2.2, 8.4, tall - 5.4, colours.top)
  for (let at = x - wide / 2 + 1.9; at + 8 < x + wide / 2; at += 10) kit.box(at, 2.6, 7.6, tall - 6.2, colours.front)
  kit.box(x - wide / 2 - 0.8, tall - 1.4, wide + 1.6, 1.8, colours.top)
}

/** A table on two legs. */
export function table(kit: RoomKit, x: number, wide: number, tall: number, colour: string): void {
  for (const side of [-1, 1]) kit.box(x + side * (wide / 2 - 1.6) - 0.5, 0, 1, tall, '#5f3f2c')
  kit.box(x - wide / 2, tall - 1.2, wide, 1.6, colour, 0.3)
}

/** A chair seen from the side; it looks to the right where `right` is true. */
export function chair(kit: RoomKit, x: number, right: boolean, colour: string): void {
  const side = right ? -1 : 1
  for (const dx of [-2.4, 2.4]) kit.box(x + dx - 0.4, 0, 0.8, 8, colour)
  kit.box(x - 3, 7.4, 6, 1.2, colour, 0.3)
  kit.box(x + side * 2.6 - 0.5, 7.4, 1, 9.6, colour)
  kit.box(x + side * 2.6 - 0.7, 13.4, 1.4, 3, colour, 0.4)
}

/** A stool with a round seat. */
export function stool(kit: RoomKit, x: number, tall: number, seat: string): void {
  kit.line('#4a3a34', 0.6, [x - 2, 0, x - 0.6, tall])
  kit.line('#4a3a34', 0.6, [x + 2, 0, x + 0.6, tall])
  kit.box(x - 2.8, tall, 5.6, 1.6, seat, 0.8)
}

/** A door in its frame. */
export function door(kit: RoomKit, x: number, colour: string): void {
  kit.box(x - 9, 0, 18, 43, '#f1e6d4')
  kit.box(x - 7.6, 0, 15.2, 41.4, colour)
  for (const y of [4, 22])
    for (const dx of [-5.8, 0.8])
      kit.line('#4a3428', 0.3, [x + dx, y, x + dx + 5, y, x + dx + 5, y + 15, x + dx, y + 15, x + dx, y])
  kit.oval(x + 5.6, 20, 1.2, 1.2, '#e0b850')
}

/** A framed picture with a landscape or a face-like patch of colour in it. */
export function picture(kit: RoomKit, x: number, y: number, wide: number, tall: number, frame: string): void {
  const [sky, hill, near] = kit.random.pick([
    ['#f2c9a0', '#d97f5e', '#7a4a5e'],
    ['#bfe0e0', '#6fa8a8', '#3d6a78'],
    ['#f6e3b0', '#9fb86a', '#5a7a4a'],
    ['#d8c8e8', '#9a7ab8', '#54407a'],
  ] as const)
  kit.box(x - wide / 2 - 0.9, y - 0.9, wide + 1.8, tall + 1.8, frame)
  kit.box(x - wide / 2, y, wide, tall, sky)
  kit.oval(x + wide * 0.2, y + tall * 0.7, wide * 0.2, wide * 0.2, '#fff4d8')
  kit.poly(hill, [
    x - wide / 2,
    y,
    x - wide / 2,
    y + tall * 0.3,
    x - wide * 0.1,
    y + tall * 0.52,
    x + wide / 2,
    y + tall * 0.26,
    x + wide / 2,
    y,
  ])
  kit.poly(near, [
    x - wide / 2,
    y,
    x - wide / 2,
    y + tall * 0.14,
    x + wide * 0.2,
    y + tall * 0.26,
    x + wide / 2,
    y + tall * 0.12,
    x + wide / 2,
    y,
  ])
}

/** A round clock. */
export function clock(kit: RoomKit, x: number, y: number, wide: number): void {
  kit.oval(x, y, wide, wide, '#4a4048')
  kit.oval(x, y, wide * 0.84, wide * 0.84, '#fbf7ec')
  kit.line('#3a3238', wide * 0.06, [x, y + wide * 0.3, x, y, x + wide * 0.22, y - wide * 0.1])
}

/** A round column up to the ceiling. */
export function column(kit: RoomKit, x: number, wide: number, stone: string, shade: string): void {
  kit.box(x - wide / 2, 0, wide, kit.top + 12, stone)
  kit.box(x + wide * 0.16, 0, wide * 0.34, kit.top + 12, shade)
  kit.box(x - wide * 0.7, 0, wide * 1.4, 2.4, shade)
}

/** A leafy plant in a tub. */
export function tubPlant(kit: RoomKit, x: number, tall: number): void {
  for (let i = -3; i <= 3; i++) {
    const tip = tall * (1 - Math.abs(i) * 0.12)
    kit.poly(i % 2 === 0 ? '#5f9a5a' : '#4a8450', [x - 0.6, tall * 0.3, x + i * tall * 0.12, tip, x + 0.6, tall * 0.3])
  }
  kit.poly('#c56b45', [
    x - tall * 0.14,
    0,
    x + tall * 0.14,
    0,
    x + tall * 0.19,
    tall * 0.34,
    x - tall * 0.19,
    tall * 0.34,
  ])
  kit.box(x - tall * 0.21, tall * 0.3, tall * 0.42, tall * 0.07, '#d98560')
}

/** A bed seen from its side. */
export function bedstead(kit: RoomKit, x: number): void {
  kit.box(x - 22, 0, 2.4, 15, '#7a5236', 0.6)
  kit.box(x + 20, 0, 2.4, 10, '#7a5236', 0.6)
  kit.box(x - 20, 3, 40, 3, '#8a5f3e')
  kit.box(x - 19.6, 6, 39.2, 4, '#f4efe6', 1)
  kit.box(x - 8, 5.4, 28, 5.4, '#5f7fa8', 1.4)
  kit.box(x - 19, 9, 9, 4, '#fdfbf6', 1.6)
}
