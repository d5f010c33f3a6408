import { createCanvas } from '@napi-rs/canvas'
import type { ClipJob } from '../job.ts'
import { readPrompt } from '../reading/read-prompt.ts'
import { buildScene } from '../scene/build-scene.ts'
import type { Frames } from './frames.ts'

/** The frames of a clip staged from its prompt alone. */
export async function sceneFrames(job: Omit<ClipJob, 'framesPerSecond' | 'references'>): Promise<Frames> {
  const { width, height, seed, seconds } = job
  const scene = await buildScene(readPrompt(job.prompt, seed), { width, height, seed, seconds })
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  return {
    width,
    height,
    coverAt: scene.stillAt,
    frameAt: (second) => {
      scene.drawFrame(context, second)
      return { width, height, rgba: canvas.data() }
    },
  }
}
