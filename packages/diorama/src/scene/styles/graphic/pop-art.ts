import { adjust, mix } from '../../colour.ts'
import { byPixel } from '../by-pixel.ts'
import { edgesOf, type Raster } from '../raster.ts'
import type { LayerContext, StyleTraits } from '../style.ts'
import { clamped, dotAt, lightOf, vivid, type Tint } from './tones.ts'

// Two inks for each depth: the paper of it, and its dots.
const SKY: readonly [Tint, Tint] = [
  [255, 221, 51],
  [255, 106, 148],
]
// What lies behind one another takes these in turn, so that a wall is told from its floor.
const LANDS: readonly (readonly [Tint, Tint])[] = [
  [
    [38, 186, 214],
    [20, 96, 190],
  ],
  [
    [255, 128, 176],
    [226, 30, 96],
  ],
  [
    [124, 214, 120],
    [20, 142, 96],
  ],
  [
    [255, 188, 66],
    [240, 96, 40],
  ],
]
const INK: Tint = [18, 14, 24]

const OUTLINED = { subject: 1, land: 0.7, sky: 0, glow: 0 } as const
const stepOf = (light: number) => (light > 0.62 ? 1.12 : light > 0.32 ? 0.98 : 0.7)

type Print = { own: Tint; light: number; dot: boolean; inks: readonly [Tint, Tint] }

// The subject in its own pure colours, darker in its dots.
function printSubject({ own, light, dot }: Print): Tint {
  const step = stepOf(light)
  const shade = dot && light < 0.72 ? 0.72 : 1
  return own.map((channel) => vivid(channel * step, light * step, 1.75) * shade) as unknown as Tint
}

const WHITE: Tint = [255, 255, 255]

function printAround({ light, dot, inks }: Print, isLand: boolean): Tint {
  if (isLand && light > 0.86) return WHITE
  return dot ? inks[1] : inks[0]
}

function redraw(raster: Raster, { unit, role, seed }: LayerContext): Raster {
  const { width, height, data } = raster
  if (role === 'glow') return raster
  const lines = edgesOf(raster, unit * 0.28)
  const inks = role === 'sky' ? SKY : (LANDS[seed % LANDS.length] ?? SKY)
  const cell = unit * (role === 'subject' ? 1.1 : 2.1)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const p = i * 4
      if ((data[p + 3] as number) < 4) continue
      const own: Tint = [data[p] as number, data[p + 1] as number, data[p + 2] as number]
      const light = lightOf(own[0], own[1], own[2])
      const print = { own, light, dot: dotAt(x, y, cell) > 0.25 + light * 0.7, inks }
      const printed = role === 'subject' ? printSubject(print) : printAround(print, role === 'land')
      const line = clamped(((lines[i] as number) - 0.32) * 3) * OUTLINED[role]
      for (let c = 0; c < 3; c++)
        data[p + c] = (printed[c] as number) + ((INK[c] as number) - (printed[c] as number)) * line
    }
  }
  return raster
}

/** Two loud inks behind, large dots, the subject in pure colours with a black outline. */
export const popArt: StyleTraits = {
  shadow: 0,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: () => [],
  live: (colour) => adjust(mix(colour, '#ff4f9a', 0.25), { saturate: 1.6 }),
}
