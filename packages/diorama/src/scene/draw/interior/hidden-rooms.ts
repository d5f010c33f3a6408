import type { InteriorLook } from './interior-look.ts'
import { chair, column } from './pieces.ts'
import type { RoomKit } from './room-kit.ts'

function spotOnStand(kit: RoomKit, x: number, lean: number): void {
  kit.line('#26282e', 0.8, [x - 5, 0, x, 12, x + 5, 0])
  kit.box(x - 0.5, 8, 1, 26, '#26282e')
  kit.poly('#33363e', [x - 4, 33, x + 4, 33, x + 5 + lean, 41, x - 5 + lean, 41])
  kit.oval(x + lean * 1.1, 41, 11, 3, '#fff6d8')
  kit.shine(x + lean * 2, 43, 16, '#fff0c0', 0.6)
}

function pitProps(kit: RoomKit): void {
  kit.row(34, (x) => {
    kit.box(x + 15, 0, 3.4, kit.top + 6, '#7a5636')
    kit.box(x + 15, 0, 1, kit.top + 6, '#8f6844')
  })
  kit.box(-kit.half, kit.top - 7, kit.half * 2, 4, '#6a4a2e')
}

function mineCart(kit: RoomKit, x: number): void {
  kit.poly('#7f8890', [x - 12, 16, x + 12, 16, x + 9, 4, x - 9, 4])
  kit.box(x - 13, 15, 26, 1.8, '#5a626a', 0.4)
  for (let i = 0; i < 6; i++) kit.oval(x - 9 + i * 3.6, 17.6 + (i % 2) * 1.4, 5.4, 4.6, i % 2 ? '#2a2c30' : '#3a3c42')
  for (const dx of [-6, 6]) {
    kit.oval(x + dx, 2.6, 5.6, 5.6, '#33383e')
    kit.oval(x + dx, 2.6, 2.2, 2.2, '#9aa2a8')
  }
}

/** Behind the scenes, under the dome, below the ground. */
export const HIDDEN_ROOMS = {
  'film-set': {
    wall: { colour: '#3a3d46', kind: 'plaster' },
    floor: { colour: '#4a4a50', kind: 'boards' },
    onWall(kit) {
      kit.box(-kit.seen * 0.5, 0, kit.seen, Math.min(kit.top - 9, 40), '#4fb06a')
      kit.box(-kit.seen * 0.54, Math.min(kit.top - 9, 40), kit.seen * 1.08, 1.4, '#22252c')
      for (const side of [-1, 1]) kit.box(side * kit.seen * 0.53 - 0.7, 0, 1.4, Math.min(kit.top - 9, 40), '#22252c')
      kit.box(-kit.half, kit.top - 4, kit.half * 2, 1.4, '#22252c')
      kit.row(15, (x) => {
        kit.poly('#22252c', [x - 2.4, kit.top - 4, x + 2.4, kit.top - 4, x + 3.4, kit.top - 9, x - 3.4, kit.top - 9])
        kit.shine(x, kit.top - 11, 9, '#fff0c0', 0.4)
      })
    },
    before(kit) {
      spotOnStand(kit, -kit.seen * 0.86, 4)
      spotOnStand(kit, kit.seen * 0.9, -4)
      const x = kit.seen * 0.62
      kit.line('#1c1e24', 1, [x - 7, 0, x, 16, x + 7, 0])
      kit.box(x - 0.6, 10, 1.2, 8, '#1c1e24')
      kit.box(x - 9, 18, 18, 9, '#1c1e24', 1)
      kit.box(x - 14, 20, 6, 5, '#2c3038', 0.4)
      for (const dx of [-4, 5]) kit.oval(x + dx, 30, 8.4, 8.4, '#2c3038')
      for (const dx of [-4, 5]) kit.oval(x + dx, 30, 3, 3, '#8a929a')
      const s = -kit.seen * 0.58
      kit.line('#8a5a34', 0.9, [s - 6, 0, s + 6, 11])
      kit.line('#8a5a34', 0.9, [s + 6, 0, s - 6, 11])
      kit.box(s - 7, 10, 14, 1.6, '#20242c')
      kit.line('#8a5a34', 0.9, [s + 6.4, 10, s + 6.4, 24])
      kit.line('#8a5a34', 0.9, [s - 6.4, 10, s - 6.4, 24])
      kit.box(s - 6.8, 17, 13.6, 6.4, '#20242c', 0.4)
      kit.box(s - 4.6, 19.4, 9.2, 1.4, '#f4f4f0')
    },
  },
  observatory: {
    wall: { colour: '#3a4260', kind: 'metal' },
    floor: { colour: '#4a4f66', kind: 'boards' },
    onWall(kit) {
      kit.dome(0, 0, kit.seen * 1.9, kit.top + 8, '#4c5678')
      for (const share of [0.72, 0.44]) {
        kit.dome(0, 0, kit.seen * 1.9 * share, kit.top + 8, '#3f4868')
        kit.dome(0, 0, kit.seen * 1.9 * share - 1.4, kit.top + 8, '#4c5678')
      }
      kit.window(kit.seen * 0.22, 14, 30, kit.top - 10, { view: 'stars', bars: 0, frame: '#8a94b8' })
      kit.box(-kit.half, 11, kit.half * 2, 2, '#8a94b8')
    },
    before(kit) {
      if (kit.isNamed(/telescope/)) return
      const x = -kit.seen * 0.5
      kit.poly('#2a3048', [x - 14, 0, x + 14, 0, x + 7, 11, x - 7, 11])
      kit.poly('#dfe4ee', [x - 12, 9, x - 7, 5, x + 33, 37, x + 26, 43])
      kit.poly('#b9c2d4', [x - 12, 9, x - 10, 7, x + 29, 40, x + 26, 43])
      kit.poly('#c9a24a', [x + 24, 45, x + 35, 36, x + 38, 39, x + 28, 48])
      kit.poly('#8a94a8', [x - 15, 7, x - 10, 2, x - 6, 5, x - 11, 10])
      kit.oval(x + 4, 19, 11, 11, '#c9a24a')
    },
  },
  'dance-studio': {
    wall: { colour: '#efe6da', kind: 'plaster' },
    floor: { colour: '#d0a06c', kind: 'boards' },
    skirting: '#ffffff',
    onWall(kit) {
      kit.row(28, (x) => {
        kit.box(x - 13.2, 3, 26.4, kit.top - 13, '#b9c9d4')
        kit.poly('#d2dfe8', [x - 10, 3, x - 2, 3, x + 10, kit.top - 10, x + 2, kit.top - 10])
        kit.poly('#dfe9f0', [x + 2, 3, x + 5, 3, x + 13, 34, x + 13, 44])
        kit.box(x + 13.2, 3, 1.6, kit.top - 13, '#f8f4ec')
      })
      kit.row(28, (x) => kit.box(x - 8, kit.top - 5, 16, 1.6, '#ffffff', 0.4))
    },
    before(kit) {
      for (const y of [15, 20]) kit.box(-kit.half, y, kit.half * 2, 1.2, '#b5804a', 0.5)
      kit.row(34, (x) => {
        kit.box(x + 16.4, 0, 1.2, 21, '#8a6238')
        kit.box(x + 14.6, 0, 5, 1.2, '#8a6238', 0.4)
      })
    },
  },
  synagogue: {
    wall: { colour: '#e4d6b8', kind: 'stone' },
    floor: { colour: '#a08a6c', kind: 'slabs' },
    onWall(kit) {
      for (const x of [-kit.seen * 0.74, -kit.seen * 0.42, kit.seen * 0.42, kit.seen * 0.74])
        kit.window(x, 18, 11, 24, { shape: 'arched', bars: 1, frame: '#b58a4a' })
      kit.arch(0, 0, 40, Math.min(kit.top, 50), '#c9a45c')
      kit.arch(0, 0, 34, Math.min(kit.top, 50) - 4, '#2f4f86')
      kit.box(-12, 0, 24, 30, '#8a5a30')
      for (const x of [-9, 0.6]) kit.box(x, 2, 8.4, 26, '#b0763e')
      for (const x of [-13, 10]) kit.box(x, 0, 3, 32, '#d8b060')
      kit.box(-14, 30, 28, 3, '#d8b060')
      const y = 39
      kit.poly('#f2c94a', [-5.4, y - 3, 5.4, y - 3, 0, y + 6.4])
      kit.poly('#f2c94a', [-5.4, y + 3.2, 5.4, y + 3.2, 0, y - 6.2])
    },
    before(kit) {
      kit.row(22, (x) => {
        if (Math.abs(x) < 12) return
        kit.box(x - 9, 0, 18, 6, '#6f4a2c')
        kit.box(x - 9, 5, 18, 8, '#845a36', 0.6)
      })
      const m = kit.seen * 0.24
      kit.box(m - 0.6, 0, 1.2, 18, '#d8b060')
      for (const r of [3, 6, 9])
        kit.line('#d8b060', 0.8, [m - r, 24, m - r, 20, m - r * 0.6, 17, m, 15 + (9 - r) * 0.2])
      for (const r of [3, 6, 9])
        kit.line('#d8b060', 0.8, [m + r, 24, m + r, 20, m + r * 0.6, 17, m, 15 + (9 - r) * 0.2])
      for (let r = -9; r <= 9; r += 3) {
        kit.shine(m + r, 26, 3, '#ffcf6a', 0.6)
        kit.oval(m + r, 25.6, 1, 2.2, '#ffd98a')
      }
    },
  },
  mine: {
    wall: { colour: '#4a4240', kind: 'stone' },
    floor: { colour: '#4c423a', kind: 'plain' },
    onWall(kit) {
      const { random } = kit
      for (let i = 0; i < 26; i++) {
        const [x, y] = [random.between(-kit.half, kit.half), random.between(2, kit.top)]
        const r = random.between(4, 10)
        kit.poly(random.chance(0.5) ? '#3a3432' : '#585050', [
          x - r,
          y - r * 0.4,
          x + r * 0.6,
          y - r * 0.6,
          x + r,
          y + r * 0.3,
          x - r * 0.3,
          y + r * 0.7,
        ])
      }
      kit.arch(0, 0, 46, 38, '#2a2424')
      kit.arch(0, 0, 34, 28, '#171313')
      for (let i = 0; i < 12; i++) {
        const [x, y] = [random.between(-kit.seen, kit.seen), random.between(6, kit.top - 10)]
        kit.poly('#e0b84a', [x - 1.4, y, x, y + 1.6, x + 1.6, y + 0.4, x + 0.4, y - 1.2])
      }
      pitProps(kit)
    },
    before(kit) {
      for (const y of [1.4, -2.4]) kit.box(-kit.half, y, kit.half * 2, 0.9, '#8a9098')
      kit.row(8, (x) => kit.box(x - 1.4, -3.6, 2.8, 6, '#5f4630'))
      if (!kit.isNamed(/cart|wagon/)) mineCart(kit, kit.seen * 0.62)
      kit.row(34, (x) => {
        kit.line('#2a2420', 0.4, [x - 2, kit.top + 2, x - 2, kit.lampHeight - 2])
        kit.shine(x - 2, kit.lampHeight - 5, 22, '#ffc766', 0.65)
        kit.box(x - 3.6, kit.lampHeight - 7, 3.2, 5, '#ffe0a0', 1)
      })
    },
  },
  underpass: {
    wall: { colour: '#9aa0a2', kind: 'tiles' },
    floor: { colour: '#6f7478', kind: 'slabs' },
    onWall(kit) {
      const { random } = kit
      const paints = ['#e2574c', '#3fa0c0', '#f2c14e', '#7b5ac0', '#5fb56a', '#f08ab0']
      kit.row(24, (x, i) => {
        const [dark, bright] = [paints[i % 6] ?? '#e2574c', paints[(i + 3) % 6] ?? '#f2c14e']
        const y = random.between(10, 16)
        kit.oval(x, y + 6, 24, 15, bright)
        kit.poly(dark, [
          x - 10,
          y,
          x - 6,
          y + 13,
          x - 3,
          y + 5,
          x + 1,
          y + 14,
          x + 3,
          y + 4,
          x + 8,
          y + 13,
          x + 10,
          y + 1,
          x + 4,
          y - 2,
          x - 2,
          y + 1,
        ])
        kit.line('#ffffff', 0.7, [x - 9, y + 1, x - 6, y + 11, x - 3, y + 4, x + 1, y + 12])
        kit.line(dark, 0.6, [x - 5, y, x - 5, y - 6])
      })
      kit.box(-kit.half, kit.top - 9, kit.half * 2, 12, '#5a5f62')
      kit.row(24, (x) => {
        kit.box(x - 7, kit.top - 8, 14, 1.8, '#f4ffd8', 0.5)
        kit.shine(x, kit.top - 10, 18, '#eaffc0', 0.45)
      })
    },
    before(kit) {
      for (const side of [-1, 1]) column(kit, side * kit.seen * 0.88, 9, '#8a8f92', '#6f7476')
    },
  },
  cloister: {
    wall: { colour: '#d8c9a8', kind: 'stone' },
    floor: { colour: '#b5a486', kind: 'slabs' },
    onWall(kit) {
      kit.row(24, (x) => {
        kit.window(x, 8, 19, 33, { shape: 'arched', bars: 0, frame: '#c9b690' })
        kit.box(x + 10.4, 8, 3.2, 24, '#efe3c8')
        kit.box(x + 9.6, 31, 4.8, 2, '#c9b690')
        kit.box(x + 9.8, 6.6, 4.4, 1.8, '#c9b690')
      })
      kit.box(-kit.half, 0, kit.half * 2, 7, '#c3b18c')
    },
    before(kit) {
      if (!kit.isNamed(/chair|bench/)) chair(kit, kit.seen * 0.86, false, '#6f4a2c')
    },
  },
} satisfies Record<string, InteriorLook>
