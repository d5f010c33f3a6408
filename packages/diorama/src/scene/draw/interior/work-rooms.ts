import type { InteriorLook } from './interior-look.ts'
import { clock, counter, pendant, shelf, table, tubPlant } from './pieces.ts'
import type { RoomKit } from './room-kit.ts'

const SCREEN = '#22303c'

function monitor(kit: RoomKit, x: number, y: number): void {
  kit.box(x - 0.6, y, 1.2, 2.4, '#4a525a')
  kit.box(x - 4.6, y + 2, 9.2, 6.2, '#3a424a', 0.5)
  kit.box(x - 4, y + 2.6, 8, 5, '#8fc4e0')
  kit.box(x - 3.2, y + 5.8, 4, 0.6, '#ffffff')
  kit.box(x - 3.2, y + 4.4, 5.6, 0.6, '#e4f2fa')
}

function hangingTools(kit: RoomKit): void {
  kit.box(-kit.seen * 0.86, 21, kit.seen * 0.78, 19, '#c9a87a', 0.4)
  for (let i = 0; i < 6; i++) {
    const x = -kit.seen * 0.8 + i * kit.seen * 0.13
    const kind = i % 3
    kit.box(x - 0.5, 26, 1, 9, '#8a5a3a', 0.3)
    if (kind === 0) kit.box(x - 2.2, 34, 4.4, 2, '#6f7880', 0.3)
    if (kind === 1) kit.poly('#b9c2c8', [x - 0.5, 26, x + 0.5, 26, x + 2, 35, x + 0.5, 36])
    if (kind === 2) kit.oval(x, 35.6, 3, 3, '#6f7880')
  }
}

/** Where people work, learn, make and repair. */
export const WORK_ROOMS = {
  office: {
    wall: { colour: '#dfe3e8', kind: 'plaster' },
    floor: { colour: '#8a93a0', kind: 'tiles' },
    skirting: '#ffffff',
    onWall(kit) {
      kit.row(30, (x) => kit.window(x, 17, 27, 25, { bars: 2, frame: '#ffffff' }))
      clock(kit, 15, 46, 6)
      kit.row(30, (x) => kit.box(x - 9, kit.top - 3, 18, 1.2, '#ffffff', 0.4))
    },
    before(kit) {
      kit.row(33, (x) => {
        table(kit, x, 25, 12, '#d9b98c')
        kit.box(x + 5, 0, 6, 11, '#c2a478')
        monitor(kit, x - 3, 12.4)
        kit.box(x + 6, 12.4, 4, 0.8, '#fbf7ec')
        kit.box(x + 6.4, 13.2, 4, 0.8, '#e2574c')
      })
      tubPlant(kit, -kit.seen * 0.94, 18)
      tubPlant(kit, kit.seen * 0.94, 18)
    },
  },
  workshop: {
    wall: { colour: '#c9a582', kind: 'planks' },
    floor: { colour: '#9a7450', kind: 'boards' },
    onWall(kit) {
      kit.window(kit.seen * 0.3, 19, 20, 20, { bars: 1, frame: '#8a5a3a' })
      hangingTools(kit)
      shelf(kit, kit.seen * 0.78, 24, 18, 'boxes')
      shelf(kit, kit.seen * 0.78, 33, 18, 'jars')
      for (const x of [-20, 24]) pendant(kit, x, '#4a5a50')
    },
    before(kit) {
      const x = -kit.seen * 0.42
      counter(kit, x, 40, 14, { top: '#b9834f', front: '#7a5236' })
      kit.box(x - 14, 14.4, 5, 4, '#5f6a72', 0.5)
      kit.box(x - 16, 17, 9, 1.4, '#7f8a92', 0.3)
      kit.poly('#e0bd8a', [x + 2, 14.4, x + 18, 14.4, x + 18, 16, x + 2, 16])
      for (let i = 0; i < 5; i++)
        kit.box(kit.seen * 0.62 + i * 3, 0, 2, 26 + ((i * 7) % 9), i % 2 ? '#c99a62' : '#b5834f')
      for (let i = 0; i < 7; i++) kit.oval(x - 20 + i * 6.4, 0.2, 3, 1, '#e8cfa0')
    },
  },
  garage: {
    wall: { colour: '#b5b8bc', kind: 'bricks' },
    floor: { colour: '#7d8288', kind: 'plain' },
    onWall(kit) {
      kit.box(-2, 0, 46, 36, '#8f969e')
      for (let y = 3; y < 36; y += 5) kit.box(-2, y, 46, 0.6, '#6a7078')
      hangingTools(kit)
      for (const x of [-20, 24]) pendant(kit, x, '#c8563f')
    },
    before(kit) {
      const x = -kit.seen * 0.5
      counter(kit, x, 30, 14, { top: '#a8683a', front: '#b5433a' })
      for (let i = 0; i < 3; i++) {
        kit.oval(kit.seen * 0.82, 4 + i * 5, 15, 6, '#2a2c30')
        kit.oval(kit.seen * 0.82, 5 + i * 5, 7, 2.2, '#5a5e64')
      }
    },
  },
  laboratory: {
    wall: { colour: '#dde8ee', kind: 'tiles' },
    floor: { colour: '#b5c4cc', kind: 'tiles' },
    onWall(kit) {
      kit.window(-kit.seen * 0.5, 20, 22, 20, { bars: 1, frame: '#ffffff' })
      for (const y of [20, 29]) shelf(kit, kit.seen * 0.34, y, kit.seen * 0.9, 'flasks')
      kit.row(26, (x) => kit.box(x - 9, kit.top - 3, 18, 1.2, '#ffffff', 0.4))
      kit.box(-8, 30, 12, 9, '#ffffff')
      kit.line('#4f8fb5', 0.5, [-6, 32, -3, 35, 0, 33, 3, 37])
    },
    before(kit) {
      counter(kit, 0, kit.half * 2, 15, { top: '#f4f8fa', front: '#8fb0bc' })
      const spots = [-kit.seen * 0.84, -kit.seen * 0.3, kit.seen * 0.42, kit.seen * 0.86]
      spots.forEach((x, i) => {
        const colour = ['#5fc7c0', '#b27be0', '#7fd06a', '#f0a850'][i] ?? '#5fc7c0'
        kit.poly('#eaf6fa', [x - 4, 15.4, x + 4, 15.4, x + 1.2, 22, x + 1.2, 26, x - 1.2, 26, x - 1.2, 22])
        kit.poly(colour, [x - 3.6, 15.8, x + 3.6, 15.8, x + 2, 20, x - 2, 20])
        kit.shine(x, 19, 7, colour, 0.3)
      })
      const m = kit.seen * 0.14
      kit.box(m - 4, 15.4, 8, 1.4, '#3f464e', 0.4)
      kit.line('#3f464e', 1.6, [m + 2, 16.6, m + 3.4, 21, m + 0.4, 24])
      kit.line('#5f6a72', 1.8, [m - 2.4, 19.4, m + 1, 25.4])
    },
  },
  cockpit: {
    wall: { colour: '#4a5468', kind: 'metal' },
    floor: { colour: '#3a4256', kind: 'tiles' },
    onWall(kit) {
      const wide = Math.min(kit.seen * 1.6, 104)
      const [y, tall] = [15, Math.min(kit.top - 20, 36)]
      kit.window(0, y, wide, tall, { view: 'stars', bars: 0, frame: '#8a94a8' })
      for (const side of [-1, 1]) {
        kit.poly('#5f6a80', [
          side * wide * 0.5,
          y,
          side * wide * 0.5,
          y + tall,
          side * wide * 0.4,
          y + tall,
          side * wide * 0.47,
          y,
        ])
        kit.poly('#6f7a92', [
          side * wide * 0.17,
          y,
          side * wide * 0.19,
          y,
          side * wide * 0.15,
          y + tall,
          side * wide * 0.13,
          y + tall,
        ])
      }
      kit.box(-kit.half, y + tall, kit.half * 2, 4, '#3a4256')
      kit.row(7, (x, i) => kit.oval(x, y + tall + 2, 1.4, 1.4, ['#5fe0c0', '#ffb84a', '#ff6b6b'][i % 3] ?? '#5fe0c0'))
    },
    before(kit) {
      kit.poly('#2c3448', [
        -kit.half,
        0,
        -kit.half,
        17,
        -kit.seen * 0.5,
        13,
        kit.seen * 0.5,
        13,
        kit.half,
        17,
        kit.half,
        0,
      ])
      kit.poly('#4a556e', [
        -kit.half,
        17,
        -kit.seen * 0.5,
        13,
        kit.seen * 0.5,
        13,
        kit.half,
        17,
        kit.half,
        15.4,
        kit.seen * 0.5,
        11.6,
        -kit.seen * 0.5,
        11.6,
        -kit.half,
        15.4,
      ])
      kit.row(19, (x, i) => {
        kit.box(x - 6, 3.4, 12, 7, SCREEN, 0.6)
        kit.shine(x, 7, 9, '#5fd8ff', 0.28)
        if (i % 2) kit.line('#5fe0c0', 0.4, [x - 5, 6, x - 2, 8.6, x + 1, 5, x + 5, 8])
        else kit.oval(x, 7, 5, 5, '#2f6f7a')
        for (let d = -5; d < 6; d += 2.2)
          kit.oval(x + d, 1.8, 1, 1, ['#ffb84a', '#ff6b6b', '#8cf29a'][Math.abs(Math.round(d)) % 3] ?? '#ffb84a')
      })
    },
  },
} satisfies Record<string, InteriorLook>
