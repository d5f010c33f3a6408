import type { InteriorLook } from './interior-look.ts'
import { shelfCase } from './pieces.ts'
import type { RoomKit } from './room-kit.ts'

const SCREENS = ['#4fd8ff', '#ff6ab0', '#8cf27a', '#ffd24a'] as const

function gameCabinet(kit: RoomKit, x: number, i: number): void {
  const body = ['#3a3f8a', '#8a2f5a', '#2f6a6a', '#6a3a8a'][i % 4] ?? '#3a3f8a'
  const glow = SCREENS[i % 4] ?? SCREENS[0]
  kit.shine(x, 24, 15, glow, 0.55)
  kit.poly(body, [x - 8, 0, x + 8, 0, x + 8, 14, x + 7, 36, x - 7, 36, x - 8, 14])
  kit.box(x - 7, 31, 14, 4.4, glow, 0.6)
  kit.box(x - 5.6, 19, 11.2, 10.4, '#14162a', 0.6)
  kit.box(x - 3, 21, 2.4, 2.4, glow)
  kit.box(x + 1, 25, 3, 1.8, '#ffffff')
  kit.box(x - 1, 22.6, 1.6, 1.6, SCREENS[(i + 1) % 4] ?? SCREENS[1])
  kit.poly('#22243a', [x - 9, 13, x + 9, 13, x + 7.4, 17, x - 7.4, 17])
  kit.line('#d8d8e0', 0.6, [x - 4, 15, x - 4, 18.4])
  kit.oval(x - 4, 18.8, 2, 2, '#e2402f')
  for (const dx of [2, 5]) kit.oval(x + dx, 15.4, 1.6, 1, '#ffd24a')
}

function slotMachine(kit: RoomKit, x: number, i: number): void {
  kit.shine(x, 20, 13, '#ffd24a', 0.4)
  kit.box(x - 6.4, 0, 12.8, 30, i % 2 ? '#a8242e' : '#3a2f7a', 1.4)
  kit.dome(x, 30, 12.8, 5, '#e8b83a')
  kit.box(x - 5, 15, 10, 7.4, '#fdf6e0', 0.6)
  for (const [k, dx] of [-3.2, 0, 3.2].entries())
    kit.oval(x + dx, 18.6, 2.4, 2.8, ['#d8322a', '#f2c230', '#3f8f4a'][(k + i) % 3] ?? '#d8322a')
  kit.box(x - 5, 24, 10, 4, '#ffe27a', 0.6)
  kit.box(x - 4, 8, 8, 3, '#1c1a2a', 0.5)
  kit.line('#c9ced2', 0.8, [x + 6.6, 12, x + 8, 20])
  kit.oval(x + 8, 21, 2.4, 2.4, '#d8322a')
}

/** Where people play for points, pins and coins; and where goods wait. */
export const PLAY_ROOMS = {
  'games-arcade': {
    wall: { colour: '#2c2448', kind: 'plaster' },
    floor: { colour: '#2a2640', kind: 'chequers' },
    onWall(kit) {
      kit.row(16, (x, i) =>
        kit.line(SCREENS[i % 4] ?? SCREENS[0], 0.7, [x - 7, kit.top - 5, x, kit.top - 10, x + 7, kit.top - 5]),
      )
      kit.box(-kit.half, kit.top - 12.6, kit.half * 2, 0.8, '#ff6ab0')
      kit.row(20, (x, i) => kit.shine(x, kit.top - 8, 12, SCREENS[i % 4] ?? SCREENS[0], 0.3))
    },
    before: (kit) => kit.row(19, (x, i) => gameCabinet(kit, x, i)),
  },
  casino: {
    wall: { colour: '#6a1f2c', kind: 'panels' },
    floor: { colour: '#7a2a34', kind: 'chequers' },
    onWall(kit) {
      kit.box(-kit.half, kit.top - 8, kit.half * 2, 5, '#e8b83a')
      kit.row(5, (x, i) => {
        kit.oval(x, kit.top - 5.4, 2, 2, i % 2 ? '#fff6d0' : '#ffb03a')
        kit.shine(x, kit.top - 5.4, 4, '#ffe2a0', 0.5)
      })
      for (const side of [-1, 1]) {
        const x = side * 14
        kit.box(x - 5, 26, 10, 14, '#fdfaf0', 0.8)
        if (side < 0) kit.poly('#d8322a', [x, 38, x - 3.4, 33, x, 28, x + 3.4, 33])
        else kit.poly('#1c1a2a', [x, 38, x - 3.6, 32, x - 0.8, 31, x - 1.6, 28, x + 1.6, 28, x + 0.8, 31, x + 3.6, 32])
      }
    },
    before(kit) {
      for (const side of [-1, 1]) for (let k = 0; k < 4; k++) slotMachine(kit, side * (28 + k * 15), k)
      kit.poly('#2f7a4a', [-22, 12, 22, 12, 25, 9, -25, 9])
      kit.box(-25, 6, 50, 3.2, '#6a3a24', 1)
      kit.box(-4, 0, 8, 6, '#6a3a24')
      kit.oval(-9, 12, 14, 4.4, '#6a3a24')
      kit.oval(-9, 12.6, 11, 3, '#d8322a')
      for (const [k, colour] of ['#d8322a', '#3f6fb0', '#f2c230'].entries())
        for (let y = 0; y < 3 - (k % 2); y++) kit.oval(5 + k * 5, 12.4 + y * 1.2, 4, 1.6, colour)
    },
  },
  'bowling-alley': {
    wall: { colour: '#33406a', kind: 'plaster' },
    floor: { colour: '#d0a068', kind: 'boards' },
    onWall(kit) {
      kit.box(-kit.half, 26, kit.half * 2, 10, '#e2574c')
      kit.row(22, (x, i) => {
        kit.box(x - 9, 27.4, 18, 7.2, '#1c2440', 0.8)
        kit.box(x - 7, 32, 8, 1, '#ffd24a')
        kit.box(x - 7, 29.4, 11, 1, i % 2 ? '#8cf27a' : '#4fd8ff')
        kit.box(x - 9.6, 2, 19.2, 22, '#14182c')
        kit.shine(x, 8, 12, '#fff4d8', 0.4)
        for (const [row, count] of [
          [6, 4],
          [4, 3],
          [2.4, 2],
        ] as const)
          for (let k = 0; k < count; k++) {
            const at = x + (k - (count - 1) / 2) * 4
            kit.oval(at, row + 2.4, 2.4, 4.8, '#fbf7ec')
            kit.oval(at, row + 6, 1.6, 2.6, '#fbf7ec')
            kit.box(at - 0.7, row + 4.6, 1.4, 0.6, '#d8322a')
          }
      })
    },
    before(kit) {
      kit.row(22, (x) => kit.poly('#6a4a34', [x + 10, 1, x + 12, 1, x + 15 + x * 0.1, -5, x + 11 + x * 0.1, -5]))
      const x = kit.seen * 0.78
      kit.box(x - 13, 0, 26, 6, '#5a6478', 1)
      for (const [k, colour] of ['#3f6fb0', '#d8322a', '#2c2f36', '#7a4ab0'].entries())
        kit.oval(x - 9 + k * 6, 8.4, 5.8, 5.8, colour)
    },
  },
  warehouse: {
    wall: { colour: '#9aa4ac', kind: 'metal' },
    floor: { colour: '#8a8f94', kind: 'plain' },
    onWall(kit) {
      kit.box(-kit.half, kit.top - 4, kit.half * 2, 1.4, '#6a747c')
      kit.row(26, (x) => {
        kit.box(x - 7, kit.top - 6, 14, 1.6, '#ffffff', 0.5)
        kit.shine(x, kit.top - 9, 13, '#fdfbe8', 0.4)
      })
      kit.box(-14, 0, 28, 30, '#7f8a92')
      for (let y = 3; y < 30; y += 4) kit.box(-14, y, 28, 0.6, '#6a747c')
    },
    before(kit) {
      for (const side of [-1, 1])
        for (const at of [34, 62]) {
          shelfCase(kit, side * at, 26, 43, 'boxes')
          for (const dx of [-13, 12]) kit.box(side * at + dx, 0, 1.4, 45, '#2f6fb0')
          for (const y of [12, 23, 34]) kit.box(side * at - 13, y, 26, 1.6, '#e8842e')
        }
      const x = kit.seen * 0.26
      kit.box(x - 8, 0, 16, 1.6, '#b5834f')
      for (const [dx, y] of [
        [-7, 1.6],
        [0, 1.6],
        [-4, 8.4],
      ] as const) {
        kit.box(x + dx, y, 7, 6.6, '#c99a62')
        kit.box(x + dx + 2.8, y, 1.4, 6.6, '#e0bd8a')
      }
    },
  },
} satisfies Record<string, InteriorLook>
