import { referenceFrames } from '../references/reference-frames.ts'
import type { ReadClip } from '../threads/messages.ts'
import type { Frames } from './frames.ts'
import { sceneFrames } from './scene-frames.ts'

/** Stages a clip: from its references where it has some, from its prompt otherwise. */
export async function openFrames(job: ReadClip): Promise<Frames> {
  return job.references.length > 0 ? referenceFrames(job) : sceneFrames(job)
}
