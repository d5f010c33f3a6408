import { mix } from '../../colour.ts'
import { penAt, type Pen } from '../../draw/pen.ts'
import type { Part } from '../../layers.ts'
import type { Random } from '../../random.ts'
import type { Stage } from '../../stage.ts'

const TUBES = ['#ff4f9a', '#38d6ff', '#ffd23f', '#8cff6a', '#ff6a4a', '#b48cff'] as const
const BOARD = '#1d1a33'

const around = (x: number, y: number, wide: number, tall: number): number[] => {
  const points: number[] = []
  for (let turn = 0; turn <= 24; turn++) {
    const angle = (turn / 24) * Math.PI * 2
    points.push(x + (Math.cos(angle) * wide) / 2, y + (Math.sin(angle) * tall) / 2)
  }
  return points
}

/** A tube: its colour around a core that is nearly white. */
function tube(pen: Pen, colour: string, points: readonly number[], thick = 0.7): void {
  pen.line(colour, thick, points)
  pen.line(mix(colour, '#ffffff', 0.65), thick * 0.4, points)
}

// Signs that no language is needed for: bars in the place of letters, a cup, an arrow, a heart, a star.
function upright(pen: Pen, x: number, y: number, colours: readonly [string, string]): void {
  pen.box(x - 3, y, 6, 18, BOARD, 0.8)
  tube(
    pen,
    colours[0],
    [x - 2.4, y + 0.7, x - 2.4, y + 17.3, x + 2.4, y + 17.3, x + 2.4, y + 0.7, x - 2.4, y + 0.7],
    0.5,
  )
  for (let row = 0; row < 4; row++) {
    const low = y + 2.2 + row * 3.8
    tube(
      pen,
      colours[1],
      row % 2 ? [x - 1.2, low, x + 1.2, low + 2.4] : [x - 1.2, low + 2.4, x + 1.2, low + 2.4, x, low],
    )
    tube(pen, colours[1], [x - 1.2, low + 0.2, x + 1.2, low + 0.2])
  }
}

function cup(pen: Pen, x: number, y: number, colours: readonly [string, string]): void {
  tube(pen, colours[0], [x - 4, y + 6, x - 3.2, y, x + 3.2, y, x + 4, y + 6, x - 4, y + 6])
  tube(pen, colours[0], [x + 3.8, y + 5, x + 6, y + 4.4, x + 5.4, y + 1.8, x + 3.4, y + 1.6])
  for (const dx of [-1.6, 1.2])
    tube(pen, colours[1], [x + dx, y + 7.4, x + dx + 0.9, y + 8.8, x + dx, y + 10.2, x + dx + 0.9, y + 11.6])
}

function arrow(pen: Pen, x: number, y: number, colours: readonly [string, string]): void {
  pen.box(x - 8, y + 1, 16, 8, BOARD, 0.8)
  tube(pen, colours[0], [x - 7, y + 5, x + 5, y + 5])
  tube(pen, colours[0], [x + 2.4, y + 7.6, x + 5.4, y + 5, x + 2.4, y + 2.4])
  tube(pen, colours[1], [x - 7, y + 7.6, x - 1, y + 7.6])
  tube(pen, colours[1], [x - 7, y + 2.4, x - 1, y + 2.4])
}

function heart(pen: Pen, x: number, y: number, colours: readonly [string, string]): void {
  const points: number[] = []
  for (let turn = 0; turn <= 32; turn++) {
    const angle = (turn / 32) * Math.PI * 2
    const up = 13 * Math.cos(angle) - 5 * Math.cos(2 * angle) - 2 * Math.cos(3 * angle) - Math.cos(4 * angle)
    points.push(x + (16 * Math.sin(angle) ** 3) / 3.4, y + 6 + up / 3.4)
  }
  tube(pen, colours[0], points)
}

function star(pen: Pen, x: number, y: number, colours: readonly [string, string]): void {
  tube(pen, colours[1], around(x, y + 6, 12, 12), 0.5)
  const points: number[] = []
  for (let point = 0; point <= 10; point++) {
    const angle = (point / 10) * Math.PI * 2
    const far = point % 2 ? 1.8 : 4.4
    points.push(x + Math.sin(angle) * far, y + 6 + Math.cos(angle) * far)
  }
  tube(pen, colours[0], points)
}

const SIGNS = [upright, cup, arrow, upright, heart, star] as const

function hang(pen: Pen, half: number, top: number, random: Random): void {
  const room = 15
  const begin = random.int(0, SIGNS.length - 1)
  for (let n = 0, x = -half; x < half; n++, x += room) {
    const at = x + random.between(2, room - 2)
    const low = Math.min(top - 20, random.between(17, 27))
    const first = random.int(0, TUBES.length - 1)
    const colours = [TUBES[first] ?? TUBES[0], TUBES[(first + 2) % TUBES.length] ?? TUBES[1]] as const
    pen.shine(at, low + 7, 15, colours[0], 0.5)
    SIGNS[(begin + n) % SIGNS.length]?.(pen, at, low, colours)
    // What shines above shines on the ground before the houses.
    pen.shine(at, -2, 11, colours[0], 0.32)
  }
}

/** Signs of glowing tubes along the houses of a street, and their light on the pavement. */
export function neonSigns(stage: Stage, foot: number): Part {
  const { unit, width, margin, light } = stage
  return {
    kind: 'sheet',
    role: 'glow',
    depth: 0.92,
    draw(context) {
      // They shine by themselves: at night they are as bright as by day, where they are switched off but seen.
      const tone = (colour: string) => (light.dark ? colour : light.lit(mix(colour, '#ffffff', 0.2), 0.1))
      const pen = penAt(context, { x: width / 2, foot, scale: unit, tone })
      hang(pen, (width / 2 + margin) / unit, foot / unit, stage.random.fork('neon'))
    },
  }
}
