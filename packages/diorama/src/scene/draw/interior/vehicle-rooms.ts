import type { InteriorLook } from './interior-look.ts'
import type { RoomKit } from './room-kit.ts'

function dial(kit: RoomKit, x: number, y: number, wide: number): void {
  kit.oval(x, y, wide, wide, '#c9a24a')
  kit.oval(x, y, wide * 0.82, wide * 0.82, '#f4efe0')
  kit.line('#b02a24', wide * 0.07, [x, y, x + wide * 0.24, y + wide * 0.2])
}

// Windows of an aeroplane's front: four panes that lean together.
function windscreen(kit: RoomKit, y: number, tall: number): void {
  const wide = Math.min(kit.seen * 1.64, 108)
  kit.window(0, y, wide, tall, { bars: 0, frame: '#3a434e' })
  kit.box(-1.6, y, 3.2, tall, '#3a434e')
  for (const side of [-1, 1]) {
    const edge = side * wide * 0.5
    kit.poly('#3a434e', [edge, y + tall, edge, y, edge * 0.97, y, edge * 0.74, y + tall])
    kit.poly('#3a434e', [edge * 0.52, y, edge * 0.56, y, edge * 0.46, y + tall, edge * 0.42, y + tall])
  }
}

/** Rooms that fly, drive and dive, as those in them see them. */
export const VEHICLE_ROOMS = {
  cabin: {
    wall: { colour: '#e9e6e0', kind: 'plaster' },
    floor: { colour: '#5a6478', kind: 'plain' },
    onWall(kit) {
      kit.box(-kit.half, kit.lampHeight + 3, kit.half * 2, 14, '#f6f4f0')
      kit.box(-kit.half, kit.lampHeight + 2.2, kit.half * 2, 0.9, '#c9c4bb')
      kit.row(27, (x) => {
        kit.window(x, 17, 17, 25, { shape: 'round', bars: 0, frame: '#c9ccd0' })
        kit.box(x + 13.3, 0, 0.5, kit.top, '#d3cfc8')
      })
    },
    before(kit) {
      kit.row(27, (x) => {
        kit.box(x + 8, 4, 11, 4.6, '#33507a', 1.2)
        kit.box(x + 9, 7, 9, 13, '#3f619a', 2)
        kit.box(x + 10, 16.6, 7, 3.4, '#e8e2d6', 1)
      })
    },
  },
  'flight-deck': {
    wall: { colour: '#59636f', kind: 'metal' },
    floor: { colour: '#3a424c', kind: 'plain' },
    onWall(kit) {
      const tall = Math.min(kit.top - 22, 32)
      windscreen(kit, 18, tall)
      kit.box(-kit.half, 18 + tall, kit.half * 2, 5, '#2f3741')
      kit.row(4, (x, i) =>
        kit.box(x - 0.8, 19.6 + tall, 1.6, 1.6, ['#8cf29a', '#ffb84a', '#e8ecee'][i % 3] ?? '#e8ecee'),
      )
    },
    before(kit) {
      kit.poly('#2b323b', [-kit.half, 0, -kit.half, 13, -30, 17, 30, 17, kit.half, 13, kit.half, 0])
      kit.row(11, (x, i) => {
        if (i % 2) {
          kit.oval(x, 9, 7.4, 7.4, '#12181e')
          kit.dome(x, 9, 6.2, 3.1, '#5fa8e0')
          kit.line('#f2c230', 0.4, [x - 2.4, 9, x + 2.4, 9])
        } else {
          kit.box(x - 4, 5.6, 8, 7, '#12181e', 0.6)
          kit.line('#8cf29a', 0.4, [x - 3, 7, x - 1, 10, x + 1, 8, x + 3, 11])
        }
      })
      for (const x of [-20, 20]) {
        kit.box(x - 0.8, 0, 1.6, 9, '#1a1f25')
        kit.line('#1a1f25', 1.6, [x - 5, 12, x - 5, 9, x + 5, 9, x + 5, 12])
      }
    },
  },
  submarine: {
    wall: { colour: '#6b7a70', kind: 'metal' },
    floor: { colour: '#4a544e', kind: 'tiles' },
    onWall(kit) {
      for (const [y, colour] of [
        [kit.top - 5, '#b06a3a'],
        [kit.top - 9, '#8a9a90'],
        [12, '#8a9a90'],
      ] as const) {
        kit.box(-kit.half, y, kit.half * 2, 2, colour)
        kit.row(26, (x) => kit.box(x - 1, y - 0.6, 2, 3.2, '#4f5a54'))
      }
      kit.row(36, (x, i) => {
        if (i % 2 === 0) {
          kit.oval(x, 30, 21, 21, '#c9a24a')
          kit.oval(x, 30, 17, 17, '#1f6f96')
          kit.oval(x, 33, 13, 9, '#3a93b8')
          kit.poly('#f2a04a', [x - 4, 29, x, 31, x + 3, 29.4, x + 5, 31, x + 5, 27.6, x + 3, 28.6, x, 27])
          kit.oval(x + 5, 34, 1.4, 1.4, '#bfe8f4')
          for (let a = 0; a < 8; a++)
            kit.oval(x + Math.cos(a * 0.785) * 9.5, 30 + Math.sin(a * 0.785) * 9.5, 1.2, 1.2, '#8a6a24')
        } else {
          dial(kit, x - 5, 36, 7)
          dial(kit, x + 5, 36, 7)
          dial(kit, x, 27, 9)
          kit.oval(x, 18, 9, 9, '#b02a24')
          kit.oval(x, 18, 6.4, 6.4, '#6b7a70')
          kit.line('#b02a24', 0.9, [x - 4, 18, x + 4, 18])
          kit.line('#b02a24', 0.9, [x, 14, x, 22])
        }
      })
    },
    before(kit) {
      const x = kit.seen * 0.4
      kit.box(x - 1.6, 12, 3.2, kit.top + 8, '#9aa69e')
      kit.box(x - 4, 20, 8, 7, '#5a6a62', 1)
      kit.line('#2a302c', 1.2, [x - 9, 21, x + 9, 21])
      kit.box(x - 3, 22, 2.4, 2.4, '#20282c', 1)
      kit.box(x + 0.6, 22, 2.4, 2.4, '#20282c', 1)
    },
  },
  bus: {
    wall: { colour: '#dfe4e2', kind: 'plaster' },
    floor: { colour: '#6f767c', kind: 'boards' },
    onWall(kit) {
      const high = Math.min(kit.top - 26, 25)
      kit.row(36, (x) => kit.window(x, 18, 33, high, { bars: 0, frame: '#3f474e' }))
      kit.box(-kit.half, 20 + high, kit.half * 2, 9, '#eef1ee')
      kit.row(18, (x, i) =>
        kit.box(x - 7, 22 + high, 14, 4.6, ['#f2c14e', '#7fb8d8', '#e88a7a'][i % 3] ?? '#f2c14e', 0.4),
      )
      kit.box(-kit.half, 0, kit.half * 2, 16, '#f2b92e')
      kit.box(-kit.half, 15, kit.half * 2, 1.6, '#3f474e')
      kit.box(-kit.half, 18 + high, kit.half * 2, 1, '#f2c230')
      kit.row(36, (x) => {
        kit.box(x + 17.4, 0, 1.2, kit.top, '#f2c230')
        kit.box(x + 16.6, 24, 2.8, 4, '#d8322a', 0.8)
      })
    },
    before(kit) {
      kit.row(18, (x, i) => {
        kit.box(x - 6, 3, 12, 5, '#2f5f9a', 1.2)
        kit.box(x - 6, 6, 5, 15, i % 2 ? '#3a70b0' : '#4580c0', 1.6)
        kit.line('#f2c230', 0.7, [x - 5.6, 20, x - 5.6, 22.4, x - 1.6, 22.4, x - 1.6, 20])
      })
    },
  },
  'airport-gate': {
    wall: { colour: '#dde3e8', kind: 'plaster' },
    floor: { colour: '#aab4bc', kind: 'tiles' },
    onWall(kit) {
      kit.row(34, (x) => kit.window(x, 10, 33, kit.top - 18, { bars: 0, frame: '#c3ccd4' }))
      const x = kit.seen * 0.34
      // An airliner at its stand, behind the glass.
      kit.poly('#2f6fb5', [x + 27, 27, x + 36, 38, x + 40, 38, x + 36, 26])
      kit.box(x - 28, 20, 66, 9, '#f6f8fa', 4.4)
      kit.box(x - 24, 22, 58, 1.4, '#2f6fb5')
      for (let at = x - 20; at < x + 28; at += 3.4) kit.oval(at, 26, 1.4, 1.8, '#54687a')
      kit.poly('#54687a', [x - 27, 25, x - 22, 27.6, x - 22, 25])
      kit.poly('#c3ccd4', [x - 4, 22, x + 12, 22, x + 22, 14, x + 15, 14])
      kit.oval(x + 3, 18, 8, 4, '#8a96a2')
      const b = -kit.seen * 0.5
      for (const dx of [-12, 12]) kit.line('#5a646e', 0.4, [b + dx, kit.top + 4, b + dx, kit.top - 6])
      kit.box(b - 17, kit.top - 18, 34, 13, '#182430', 0.6)
      for (const [i, dy] of [8, 11, 14].entries()) {
        kit.box(b - 15, kit.top - 4 - dy, 14, 1.2, '#ffc94a')
        kit.box(b + 3, kit.top - 4 - dy, 4, 1.2, '#ffffff')
        kit.box(b + 9, kit.top - 4 - dy, 6, 1.2, i === 1 ? '#ff7a6a' : '#8cf29a')
      }
    },
    before(kit) {
      for (const side of [-1, 1]) {
        const x = side * kit.seen * 0.6
        kit.box(x - 22, 4, 44, 1.2, '#8a949e')
        for (const dx of [-18, 16]) kit.box(x + dx, 0, 1.6, 4, '#8a949e')
        for (let at = x - 21; at < x + 15; at += 10.6) {
          kit.box(at, 5, 9.6, 3, '#2c3642', 1)
          kit.box(at, 8, 9.6, 9, '#3a4654', 1)
        }
      }
    },
  },
} satisfies Record<string, InteriorLook>
