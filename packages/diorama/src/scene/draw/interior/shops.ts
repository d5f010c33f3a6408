import type { InteriorLook } from './interior-look.ts'
import { counter, pendant, shelf, shelfCase, stool, tubPlant } from './pieces.ts'
import type { RoomKit } from './room-kit.ts'

const BLOSSOMS = ['#e2574c', '#f2a0b8', '#f6d24a', '#b27be0', '#ffffff', '#f28a4a'] as const
const CLOTHES = ['#c9534a', '#3f6f8f', '#e8c46a', '#5d8a5a', '#8a5a8f', '#efe0c4', '#2f3a4a'] as const

function bucketOfFlowers(kit: RoomKit, x: number, y: number, colour: string): void {
  for (let i = -3; i <= 3; i++) {
    const tip = 8.4 - Math.abs(i) * 0.7
    kit.line('#4f8a48', 0.4, [x + i * 0.4, y + 3, x + i * 1.3, y + tip])
    kit.oval(x + i * 1.3, y + tip + 0.8, 2.2, 2.2, colour)
    kit.oval(x + i * 1.3, y + tip + 0.8, 0.8, 0.8, '#fff3c8')
  }
  kit.poly('#9fb4bd', [x - 2.4, y, x + 2.4, y, x + 3.2, y + 5, x - 3.2, y + 5])
  kit.box(x - 3.4, y + 4.4, 6.8, 1, '#c9d6dc')
}

/** Clothes on hangers along a rail. */
export function clothesRail(kit: RoomKit, x: number, wide: number): void {
  for (const side of [-1, 1]) kit.box(x + (side * wide) / 2 - 0.4, 0, 0.8, 25, '#4a4a52')
  kit.box(x - wide / 2, 24.4, wide, 0.8, '#4a4a52')
  for (let at = x - wide / 2 + 2; at < x + wide / 2 - 2; at += 3.1) {
    const colour = kit.random.pick(CLOTHES)
    const long = kit.random.between(11, 17)
    kit.line('#8a8f98', 0.25, [at, 24.6, at, 23.4])
    kit.poly(colour, [
      at - 0.6,
      23.6,
      at + 0.6,
      23.6,
      at + 2,
      21.6,
      at + 1.7,
      23 - long,
      at - 1.7,
      23 - long,
      at - 2,
      21.6,
    ])
  }
}

function mirror(kit: RoomKit, x: number, y: number, wide: number, tall: number, frame: string): void {
  kit.box(x - wide / 2 - 1, y - 1, wide + 2, tall + 2, frame, 1)
  kit.box(x - wide / 2, y, wide, tall, '#cfe2e8', 0.6)
  kit.poly('#e6f2f5', [x - wide * 0.3, y + tall, x, y + tall, x - wide * 0.2, y, x - wide * 0.5, y])
}

function barberChair(kit: RoomKit, x: number): void {
  kit.box(x - 4, 0, 8, 1.2, '#9aa5ac', 0.5)
  kit.box(x - 0.8, 1, 1.6, 5, '#c9d0d4')
  kit.box(x - 5, 6, 10, 3, '#a83a34', 0.8)
  kit.box(x - 4.4, 8.6, 8.8, 11, '#a83a34', 1.4)
  kit.box(x - 2.8, 19, 5.6, 3.6, '#8a2c28', 0.8)
  for (const side of [-1, 1]) kit.box(x + side * 5.2 - 0.7, 8, 1.4, 4.4, '#c9d0d4', 0.4)
}

/** Shops that are known by what they sell or do. */
export const SHOPS = {
  barber: {
    wall: { colour: '#d9e0da', kind: 'tiles' },
    floor: { colour: '#8a8a8e', kind: 'chequers' },
    skirting: '#3f4a4a',
    onWall(kit) {
      for (const x of [-36, 0, 36]) {
        mirror(kit, x, 19, 17, 22, '#6f4a36')
        shelf(kit, x, 14.6, 20, 'bottles')
      }
      for (const x of [-18, 18]) {
        kit.shine(x, 32, 8, '#fff0c4', 0.3)
        kit.box(x - 2, 22, 4, 16, '#f4f4f4', 1)
        for (let y = 23; y < 36; y += 4) {
          kit.poly('#c9403a', [x - 2, y, x + 2, y + 2, x + 2, y + 3.4, x - 2, y + 1.4])
          kit.poly('#3f5fae', [x - 2, y + 2, x + 2, y + 4, x + 2, y + 5, x - 2, y + 3])
        }
        kit.dome(x, 38, 5, 2.4, '#c9d0d4')
        kit.box(x - 2.4, 21, 4.8, 1.4, '#c9d0d4', 0.5)
      }
    },
    before(kit) {
      for (const x of [-36, 36]) barberChair(kit, x)
    },
  },
  boutique: {
    wall: { colour: '#ecdfd6', kind: 'plaster' },
    floor: { colour: '#c9a57e', kind: 'boards' },
    skirting: '#ffffff',
    onWall(kit) {
      mirror(kit, 0, 8, 16, 34, '#c9a24a')
      for (const x of [-30, 30]) {
        shelf(kit, x, 36, 30, 'boxes')
        pendant(kit, x, '#c98a9a')
      }
    },
    before(kit) {
      clothesRail(kit, -36, 34)
      clothesRail(kit, 36, 34)
      kit.box(-1, 0, 2, 9, '#d8b8a8')
      kit.oval(0, 9, 13, 3, '#e8ccc0')
    },
  },
  pharmacy: {
    wall: { colour: '#eef4f0', kind: 'plaster' },
    floor: { colour: '#d4dcda', kind: 'tiles' },
    skirting: '#b9c9c4',
    onWall(kit) {
      for (const x of [-38, 38]) for (const y of [17, 24, 31]) shelf(kit, x, y, 36, y === 24 ? 'bottles' : 'boxes')
      kit.box(-9, 19, 18, 18, '#ffffff', 1.4)
      kit.box(-2.4, 21, 4.8, 14, '#3fa35a')
      kit.box(-7, 25.6, 14, 4.8, '#3fa35a')
      kit.shine(0, 28, 16, '#9fe0b0', 0.35)
    },
    before(kit) {
      counter(kit, 0, kit.half * 2, 14, { top: '#f4f8f6', front: '#bcd6c9' })
      kit.row(21, (x, i) => {
        if (i % 2) for (const dx of [-3, 0, 3]) kit.box(x + dx - 1, 14.4, 2.2, 3.6, dx ? '#f2a0a0' : '#9fc4e0', 0.3)
        else kit.box(x - 3.6, 14.4, 7, 5, '#dfe8ea', 0.6)
      })
    },
  },
  'flower-shop': {
    wall: { colour: '#cfdccb', kind: 'planks' },
    floor: { colour: '#b58a62', kind: 'boards' },
    skirting: '#7a8a6a',
    onWall(kit) {
      kit.window(0, 20, 34, 22, { bars: 3 })
      for (const x of [-42, 42]) for (const y of [24, 33]) shelf(kit, x, y, 26, 'plants')
      for (const x of [-26, 26]) pendant(kit, x, '#4f8a5a')
    },
    before(kit) {
      for (const [y, inset] of [
        [9, 0],
        [0, 4],
      ] as const) {
        kit.row(8, (x, i) => {
          if (Math.abs(x) < 12) return
          bucketOfFlowers(kit, x + inset, y, BLOSSOMS[(i * 5 + (y > 0 ? 2 : 0)) % BLOSSOMS.length] ?? '#e2574c')
        })
        if (y > 0) {
          for (const side of [-1, 1])
            kit.box(side * (kit.half / 2 + 8) - kit.half / 2 + 4, 6, kit.half - 8, 2.6, '#8a5f42')
        }
      }
      counter(kit, 0, 24, 14, { top: '#d9a86a', front: '#7a9a72' })
      bucketOfFlowers(kit, -7, 14, '#f2a0b8')
      kit.box(1, 14.4, 7, 4, '#f4ead4', 0.4)
    },
  },
  supermarket: {
    wall: { colour: '#e8eef0', kind: 'plaster' },
    floor: { colour: '#d8dcd8', kind: 'tiles' },
    onWall(kit) {
      kit.box(-kit.half, kit.lampHeight - 3, kit.half * 2, 7, '#3f8f5a')
      kit.row(30, (x, i) => {
        kit.oval(x, kit.lampHeight + 0.6, 5, 5, ['#f2c14e', '#e2574c', '#ffffff'][i % 3] ?? '#ffffff')
        kit.box(x + 5, kit.lampHeight - 0.6, 12, 2.2, '#eaf6ea', 0.6)
      })
      kit.row(26, (x) => kit.box(x - 8, kit.lampHeight + 6, 16, 1.4, '#ffffff', 0.6))
    },
    before(kit) {
      const wares = ['boxes', 'jars', 'bottles', 'toys'] as const
      kit.row(30, (x, i) => {
        shelfCase(kit, x, 28, 36, wares[i % wares.length] ?? 'jars')
        kit.box(x - 14, 35, 28, 3, '#e2574c', 0.4)
        for (let dx = -11; dx < 12; dx += 7) kit.box(x + dx, 9.4, 4, 1.2, '#f6e27a')
      })
      kit.row(30, (x) => {
        const fruit = kit.random.pick(['#e2483f', '#f2a93b', '#8fbf4e', '#f6d24a'])
        kit.box(x + 9, 0, 12, 7, '#6f8f5a', 0.4)
        for (let dx = 0; dx < 5; dx++) kit.oval(x + 10.6 + dx * 2.2, 7.8, 2.6, 2.6, fruit)
      })
    },
  },
  'toy-shop': {
    wall: { colour: '#f4dcc0', kind: 'plaster' },
    floor: { colour: '#c99a6a', kind: 'boards' },
    skirting: '#e2574c',
    onWall(kit) {
      for (let x = -kit.half; x < kit.half; x += 6)
        kit.poly(['#e2574c', '#f2c14e', '#4fa3c7', '#7fbf5e'][Math.abs(Math.round(x / 6)) % 4] ?? '#e2574c', [
          x,
          kit.lampHeight + 2,
          x + 5,
          kit.lampHeight + 2,
          x + 2.5,
          kit.lampHeight - 3,
        ])
    },
    before(kit) {
      kit.row(28, (x, i) => shelfCase(kit, x, 26, 34, i % 2 ? 'toys' : 'boxes'))
      for (const side of [-1, 1]) {
        const x = side * 30
        kit.oval(x, 5.4, 9, 10, '#a8744c')
        kit.oval(x, 12.6, 7.4, 7, '#b98557')
        for (const dx of [-2.8, 2.8]) kit.oval(x + dx, 15.8, 2.8, 2.8, '#a8744c')
        for (const dx of [-1.4, 1.4]) kit.oval(x + dx, 13.4, 0.8, 0.9, '#2a2020')
        kit.oval(x, 11.6, 2.8, 2, '#e8ccaa')
      }
    },
  },
  'sushi-bar': {
    wall: { colour: '#d9bd94', kind: 'planks' },
    floor: { colour: '#7a5a42', kind: 'boards' },
    skirting: '#4a3226',
    onWall(kit) {
      kit.box(-kit.half, kit.lampHeight - 8, kit.half * 2, 11, '#2f4470')
      kit.row(13, (x) => {
        kit.box(x - 0.3, kit.lampHeight - 8, 0.6, 11, '#f1e6d4')
        kit.oval(x + 6.5, kit.lampHeight - 2.4, 5, 5, '#f1e6d4')
        kit.oval(x + 6.5, kit.lampHeight - 2.4, 2.6, 2.6, '#c9403a')
      })
      for (const x of [-40, 40]) {
        for (const y of [20, 28]) shelf(kit, x, y, 34, y === 20 ? 'jars' : 'bottles')
      }
      for (let x = -16; x <= 16; x += 6.4) {
        kit.box(x - 2, 22, 4, 13, '#f4ead4')
        for (let y = 24; y < 34; y += 2.2) kit.line('#3a2a24', 0.4, [x - 1, y, x + 1, y + 0.6])
      }
    },
    before(kit) {
      counter(kit, 0, kit.half * 2, 15, { top: '#e0b27a', front: '#8a5f42' })
      kit.box(-kit.half, 15.4, kit.half * 2, 5, '#dfeef0', 0.4)
      kit.row(6, (x, i) => {
        kit.box(x - 1.9, 16, 3.8, 1.4, '#fbf7ec', 0.6)
        kit.box(x - 2.1, 17.2, 4.2, 1.1, ['#f28a5a', '#e2574c', '#f6d27a', '#f7c6b4'][i % 4] ?? '#f28a5a', 0.5)
      })
      kit.row(16, (x) => stool(kit, x, 9, '#3a2a24'))
    },
  },
  'hair-salon': {
    wall: { colour: '#e4d8e0', kind: 'plaster' },
    floor: { colour: '#c9c0bc', kind: 'tiles' },
    skirting: '#ffffff',
    onWall(kit) {
      for (const x of [-34, 0, 34]) {
        mirror(kit, x, 17, 18, 24, '#d8b86a')
        kit.shine(x, 42, 9, '#fff0d8', 0.4)
        shelf(kit, x, 13, 20, 'bottles')
      }
    },
    before(kit) {
      for (const side of [-1, 1]) {
        tubPlant(kit, side * (kit.seen - 7), 20)
        const x = side * 34
        kit.box(x - 0.8, 0, 1.6, 6, '#c9d0d4')
        kit.oval(x, 0.6, 9, 1.6, '#9aa5ac')
        kit.box(x - 5, 6, 10, 3, '#3a3440', 1)
        kit.box(x - 4.4, 8.6, 8.8, 10, '#4a4452', 1.6)
      }
    },
  },
} satisfies Record<string, InteriorLook>
