import type { InteriorLook } from './interior-look.ts'
import { counter, door, pendant, picture, shelf, shelfCase, table, tubPlant } from './pieces.ts'
import type { RoomKit } from './room-kit.ts'

function barrel(kit: RoomKit, x: number, y: number, wide: number): void {
  kit.oval(x, y + wide / 2, wide, wide, '#5f3f2c')
  kit.oval(x, y + wide / 2, wide * 0.86, wide * 0.86, '#9a6a42')
  kit.oval(x, y + wide / 2, wide * 0.74, wide * 0.74, '#b07c4e')
  for (const dx of [-0.2, 0, 0.2]) kit.box(x + dx * wide - 0.15, y + wide * 0.16, 0.3, wide * 0.68, '#8a5a38')
  kit.oval(x, y + wide * 0.24, 1.6, 1.6, '#4a3226')
}

function steam(kit: RoomKit): void {
  for (const [x, y, size] of [
    [-40, 34, 26],
    [-8, 42, 30],
    [26, 36, 26],
    [46, 24, 20],
  ] as const)
    kit.shine(x, y, size, '#ffffff', 0.28)
}

/** Rooms of a house, a bath or a cellar that are more than somewhere to sit. */
export const SNUG_ROOMS = {
  'home-office': {
    wall: { colour: '#dfe4d8', kind: 'plaster' },
    floor: { colour: '#b58a5e', kind: 'boards' },
    skirting: '#ffffff',
    rug: '#7f9aa8',
    onWall(kit) {
      kit.window(34, 16, 26, 25, { bars: 1 })
      shelf(kit, -32, 33, 30, 'books')
      shelf(kit, -32, 25, 30, 'plants')
      picture(kit, 8, 28, 10, 8, '#5f4434')
    },
    before(kit) {
      table(kit, -32, 40, 14, '#c98d5a')
      kit.box(-31, 14.4, 2, 3, '#3a3e46')
      kit.box(-40, 17, 20, 12.4, '#2a2e36', 0.6)
      kit.box(-39, 18, 18, 10.4, '#8fc0d8', 0.3)
      for (let y = 20; y < 27; y += 2) kit.line('#e8f4fa', 0.4, [-37, y, -30 + (y % 4), y])
      kit.box(-44, 14.4, 8, 0.8, '#5a5f68')
      kit.box(-18, 14.4, 2.4, 2.6, '#e2574c', 0.4)
      // A chair that turns.
      kit.box(-10.6, 1, 1.2, 6, '#3a3e46')
      kit.line('#3a3e46', 0.7, [-14, 0.6, -10, 2, -6, 0.6])
      kit.box(-14, 7, 8.4, 2, '#4a5462', 0.8)
      kit.box(-7.4, 8.6, 1.8, 12, '#4a5462', 0.9)
      tubPlant(kit, 50, 20)
    },
  },
  hallway: {
    wall: { colour: '#e8ddc8', kind: 'panels' },
    floor: { colour: '#a8744c', kind: 'boards' },
    skirting: '#ffffff',
    rug: '#a85a4a',
    onWall(kit) {
      door(kit, 0, '#6f8f8a')
      for (const side of [-1, 1]) picture(kit, side * 21, 24, 10, 12, '#8a6a3a')
      door(kit, -46, '#8a6a4a')
      kit.box(36, 34, 20, 1.4, '#6f482f')
      for (const [x, colour] of [
        [39, '#3f5f8a'],
        [46, '#b5564a'],
        [53, '#6a7a5a'],
      ] as const) {
        kit.box(x - 0.4, 32, 0.8, 3, '#4a3a34')
        kit.poly(colour, [x - 1.4, 32.6, x + 1.4, 32.6, x + 3.4, 15, x - 3.4, 15])
      }
      pendant(kit, 22, '#c8923f')
    },
    before(kit) {
      table(kit, 46, 20, 9, '#8a5f42')
      for (const x of [40, 47]) kit.box(x, 0, 4.4, 2, '#4a3a34', 0.8)
    },
  },
  'wine-cellar': {
    wall: { colour: '#8a7462', kind: 'stone' },
    floor: { colour: '#6f5f52', kind: 'slabs' },
    onWall(kit) {
      kit.row(42, (x) => {
        kit.arch(x, 0, 38, 46, '#5f4f44')
        kit.arch(x, 0, 33, 43, '#7a6656')
      })
      for (const x of [-21, 21]) {
        kit.shine(x, 30, 14, '#ffb85a', 0.6)
        kit.box(x - 0.5, 24, 1, 5, '#4a3226')
        kit.oval(x, 30.6, 1.8, 3.4, '#ffc94a')
      }
    },
    before(kit) {
      for (const side of [-1, 1]) {
        for (const dx of [24, 41, 58]) barrel(kit, side * dx, 0, 16)
        for (const dx of [32.5, 49.5]) barrel(kit, side * dx, 14.4, 16)
      }
    },
  },
  basement: {
    wall: { colour: '#9a9288', kind: 'bricks' },
    floor: { colour: '#7d7870', kind: 'plain' },
    onWall(kit) {
      kit.window(-36, 36, 17, 8, { bars: 1, frame: '#6a6460' })
      for (const y of [44, 47]) kit.box(-kit.half, y, kit.half * 2, 1.2, '#8a6a52')
      kit.line('#8a8f98', 1.1, [-12, kit.top, -12, 22, 2, 22, 2, 0])
      pendant(kit, 16, '#5f5a54')
    },
    before(kit) {
      shelfCase(kit, -40, 28, 28, 'jars')
      shelfCase(kit, 52, 24, 28, 'boxes')
      kit.box(24, 0, 14, 11, '#c9a06a', 0.2)
      kit.box(27, 11, 10, 8, '#b58a58', 0.2)
    },
  },
  sauna: {
    wall: { colour: '#c98d5a', kind: 'planks' },
    floor: { colour: '#9a6a42', kind: 'boards' },
    onWall(kit) {
      for (let y = 8; y < kit.top; y += 5) kit.line('#a8703f', 0.3, [-kit.half, y, kit.half, y])
      kit.window(-42, 24, 14, 14, { bars: 1, frame: '#8a5a38' })
      kit.shine(kit.seen * 0.7, kit.top - 8, 18, '#ffcf8a', 0.6)
    },
    before(kit) {
      for (const [y, inset] of [
        [16, 0],
        [7, 0],
      ] as const) {
        kit.box(-kit.half + inset, y, kit.half * 2 - 40, 2, '#e0ab74')
        kit.box(-kit.half, y - 7, kit.half * 2 - 40, 7, '#a8744c')
        for (let x = -kit.half; x < kit.half - 40; x += 9) kit.box(x, y - 7, 0.5, 7, '#8a5a38')
      }
      const x = 44
      kit.box(x - 8, 0, 16, 12, '#3a3a40', 0.6)
      for (let i = 0; i < 9; i++)
        kit.oval(x - 6 + (i % 5) * 3, 12.6 + Math.floor(i / 5) * 2, 3.8, 3, i % 2 ? '#6a6a70' : '#808088')
      kit.shine(x, 8, 11, '#ff8a4a', 0.4)
      kit.poly('#a8744c', [x - 20, 0, x - 12, 0, x - 11, 7, x - 21, 7])
      kit.line('#c98d5a', 0.8, [x - 15, 5, x - 9, 15])
      steam(kit)
    },
  },
  spa: {
    wall: { colour: '#d9d2c0', kind: 'stone' },
    floor: { colour: '#b9a88e', kind: 'slabs' },
    onWall(kit) {
      kit.window(0, 16, 50, 26, { bars: 3, frame: '#8a6a4a' })
      for (const side of [-1, 1]) {
        for (let i = 0; i < 4; i++)
          kit.box(side * 44 - 6 + i * 3.6, 4, 1.6, kit.top, i % 2 ? '#8fae6a' : '#7a9a5a', 0.6)
      }
    },
    before(kit) {
      for (const side of [-1, 1]) {
        const x = side * 38
        kit.box(x - 14, 0, 28, 8, '#8a6a4a', 0.6)
        kit.box(x - 15, 8, 30, 3, '#f7f2ea', 1)
        kit.oval(x - side * 9, 12.4, 7, 4.6, '#ffffff')
        for (const dx of [0, 1]) kit.box(x + side * 5 - 3, 11 + dx * 2, 6, 2, dx ? '#9fc4b4' : '#dfe8e0', 1)
      }
      for (const x of [-14, -10, 14, 18]) {
        kit.shine(x, 4, 6, '#ffcf8a', 0.6)
        kit.box(x - 1, 0, 2, 2.8, '#fbf3dc', 0.3)
        kit.oval(x, 3.8, 0.9, 1.7, '#ffc94a')
      }
    },
  },
  pizzeria: {
    wall: { colour: '#e8cfa8', kind: 'bricks' },
    floor: { colour: '#b06a48', kind: 'tiles' },
    onWall(kit) {
      shelf(kit, -40, 30, 30, 'jars')
      shelf(kit, -40, 22, 30, 'bottles')
      for (const x of [-30, 12]) pendant(kit, x, '#b5433a')
    },
    before(kit) {
      // A domed oven of bricks, with the fire in its mouth.
      const x = 30
      kit.box(x - 22, 0, 44, 14, '#9a5a42')
      kit.dome(x, 13, 44, 27, '#c98464')
      for (let y = 16; y < 36; y += 4) {
        const half = 21 * Math.sqrt(Math.max(0, 1 - ((y - 13) / 27) ** 2))
        kit.line('#a86a4e', 0.3, [x - half, y, x + half, y])
      }
      kit.box(x - 4, 38, 8, kit.top, '#b0724f')
      kit.arch(x, 14, 24, 17, '#6f3f2e')
      kit.arch(x, 14, 20.4, 14.6, '#2a1814')
      kit.shine(x, 19, 15, '#ff9a3a', 0.75)
      for (const [dx, tall] of [
        [-6, 6],
        [-3, 9],
        [1, 7],
        [4.6, 9],
        [7, 5],
      ] as const) {
        kit.poly('#ff7a2a', [x + dx - 2, 14.4, x + dx + 2, 14.4, x + dx, 14.4 + tall])
        kit.poly('#ffd24a', [x + dx - 1, 14.4, x + dx + 1, 14.4, x + dx, 14.4 + tall * 0.55])
      }
      kit.box(x - 23, 13, 46, 1.6, '#d8b894')
      for (let i = 0; i < 4; i++) kit.oval(x - 12 + i * 8, 5, 6.4, 6.4, i % 2 ? '#a8744c' : '#8a5a38')
      counter(kit, -42, 40, 14, { top: '#e8dcc8', front: '#8a5f42' })
      for (const dx of [-52, -42, -33]) {
        kit.oval(dx, 15.6, 8, 2, '#e0b070')
        kit.oval(dx, 16, 6, 1.4, '#d8503a')
      }
    },
  },
  stable: {
    wall: { colour: '#a8744c', kind: 'planks' },
    floor: { colour: '#d0a85e', kind: 'plain' },
    onWall(kit) {
      kit.window(0, 28, 16, 13, { bars: 1, frame: '#6f482f' })
      for (const x of [-30, 30]) {
        kit.box(x - 0.4, 28, 0.8, 5, '#4a3226')
        kit.oval(x, 27, 7, 7, '#5a4438')
        kit.oval(x, 27, 5, 5, '#a8744c')
      }
      kit.box(-kit.half, 44, kit.half * 2, 3, '#6f482f')
    },
    before(kit) {
      kit.row(28, (x) => {
        kit.box(x - 1.6, 0, 3.2, 40, '#6f482f')
        if (Math.abs(x + 14) < 16) return
        kit.box(x + 1.6, 0, 24.8, 20, '#8a5a3c')
        for (let at = x + 2; at < x + 26; at += 4) kit.box(at, 0, 0.4, 20, '#6f482f')
        kit.box(x + 1.6, 19, 24.8, 2, '#a8744c')
        for (let at = x + 5; at < x + 26; at += 4) kit.box(at, 21, 0.8, 13, '#4a4a52')
        kit.box(x + 1.6, 33, 24.8, 1.2, '#4a4a52')
      })
      for (const x of [-50, 46]) {
        kit.box(x - 7, 0, 14, 8, '#e0b850', 0.6)
        for (const dx of [-3, 3]) kit.box(x + dx - 0.3, 0, 0.6, 8, '#a87a3a')
      }
    },
  },
} satisfies Record<string, InteriorLook>
