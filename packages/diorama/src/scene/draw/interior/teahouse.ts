import type { InteriorLook } from './interior-look.ts'
import { stool, table } from './pieces.ts'
import type { RoomKit } from './room-kit.ts'

const LACQUER = '#5a2a20'

// Bars that cross each other, with a smaller square in the middle.
function lattice(kit: RoomKit, x: number, y: number, wide: number, tall: number): void {
  for (let i = 0; i <= 4; i++) kit.box(x + (wide * i) / 4 - 0.35, y, 0.7, tall, LACQUER)
  for (let i = 0; i <= 4; i++) kit.box(x, y + (tall * i) / 4 - 0.35, wide, 0.7, LACQUER)
}

function paperLantern(kit: RoomKit, x: number): void {
  const y = kit.lampHeight - 3
  kit.line('#3a1c16', 0.5, [x, kit.top, x, y + 4])
  kit.shine(x, y, 11, '#ff8a4a', 0.35)
  kit.oval(x, y, 9, 8, '#d8382c')
  for (const wide of [3, 6.4]) kit.line('#a82420', 0.3, [x - wide / 2, y + 3.4, x - wide / 2, y - 3.4])
  kit.box(x - 2, y + 3.4, 4, 1.2, '#e8b84a')
  kit.box(x - 2, y - 4.6, 4, 1.2, '#e8b84a')
  kit.line('#e8b84a', 0.5, [x, y - 4.6, x, y - 8])
}

// Ink strokes on a long strip of paper.
function hangingScroll(kit: RoomKit, x: number): void {
  kit.box(x - 4, 18, 8, 22, '#f4ead4')
  kit.box(x - 4.6, 39.4, 9.2, 1.2, LACQUER)
  kit.box(x - 4.6, 17.4, 9.2, 1.2, LACQUER)
  for (let y = 22; y < 38; y += 4) {
    kit.line('#2b2320', 0.7, [x - 1.8, y + 1.4, x + 1.8, y + 1.2])
    kit.line('#2b2320', 0.7, [x, y + 2.4, x - 0.6, y - 0.6])
  }
}

/** Lacquered beams, latticed windows, lanterns and low tables with pots: where tea is drunk in China. */
export const TEAHOUSE = {
  teahouse: {
    wall: { colour: '#d8b98a', kind: 'plaster' },
    floor: { colour: '#8a5a3c', kind: 'boards' },
    skirting: LACQUER,
    onWall(kit) {
      for (const side of [-1, 1]) {
        kit.window(side * 19, 14, 24, 26, { bars: 0, frame: LACQUER })
        lattice(kit, side * 19 - 12, 14, 24, 26)
        hangingScroll(kit, side * 38)
      }
      hangingScroll(kit, 0)
      kit.row(54, (x) => kit.box(x - 27 - 1.6, 0, 3.2, kit.top, '#8f2f26'))
      kit.box(-kit.half, kit.lampHeight + 5, kit.half * 2, 3, '#8f2f26')
      for (const x of [-44, -16, 16, 44]) paperLantern(kit, x)
    },
    before(kit) {
      for (const x of [-46, 46]) {
        stool(kit, x - 11, 8, LACQUER)
        stool(kit, x + 11, 8, LACQUER)
        table(kit, x, 16, 12, '#7a3a2a')
        kit.oval(x - 2, 14.4, 5, 4, '#6a4a3a')
        kit.oval(x - 2, 16.6, 1.4, 1.2, '#6a4a3a')
        for (const dx of [2.4, 5]) kit.box(x + dx, 12.6, 1.8, 1.8, '#f4f1ea', 0.4)
      }
    },
  },
} satisfies Record<string, InteriorLook>
