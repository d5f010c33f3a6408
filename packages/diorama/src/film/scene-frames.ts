import { createCanvas } from '@napi-rs/canvas'
import type { Brief } from '../brief.ts'
import { buildScene } from '../scene/build-scene.ts'
import { release } from '../scene/settle.ts'
import type { Frames } from './frames.ts'

type SceneJob = { brief: Brief; width: number; height: number; seed: number; seconds: number; still?: boolean }

/** The frames of a clip staged from its prompt alone. `still`: only one of them will be asked for. */
export async function sceneFrames(job: SceneJob): Promise<Frames> {
  const { brief, width, height, seed, seconds, still = false } = job
  const scene = await buildScene(brief, { width, height, seed, seconds, still })
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  return {
    width,
    height,
    unused: brief.unused,
    coverAt: scene.stillAt,
    frameAt: (second) => {
      // Drawn over the frame before it, the canvas would keep that one too.
      context.reset()
      scene.drawFrame(context, second)
      return { width, height, rgba: canvas.data() }
    },
    close: () => {
      scene.close?.()
      release(canvas)
    },
  }
}
