import type { InteriorLook } from './interior-look.ts'
import { chair, chandelier, counter, pendant, picture, shelf, shelfCase, stool } from './pieces.ts'

/** Where people eat, drink and buy. */
export const EATING_ROOMS = {
  cafe: {
    wall: { colour: '#e8d3b8', kind: 'panels' },
    floor: { colour: '#a97b52', kind: 'boards' },
    skirting: '#5f3f2c',
    onWall(kit) {
      for (const side of [-1, 1]) kit.window(side * 22, 17, 24, 24, { bars: 2 })
      kit.box(-8, 22, 16, 19, '#2f3a38', 0.6)
      for (let y = 25; y < 39; y += 3) kit.line('#e8e4d8', 0.4, [-6, y, 3 + (y % 2) * 2, y])
      kit.oval(0, 39, 3, 2, '#e8e4d8')
      for (const x of [-34, 0, 34]) pendant(kit, x, '#3f6f6a')
    },
    before(kit) {
      for (const x of [-34, 34]) {
        chair(kit, x - 9, true, '#7a5238')
        chair(kit, x + 9, false, '#7a5238')
        kit.box(x - 0.6, 0, 1.2, 12, '#4a3a34')
        kit.box(x - 6, 11.4, 12, 1.4, '#c98d5a', 0.4)
        kit.box(x - 1.6, 12.8, 2.4, 2.2, '#fbf5ea', 0.4)
      }
      counter(kit, 0, 30, 14, { top: '#c98d5a', front: '#6f4a36' })
      kit.box(-8, 14.4, 8, 7, '#9aa5ac', 0.8)
      kit.box(-7, 16, 6, 2.4, '#5f6a72')
      for (const x of [4, 7, 10]) kit.box(x, 14.4, 2, 2, '#fbf5ea', 0.4)
    },
  },
  bar: {
    wall: { colour: '#6a4438', kind: 'bricks' },
    floor: { colour: '#6f4a36', kind: 'boards' },
    skirting: '#3a2420',
    onWall(kit) {
      kit.box(-kit.seen * 0.72, 14, kit.seen * 1.44, 27, '#4a2c24')
      for (const y of [17, 25, 33]) shelf(kit, 0, y, kit.seen * 1.36, 'bottles')
      for (const x of [-26, 0, 26]) pendant(kit, x, '#c8923f')
    },
    before(kit) {
      counter(kit, 0, kit.half * 2, 17, { top: '#a8683a', front: '#5a3426' })
      kit.row(15, (x) => stool(kit, x, 11, '#b5433a'))
      for (const x of [-22, -12, 16]) {
        kit.box(x, 17.4, 3, 4, '#e8b23a', 0.5)
        kit.box(x, 20.8, 3, 1.3, '#fff8ea', 0.6)
      }
    },
  },
  restaurant: {
    wall: { colour: '#d9b8a4', kind: 'panels' },
    floor: { colour: '#9c6a4a', kind: 'boards' },
    skirting: '#5f3f2c',
    onWall(kit) {
      for (const x of [-36, 0, 36]) kit.window(x, 18, 20, 24, { shape: 'arched', bars: 1 })
      for (const x of [-18, 18]) picture(kit, x, 24, 9, 11, '#b58a45')
      for (const x of [-30, 30]) chandelier(kit, x, 13)
    },
    before(kit) {
      kit.row(34, (x) => {
        chair(kit, x - 11, true, '#6a3f34')
        chair(kit, x + 11, false, '#6a3f34')
        kit.poly('#f7f1e6', [x - 8, 11.5, x + 8, 11.5, x + 9, 3, x - 9, 3])
        kit.box(x - 8, 11, 16, 1.2, '#ffffff', 0.3)
        kit.box(x - 5.6, 12.2, 4, 0.6, '#dfe6e8')
        kit.box(x + 1.8, 12.2, 4, 0.6, '#dfe6e8')
        kit.box(x - 0.4, 12.2, 0.8, 4, '#fbf3dc')
        kit.oval(x, 17, 0.9, 1.6, '#ffc94a')
      })
    },
  },
  bakery: {
    wall: { colour: '#f2dfc4', kind: 'tiles' },
    floor: { colour: '#b98a5e', kind: 'chequers' },
    skirting: '#8a5a3a',
    onWall(kit) {
      kit.window(-kit.seen * 0.66, 18, 20, 22, { bars: 1 })
      for (const y of [18, 26, 34]) shelf(kit, kit.seen * 0.24, y, kit.seen * 1.1, 'bread')
      for (const x of [-24, 4, 32]) pendant(kit, x, '#c8743f')
    },
    before(kit) {
      counter(kit, 0, kit.half * 2, 15, { top: '#d9a86a', front: '#a8683f' })
      kit.row(17, (x, i) => {
        kit.box(x - 6, 15.4, 12, 7, i % 2 ? '#dfeef0' : '#e8f2f2', 0.5)
        for (const dx of [-4, 0, 4]) kit.dome(x + dx, 15.8, 3.4, 2.2, i % 2 ? '#c98a45' : '#e0b070')
        kit.oval(x, 20, 2.6, 2.6, '#e88a9a')
      })
    },
  },
  shop: {
    wall: { colour: '#e4dccc', kind: 'plaster' },
    floor: { colour: '#c9b8a0', kind: 'tiles' },
    skirting: '#8a7a68',
    onWall(kit) {
      kit.box(-16, kit.lampHeight - 4, 32, 6, '#b5483f', 0.6)
      for (let x = -12; x < 12; x += 4.4) kit.box(x, kit.lampHeight - 2.2, 3, 2.4, '#fbf5ea', 0.4)
      for (const x of [-32, 32]) pendant(kit, x, '#4f7f8a')
    },
    before(kit) {
      const wares = ['jars', 'boxes', 'bottles', 'toys'] as const
      kit.row(27, (x, i) => shelfCase(kit, x, 25, 33, wares[i % wares.length] ?? 'jars'))
    },
  },
} satisfies Record<string, InteriorLook>
