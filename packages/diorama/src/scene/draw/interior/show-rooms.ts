import type { InteriorLook } from './interior-look.ts'
import { column, pendant, picture, stool, table } from './pieces.ts'
import { clothesRail } from './shops.ts'
import type { RoomKit } from './room-kit.ts'

const LIGHTS = ['#ff4f9a', '#38d6ff', '#ffd23f', '#b48cff'] as const

function bulbMirror(kit: RoomKit, x: number): void {
  kit.box(x - 9, 15, 18, 23, '#f1e2cc', 1)
  kit.box(x - 7, 17, 14, 19, '#cfe2e8', 0.6)
  kit.poly('#e6f2f5', [x - 4, 36, x, 36, x - 3, 17, x - 7, 17])
  for (let i = 0; i < 7; i++) {
    for (const side of [-1, 1]) {
      kit.shine(x + side * 8, 17 + i * 3.1, 3.4, '#ffe2a0', 0.6)
      kit.oval(x + side * 8, 17 + i * 3.1, 1.5, 1.5, '#fff6d8')
    }
  }
}

function benches(kit: RoomKit): void {
  for (const side of [-1, 1]) {
    const x = side * 42
    kit.box(x - 13, 0, 26, 11, '#7a4f34')
    kit.box(x - 14, 10, 28, 1.8, '#a8744c')
    for (const dx of [-6, 6]) kit.box(x + dx - 4.6, 2, 9.2, 6.6, '#8a5a3c')
  }
}

/** Where one performs, judges, records and goes out at night. */
export const SHOW_ROOMS = {
  courtroom: {
    wall: { colour: '#a8744c', kind: 'panels' },
    floor: { colour: '#8a5f42', kind: 'boards' },
    skirting: '#4a2f22',
    onWall(kit) {
      kit.box(-22, 12, 44, 34, '#7a4f34', 0.6)
      for (const x of [-15, 0, 15]) kit.box(x - 6, 14, 12, 29, '#8a5a3c')
      // The scales of justice.
      kit.oval(0, 35, 13, 13, '#d8b86a')
      kit.oval(0, 35, 11, 11, '#8a5a3c')
      kit.line('#f0d68a', 0.6, [0, 31, 0, 39.4])
      kit.line('#f0d68a', 0.5, [-3.8, 37.4, 3.8, 37.4])
      for (const x of [-3.8, 3.8]) {
        kit.line('#f0d68a', 0.25, [x, 37.4, x - 1.4, 34.4])
        kit.line('#f0d68a', 0.25, [x, 37.4, x + 1.4, 34.4])
        kit.poly('#f0d68a', [x - 1.8, 34.4, x + 1.8, 34.4, x + 0.8, 33.4, x - 0.8, 33.4])
      }
      for (const side of [-1, 1]) {
        kit.window(side * 42, 16, 18, 26, { shape: 'arched', bars: 1, frame: '#5f3f2c' })
        kit.box(side * 27 - 0.4, 4, 0.8, 34, '#c9a24a')
        kit.poly(side < 0 ? '#3f5fae' : '#a83a34', [
          side * 27,
          37,
          side * 27 + side * 5,
          34,
          side * 27 + side * 3,
          20,
          side * 27,
          18,
        ])
      }
    },
    before(kit) {
      kit.box(-20, 0, 40, 14, '#6f4630')
      kit.box(-21.5, 13, 43, 2, '#a8744c')
      for (const x of [-13, 0, 13]) kit.box(x - 5.4, 2, 10.8, 9.4, '#7f5236')
      benches(kit)
    },
  },
  'recording-studio': {
    wall: { colour: '#4a4452', kind: 'plaster' },
    floor: { colour: '#6a4a3a', kind: 'boards' },
    rug: '#8a3a4a',
    onWall(kit) {
      kit.row(9, (x, i) => {
        if (Math.abs(x) < 24) return
        for (let y = 6; y < kit.top; y += 9)
          kit.poly(i % 2 === 0 ? '#3a3440' : '#5a5462', [x - 4.2, y, x + 4.2, y, x + 4.2, y + 8.4, x - 4.2, y + 8.4])
      })
      kit.box(-23, 13, 46, 26, '#2a2630', 0.8)
      kit.box(-21, 15, 42, 22, '#7f9aa8', 0.4)
      kit.poly('#93adb9', [-12, 37, -4, 37, -12, 15, -20, 15])
      kit.box(-6, 41, 12, 4, '#c9302a', 0.6)
      kit.shine(0, 43, 12, '#ff6a5a', 0.5)
      for (const x of [-30, 30]) pendant(kit, x, '#3a3440')
    },
    before(kit) {
      for (const side of [-1, 1]) {
        const x = side * 44
        kit.box(x - 12, 0, 24, 11, '#2f2a34', 0.6)
        kit.poly('#4a4652', [x - 13, 11, x + 13, 11, x + 11, 15, x - 11, 15])
        for (let dx = -9; dx <= 9; dx += 3) {
          kit.line('#9a94a4', 0.3, [x + dx, 11.6, x + dx, 14.4])
          kit.box(x + dx - 0.6, 12 + ((dx * 7) % 2), 1.2, 0.9, dx % 2 ? '#f2c14e' : '#5fd08a')
        }
        kit.box(x - 7, 16, 6, 9, '#1f1c24', 0.4)
        kit.oval(x - 4, 19, 4, 4, '#5a5462')
      }
      // A microphone on its stand.
      const x = 20
      kit.line('#1f1c24', 0.6, [x, 0, x, 30])
      kit.line('#1f1c24', 0.6, [x - 4, 0, x, 3, x + 4, 0])
      kit.line('#1f1c24', 0.6, [x, 30, x - 5, 33])
      kit.oval(x - 6, 33.6, 3.4, 5, '#9aa5ac')
    },
  },
  backstage: {
    wall: { colour: '#8a5a62', kind: 'bricks' },
    floor: { colour: '#5f4434', kind: 'boards' },
    onWall(kit) {
      for (const x of [-30, -8]) bulbMirror(kit, x)
      for (let at = kit.seen * 0.62; at < kit.half + 6; at += 5)
        kit.box(at, 0, 4.6, kit.top + 10, at % 2 > 1 ? '#a82f3a' : '#8a2430')
      picture(kit, 14, 24, 9, 12, '#d8b86a')
    },
    before(kit) {
      table(kit, -19, 44, 13, '#a8744c')
      for (const x of [-34, -26, -12, -4])
        kit.box(x, 13.4, 1.6, 3, ['#f2a0b8', '#9fc4e0', '#f6d27a'][Math.abs(x) % 3] ?? '#f2a0b8', 0.4)
      stool(kit, -30, 8, '#a82f3a')
      clothesRail(kit, 30, 30)
    },
  },
  'boxing-ring': {
    wall: { colour: '#3a3e4a', kind: 'bricks' },
    floor: { colour: '#c9c4ba', kind: 'plain' },
    onWall(kit) {
      kit.row(4, (x) => {
        for (let row = 0; row < 3; row++)
          kit.oval(
            x + (row % 2) * 2,
            14 + row * 4,
            3,
            3.4,
            ['#5a5462', '#4a4656', '#646070'][(row + Math.abs(x)) % 3] ?? '#5a5462',
          )
      })
      for (const x of [-34, 0, 34]) {
        kit.box(x - 6, kit.lampHeight + 3, 12, 2, '#c9d0d4')
        kit.shine(x, kit.lampHeight, 22, '#fff6d8', 0.55)
      }
    },
    before(kit) {
      kit.box(-kit.half, 0, kit.half * 2, 3, '#2f4a8a')
      for (const [y, colour] of [
        [9, '#c9302a'],
        [15, '#f4f4f4'],
        [21, '#3f6fc4'],
      ] as const)
        kit.box(-kit.half, y, kit.half * 2, 0.9, colour)
      for (const side of [-1, 1]) {
        kit.box(side * 46 - 1.6, 0, 3.2, 25, side < 0 ? '#c9302a' : '#3f6fc4', 0.6)
        kit.box(side * 46 - 2.2, 7.6, 4.4, 15, side < 0 ? '#a82f2a' : '#34589a', 0.8)
      }
    },
  },
  nightclub: {
    wall: { colour: '#241a3a', kind: 'plaster' },
    floor: { colour: '#3a2a5a', kind: 'tiles' },
    onWall(kit) {
      kit.row(17, (x, i) => {
        const colour = LIGHTS[i % LIGHTS.length] ?? LIGHTS[0]
        kit.shine(x, kit.top - 6, 20, colour, 0.55)
        kit.shine(x * 0.7, 10, 15, colour, 0.3)
      })
      kit.line('#9aa5ac', 0.3, [0, kit.top + 6, 0, kit.top - 5])
      kit.oval(0, kit.top - 9, 11, 11, '#b9c4d8')
      for (let row = -2; row <= 2; row++)
        for (let col = -2; col <= 2; col++)
          if (row * row + col * col < 7)
            kit.box(col * 2 - 0.8, kit.top - 9.8 + row * 2, 1.5, 1.5, (row + col) % 2 ? '#eef4ff' : '#8a94c4', 0.2)
      kit.shine(0, kit.top - 9, 14, '#ffffff', 0.35)
    },
    before(kit) {
      for (const side of [-1, 1]) {
        const x = side * 44
        kit.box(x - 7, 0, 14, 30, '#15101f', 0.8)
        for (const y of [8, 21]) {
          kit.oval(x, y, 10, 10, '#3a3448')
          kit.oval(x, y, 5, 5, '#5a5470')
        }
      }
      kit.box(-22, 0, 44, 16, '#15101f', 0.8)
      kit.box(-20, 2, 40, 11, '#2a1f48', 0.6)
      kit.line('#ff4f9a', 0.7, [-19, 3, 19, 3, 19, 12, -19, 12, -19, 3])
      for (const x of [-11, 11]) kit.oval(x, 16.6, 12, 2.4, '#4a4460')
    },
  },
  'aquarium-hall': {
    wall: { colour: '#1f3a5a', kind: 'plaster' },
    floor: { colour: '#34485f', kind: 'plain' },
    onWall(kit) {
      kit.box(-kit.half, 5, kit.half * 2, kit.top + 6, '#1c6fa8')
      kit.box(-kit.half, 5, kit.half * 2, 14, '#17598c')
      for (let x = -kit.half; x < kit.half; x += 19)
        kit.poly('#3f93c4', [x, kit.top + 10, x + 7, kit.top + 10, x + 1, 12, x - 8, 12])
      kit.row(13, (x, i) => {
        const y = 17 + ((i * 11) % 27)
        const colour = ['#f2a03b', '#f6d24a', '#e2574c', '#7fd0e0', '#c9a0e0'][i % 5] ?? '#f2a03b'
        const way = i % 2 ? 1 : -1
        kit.oval(x, y, 6, 3.4, colour)
        kit.poly(colour, [x - way * 2.6, y, x - way * 5, y + 2, x - way * 5, y - 2])
        kit.oval(x + way * 1.8, y + 0.5, 0.7, 0.7, '#10202a')
      })
      kit.row(21, (x, i) => {
        for (let k = 0; k < 4; k++)
          kit.oval(
            x + k * 2.6,
            6,
            4,
            5 + ((k + i) % 3) * 3,
            ['#d8587a', '#f2a06a', '#8a5ab0'][(k + i) % 3] ?? '#d8587a',
          )
      })
      kit.row(44, (x) => kit.box(x + 21, 5, 2, kit.top + 6, '#16283c'))
    },
    before(kit) {
      kit.box(-kit.half, 0, kit.half * 2, 4, '#16283c')
    },
  },
  'mosque-hall': {
    wall: { colour: '#e8dcc4', kind: 'plaster' },
    floor: { colour: '#a83a3f', kind: 'plain' },
    onWall(kit) {
      kit.row(26, (x) => {
        kit.arch(x, 0, 22, 44, '#d0b98e', true)
        kit.arch(x, 0, 18.6, 41, '#f4ecd8', true)
        kit.window(x, 20, 8, 14, { shape: 'pointed', bars: 1, frame: '#c9a24a' })
      })
      kit.arch(0, 0, 19, 41, '#2f6f8a', true)
      kit.arch(0, 0, 15, 36, '#3f8fa8', true)
      for (let y = 6; y < 26; y += 5)
        for (const dx of [-4, 0, 4]) kit.poly('#d8c06a', [dx, y + 1.8, dx + 1.8, y, dx, y - 1.8, dx - 1.8, y])
      kit.box(-kit.half, 44.4, kit.half * 2, 1.6, '#2f6f8a')
      for (const x of [-39, 39]) {
        kit.line('#8a6a3a', 0.3, [x, kit.top + 6, x, kit.lampHeight - 3])
        kit.shine(x, kit.lampHeight - 6, 12, '#ffdc94', 0.4)
        kit.poly('#d8a84a', [
          x - 3,
          kit.lampHeight - 4,
          x + 3,
          kit.lampHeight - 4,
          x + 1.6,
          kit.lampHeight - 10,
          x - 1.6,
          kit.lampHeight - 10,
        ])
      }
    },
    before(kit) {
      for (const side of [-1, 1]) column(kit, side * 52, 5, '#efe4cc', '#d6c6a4')
      kit.row(22, (x) => {
        kit.poly('#c98a4a', [x - 8, -2, x + 8, -2, x + 10, -6, x - 10, -6])
        kit.poly('#8a2c34', [x - 7, -2.6, x + 7, -2.6, x + 8.6, -5.4, x - 8.6, -5.4])
      })
    },
  },
} satisfies Record<string, InteriorLook>
