import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Brief } from '../brief.ts'
import type { Pixels } from '../job.ts'
import { depthMap } from './depth-map.ts'
import { canvasOf } from '../scene/canvas-of.ts'
import { changesLight, gradeInto } from './grade.ts'
import { particleKinds, particles } from './particles.ts'

/** What a prompt adds to a given picture: the light of its time and weather, and what hangs, falls or floats in the air. */
export type Atmosphere = {
  /** True where the prompt adds nothing. */
  clear: boolean
  drawLight(context: SKRSContext2D, strength: number): void
  drawAir(context: SKRSContext2D, second: number, strength: number): void
}

/** Reads the atmosphere that a brief asks for, for this picture. */
export function openAtmosphere(brief: Brief, picture: Pixels, seed: number): Atmosphere {
  const fog = brief.weather.includes('fog') ? fogOver(picture) : undefined
  const air = particleKinds(brief).map((kind, index) => particles(kind, seed + index))
  return {
    clear: !fog && air.length === 0 && !changesLight(brief),
    drawLight: (context, strength) => gradeInto(context, brief, strength),
    drawAir: (context, second, strength) => {
      if (fog) {
        context.save()
        context.globalAlpha = strength
        context.drawImage(fog, 0, 0, context.canvas.width, context.canvas.height)
        context.restore()
      }
      for (const draw of air) draw(context, second, strength)
    },
  }
}

// Thick in the distance, thin on what is near.
function fogOver(picture: Pixels): Canvas {
  const { width, height, data } = depthMap(picture)
  const rgba = new Uint8Array(width * height * 4)
  for (let at = 0; at < data.length; at++)
    rgba.set([222, 226, 232, 24 + 150 * (1 - (data[at] as number)) ** 1.4], at * 4)
  const small = canvasOf({ width, height, rgba })
  // Enlarged by the canvas's smooth scaling, so that no cells show.
  const large = createCanvas(width * 2, height * 2)
  const context = large.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(small, 0, 0, width * 2, height * 2)
  return large
}
