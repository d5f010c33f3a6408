import type { Feature } from '../../../place-features.ts'
import { hasFeature } from '../../../places.ts'
import type { Part } from '../../layers.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'
import { penAt } from '../pen.ts'
import { backyard, garden, park } from './green-yards.ts'
import { battlefield } from './grim-yards.ts'
import { buildingSite, fairground, rinkBoards } from './lively-yards.ts'
import {
  basketballCourt,
  finishLine,
  golfGreen,
  junkyard,
  orchardTrees,
  skatePark,
  tennisCourt,
} from './sports-grounds.ts'
import type { Yard } from './yard-pen.ts'

function playground(pen: Yard): void {
  const x = pen.side * 34
  for (const dx of [-9, 9]) {
    pen.line('#d8483c', 1.1, [x + dx - 3, 0, x + dx, 21])
    pen.line('#d8483c', 1.1, [x + dx + 3, 0, x + dx, 21])
  }
  pen.box(x - 10, 20, 20, 1.4, '#d8483c', 0.5)
  for (const dx of [-4.5, 4.5]) {
    for (const d of [-1.4, 1.4]) pen.line('#8a8f98', 0.3, [x + dx + d, 20, x + dx + d, 6])
    pen.box(x + dx - 2, 5, 4, 1, '#3f6f8f')
  }
  const s = -pen.side * 32
  pen.box(s - 5, 0, 1.2, 22, '#3f8f7f')
  pen.box(s + 4, 0, 1.2, 22, '#3f8f7f')
  for (let y = 3; y < 14; y += 3) pen.box(s - 5, y, 10, 0.8, '#f2c14e')
  pen.box(s - 6, 14, 12, 1.4, '#8a5f42')
  pen.poly('#e2574c', [s - 8, 22, s + 8, 22, s, 30])
  pen.poly('#f2c14e', [
    s + pen.side * 5,
    15,
    s + pen.side * 5,
    13,
    s + pen.side * 21,
    0,
    s + pen.side * 24,
    0,
    s + pen.side * 24,
    1.6,
  ])
  pen.line('#4fa3c7', 0.6, [
    pen.side * 8 - 9,
    0,
    pen.side * 8 - 6,
    9,
    pen.side * 8,
    12,
    pen.side * 8 + 6,
    9,
    pen.side * 8 + 9,
    0,
  ])
  pen.line('#4fa3c7', 0.6, [pen.side * 8, 0, pen.side * 8, 12])
  pen.line('#4fa3c7', 0.6, [pen.side * 8 - 7.6, 5, pen.side * 8 + 7.6, 5])
}

function zoo(pen: Yard): void {
  pen.box(-pen.half, 2, pen.half * 2, 0.7, '#5a6a5a')
  pen.box(-pen.half, 11, pen.half * 2, 0.8, '#5a6a5a')
  for (let x = -pen.half; x < pen.half; x += 3) pen.box(x, 0, 0.6, 12.6, '#5a6a5a')
  const x = pen.side * 34
  pen.poly('#a8a096', [x - 15, 0, x - 12, 12, x - 4, 19, x + 5, 16, x + 11, 9, x + 15, 0])
  pen.poly('#8a8278', [x, 0, x + 3, 16.4, x + 5, 16, x + 11, 9, x + 15, 0])
  pen.arch(x - 4, 0, 9, 10, '#3a3634')
  const s = -pen.side * 32
  for (const dx of [-10, 8.4]) pen.box(s + dx, 0, 1.8, 24, '#7a5238')
  pen.box(s - 12, 21, 24, 7, '#3f7f5a', 1)
  // The letters Z O O.
  pen.line('#fdf3d8', 1, [s - 8, 26.4, s - 4.4, 26.4, s - 8, 22.6, s - 4.4, 22.6])
  for (const dx of [0, 6]) {
    pen.oval(s + dx, 24.5, 4.4, 4.8, '#fdf3d8')
    pen.oval(s + dx, 24.5, 2.4, 2.8, '#3f7f5a')
  }
}

// Rows of people over a board of advertisements, with a roof and floodlights.
function crowdedStands(pen: Yard): void {
  for (let row = 0; row < 6; row++) {
    const y = 4 + row * 4.2
    pen.box(-pen.half, y, pen.half * 2, 4.4, row % 2 ? '#7f8fae' : '#90a0bd')
    for (let x = -pen.half + (row % 2); x < pen.half; x += 2.3)
      pen.oval(
        x,
        y + 2.2,
        1.5,
        1.7,
        pen.random.pick(['#e2574c', '#f2c14e', '#4fa3c7', '#fdf3e0', '#7fbf5e', '#8a5a48']),
      )
  }
  pen.box(-pen.half, 0, pen.half * 2, 4.2, '#34527f')
  for (let x = -pen.half + 4; x < pen.half; x += 19)
    pen.box(x, 1, 14, 2.2, pen.random.pick(['#f2c14e', '#fdf3e0', '#e2574c']))
  pen.box(-pen.half, 29, pen.half * 2, 3, '#e8ecf0')
  for (const x of [-40, 40]) {
    pen.box(x - 0.6, 28, 1.2, 20, '#8a949c')
    pen.box(x - 5, 44, 10, 5, '#dfe6ea')
    for (const dx of [-3.4, 0, 3.4]) {
      pen.oval(x + dx, 46.5, 2.4, 2.4, '#fffbe0')
      if (pen.dark) pen.shine(x + dx, 46.5, 10, '#fff6d0', 0.6)
    }
  }
}

function stands(pen: Yard): void {
  crowdedStands(pen)
  pen.line('#ffffff', 0.8, [-12, 0, -12, 9, 12, 9, 12, 0])
  for (let x = -12; x <= 12; x += 2) pen.line('#f4f8fa', 0.14, [x, 0, x, 9])
  for (let y = 2; y < 9; y += 2) pen.line('#f4f8fa', 0.14, [-12, y, 12, y])
}

// Stands along a track, with its red and white kerb.
function raceStands(pen: Yard): void {
  crowdedStands(pen)
  for (let x = -pen.half, i = 0; x < pen.half; x += 4, i++) pen.box(x, -1.6, 4, 2, i % 2 ? '#f7f7f4' : '#d8322a')
}

function runway(pen: Yard): void {
  const x = pen.side * 32
  pen.box(-pen.half, 0, pen.half * 2, 11, '#dfe6ea')
  pen.box(-pen.half, 3, pen.half * 2, 5, pen.dark ? '#ffe2a0' : '#9fc4d8')
  for (let at = -pen.half; at < pen.half; at += 5) pen.box(at, 3, 0.6, 5, '#f4f8fa')
  pen.box(-pen.half, 10.4, pen.half * 2, 1.4, '#b5bec4')
  pen.poly('#cfd6da', [x - 2.6, 0, x + 2.6, 0, x + 1.8, 26, x - 1.8, 26])
  pen.poly('#5f7f95', [x - 4, 26, x + 4, 26, x + 5.6, 31.4, x - 5.6, 31.4])
  pen.box(x - 6, 31.4, 12, 1.6, '#b5bec4')
  pen.box(x - 0.3, 33, 0.6, 6, '#d8483c')
  for (const [at, colour] of [
    [-pen.side * 14, '#e2574c'],
    [-pen.side * 38, '#34527f'],
  ] as const) {
    pen.box(at - 13, 3, 26, 4.6, '#f7f9fb', 2.2)
    pen.poly(colour, [at + 8, 6, at + 13, 6, at + 15, 14, at + 11, 14])
    for (let d = -9; d < 8; d += 2.4) pen.oval(at + d, 5.6, 0.9, 1, '#5f7f95')
    pen.poly('#dfe4e8', [at - 3, 4.4, at + 4, 4.4, at + 8, 1.4, at + 4, 1.4])
    for (const d of [-8, 4]) pen.oval(at + d, 1.2, 2, 2, '#3a3f46')
  }
}

function camp(pen: Yard): void {
  for (const [x, wide, colour, shade] of [
    [pen.side * 35, 26, '#e8943f', '#b5642a'],
    [-pen.side * 32, 21, '#4f8f8a', '#2f6460'],
    [pen.side * 9, 15, '#c8584a', '#94382f'],
  ] as const) {
    pen.poly(colour, [x - wide / 2, 0, x, wide * 0.72, x + wide / 2, 0])
    pen.poly(shade, [x + wide * 0.16, 0, x, wide * 0.72, x + wide / 2, 0])
    pen.poly(pen.dark ? '#ffd98a' : '#3a2c28', [x - wide * 0.14, 0, x - wide * 0.02, wide * 0.48, x + wide * 0.1, 0])
    pen.line('#f4e8d0', 0.3, [x, wide * 0.72, x + wide * 0.62, 0])
  }
}

function graves(pen: Yard): void {
  for (let x = -pen.half; x < pen.half; x += 4)
    pen.poly('#4a4a54', [x, 0, x + 0.6, 0, x + 0.6, 15, x + 0.3, 16.6, x, 15])
  pen.box(-pen.half, 12, pen.half * 2, 0.7, '#4a4a54')
  for (let x = -pen.half + 4, i = 0; x < pen.half; x += pen.random.between(9, 14), i++) {
    const tall = pen.random.between(9, 14)
    if (i % 3 === 2) {
      pen.box(x - 1.2, 0, 2.4, tall + 3, '#a3a3a8')
      pen.box(x - 4, tall - 3.4, 8, 2.4, '#a3a3a8')
    } else {
      pen.arch(x, 0, 8, tall, '#b0b0b2')
      pen.arch(x + 0.9, 0, 6.4, tall - 1, '#9a9a9e')
      for (const y of [0.52, 0.66]) pen.box(x - 1.6, tall * y, 4.2, 0.6, '#7d7d84')
    }
    pen.oval(x, 0.2, 11, 1.8, '#5f7a52')
  }
}

function barns(pen: Yard): void {
  const x = pen.side * 33
  pen.box(x - 13, 0, 26, 16, '#b5433a')
  pen.poly('#b5433a', [x - 13, 16, x - 9, 23, x, 27, x + 9, 23, x + 13, 16])
  pen.line('#6a5a58', 1.4, [x - 14, 15.4, x - 9.4, 23.4, x, 27.6, x + 9.4, 23.4, x + 14, 15.4])
  pen.box(x - 6, 0, 12, 12, '#f4ece0')
  pen.box(x - 5.2, 0, 10.4, 11.2, '#9a352e')
  pen.line('#f4ece0', 0.8, [x - 5.2, 0, x + 5.2, 11.2])
  pen.line('#f4ece0', 0.8, [x + 5.2, 0, x - 5.2, 11.2])
  pen.box(x - 2.4, 17, 4.8, 4.8, '#f4ece0')
  pen.box(x - 1.7, 17.7, 3.4, 3.4, '#4a2c28')
  const s = x - pen.side * 18
  pen.box(s - 4, 0, 8, 24, '#c9ced2')
  pen.box(s + 1, 0, 3, 24, '#a8afb5')
  pen.dome(s, 24, 8, 4.4, '#8a949c')
  for (const dx of [-40, -34]) pen.oval(pen.side * dx, 3, 6.4, 6, '#e0b850')
}

const YARDS: Partial<Record<Feature, (pen: Yard) => void>> = {
  playground,
  zoo,
  stands,
  runway,
  camp,
  graves,
  barns,
  fairground,
  'building-site': buildingSite,
  rink: rinkBoards,
  'tennis-court': tennisCourt,
  'basketball-court': basketballCourt,
  golf: golfGreen,
  'finish-line': finishLine,
  'skate-park': skatePark,
  junkyard,
  orchard: orchardTrees,
  racing: raceStands,
  battlefield,
  'park-walk': park,
  'garden-bower': garden,
  'back-fence': backyard,
}

/** What a yard of some kind is known by, behind the ground that the subjects stand on. */
export function yard(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light, width, margin } = stage
  const foot = plan.floor - unit * 6.5
  return Object.entries(YARDS).flatMap(([feature, draw]): Part[] =>
    hasFeature(stage.brief, feature as Feature)
      ? [
          {
            kind: 'sheet',
            role: 'land',
            depth: 0.7,
            top: foot - unit * 68,
            bottom: foot + unit * 2,
            shadow: 1.1,
            draw(context) {
              const pen = penAt(context, { x: width / 2, foot, scale: unit, tone: (colour) => light.lit(colour, 0.12) })
              const side = plan.focus.x > width / 2 ? -1 : 1
              draw({
                ...pen,
                half: (width / 2 + margin) / unit,
                random: stage.random.fork(feature),
                side,
                dark: light.dark,
                season: stage.season,
              })
            },
          },
        ]
      : [],
  )
}
