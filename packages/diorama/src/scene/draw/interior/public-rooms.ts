import type { InteriorLook } from './interior-look.ts'
import { chandelier, clock, picture, shelf, table, tubPlant } from './pieces.ts'
import type { RoomKit } from './room-kit.ts'

// What hangs in a classroom whose blackboard somebody stands at.
function maps(kit: RoomKit): void {
  kit.window(-kit.seen * 0.6, 18, 20, 22, { bars: 1 })
  kit.window(kit.seen * 0.6, 18, 20, 22, { bars: 1 })
  kit.box(-11, 20, 22, 16, '#bcd8e8')
  kit.poly('#7fae6a', [-9, 24, -5, 33, -1, 31, -3, 25, -6, 22])
  kit.poly('#a8b86a', [1, 25, 4, 33, 9, 31, 8, 26, 5, 22])
  clock(kit, 0, 43, 7)
}

/** Where people wait, learn, heal, look and move. */
export const PUBLIC_ROOMS = {
  museum: {
    wall: { colour: '#c9bfae', kind: 'plaster' },
    floor: { colour: '#a98a68', kind: 'boards' },
    skirting: '#f1e6d4',
    onWall(kit) {
      const sizes = [
        [17, 14],
        [11, 15],
        [20, 14],
        [12, 12],
      ] as const
      kit.row(25, (x, i) => {
        const [wide, tall] = sizes[i % sizes.length] ?? [14, 14]
        picture(kit, x, 20, wide, tall, '#b58a3f')
        kit.shine(x, 37, 11, '#fff0c4', 0.4)
        kit.box(x - 2, 16.6, 4, 1.6, '#fbf7ec')
      })
    },
    before(kit) {
      for (const side of [-1, 1]) {
        const x = side * kit.seen * 0.78
        kit.box(x - 4, 0, 8, 12, '#efe8da')
        kit.poly('#d8d0c2', [x - 2.4, 12, x + 2.4, 12, x + 1.4, 17, x + 2, 21, x - 2, 21, x - 1.4, 17])
        kit.oval(x, 22.4, 4, 5, '#e8e2d6')
      }
      kit.row(16, (x) => {
        kit.box(x - 0.4, 0, 0.8, 8, '#c9a24a')
        kit.line('#8a2f34', 0.6, [x, 7.4, x + 4, 5.2, x + 8, 4.6, x + 12, 5.2, x + 16, 7.4])
      })
    },
  },
  station: {
    wall: { colour: '#d8c9b0', kind: 'stone' },
    floor: { colour: '#b5a894', kind: 'tiles' },
    onWall(kit) {
      kit.row(32, (x) => kit.window(x, 15, 20, 28, { shape: 'arched', bars: 2, frame: '#6f5a48' }))
      kit.box(-15, kit.lampHeight - 8, 30, 9, '#232a34', 0.6)
      for (let y = kit.lampHeight - 6.4; y < kit.lampHeight; y += 2.4) {
        kit.box(-13, y, 13, 1.1, '#ffc94a')
        kit.box(3, y, 5, 1.1, '#ffc94a')
        kit.box(10, y, 3, 1.1, '#8fe0a0')
      }
      clock(kit, kit.seen * 0.62, kit.lampHeight - 4, 9)
    },
    before(kit) {
      for (const side of [-1, 1]) {
        const x = side * kit.seen * 0.62
        kit.box(x - 13, 6, 26, 1.4, '#8a5a3a')
        kit.box(x - 13, 9, 26, 5, '#9a6a46', 0.4)
        for (const dx of [-11, 10]) kit.box(x + dx, 0, 1.2, 9, '#4a4048')
      }
    },
  },
  subway: {
    wall: { colour: '#e6e8e4', kind: 'tiles' },
    floor: { colour: '#8d9096', kind: 'tiles' },
    onWall(kit) {
      // The far wall of the tunnel, the band with the name of the stop, and the dark track before it.
      kit.box(-kit.half, kit.lampHeight + 2, kit.half * 2, kit.top, '#4a4f58')
      kit.box(-kit.half, 33, kit.half * 2, 6.4, '#2f6fb0')
      kit.row(46, (x) => {
        kit.box(x - 11, 34.2, 22, 4, '#f7f8f6', 0.6)
        for (const dx of [-8, -3.4, 1, 5]) kit.box(x + dx, 35.4, 3, 1.6, '#22303a', 0.3)
      })
      kit.row(23, (x, i) => {
        if (i % 2) kit.box(x - 6, 17, 12, 13, ['#e2a03a', '#c8503f', '#3f8f7a'][i % 3] ?? '#e2a03a')
      })
      kit.box(-kit.half, 0, kit.half * 2, 5, '#23262c')
      // A train that stands in the station, on one side.
      const from = kit.seen * 0.02
      kit.box(from, 3, kit.half, 29, '#c9ced4', 3)
      kit.box(from, 7, kit.half, 3, '#c8302c')
      for (let x = from + 5; x < kit.half; x += 30) {
        kit.box(x, 15, 10, 11, '#ffe9b0', 1)
        kit.box(x + 13, 5, 11, 23, '#9aa2ab', 0.8)
        kit.box(x + 14.4, 15, 3.8, 11, '#ffe9b0', 0.6)
        kit.box(x + 19, 15, 3.8, 11, '#ffe9b0', 0.6)
      }
      kit.row(28, (x) => {
        kit.box(x - 9, kit.lampHeight + 2, 18, 1.4, '#fff7dc', 0.6)
        kit.shine(x, kit.lampHeight, 16, '#fff2c8', 0.4)
      })
    },
    before(kit) {
      kit.box(-kit.half, -2.6, kit.half * 2, 1.8, '#f2c230')
      for (const side of [-1, 1]) {
        const x = side * kit.seen * 0.86
        kit.box(x - 3.4, 0, 6.8, kit.top, '#b9c0c4')
        kit.box(x - 3.4, 0, 2, kit.top, '#d8dcde')
        kit.box(x - 3.4, 18, 6.8, 2.4, '#2f6fb0')
      }
    },
  },
  cinema: {
    wall: { colour: '#6a2f3a', kind: 'panels' },
    floor: { colour: '#4a2a34', kind: 'plain' },
    onWall(kit) {
      const wide = Math.min(70, kit.seen * 1.5)
      kit.box(-wide / 2 - 1.4, 14.6, wide + 2.8, wide * 0.46 + 2.8, '#1a1218')
      kit.box(-wide / 2, 16, wide, wide * 0.46, '#eef4f8')
      kit.poly('#9fc4d8', [
        -wide / 2,
        16,
        -wide / 2,
        16 + wide * 0.16,
        -wide * 0.1,
        16 + wide * 0.3,
        wide * 0.2,
        16 + wide * 0.14,
        wide / 2,
        16 + wide * 0.24,
        wide / 2,
        16,
      ])
      kit.shine(0, 28, wide * 0.7, '#dcecff', 0.35)
      for (const side of [-1, 1])
        for (let i = 0; i < 5; i++)
          kit.box(side * (wide / 2 + 5 + i * 3) - 1.2, 0, 2.4, kit.top + 10, i % 2 ? '#a8323f' : '#8a2634')
    },
    before(kit) {
      kit.row(11, (x) => {
        kit.box(x - 4.6, 0, 9.2, 11, '#b5323f', 1.6)
        kit.box(x - 4.6, 0, 9.2, 4, '#8a2430', 0.6)
      })
    },
  },
  hospital: {
    wall: { colour: '#dcebea', kind: 'plaster' },
    floor: { colour: '#bcd0d0', kind: 'tiles' },
    skirting: '#9fc4c0',
    onWall(kit) {
      kit.box(-kit.half, 14, kit.half * 2, 2, '#9fd0c8')
      kit.window(-6, 19, 22, 21, { bars: 1, frame: '#ffffff' })
      kit.box(kit.seen * 0.62 - 5, 30, 10, 10, '#ffffff', 1)
      kit.box(kit.seen * 0.62 - 1.2, 31.6, 2.4, 6.8, '#e2483f')
      kit.box(kit.seen * 0.62 - 3.4, 33.8, 6.8, 2.4, '#e2483f')
      for (const x of [-kit.seen * 0.78, -kit.seen * 0.3]) kit.line('#a8c4c4', 0.5, [x, kit.top, x, 42])
      kit.box(-kit.seen * 0.98, 4, kit.seen * 0.3, 38, '#8fc9c4')
      for (let i = 0; i < 6; i++) kit.box(-kit.seen * 0.98 + i * kit.seen * 0.05, 4, kit.seen * 0.022, 38, '#a8dcd6')
    },
    before(kit) {
      const x = -kit.seen * 0.5
      kit.box(x - 20, 0, 1.2, 15, '#b9c6cc')
      kit.box(x + 19, 0, 1.2, 11, '#b9c6cc')
      kit.box(x - 20, 5, 40, 1.6, '#b9c6cc')
      kit.box(x - 19, 6.6, 38, 4.4, '#ffffff', 0.8)
      kit.box(x - 18.6, 9.6, 9, 4, '#eef6fa', 1.4)
      kit.box(x - 8, 7.4, 27, 4.4, '#8fc0d8', 1)
      const y = kit.seen * 0.36
      kit.box(y - 0.4, 0, 0.8, 27, '#b9c6cc')
      kit.box(y - 4, 0, 8, 1, '#8a979c')
      kit.box(y - 1, 25, 5, 0.6, '#b9c6cc')
      kit.box(y + 2, 19, 3, 5.6, '#dff0f6', 0.8)
      const m = kit.seen * 0.7
      kit.box(m - 0.5, 0, 1, 15, '#8a979c')
      kit.box(m - 7, 15, 14, 10, '#37424c', 0.8)
      kit.box(m - 6, 16, 12, 8, '#12242c')
      kit.line('#5fe08a', 0.4, [m - 5.6, 19, m - 2, 19, m - 1, 22.6, m, 16.8, m + 1, 19.6, m + 5.6, 19.6])
      tubPlant(kit, kit.seen * 0.93, 15)
    },
  },
  classroom: {
    wall: { colour: '#efe2bf', kind: 'plaster' },
    floor: { colour: '#b98a5e', kind: 'boards' },
    skirting: '#8a5a3a',
    onWall(kit) {
      const wide = Math.min(50, kit.seen * 0.96)
      if (kit.isNamed(/^blackboard$/)) return maps(kit)
      kit.box(-wide / 2 - 1.2, 16.8, wide + 2.4, 24.4, '#9a6a46')
      kit.box(-wide / 2, 18, wide, 22, '#2f5a4a')
      for (const [y, long] of [
        [34, 0.5],
        [30, 0.36],
        [26, 0.44],
      ] as const)
        kit.line('#e8efe6', 0.5, [-wide * 0.42, y, -wide * 0.42 + wide * long, y])
      kit.line('#f2d98a', 0.5, [wide * 0.18, 23, wide * 0.4, 23, wide * 0.29, 34, wide * 0.18, 23])
      kit.box(-wide / 2, 16.4, wide, 0.9, '#c9a06a')
      clock(kit, wide / 2 + 9, 36, 7)
      kit.window(-wide / 2 - 14, 18, 17, 22, { bars: 1 })
      kit.box(wide / 2 + 5, 20, 9, 9, '#bcd8e8')
      kit.poly('#7fae6a', [wide / 2 + 6, 22, wide / 2 + 9, 27, wide / 2 + 12, 23, wide / 2 + 11, 21])
    },
    before(kit) {
      kit.row(28, (x, i) => {
        if (i % 2 === 0 && Math.abs(x) < 14) return
        table(kit, x, 15, 11, '#d9a86a')
        kit.box(x - 4, 11.4, 5, 1, '#e2574c')
        kit.box(x - 3.4, 12.4, 5, 1, '#4f8fb5')
      })
    },
  },
  gym: {
    wall: { colour: '#c9cdd4', kind: 'plaster' },
    floor: { colour: '#55606c', kind: 'tiles' },
    onWall(kit) {
      kit.row(24, (x) => {
        kit.box(x - 11, 10, 22, 30, '#e8eef4')
        kit.poly('#ffffff', [x - 9, 12, x - 3, 12, x + 8, 38, x + 2, 38])
      })
      kit.box(-kit.half, 41, kit.half * 2, 2, '#e2574c')
    },
    before(kit) {
      kit.row(36, (x) => {
        for (const y of [5, 11]) {
          kit.box(x - 15, y, 30, 1, '#3a424c')
          for (let d = -13; d < 14; d += 6.4) {
            kit.box(d + x - 2.4, y + 1, 1.6, 3.4, '#22262c', 0.3)
            kit.box(d + x + 0.8, y + 1, 1.6, 3.4, '#22262c', 0.3)
            kit.box(d + x - 1, y + 2.2, 2, 1, '#9aa5ac')
          }
        }
        for (const dx of [-15, 14]) kit.box(x + dx, 0, 1, 16, '#3a424c')
      })
      for (const side of [-1, 1]) {
        const x = side * kit.seen * 0.82
        kit.box(x - 0.3, 26, 0.6, kit.top, '#3a424c')
        kit.box(x - 3, 8, 6, 18, '#b5323f', 2)
      }
    },
  },
  ballroom: {
    wall: { colour: '#f0e0c0', kind: 'panels' },
    floor: { colour: '#c9985e', kind: 'chequers' },
    skirting: '#e8cf94',
    onWall(kit) {
      kit.row(30, (x) => {
        kit.window(x, 12, 15, 31, { shape: 'arched', bars: 1, frame: '#d8b560' })
        kit.box(x + 12.4, 0, 5.2, kit.top + 8, '#f8eed8')
        kit.box(x + 12, 42, 6, 2, '#d8b560')
      })
      for (const x of [-24, 24]) chandelier(kit, x, 18)
    },
  },
  'art-studio': {
    wall: { colour: '#e8e4da', kind: 'bricks' },
    floor: { colour: '#a97b52', kind: 'boards' },
    skirting: '#6f4a36',
    onWall(kit) {
      kit.window(-14, 15, 40, 28, { bars: 3, frame: '#4a4a50' })
      picture(kit, kit.seen * 0.5, 24, 13, 12, '#c9a06a')
      picture(kit, kit.seen * 0.84, 20, 10, 15, '#8a5a3a')
    },
    before(kit) {
      for (const [x, wide] of [
        [-kit.seen * 0.74, 17],
        [kit.seen * 0.72, 15],
      ] as const) {
        kit.line('#8a5f42', 0.9, [x - 8, 0, x, 33])
        kit.line('#8a5f42', 0.9, [x + 8, 0, x, 33])
        kit.box(x - wide / 2, 9, wide, 0.9, '#8a5f42')
        picture(kit, x, 10.8, wide - 2, 17, '#fbf7ec')
      }
      table(kit, 0, 16, 10, '#9a6a46')
      shelf(kit, 0, 10, 14, 'jars')
    },
  },
} satisfies Record<string, InteriorLook>
