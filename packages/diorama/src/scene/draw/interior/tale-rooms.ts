import type { InteriorLook } from './interior-look.ts'
import { picture, shelf } from './pieces.ts'
import type { RoomKit } from './room-kit.ts'

// A hearth of field stones with its fire and a beam over it.
function hearth(kit: RoomKit, x: number): void {
  kit.poly('#8a8078', [
    x - 17,
    0,
    x + 17,
    0,
    x + 15,
    28,
    x + 8,
    34,
    x + 7,
    kit.top + 8,
    x - 7,
    kit.top + 8,
    x - 8,
    34,
    x - 15,
    28,
  ])
  for (let i = 0; i < 26; i++) {
    const [dx, y] = [kit.random.between(-13, 13), kit.random.between(2, 34)]
    kit.oval(x + dx, y, 5, 3.4, kit.random.pick(['#9a9088', '#7a706a', '#a89e94']))
  }
  kit.box(x - 18, 26, 36, 3, '#6a4630', 0.4)
  kit.arch(x, 0, 20, 20, '#2a201e')
  kit.shine(x, 7, 26, '#ff9a3a', 0.7)
  for (const [dx, tall] of [
    [-5, 8],
    [0, 13],
    [5, 9],
  ] as const) {
    kit.poly('#f2842e', [x + dx - 3.4, 2, x + dx + 3.4, 2, x + dx + 0.6, 2 + tall])
    kit.poly('#ffd35a', [x + dx - 1.8, 2, x + dx + 1.8, 2, x + dx + 0.2, 2 + tall * 0.6])
  }
  kit.box(x - 8, 0.6, 16, 2.2, '#5a3a28', 1)
}

function cobweb(kit: RoomKit, x: number, y: number, way: number): void {
  for (const [dx, dy] of [
    [18, 0],
    [16, -9],
    [9, -16],
    [0, -18],
  ] as const)
    kit.line('#c9c4d4', 0.25, [x, y, x + way * dx, y + dy])
  for (const share of [0.35, 0.65, 0.95])
    kit.line('#c9c4d4', 0.25, [
      x + way * 18 * share,
      y,
      x + way * 16 * share,
      y - 9 * share,
      x + way * 9 * share,
      y - 16 * share,
      x,
      y - 18 * share,
    ])
}

const HERBS = ['#6f8f4a', '#8a9a4a', '#9a7ab0', '#b08a4a'] as const

/** Rooms of tales: the hut in the wood, the witch's kitchen, the house that nobody dares to enter, and the way under the hill. */
export const TALE_ROOMS = {
  'log-cabin': {
    wall: { colour: '#a87848', kind: 'planks' },
    floor: { colour: '#8a5f3c', kind: 'boards' },
    rug: '#a83a34',
    onWall(kit) {
      for (let y = 0; y < kit.top + 6; y += 6) {
        kit.box(-kit.half, y, kit.half * 2, 5.6, y % 12 ? '#a87848' : '#b5854f', 1.4)
        kit.box(-kit.half, y, kit.half * 2, 1, '#855a34')
      }
      kit.window(kit.seen * 0.34, 18, 22, 19, { bars: 1, frame: '#6a4630' })
      hearth(kit, -kit.seen * 0.52)
      shelf(kit, kit.seen * 0.78, 27, 20, 'jars')
      kit.box(-kit.half, kit.top - 4, kit.half * 2, 3.4, '#6a4630')
    },
    before(kit) {
      for (let i = 0; i < 7; i++)
        kit.oval(
          kit.seen * 0.74 + (i % 4) * 5 - (i > 3 ? -2.5 : 0),
          i > 3 ? 7 : 2.4,
          5,
          5,
          i % 2 ? '#c99a62' : '#b5834f',
        )
    },
  },
  'witch-hut': {
    wall: { colour: '#6a5a5e', kind: 'stone' },
    floor: { colour: '#6a5044', kind: 'boards' },
    rug: '#5a3a6a',
    onWall(kit) {
      kit.window(kit.seen * 0.1, 22, 15, 18, { shape: 'round', bars: 1, frame: '#4a3428' })
      hearth(kit, -kit.seen * 0.6)
      for (const y of [18, 28]) shelf(kit, kit.seen * 0.62, y, 40, 'flasks')
      kit.box(-kit.half, kit.top - 5, kit.half * 2, 3, '#4a3428')
      kit.row(9, (x, i) => {
        kit.line('#8a7a5a', 0.3, [x, kit.top - 5, x, kit.top - 8])
        kit.poly(HERBS[i % 4] ?? HERBS[0], [
          x - 2.6,
          kit.top - 14,
          x + 2.6,
          kit.top - 14,
          x + 0.6,
          kit.top - 8,
          x - 0.6,
          kit.top - 8,
        ])
      })
      cobweb(kit, kit.seen, kit.top - 2, -1)
    },
    before(kit) {
      if (kit.isNamed(/cauldron/)) return
      const x = kit.seen * 0.66
      kit.shine(x, 15, 18, '#7fe06a', 0.6)
      for (const dx of [-6, 5]) kit.box(x + dx, 0, 1.6, 5, '#22242a')
      kit.oval(x, 8, 20, 14, '#2c2f36')
      kit.oval(x, 14, 18, 4, '#7fd05a')
      for (const [dx, dy, r] of [
        [-4, 16, 3],
        [2, 18, 2.2],
        [5, 15.6, 2.6],
      ] as const)
        kit.oval(x + dx, dy, r, r, '#b4f08a')
    },
  },
  'haunted-room': {
    wall: { colour: '#4a4660', kind: 'panels' },
    floor: { colour: '#4a3f48', kind: 'boards' },
    onWall(kit) {
      for (const x of [-kit.seen * 0.5, kit.seen * 0.5]) {
        kit.window(x, 16, 17, 28, { shape: 'pointed', bars: 1, frame: '#2c2836' })
        kit.shine(x, 28, 18, '#9fb4ff', 0.3)
        for (const [tilt, y] of [
          [2, 24],
          [-2.4, 34],
        ] as const)
          kit.poly('#5f5048', [x - 11, y, x + 11, y + tilt, x + 11, y + tilt + 2.4, x - 11, y + 2.4])
      }
      picture(kit, 0, 24, 13, 17, '#7a6a3a')
      kit.oval(0, 33, 6, 7, '#d8cfc4')
      for (const dx of [-1.4, 1.4]) kit.oval(dx, 34, 1.2, 1.4, '#2a2030')
      kit.line('#2c2836', 0.4, [
        -kit.seen * 0.24,
        kit.top,
        -kit.seen * 0.22,
        36,
        -kit.seen * 0.27,
        28,
        -kit.seen * 0.23,
        20,
      ])
      cobweb(kit, -kit.seen, kit.top - 1, 1)
      cobweb(kit, kit.seen, kit.top - 1, -1)
      for (const [x, y] of [
        [-kit.seen * 0.2, 44],
        [kit.seen * 0.26, 41],
        [kit.seen * 0.74, 45],
      ] as const)
        kit.poly('#1c1826', [
          x - 6,
          y + 2,
          x - 3,
          y + 0.6,
          x,
          y + 2,
          x + 3,
          y + 0.6,
          x + 6,
          y + 2,
          x + 2,
          y - 1.4,
          x,
          y,
          x - 2,
          y - 1.4,
        ])
    },
    before(kit) {
      const x = kit.seen * 0.74
      kit.poly('#e4e0ea', [x - 17, 0, x + 17, 0, x + 15, 12, x + 12, 19, x - 12, 19, x - 15, 12])
      kit.line('#c4bed0', 0.5, [x - 9, 0, x - 7, 12])
      kit.line('#c4bed0', 0.5, [x + 8, 0, x + 6, 13])
      const c = -kit.seen * 0.76
      kit.box(c - 1, 0, 2, 18, '#6a5a34')
      kit.box(c - 7, 17, 14, 1.4, '#6a5a34')
      for (const dx of [-6, 0, 6]) {
        kit.box(c + dx - 0.7, 18.4, 1.4, 5, '#e8e0cc')
        kit.shine(c + dx, 26, 7, '#ffcf6a', 0.7)
        kit.oval(c + dx, 25, 1.2, 2.6, '#ffd98a')
      }
    },
  },
  'tunnel-inside': {
    wall: { colour: '#3c3a40', kind: 'stone' },
    floor: { colour: '#4a464a', kind: 'plain' },
    onWall(kit) {
      const high = Math.min(kit.top, 52)
      for (const [share, colour] of [
        [1, '#5a565c'],
        [0.84, '#4a464c'],
        [0.68, '#3e3a42'],
        [0.52, '#322f38'],
        [0.38, '#26242c'],
      ] as const)
        kit.arch(0, 0, kit.seen * 1.7 * share, high * share, colour)
      kit.shine(0, 8, 30, '#fff4d0', 0.75)
      kit.arch(0, 0, 17, 14, '#fdf6dc')
      for (const side of [-1, 1])
        for (const [x, y] of [
          [0.72, 25],
          [0.46, 17],
        ] as const) {
          kit.shine(side * kit.seen * x, y, 12, '#ffcf7a', 0.6)
          kit.box(side * kit.seen * x - 1.2, y - 1, 2.4, 3, '#ffe2a0', 0.6)
        }
    },
  },
} satisfies Record<string, InteriorLook>
