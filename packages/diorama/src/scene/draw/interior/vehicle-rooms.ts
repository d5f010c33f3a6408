import type { InteriorLook } from './interior-look.ts'

/** Rooms that fly, as those in them see them. */
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
} satisfies Record<string, InteriorLook>
