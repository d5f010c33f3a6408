import type { ClipJob } from '../job.ts'
import type { Frames } from './frames.ts'
import { sceneFrames } from './scene-frames.ts'

/** Stages a clip: from its references where it has some, from its prompt otherwise. */
export async function openFrames(job: ClipJob): Promise<Frames> {
  return sceneFrames(job)
}
