import { adjust } from '../../colour.ts'
import type { Sheet } from '../../layers.ts'
import { byPixel } from '../by-pixel.ts'
import { overlay } from '../overlays.ts'
import { noiseField, noiseIn, noiseMap, type Raster } from '../raster.ts'
import type { LayerContext, Paper, StyleTraits } from '../style.ts'
import { redrawDrawn } from './drawn.ts'
import { clamped, lightOf, vivid } from './tones.ts'

// Painted backgrounds: soft gouache, luminous, bluer in the distance.
function background(raster: Raster, { unit, seed, role }: LayerContext): Raster {
  const { width, height, data } = raster
  const dabs = noiseMap(noiseField(seed), raster, unit * 1.5)
  const wash = noiseMap(noiseField(seed + 4), raster, unit * 6)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const p = i * 4
      if ((data[p + 3] as number) < 4) continue
      const light = lightOf(data[p] as number, data[p + 1] as number, data[p + 2] as number)
      const paint = (noiseIn(dabs, x, y) - 0.5) * (role === 'land' ? 0.2 : 0.05) + (noiseIn(wash, x, y) - 0.5) * 0.12
      const lift = 1.06 + paint
      const lit = [255, 250, 226] as const
      const bloom = clamped(light - 0.62) * 0.55
      for (let c = 0; c < 3; c++) {
        const own = vivid(data[p + c] as number, light, 1.42) * lift
        data[p + c] = own + ((lit[c] as number) - own) * bloom
      }
    }
  }
  return raster
}

// Light that falls in from the corner, as every film of the kind has it.
function sunlight(paper: Paper): Sheet {
  const { width, height } = paper
  return overlay(paper, (context) => {
    const reach = Math.hypot(width, height)
    const light = context.createRadialGradient(
      width * 0.85,
      -height * 0.1,
      0,
      width * 0.85,
      -height * 0.1,
      reach * 0.75,
    )
    light.addColorStop(0, 'rgba(255,244,214,0.4)')
    light.addColorStop(1, 'rgba(255,244,214,0)')
    context.fillStyle = light
    context.fillRect(0, 0, width, height)
  })
}

/** A drawn film from Japan: figures in flat cels with thin lines before luminous painted skies. */
export const anime: StyleTraits = {
  shadow: 0,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel((raster, context) => {
    if (context.role === 'glow') return raster
    if (context.role !== 'subject') return background(raster, context)
    return redrawDrawn(raster, context, { steps: 4, vivid: 1.22, line: 0.13, ink: [56, 34, 46], around: 0.5 })
  }),
  finish: (paper) => [sunlight(paper)],
  live: (colour) => adjust(colour, { saturate: 1.25 }),
}
