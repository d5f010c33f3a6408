import type { InteriorLook } from './interior-look.ts'
import type { RoomKit } from './room-kit.ts'

function throne(kit: RoomKit): void {
  kit.box(-15, 0, 30, 2.6, '#7d746c')
  kit.box(-11, 2.6, 22, 2.4, '#8f867e')
  kit.box(-6.4, 5, 12.8, 26, '#8a5a2f', 1)
  kit.poly('#e8c050', [-7.4, 30, 7.4, 30, 5, 36, 2.6, 32.4, 0, 38, -2.6, 32.4, -5, 36])
  kit.box(-4.6, 9, 9.2, 19, '#a8323a', 0.8)
  for (const side of [-1, 1]) kit.box(side * 7.4 - 1.2, 5, 2.4, 11, '#a87038', 0.5)
  kit.box(-7.4, 9, 14.8, 3, '#a8323a', 0.6)
}

// Small signs cut into a column, in rows.
function carvings(kit: RoomKit, x: number, wide: number, top: number): void {
  for (let y = 6; y < top - 8; y += 5) {
    for (const side of [-0.26, 0, 0.26]) {
      const at = x + side * wide
      const sign = kit.random.int(0, 3)
      if (sign === 0) kit.box(at - 0.9, y, 1.8, 2.6, '#8a6238')
      else if (sign === 1) kit.oval(at, y + 1.4, 2.4, 2.4, '#9a5a3a')
      else if (sign === 2) kit.poly('#4f7a80', [at - 1.2, y, at + 1.2, y, at, y + 2.8])
      else kit.box(at - 1.2, y + 0.8, 2.4, 0.8, '#7a5230')
    }
  }
}

function column(kit: RoomKit, x: number, wide: number): void {
  const top = kit.top + 8
  kit.box(x - wide * 0.62, 0, wide * 1.24, 3, '#a9834f')
  kit.box(x - wide / 2, 3, wide, top, '#d2a86c')
  kit.box(x + wide * 0.22, 3, wide * 0.28, top, '#b58a52')
  kit.box(x - wide / 2, 3, wide * 0.12, top, '#e6c48c')
  carvings(kit, x, wide, top)
}

/** Rooms of stone and timber. */
export const OLD_ROOMS = {
  'column-hall': {
    wall: { colour: '#b99561', kind: 'stone' },
    floor: { colour: '#cfae78', kind: 'slabs' },
    onWall(kit) {
      kit.box(-8, 0, 16, 30, '#4a3524')
      kit.box(-10, 29, 20, 3, '#8a6a3f')
      // Light from an opening in the roof.
      kit.shine(10, kit.top, 40, '#fff0be', 0.6)
      kit.shine(14, 8, 30, '#fff0be', 0.45)
    },
    before(kit) {
      for (const side of [-1, 1]) {
        column(kit, side * kit.seen * 0.3, 11)
        column(kit, side * kit.seen * 0.62, 15)
        column(kit, side * kit.seen * 0.98, 19)
      }
    },
  },
  forge: {
    wall: { colour: '#7a6a62', kind: 'stone' },
    floor: { colour: '#6a5a50', kind: 'slabs' },
    onWall(kit) {
      const x = -kit.seen * 0.52
      kit.poly('#5a4a46', [
        x - 17,
        0,
        x + 17,
        0,
        x + 15,
        26,
        x + 8,
        36,
        x + 7,
        kit.top + 10,
        x - 7,
        kit.top + 10,
        x - 8,
        36,
        x - 15,
        26,
      ])
      kit.arch(x, 6, 22, 17, '#2a1a18')
      kit.shine(x, 11, 26, '#ff9a3a', 0.8)
      for (const [dx, tall] of [
        [-6, 7],
        [0, 11],
        [6, 8],
      ] as const) {
        kit.poly('#ff8a2a', [x + dx - 3.4, 6, x + dx + 3.4, 6, x + dx, 6 + tall])
        kit.poly('#ffd35a', [x + dx - 1.8, 6, x + dx + 1.8, 6, x + dx, 6 + tall * 0.6])
      }
      for (let i = 0; i < 5; i++) {
        const at = kit.seen * 0.3 + i * 8
        kit.box(at, 24, 1, 12, '#4a4a50')
        kit.box(at - 1.6, 34, 4.2, 2.6, i % 2 ? '#7f8a92' : '#5f6a72')
      }
      kit.box(kit.seen * 0.26, 37.4, 44, 1.2, '#4a342a')
    },
    before(kit) {
      const x = kit.seen * 0.36
      kit.box(x - 5, 0, 10, 7, '#6f482f')
      kit.poly('#3f464e', [
        x - 4,
        7,
        x + 4,
        7,
        x + 3,
        9.6,
        x + 8,
        11,
        x + 8,
        13.4,
        x - 10,
        13.4,
        x - 12,
        12.4,
        x - 4,
        10,
      ])
      kit.box(kit.seen * 0.8 - 6, 0, 12, 11, '#7a5238', 0.8)
      kit.box(kit.seen * 0.8 - 6, 8.6, 12, 1, '#4a4a50')
      kit.oval(kit.seen * 0.8, 11, 11, 2, '#4f87a8')
    },
  },
  'castle-hall': {
    wall: { colour: '#a39a90', kind: 'stone' },
    floor: { colour: '#8a8078', kind: 'slabs' },
    rug: '#a8323a',
    onWall(kit) {
      for (const x of [-kit.seen * 0.72, kit.seen * 0.72])
        kit.window(x, 20, 10, 26, { shape: 'pointed', bars: 1, frame: '#6f665e' })
      for (const x of [-kit.seen * 0.4, kit.seen * 0.4]) {
        const colour = x < 0 ? '#a8323a' : '#34527f'
        kit.poly(colour, [x - 6, 46, x + 6, 46, x + 6, 22, x, 17, x - 6, 22])
        kit.poly('#e8c050', [x - 2.4, 36, x, 32, x + 2.4, 36, x, 40])
        kit.box(x - 7, 45.6, 14, 1.2, '#6f4a36')
      }
      for (const x of [-kit.seen * 0.56, kit.seen * 0.56, -kit.seen * 0.94, kit.seen * 0.94]) {
        kit.box(x - 0.6, 20, 1.2, 7, '#4a342a')
        kit.shine(x, 30, 10, '#ffb04a', 0.6)
        kit.poly('#ff9a3a', [x - 1.8, 27, x + 1.8, 27, x, 33])
        kit.poly('#ffe08a', [x - 0.9, 27, x + 0.9, 27, x, 30.4])
      }
    },
    before(kit) {
      if (!kit.isNamed(/^throne$/)) throne(kit)
      for (const side of [-1, 1]) {
        const x = side * kit.seen * 0.86
        kit.box(x - 4.6, 0, 9.2, kit.top + 10, '#8f867e')
        kit.box(x + 1, 0, 3.6, kit.top + 10, '#7a7169')
      }
    },
  },
  dungeon: {
    wall: { colour: '#6a6468', kind: 'stone' },
    floor: { colour: '#565056', kind: 'slabs' },
    onWall(kit) {
      kit.arch(0, 0, 24, 38, '#2a2428')
      for (let x = -10; x <= 10; x += 4) kit.box(x - 0.6, 0, 1.2, 35 - Math.abs(x) * 0.7, '#8a8488')
      for (const y of [10, 22]) kit.box(-11.4, y, 22.8, 1.2, '#8a8488')
      for (const side of [-1, 1]) {
        const x = side * 24
        kit.shine(x, 31, 16, '#ff9a3a', 0.7)
        kit.box(x - 0.7, 20, 1.4, 7, '#4a342a')
        kit.poly('#ff9a3a', [x - 2, 27, x + 2, 27, x, 34])
        for (let i = 0; i < 6; i++) kit.oval(side * kit.seen * 0.84, 30 - i * 2.6, 1.6, 2.4, '#8f8a90')
      }
    },
  },
  barn: {
    wall: { colour: '#a85a44', kind: 'planks' },
    floor: { colour: '#c9a562', kind: 'plain' },
    onWall(kit) {
      kit.window(0, 12, 24, 30, { bars: 1, frame: '#f1e6d4' })
      for (const x of [-26, 26]) kit.box(x - 1.6, 0, 3.2, kit.top + 10, '#7a4232')
      kit.box(-kit.half, 43, kit.half * 2, 3, '#7a4232')
      for (const side of [-1, 1]) kit.line('#7a4232', 2.4, [side * 26, 34, side * 14, 43])
    },
    before(kit) {
      for (const side of [-1, 1]) {
        for (const [dx, y] of [
          [0, 0],
          [16, 0],
          [7, 8.4],
        ] as const) {
          const x = side * (kit.seen * 0.74 + (dx - 8))
          kit.box(x - 7.6, y, 15.2, 8.2, '#e0b850', 1.2)
          for (let k = -5; k < 6; k += 3) kit.line('#b98a30', 0.3, [x + k, y + 1, x + k + 1.6, y + 7])
        }
      }
      for (let i = 0; i < 14; i++) kit.line('#e8c66a', 0.4, [-kit.seen + i * 8, -1, -kit.seen + i * 8 + 3, 0.6])
    },
  },
} satisfies Record<string, InteriorLook>
