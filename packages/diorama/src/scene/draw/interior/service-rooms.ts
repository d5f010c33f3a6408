import type { InteriorLook } from './interior-look.ts'
import { clock, counter, pendant, stool, table } from './pieces.ts'
import type { RoomKit } from './room-kit.ts'

// A lamp of many mirrors on an arm, over whoever lies on the table.
function surgicalLamp(kit: RoomKit, x: number): void {
  const y = kit.lampHeight - 4
  kit.line('#9aa6ae', 1, [x - 8, kit.top + 4, x - 8, y + 9, x, y + 5])
  kit.shine(x, y - 6, 26, '#f4fbff', 0.5)
  kit.dome(x, y, 26, 6, '#cdd6dc')
  for (const dx of [-9, -3, 3, 9]) kit.oval(x + dx, y, 4.4, 2.2, '#ffffff')
}

function cell(kit: RoomKit, x: number): void {
  kit.box(x - 13, 0, 26, 36, '#2c3138')
  for (let at = x - 12; at <= x + 12; at += 3) kit.box(at - 0.5, 0, 1, 36, '#8a949e')
  for (const y of [1, 18, 34]) kit.box(x - 13, y, 26, 1.4, '#8a949e')
}

function helmetPeg(kit: RoomKit, x: number): void {
  kit.box(x - 0.4, 30, 0.8, 4, '#5a4038')
  kit.poly('#f2c230', [x - 3.4, 30, x + 3.4, 30, x + 4, 14, x - 4, 14])
  kit.box(x - 4, 18, 8, 1.2, '#e8ecee')
  kit.dome(x, 31.5, 7, 4.4, '#d8322a')
  kit.box(x - 4.4, 31, 8.8, 1, '#b0241e')
}

function engine(kit: RoomKit, x: number): void {
  kit.box(x - 24, 4, 48, 20, '#d8322a', 1)
  kit.box(x - 24, 12, 48, 2, '#ffffff')
  kit.box(x + 12, 14, 11, 8, '#bfe0f0', 0.6)
  kit.box(x - 22, 24, 34, 1.6, '#c9ced2')
  for (let at = x - 21; at < x + 11; at += 4) kit.box(at, 24, 0.6, 3.4, '#c9ced2')
  kit.box(x - 22, 27, 34, 1, '#c9ced2')
  kit.box(x + 14, 24, 6, 2.6, '#4aa0f0', 0.8)
  for (const dx of [-15, 15]) {
    kit.oval(x + dx, 4, 9, 9, '#26282c')
    kit.oval(x + dx, 4, 4, 4, '#b9c0c6')
  }
}

function ham(kit: RoomKit, x: number, y: number): void {
  kit.line('#9aa2a8', 0.5, [x, y + 10, x, y + 7])
  kit.oval(x, y + 2, 6, 10, '#b0483f')
  kit.oval(x - 0.6, y + 2.6, 3.6, 6.4, '#cf6a5c')
  kit.oval(x, y + 6, 1.8, 2, '#f4e6d4')
}

function sausages(kit: RoomKit, x: number, y: number): void {
  for (let i = 0; i < 4; i++) kit.oval(x + (i % 2) * 1.2, y + 7 - i * 3.4, 2.2, 3.8, i % 2 ? '#a8483a' : '#b9543f')
}

/** Where one is served, guarded, rescued or treated. */
export const SERVICE_ROOMS = {
  'operating-room': {
    wall: { colour: '#a9cfc8', kind: 'tiles' },
    floor: { colour: '#8fb0ac', kind: 'tiles' },
    onWall(kit) {
      for (const side of [-1, 1]) {
        const x = side * kit.seen * 0.72
        kit.box(x - 10, 22, 20, 14, '#23303a', 0.8)
        kit.line('#5fe08a', 0.6, [x - 9, 29, x - 4, 29, x - 2, 33, x, 25, x + 2, 29, x + 9, 29])
        kit.box(x - 8, 24, 5, 1.2, '#ffc94a')
      }
      surgicalLamp(kit, -kit.seen * 0.22)
      surgicalLamp(kit, kit.seen * 0.26)
    },
    before(kit) {
      kit.box(-24, 8, 48, 4, '#5fa89c', 1)
      kit.box(-24, 11, 48, 2, '#7fc4b8', 0.8)
      kit.box(-23, 12.4, 9, 2.4, '#f4f8f8', 0.8)
      kit.box(-3, 0, 6, 8, '#9aa6ae')
      kit.box(-9, 0, 18, 1.6, '#7f8a92')
      for (const side of [-1, 1]) {
        const x = side * kit.seen * 0.56
        kit.box(x - 8, 14, 16, 1.2, '#cdd6dc')
        for (const dx of [-7, 6]) kit.box(x + dx, 0, 1, 14, '#9aa6ae')
        for (let d = -6; d < 7; d += 2.4) kit.line('#eef4f6', 0.5, [x + d, 15.4, x + d + 1.4, 16.4])
      }
    },
  },
  'police-station': {
    wall: { colour: '#b9c4d2', kind: 'plaster' },
    floor: { colour: '#7a828e', kind: 'tiles' },
    skirting: '#4a5a78',
    onWall(kit) {
      kit.box(-kit.half, 0, kit.half * 2, 14, '#4a6288')
      cell(kit, kit.seen * 0.62)
      const x = -kit.seen * 0.42
      kit.box(x - 17, 20, 34, 20, '#c99a68')
      kit.box(x - 16, 21, 32, 18, '#d8b484')
      for (const [dx, dy] of [
        [-11, 32],
        [0, 34],
        [10, 31],
        [-6, 24],
        [6, 23],
      ] as const) {
        kit.box(x + dx - 2.6, dy - 2.4, 5.2, 5, '#fbf7ec')
        kit.oval(x + dx, dy + 0.4, 2, 2.4, '#8a7468')
      }
      kit.line('#d8322a', 0.4, [x - 11, 32, x, 34, x + 10, 31, x + 6, 23, x - 6, 24, x - 11, 32])
      kit.poly('#e8b83a', [14, 42, 19, 40, 24, 42, 23, 34, 19, 30, 15, 34])
      kit.oval(19, 37, 4, 4, '#3f5a8a')
      clock(kit, -kit.seen * 0.88, 40, 7)
    },
    before(kit) {
      counter(kit, -kit.seen * 0.5, 44, 13, { top: '#8a6a4a', front: '#3f5580' })
      kit.box(-kit.seen * 0.5 - 12, 13.4, 8, 5, '#2c343e', 0.5)
      kit.box(-kit.seen * 0.5 + 6, 13.4, 7, 1.6, '#fbf7ec')
    },
  },
  'fire-station': {
    wall: { colour: '#c9694f', kind: 'bricks' },
    floor: { colour: '#8a8d92', kind: 'plain' },
    onWall(kit) {
      kit.box(-kit.half, kit.top - 8, kit.half * 2, 3, '#e8dccb')
      for (let i = 0; i < 4; i++) helmetPeg(kit, kit.seen * 0.44 + i * 10)
      kit.box(-9, 0, 2, kit.top + 6, '#e0b850')
      kit.box(-10, 0, 4, 1.4, '#b9923a')
      kit.oval(-8, kit.top - 1, 14, 3, '#4a3a34')
    },
    before(kit) {
      engine(kit, -kit.seen * 0.58)
    },
  },
  'locker-room': {
    wall: { colour: '#d4dde4', kind: 'tiles' },
    floor: { colour: '#8f9aa4', kind: 'tiles' },
    onWall(kit) {
      kit.row(9, (x, i) => {
        const colour = i % 4 === 1 ? '#3f6f9f' : '#4f80b0'
        kit.box(x - 4.3, 2, 8.6, 34, colour, 0.4)
        kit.box(x - 4.3, 2, 0.6, 34, '#2f557c')
        for (const y of [28, 30, 32]) kit.box(x - 2.2, y, 4.4, 0.8, '#2f557c')
        kit.box(x + 2, 17, 1, 3, '#dfe6ea')
      })
      kit.row(30, (x) => kit.box(x - 9, kit.top - 5, 18, 1.4, '#ffffff', 0.4))
      const x = kit.seen * 0.3
      kit.poly('#d8483c', [x - 5, 26, x + 5, 26, x + 5, 14, x - 5, 14])
      kit.poly('#d8483c', [x - 5, 26, x - 9, 21, x - 7, 19, x - 5, 21])
      kit.poly('#d8483c', [x + 5, 26, x + 9, 21, x + 7, 19, x + 5, 21])
      kit.box(x - 0.8, 17, 1.6, 6, '#ffffff')
    },
    before(kit) {
      for (const x of [-kit.seen * 0.55, kit.seen * 0.55]) {
        for (const dx of [-16, 15]) kit.box(x + dx, 0, 1.4, 8, '#5a6670')
        kit.box(x - 20, 7.4, 40, 1.8, '#c99a62', 0.4)
      }
      kit.box(kit.seen * 0.5, 9.2, 12, 6, '#26406a', 2)
      kit.line('#26406a', 0.7, [kit.seen * 0.5 + 3, 15, kit.seen * 0.5 + 6, 18, kit.seen * 0.5 + 9, 15])
      kit.box(-kit.seen * 0.62, 9.2, 9, 2, '#ffffff', 0.6)
    },
  },
  butcher: {
    wall: { colour: '#f0ece4', kind: 'tiles' },
    floor: { colour: '#b9a9a0', kind: 'chequers' },
    onWall(kit) {
      kit.box(-kit.half, kit.top - 6, kit.half * 2, 5, '#b0342c')
      kit.box(-kit.half, 38, kit.half * 2, 1, '#9aa2a8')
      kit.row(13, (x, i) => (i % 2 ? ham(kit, x, 27) : sausages(kit, x, 28)))
      for (const x of [-24, 24]) pendant(kit, x, '#b0342c')
    },
    before(kit) {
      kit.box(-kit.half, 0, kit.half * 2, 8, '#b0342c')
      kit.box(-kit.half, 7, kit.half * 2, 9, '#dceef4')
      kit.row(9, (x, i) => {
        if (i % 3 === 0) kit.oval(x, 9.6, 7, 3.4, '#c9544a')
        else if (i % 3 === 1) for (const d of [-2, 0, 2]) kit.oval(x + d, 9, 1.8, 3, '#a8483a')
        else kit.box(x - 3, 8, 6, 3, '#e08a80', 1)
        kit.box(x - 1.4, 12.4, 2.8, 1.6, '#ffffff')
      })
      kit.box(-kit.half, 16, kit.half * 2, 1.6, '#e8ecee')
    },
  },
  diner: {
    wall: { colour: '#bfe3df', kind: 'tiles' },
    floor: { colour: '#d9cfc9', kind: 'chequers' },
    onWall(kit) {
      kit.row(34, (x) => kit.window(x, 20, 28, 18, { bars: 1, frame: '#e8ecee' }))
      kit.box(-kit.half, 16, kit.half * 2, 1.4, '#d83a3f')
      kit.box(-kit.half, 14, kit.half * 2, 1, '#e8ecee')
      const y = Math.min(kit.top - 8, 41)
      kit.box(-15, y, 30, 8, '#2a2f4a', 3)
      kit.shine(0, y + 4, 20, '#ff5f8a', 0.5)
      kit.line('#ff6f96', 0.8, [-11, y + 2, -8, y + 6, -5, y + 2, -2, y + 6, 1, y + 2])
      kit.line('#6fe0ff', 0.8, [3, y + 2, 11, y + 2])
      kit.line('#6fe0ff', 0.8, [3, y + 5, 9, y + 5])
    },
    before(kit) {
      for (const side of [-1, 1]) {
        const x = side * kit.seen * 0.62
        for (const d of [-13, 13]) {
          kit.box(x + d - 5, 0, 10, 8, '#b02a34', 1)
          kit.box(x + d + (d > 0 ? 2 : -5), 6, 3, 14, '#d83a46', 1.4)
        }
        table(kit, x, 15, 13, '#f4f4f0')
        kit.box(x - 2, 13.6, 1.4, 4, '#d83a2f', 0.4)
        kit.box(x + 1, 13.6, 1.4, 4, '#f2c230', 0.4)
      }
      for (const x of [-12, 0, 12]) stool(kit, x, 9, '#d83a46')
    },
  },
} satisfies Record<string, InteriorLook>
