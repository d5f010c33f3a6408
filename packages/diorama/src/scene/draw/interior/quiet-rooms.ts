import { hasFeature } from '../../../places.ts'
import type { InteriorLook } from './interior-look.ts'
import { bedstead, column, picture, shelf, tubPlant } from './pieces.ts'
import type { RoomKit } from './room-kit.ts'

const GLASS = ['#c8483f', '#e8b23a', '#3f7fb5', '#4f9a5a', '#8a5ab0'] as const

function ovalMirror(kit: RoomKit, x: number): void {
  kit.oval(x, 31, 15, 19, '#c9a24a')
  kit.oval(x, 31, 13.2, 17.2, '#e8f4f8')
  kit.poly('#ffffff', [x - 4, 26, x - 1, 26, x + 4, 37, x + 1, 37])
}

function bathtub(kit: RoomKit, x: number): void {
  kit.poly('#ffffff', [x - 21, 15, x + 21, 15, x + 18, 3, x - 18, 3])
  kit.box(x - 22, 13.6, 44, 2.2, '#f4f8fa', 1)
  for (const dx of [-15, 13]) kit.box(x + dx, 0, 2.4, 3.4, '#c9a24a')
  for (const [dx, wide] of [
    [-12, 7],
    [-6, 9],
    [1, 7],
    [7, 8],
  ] as const)
    kit.oval(x + dx, 16.4, wide, 4.4, '#fbfdff')
  kit.line('#b9c6cc', 1, [x + 18, 15, x + 18, 21, x + 14, 21])
}

/** Where people pray, sleep, wash, play, travel, and where plants grow. */
export const QUIET_ROOMS = {
  church: {
    wall: { colour: '#cfc4b4', kind: 'stone' },
    floor: { colour: '#a89c8c', kind: 'chequers' },
    onWall(kit) {
      const tall = Math.min(kit.top - 18, 32)
      kit.row(24, (x, i) => {
        if (Math.abs(x) < 12) return
        kit.arch(x, 15, 12, tall + 1, '#8f8578', true)
        kit.arch(x, 15.6, 10.4, tall - 0.6, '#34304a', true)
        for (let row = 0; row * 5 < tall - 9; row++)
          for (let column_ = 0; column_ < 2; column_++)
            kit.box(
              x - 4.4 + column_ * 4.6,
              17 + row * 5,
              4.2,
              4.4,
              GLASS[(i + row * 2 + column_) % GLASS.length] ?? '#3f7fb5',
            )
        kit.oval(x, 15 + tall - 4.4, 5, 5, GLASS[(i + 1) % GLASS.length] ?? '#e8b23a')
        kit.shine(x, 28, 14, '#ffe9b0', 0.22)
      })
      kit.arch(0, 0, 30, Math.min(kit.top - 4, 50), '#a89a88', true)
      kit.arch(0, 0, 26, Math.min(kit.top - 7, 47), '#bfb2a0', true)
      kit.oval(0, 36, 13, 13, '#6f6458')
      for (let i = 0; i < 8; i++) {
        const angle = (i / 8) * Math.PI * 2
        kit.oval(Math.cos(angle) * 4, 36 + Math.sin(angle) * 4, 3.2, 3.2, GLASS[i % GLASS.length] ?? '#3f7fb5')
      }
      kit.oval(0, 36, 3.6, 3.6, '#ffe08a')
      kit.box(-8, 4, 16, 7, '#f4eee2', 0.3)
      kit.box(-9, 10.4, 18, 1.4, '#c9a24a')
      kit.box(-0.8, 12, 1.6, 13, '#c9a24a')
      kit.box(-4, 19, 8, 1.6, '#c9a24a')
      for (const x of [-6.6, 6.6]) {
        kit.box(x - 0.5, 11.8, 1, 4.4, '#fbf3dc')
        kit.shine(x, 17.4, 6, '#ffdc94', 0.5)
        kit.oval(x, 17.2, 0.9, 1.7, '#ffc94a')
      }
    },
    before(kit) {
      for (const side of [-1, 1]) {
        for (let i = 0; i < 3; i++) {
          const x = side * (19 + i * 15)
          kit.box(x - 6.6, 0, 13.2, 9.6 - i * 0.2, '#7a5238', 0.5)
          kit.box(x - 6.6, 8.6 - i * 0.2, 13.2, 1.4, '#9a6a46', 0.4)
          kit.box(side > 0 ? x - 6.6 : x + 4.6, 0, 2, 11.4, '#8a5f42', 0.4)
        }
        column(kit, side * kit.seen * 0.96, 7, '#d9cfc0', '#b5a998')
      }
    },
  },
  'temple-hall': {
    wall: { colour: '#8a3a30', kind: 'planks' },
    floor: { colour: '#9a6a42', kind: 'boards' },
    onWall(kit) {
      kit.box(-kit.half, kit.lampHeight - 1, kit.half * 2, 4, '#c9982f')
      kit.row(6, (x) => kit.box(x - 1.4, kit.lampHeight + 3, 2.8, 2.2, '#3f6f6a'))
      kit.arch(0, 0, 32, 44, '#5a221e')
      kit.oval(0, 33, 15, 15, '#e8b23a')
      kit.oval(0, 33, 12, 12, '#5a221e')
      kit.oval(0, 33, 7, 8, '#e8c050')
      kit.oval(0, 38, 3.4, 2.6, '#c9982f')
      kit.poly('#e8c050', [-9, 12, 9, 12, 7, 20, 4.4, 29, -4.4, 29, -7, 20])
      kit.poly('#d8a83a', [-12, 8, 12, 8, 9, 14, -9, 14])
      kit.box(-14, 0, 28, 8, '#a8402f')
      kit.box(-14, 7, 28, 1.4, '#e8c050')
      for (const side of [-1, 1]) {
        kit.box(side * 26 - 6.4, 10, 12.8, 26, '#d9b878')
        for (const dx of [-3, 0, 3]) kit.box(side * 26 + dx - 0.3, 10, 0.6, 26, '#8a5a3a')
        for (const y of [16, 23, 30]) kit.box(side * 26 - 6.4, y, 12.8, 0.6, '#8a5a3a')
      }
    },
    before(kit) {
      for (const side of [-1, 1]) {
        for (const x of [side * 17, side * kit.seen * 0.82]) {
          column(kit, x, 5, '#b5402f', '#8f2f26')
          kit.box(x - 0.15, kit.lampHeight - 8, 0.3, 14, '#3a2420')
        }
        const x = side * (kit.seen * 0.6)
        kit.box(x - 0.15, 36, 0.3, kit.top, '#3a2420')
        kit.shine(x, 32, 10, '#ffb04a', 0.5)
        kit.oval(x, 32, 8, 9, '#e2503a')
        kit.box(x - 2.4, 36, 4.8, 1, '#c9982f')
        kit.box(x - 2.4, 27, 4.8, 1, '#c9982f')
      }
      kit.poly('#8a6a3a', [-4, 0, 4, 0, 5.4, 5, -5.4, 5])
      for (const x of [-2, 0, 2]) kit.line('#c9a06a', 0.3, [x, 5, x, 10])
    },
  },
  train: {
    wall: { colour: '#cdd4d8', kind: 'plaster' },
    floor: { colour: '#6a727a', kind: 'plain' },
    onWall(kit) {
      kit.box(-kit.half, kit.lampHeight + 2, kit.half * 2, 14, '#e8ecee')
      kit.row(34, (x) => {
        kit.window(x, 20, 27, 20, { bars: 0, frame: '#8a949a' })
        kit.box(x + 15, 0, 4, 44, '#b5bec4')
        kit.box(x - 12, kit.lampHeight + 4, 22, 1.6, '#ffffff', 0.6)
      })
      kit.box(-kit.half, 41.6, kit.half * 2, 0.9, '#e8b23a')
      kit.row(9, (x) => {
        kit.line('#4a5258', 0.3, [x, 41.6, x, 39])
        kit.line('#e8b23a', 0.5, [x - 1.2, 37, x, 39, x + 1.2, 37, x - 1.2, 37])
      })
    },
    before(kit) {
      kit.row(34, (x) => {
        for (const dx of [-8.6, 0, 8.6]) {
          kit.box(x + dx - 4, 5, 8, 4, '#2f5f8a', 0.8)
          kit.box(x + dx - 4, 8.4, 8, 9.6, '#3a72a5', 1)
        }
        kit.box(x - 13, 0, 26, 5, '#8a949a')
        kit.box(x + 16.6, 0, 0.8, kit.top, '#c9d0d4')
      })
    },
  },
  greenhouse: {
    wall: { colour: '#cfe4dc', kind: 'plaster' },
    floor: { colour: '#b5a58c', kind: 'slabs' },
    onWall(kit) {
      kit.row(22, (x) => kit.window(x, 8, 20.6, Math.max(20, kit.top - 8), { bars: 1, frame: '#f4f8f4' }))
      kit.box(-kit.half, 0, kit.half * 2, 8, '#a8624a')
      for (let i = 0; i < 5; i++) {
        const x = -kit.seen * 0.9 + i * kit.seen * 0.45
        kit.box(x - 0.15, kit.lampHeight - 2, 0.3, 20, '#6f7a70')
        kit.poly('#c56b45', [
          x - 2,
          kit.lampHeight - 6,
          x + 2,
          kit.lampHeight - 6,
          x + 2.6,
          kit.lampHeight - 2,
          x - 2.6,
          kit.lampHeight - 2,
        ])
        for (const [dx, dy] of [
          [-3, -5],
          [3, -6],
          [0, -1],
          [-4, -9],
          [4, -10],
        ] as const)
          kit.oval(x + dx, kit.lampHeight + dy, 3.4, 4, dx > 0 ? '#5f9a5a' : '#4a8a50')
      }
    },
    before(kit) {
      for (const side of [-1, 1]) {
        const x = side * kit.seen * 0.68
        kit.box(x - 16, 8, 32, 1.4, '#b9834f')
        for (const dx of [-14, 13]) kit.box(x + dx, 0, 1.2, 8, '#8a5f42')
        shelf(kit, x, 8.6, 30, 'plants')
        tubPlant(kit, x - side * 20, 20)
        tubPlant(kit, side * kit.seen * 0.98, 27)
      }
    },
  },
  attic: {
    wall: { colour: '#b98f68', kind: 'planks' },
    floor: { colour: '#8a6242', kind: 'boards' },
    onWall(kit) {
      kit.window(0, 20, 15, 15, { shape: 'round', bars: 1, frame: '#6f4a36' })
      kit.shine(0, 27, 22, '#fff0c4', 0.35)
      for (const side of [-1, 1]) {
        kit.poly('#8f6a4a', [
          side * kit.half,
          0,
          side * kit.half,
          kit.top + 10,
          side * 14,
          kit.top + 10,
          side * (kit.seen * 0.92),
          0,
        ])
        kit.line('#6f4a36', 2.6, [side * kit.seen * 0.92, 0, side * 16, kit.top + 6])
      }
      kit.box(-kit.half, Math.min(kit.top - 3, 46), kit.half * 2, 3, '#6f4a36')
    },
    before(kit) {
      if (hasFeature(kit.stage.brief, 'bed')) return bedstead(kit, -kit.seen * 0.5)
      for (const [x, wide, tall] of [
        [-kit.seen * 0.62, 16, 10],
        [-kit.seen * 0.58, 11, 17],
        [kit.seen * 0.6, 14, 12],
      ] as const) {
        kit.box(x - wide / 2, 0, wide, tall, '#c9a06a', 0.4)
        kit.box(x - wide / 2, tall - 2.4, wide, 0.7, '#a87f4e')
        kit.box(x - 1.4, 0, 2.8, tall, '#b9905c')
      }
      const x = kit.seen * 0.34
      kit.box(x - 9, 0, 18, 8, '#7a4a34', 0.6)
      kit.dome(x, 8, 18, 3.4, '#8a5a3a')
      kit.box(x - 1.4, 5.4, 2.8, 3.4, '#e0b850', 0.4)
      for (const dx of [-7, 6]) kit.box(x + dx, 0, 1, 9, '#5a3426')
    },
  },
  bathroom: {
    wall: { colour: '#cfe6ea', kind: 'tiles' },
    floor: { colour: '#e4ecec', kind: 'chequers' },
    onWall(kit) {
      kit.window(kit.seen * 0.66, 24, 15, 16, { bars: 1, frame: '#ffffff' })
      if (!kit.isNamed(/^mirror$/)) ovalMirror(kit, -kit.seen * 0.56)
      kit.box(6, 26, 1, 1, '#8a979c')
      kit.box(2, 21, 9, 12, '#f2b8c0', 0.4)
      kit.box(1, 32.4, 11, 0.8, '#b9c6cc')
    },
    before(kit) {
      if (!kit.isNamed(/^bathtub$/)) bathtub(kit, kit.seen * 0.5)
      const s = -kit.seen * 0.56
      kit.box(s - 2, 0, 4, 11, '#ffffff')
      kit.poly('#ffffff', [s - 9, 15, s + 9, 15, s + 5, 10, s - 5, 10])
      kit.line('#b9c6cc', 0.9, [s, 15, s, 18.4, s + 3, 18.4])
    },
  },
  laundry: {
    wall: { colour: '#d9e6ea', kind: 'tiles' },
    floor: { colour: '#b5c2c8', kind: 'chequers' },
    onWall(kit) {
      kit.window(0, 27, 24, 15, { bars: 1, frame: '#ffffff' })
      for (const x of [-kit.seen * 0.68, kit.seen * 0.68]) shelf(kit, x, 30, 18, 'bottles')
    },
    before(kit) {
      kit.row(16, (x) => {
        if (Math.abs(x) < 10) return
        kit.box(x - 7, 0, 14, 19, '#f4f8fa', 0.8)
        kit.box(x - 7, 15.4, 14, 0.6, '#b9c6cc')
        kit.oval(x, 8, 10, 10, '#9fb0ba')
        kit.oval(x, 8, 7.6, 7.6, '#4d7fa6')
        kit.oval(x - 1, 7, 4, 3, '#8fc0dd')
        kit.oval(x + 4, 17.2, 1.6, 1.6, '#e2574c')
        kit.box(x - 5.6, 16.6, 5, 1.4, '#9fb0ba', 0.4)
      })
    },
  },
  nursery: {
    wall: { colour: '#f6dfe6', kind: 'plaster' },
    floor: { colour: '#d9b48a', kind: 'boards' },
    skirting: '#ffffff',
    rug: '#7fb8d8',
    onWall(kit) {
      kit.window(0, 19, 22, 21, { bars: 1, frame: '#ffffff' })
      kit.row(13, (x, i) => {
        const y = kit.lampHeight - 1
        kit.poly(['#e2574c', '#f2c14e', '#4fa3c7', '#7fbf5e'][i % 4] ?? '#e2574c', [x - 3, y, x + 3, y, x, y - 5])
        kit.line('#b9a08a', 0.25, [x - 6.5, y + 0.4, x + 6.5, y + 0.4])
      })
      for (const y of [20, 29]) shelf(kit, -kit.seen * 0.66, y, 20, 'toys')
      picture(kit, kit.seen * 0.6, 27, 10, 10, '#f2c14e')
    },
    before(kit) {
      const x = kit.seen * 0.66
      kit.box(x - 15, 4, 30, 7, '#fbf5ea', 0.6)
      kit.box(x - 15, 8, 30, 4, '#9fd0e8', 1)
      for (let d = -15; d <= 15; d += 3.6) kit.box(x + d - 0.4, 2, 0.8, 15, '#ffffff')
      for (const y of [2, 16]) kit.box(x - 15.4, y, 30.8, 1.2, '#ffffff')
      for (const [dx, y, colour] of [
        [-4, 0, '#e2574c'],
        [1, 0, '#4fa3c7'],
        [-1.6, 4.6, '#f2c14e'],
      ] as const)
        kit.box(-kit.seen * 0.5 + dx, y, 4.6, 4.6, colour, 0.4)
    },
  },
} satisfies Record<string, InteriorLook>
