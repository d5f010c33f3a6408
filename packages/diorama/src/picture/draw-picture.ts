import { sceneFrames } from '../film/scene-frames.ts'
import type { Restyled } from '../references/restyle.ts'
import type { ReadPicture } from '../threads/messages.ts'
import type { Studio } from '../threads/studio.ts'
import { writeMark } from './own-mark.ts'
import { encodePng } from './png.ts'

type DrawnPicture = { bytes: Uint8Array; unused: string[]; notes: string[] }

// A picture is the best still of a clip of the usual length.
const SECONDS = 5

/** Draws a picture, from its references where it has some, and gives it as a PNG, with what of the prompt had no use. */
export async function drawPicture(job: ReadPicture, studio: Studio): Promise<DrawnPicture> {
  const drawn = await (job.references.length > 0 ? fromReferences(job, studio) : fromPrompt(job, studio))
  const { pixels, unused, notes, mark } = drawn
  if (mark && !job.unmarked) writeMark(pixels, mark)
  studio.step(0.85)
  await studio.breathe()
  return { bytes: encodePng(pixels), unused, notes }
}

// Loaded late: what most pictures do without would make the first one of a thread wait.
async function fromReferences(job: ReadPicture, studio: Studio): Promise<Restyled> {
  const { restyle } = await import('../references/restyle.ts')
  return restyle(job, studio)
}

async function fromPrompt({ brief, ...job }: ReadPicture, studio: Studio): Promise<Restyled> {
  if (!brief) throw new Error('A picture without references is drawn when its prompt was read')
  const frames = await sceneFrames({ ...job, brief, seconds: SECONDS, still: true })
  studio.step(0.6)
  await studio.breathe()
  const mark = { prompt: job.prompt, seed: job.seed, wishes: [] }
  const pixels = frames.frameAt(frames.coverAt)
  frames.close?.()
  return { pixels, unused: frames.unused ?? [], notes: [], mark }
}
