import type { ReadClip } from '../threads/messages.ts'
import type { Frames } from './frames.ts'
import { sceneFrames } from './scene-frames.ts'

/** Stages a clip: from its references where it has some, from its prompt otherwise. */
export async function openFrames(job: ReadClip): Promise<Frames> {
  return job.references.length > 0 ? fromReferences(job) : sceneFrames(job)
}

// Loaded late: a thread does without it as long as nobody gives a picture.
async function fromReferences(job: ReadClip): Promise<Frames> {
  const { referenceFrames } = await import('../references/reference-frames.ts')
  return referenceFrames(job)
}
