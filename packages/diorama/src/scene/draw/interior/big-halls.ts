import type { InteriorLook } from './interior-look.ts'
import { clock } from './pieces.ts'
import type { RoomKit } from './room-kit.ts'

function trusses(kit: RoomKit, colour: string): void {
  const y = kit.top - 7
  kit.box(-kit.half, y, kit.half * 2, 1, colour)
  kit.box(-kit.half, y + 6, kit.half * 2, 1, colour)
  for (let x = -kit.half; x < kit.half; x += 8) kit.line(colour, 0.5, [x, y, x + 4, y + 6, x + 8, y])
}

function cog(kit: RoomKit, x: number, y: number, wide: number, colour: string): void {
  for (let i = 0; i < 8; i++) {
    const turn = (i / 8) * Math.PI * 2
    kit.oval(x + (Math.cos(turn) * wide) / 2, y + (Math.sin(turn) * wide) / 2, wide * 0.26, wide * 0.26, colour)
  }
  kit.oval(x, y, wide, wide, colour)
  kit.oval(x, y, wide * 0.4, wide * 0.4, '#3a4450')
}

/** Halls where something large is made, kept or sold, and the lift to their floors. */
export const BIG_HALLS = {
  factory: {
    wall: { colour: '#9aa4a8', kind: 'metal' },
    floor: { colour: '#8a8c8a', kind: 'plain' },
    onWall(kit) {
      kit.row(24, (x) => kit.window(x, 27, 19, 13, { bars: 3, frame: '#5f6a72' }))
      kit.line('#b5763a', 1.6, [-kit.half, 23, -26, 23, -26, 10])
      kit.line('#5f8a9a', 1.6, [kit.half, 22, 30, 22, 30, 6])
      trusses(kit, '#5f6a72')
    },
    before(kit) {
      for (const side of [-1, 1]) {
        const x = side * 40
        kit.box(x - 13, 0, 26, 21, side < 0 ? '#4f7f6a' : '#c98a3a', 0.8)
        kit.box(x - 10, 12, 9, 6, '#2a343c', 0.4)
        kit.line('#7fe0a0', 0.4, [x - 9, 14, x - 7, 16, x - 5, 13.4, x - 2, 16])
        for (const dx of [3, 6, 9])
          kit.oval(x + dx, 16, 1.8, 1.8, ['#e2574c', '#f2c14e', '#5fd08a'][(dx / 3) % 3] ?? '#e2574c')
        cog(kit, x + 5, 7.4, 8, '#c9ced4')
        cog(kit, x - 4, 6, 6, '#aab2b8')
        kit.box(x - 3, 21, 6, 6, '#6a747c')
      }
      kit.box(-kit.half, 6, kit.half * 2, 1.6, '#3a3e44')
      for (let x = -kit.half; x < kit.half; x += 5) kit.oval(x, 5.4, 2.6, 2.6, '#7d848c')
      for (let x = -24; x < 26; x += 12) kit.box(x, 7.6, 7, 5.4, '#c9a06a', 0.2)
      kit.row(26, (x) => kit.box(x - 0.8, 0, 1.6, 6, '#4a5058'))
    },
  },
  hangar: {
    wall: { colour: '#a8b4bc', kind: 'metal' },
    floor: { colour: '#9a9ea0', kind: 'plain' },
    onWall(kit) {
      kit.box(-34, 0, 68, 39, '#8fb8d8')
      kit.box(-34, 0, 68, 9, '#a9b99a')
      kit.box(-34, 0, 68, 4, '#8a9094')
      for (const side of [-1, 1]) {
        kit.box(side < 0 ? -40 : 33, 0, 7, 40, '#6a7680')
        for (let y = 4; y < 38; y += 6) kit.box(side < 0 ? -39 : 34, y, 5, 4, '#5a6670')
      }
      trusses(kit, '#6a7680')
      kit.row(28, (x) => {
        kit.dome(x, kit.top - 10, 6, 3, '#4a545c')
        kit.shine(x, kit.top - 11, 12, '#fff6d8', 0.4)
      })
    },
    before(kit) {
      // An aeroplane from the front, its wings over both sides.
      const x = kit.isNamed(/airplane|airliner|plane|helicopter/) ? undefined : 24
      if (x !== undefined) {
        kit.poly('#dfe6ea', [x - 40, 15, x, 12, x + 40, 15, x + 40, 16.4, x, 17, x - 40, 16.4])
        for (const dx of [-17, 17]) {
          kit.oval(x + dx, 10.6, 7, 7, '#b5bec4')
          kit.oval(x + dx, 10.6, 5, 5, '#3a444c')
        }
        kit.poly('#e2574c', [x - 1.4, 24, x + 1.4, 24, x + 0.8, 38, x - 0.8, 38])
        kit.box(x - 11, 29, 22, 1.4, '#dfe6ea')
        kit.oval(x, 17, 17, 17, '#f4f7fa')
        kit.poly('#4a6478', [x - 6, 18.6, x + 6, 18.6, x + 4.6, 22.4, x - 4.6, 22.4])
        for (const dx of [-8, 0, 8]) {
          kit.box(x + dx - 0.5, 1, 1, dx ? 11 : 8, '#8a949c')
          kit.oval(x + dx, 1.8, 3, 3.6, '#2a2e34')
        }
      }
      kit.box(-56, 0, 18, 9, '#c9403a', 0.6)
      for (const y of [2, 5]) kit.box(-54, y, 14, 1.6, '#e8685e')
      kit.line('#e0a92e', 0.6, [-30, 0, -30, 20, -24, 20, -24, 0])
      for (let y = 4; y < 20; y += 4) kit.line('#e0a92e', 0.5, [-30, y, -24, y])
    },
  },
  'server-room': {
    wall: { colour: '#2a3440', kind: 'metal' },
    floor: { colour: '#5f6a76', kind: 'tiles' },
    onWall(kit) {
      kit.row(24, (x) => {
        kit.box(x - 8, kit.lampHeight + 5, 16, 1.4, '#dff2ff', 0.6)
        kit.shine(x, kit.lampHeight + 4, 14, '#8fd0ff', 0.3)
      })
    },
    before(kit) {
      kit.row(15, (x) => {
        kit.box(x - 7, 0, 14, 40, '#141a22', 0.5)
        for (let y = 3; y < 37; y += 4) {
          kit.box(x - 6, y, 12, 3, '#26303c', 0.2)
          for (let dx = -4.6; dx < 4; dx += 1.7)
            kit.box(x + dx, y + 1, 0.8, 0.8, kit.random.pick(['#5fd08a', '#38d6ff', '#f2c14e', '#3a4856', '#3a4856']))
        }
      })
    },
  },
  elevator: {
    wall: { colour: '#b9bec4', kind: 'metal' },
    floor: { colour: '#6f6a6a', kind: 'tiles' },
    onWall(kit) {
      kit.box(-kit.half, 0, kit.half - 26, kit.top + 10, '#9aa0a8')
      kit.box(26, 0, kit.half - 26, kit.top + 10, '#9aa0a8')
      kit.box(-25, 0, 50, 46, '#7d848c')
      for (const side of [-1, 1]) kit.box(side < 0 ? -24 : 0.4, 0, 23.6, 45, '#c9ced4')
      kit.box(-0.4, 0, 0.8, 45, '#5f666e')
      kit.box(-kit.half, 14, kit.half * 2, 1.2, '#e4e8ec')
      kit.box(-8, 47, 16, 4, '#20262c', 0.4)
      kit.poly('#ff8a4a', [-2, 48, 2, 48, 0, 50.4])
      kit.box(31, 15, 7, 18, '#d8dce0', 0.6)
      for (let y = 17; y < 31; y += 3.4)
        for (const dx of [33, 36]) kit.oval(dx, y, 1.7, 1.7, y < 19 ? '#ffd27a' : '#8a929a')
    },
  },
  mall: {
    wall: { colour: '#eae4dc', kind: 'plaster' },
    floor: { colour: '#dcd4c8', kind: 'tiles' },
    onWall(kit) {
      kit.row(30, (x, i) => {
        const colour = ['#c9534a', '#3f7f8f', '#d8a03a', '#7a5a9a'][i % 4] ?? '#c9534a'
        for (const y of [0, 27]) {
          kit.box(x - 13, y, 26, 22, '#f7f2ea')
          kit.box(x - 12, y, 24, 15, '#bcd8e0')
          kit.box(x - 12, y + 16, 24, 4.6, colour)
          kit.box(x - 6, y + 17.4, 12, 1.8, '#fff8ec', 0.6)
          for (const dx of [-7, 5]) {
            kit.oval(x + dx, y + 11, 2.4, 2.6, '#e8ccb4')
            kit.poly(colour, [x + dx - 2.4, y, x + dx + 2.4, y, x + dx + 1.6, y + 9.6, x + dx - 1.6, y + 9.6])
          }
        }
      })
      kit.box(-kit.half, 23, kit.half * 2, 3, '#c9c0b4')
      kit.box(-kit.half, 26, kit.half * 2, 7, '#dfeef2')
      kit.box(-kit.half, 32.6, kit.half * 2, 0.9, '#a8a098')
      clock(kit, 0, 44, 7)
    },
    before(kit) {
      const x = 40
      kit.poly('#8a9098', [x - 18, 0, x - 10, 0, x + 20, 26, x + 20, 30, x + 14, 30])
      for (let i = 0; i < 9; i++) kit.box(x - 13 + i * 3.3, i * 2.9, 4, 2, i % 2 ? '#c9ced4' : '#b4bac0')
      kit.line('#2f343a', 1, [x - 18, 8, x - 12, 9, x + 16, 37])
    },
  },
} satisfies Record<string, InteriorLook>
