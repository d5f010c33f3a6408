import type { Part, Sheet } from '../../layers.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'
import { meadow } from '../ground.ts'
import { penAt } from '../pen.ts'
import { reach } from '../reach.ts'
import { hillSheet, rolling } from '../terrain.ts'

/** A moor: low hills of heather and dry grass, with pools and grey stones. */
export function moor(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light, width } = stage
  const span = plan.floor - plan.horizon
  const hill = (name: string, y: number, colour: string, away: number, depth: number): Sheet => {
    const line = rolling(stage, name, y, unit * 5, 52)
    return hillSheet(stage, line, {
      colour: light.lit(colour, away),
      depth,
      crest: y - unit * 5,
      dress(context) {
        const random = stage.random.fork(`${name}heather`)
        const { from, to } = reach(stage)
        for (let i = 0; i < 260; i++) {
          const x = random.between(from, to)
          const at = line(x) + random.next() * unit * (4 + depth * 16)
          const size = unit * (0.5 + depth * 1.4)
          context.fillStyle = light.lit(random.pick(['#a86aa0', '#8f5a94', '#b98ab0', '#8a7a4a', '#9a8a54']), away)
          context.beginPath()
          context.ellipse(x, at, size * 1.3, size * 0.6, 0, Math.PI, 0)
          context.fill()
        }
      },
    })
  }
  const stones: Part = {
    kind: 'sheet',
    role: 'land',
    depth: 0.7,
    top: plan.floor - unit * 22,
    bottom: plan.floor - unit * 2,
    shadow: 1,
    draw(context) {
      const pen = penAt(context, {
        x: width / 2,
        foot: plan.floor - unit * 7,
        scale: unit,
        tone: (colour) => light.lit(colour, 0.15),
      })
      for (const [x, size] of [
        [-46, 7],
        [-38, 4],
        [34, 5],
        [47, 8],
      ] as const) {
        pen.poly('#8d8d90', [
          x - size,
          0,
          x - size * 0.7,
          size * 0.9,
          x + size * 0.1,
          size * 1.2,
          x + size * 0.8,
          size * 0.7,
          x + size,
          0,
        ])
        pen.poly('#75757a', [x + size * 0.1, size * 1.2, x + size * 0.8, size * 0.7, x + size, 0, x + size * 0.2, 0])
      }
    },
  }
  return [
    hill('moor0', plan.horizon - unit, '#8a7a9a', 0.62, 0.3),
    hill('moor1', plan.horizon + span * 0.3, '#9a7f8c', 0.32, 0.55),
    stones,
    hill('moor2', plan.floor - unit * 7, '#8f8a58', 0.06, 0.92),
  ]
}

/** A steppe: dry grass to the horizon, not a tree, and round tents far away. */
export function steppe(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light, width } = stage
  const span = plan.floor - plan.horizon
  const snowy = stage.season === 'winter'
  const plain = (name: string, y: number, colour: string, away: number, depth: number): Sheet =>
    hillSheet(stage, rolling(stage, name, y, unit * 2.6, 70), {
      colour: light.lit(snowy ? '#eef3f8' : colour, away),
      depth,
      crest: y - unit * 3,
      dress: meadow(
        stage,
        `${name}grass`,
        { from: y, to: y + unit * (8 + depth * 22) },
        {
          flowers: 0,
          tufts: snowy ? 0.1 : 0.9,
          colour: light.lit(snowy ? '#e2e8f0' : '#c2a84e', away),
        },
      ),
    })
  const tents: Part = {
    kind: 'sheet',
    role: 'land',
    depth: 0.62,
    top: plan.horizon - unit * 10,
    bottom: plan.horizon + span * 0.5,
    shadow: 0.8,
    draw(context) {
      const pen = penAt(context, {
        x: width / 2,
        foot: plan.horizon + span * 0.36,
        scale: unit,
        tone: (colour) => light.lit(colour, 0.2),
      })
      for (const [x, size] of [
        [-50, 1],
        [-35, 0.7],
        [44, 0.85],
      ] as const) {
        pen.box(x - 6 * size, 0, 12 * size, 4.4 * size, '#f4efe2')
        pen.poly('#e6dcc6', [
          x - 6.6 * size,
          4.2 * size,
          x + 6.6 * size,
          4.2 * size,
          x + 1.4 * size,
          8 * size,
          x - 1.4 * size,
          8 * size,
        ])
        pen.box(x - 6 * size, 3 * size, 12 * size, 0.8 * size, '#b5483a')
        pen.box(x - 1.2 * size, 0, 2.4 * size, 3.4 * size, '#c9763a')
      }
    },
  }
  return [
    hillSheet(stage, rolling(stage, 'steppe0', plan.horizon - unit * 2, unit * 6, 60), {
      colour: light.lit(snowy ? '#dfe7ef' : '#a8a070', 0.7),
      depth: 0.28,
      crest: plan.horizon - unit * 8,
    }),
    plain('steppe1', plan.horizon + span * 0.16, '#c9b868', 0.3, 0.5),
    tents,
    plain('steppe2', plan.floor - unit * 8, '#bfae58', 0.06, 0.92),
  ]
}

/** Islands of rock that hang in the sky: small ones far away, and the one that is stood on. */
export function floatingIslands(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light, width, height } = stage
  const isle = (pen: ReturnType<typeof penAt>, x: number, y: number, wide: number, falls: boolean) => {
    pen.poly('#8a7468', [
      x - wide,
      y,
      x + wide,
      y,
      x + wide * 0.62,
      y - wide * 0.4,
      x + wide * 0.3,
      y - wide * 0.5,
      x + wide * 0.06,
      y - wide * 0.92,
      x - wide * 0.26,
      y - wide * 0.56,
      x - wide * 0.66,
      y - wide * 0.42,
    ])
    pen.poly('#75625a', [
      x + wide * 0.1,
      y,
      x + wide,
      y,
      x + wide * 0.62,
      y - wide * 0.4,
      x + wide * 0.3,
      y - wide * 0.5,
      x + wide * 0.06,
      y - wide * 0.92,
    ])
    pen.oval(x, y, wide * 2.06, wide * 0.34, '#7fbf5e')
    if (!falls) return
    pen.poly('#dff4fa', [
      x + wide * 0.5,
      y - wide * 0.1,
      x + wide * 0.62,
      y - wide * 0.1,
      x + wide * 0.66,
      y - wide * 1.2,
      x + wide * 0.46,
      y - wide * 1.2,
    ])
    for (const dx of [-0.4, -0.1]) {
      pen.box(x + wide * dx - wide * 0.03, y, wide * 0.06, wide * 0.2, '#6f4a36')
      pen.oval(x + wide * dx, y + wide * 0.34, wide * 0.34, wide * 0.36, '#5f9a52')
    }
  }
  const side = plan.focus.x > width / 2 ? -1 : 1
  return [
    {
      kind: 'sheet',
      role: 'land',
      depth: 0.3,
      shadow: 1,
      motion: (second) => ({ y: unit * 0.8 * stage.clock.wave(second, 7, 0.3) }),
      draw(context) {
        const pen = penAt(context, {
          x: width / 2,
          foot: height / 2,
          scale: unit,
          tone: (colour) => light.lit(colour, 0.36),
        })
        isle(pen, side * 42, 10, 13, true)
        isle(pen, -side * 46, 3, 9, true)
        isle(pen, side * 14, 20, 5, false)
      },
    },
    {
      kind: 'sheet',
      role: 'land',
      depth: 0.92,
      shadow: 1.4,
      draw(context) {
        const foot = plan.floor - unit * 4
        const pen = penAt(context, { x: plan.focus.x, foot, scale: unit, tone: (colour) => light.lit(colour, 0.05) })
        const wide = 46
        pen.poly('#8a7468', [
          -wide,
          0,
          wide,
          0,
          wide * 0.72,
          -9,
          wide * 0.5,
          -11,
          wide * 0.3,
          -24,
          -wide * 0.1,
          -30,
          -wide * 0.42,
          -14,
          -wide * 0.74,
          -9,
        ])
        pen.poly('#75625a', [4, 0, wide, 0, wide * 0.72, -9, wide * 0.5, -11, wide * 0.3, -24, 6, -30])
        for (let i = 0; i < 9; i++)
          pen.poly('#9a8478', [-36 + i * 8, -3, -32 + i * 8, -3, -34 + i * 8, -8 - (i % 3) * 2])
        for (const x of [-38, 37]) {
          pen.poly('#e6f6fb', [x - 2, 1, x + 2, 1, x + 3.4, -34, x - 3.4, -34])
          pen.box(x - 0.5, -30, 1, 30, '#ffffff')
        }
        pen.oval(0, 0, wide * 2.04, 9, '#7fbf5e')
        pen.oval(0, 0.8, wide * 1.9, 6.6, '#8fcc6c')
        meadow(
          stage,
          'isle',
          { from: foot - unit * 2, to: foot + unit * 3 },
          { flowers: 0, tufts: 0, colour: light.lit('#7fbf5e') },
        )(context, [])
      },
    },
  ]
}
