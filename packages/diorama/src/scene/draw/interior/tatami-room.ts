import type { InteriorLook } from './interior-look.ts'
import type { RoomKit } from './room-kit.ts'

const WOOD = '#7a5236'

// A sliding door of paper on a lattice of wood.
function slidingDoor(kit: RoomKit, x: number, wide: number, tall: number): void {
  kit.box(x, 0, wide, tall, '#f7f0de')
  for (let i = 0; i <= 3; i++) kit.box(x + (wide * i) / 3 - 0.3, 0, 0.6, tall, WOOD)
  for (let i = 0; i <= 5; i++) kit.box(x, (tall * i) / 5 - 0.3, wide, 0.6, WOOD)
  kit.box(x, 0, wide, tall * 0.12, '#a8794f')
}

/** A room with mats, paper doors and a view of the garden. */
export const TATAMI_ROOM = {
  'tatami-room': {
    wall: { colour: '#e6d8ba', kind: 'plaster' },
    floor: { colour: '#bdb878', kind: 'slabs' },
    skirting: WOOD,
    onWall(kit) {
      const tall = Math.min(48, kit.top - 12)
      kit.window(0, 2, 46, tall - 2, { bars: 1, frame: WOOD })
      for (const side of [-1, 1]) {
        for (const at of [0, 1]) slidingDoor(kit, side > 0 ? 23.5 + at * 21 : -23.5 - (at + 1) * 21, 21, tall)
      }
      kit.box(-kit.half, tall, kit.half * 2, 2.4, WOOD)
      kit.row(64, (x) => kit.box(x - 1.4, 0, 2.8, kit.top, '#6a4630'))
    },
  },
} satisfies Record<string, InteriorLook>
