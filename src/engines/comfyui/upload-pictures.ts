import type { EngineFailure, EngineJob } from '../../ports/engine.ts'
import { pictureSlots } from './fillings.ts'
import type { ComfyJudge } from './judge.ts'
import { promptIdOf } from './prompt-id.ts'
import type { ComfyServer } from './server.ts'

/** ComfyUI has no way to remove an upload; one folder of our own makes them easy to sweep. */
const FOLDER = 'mediagen'

/** Sends a job's pictures; gives the name of each by its slot. A second time overwrites the first. */
export async function uploadPictures(
  { server, judge }: { server: ComfyServer; judge: ComfyJudge },
  job: EngineJob,
  signal: AbortSignal,
): Promise<{ names: Record<string, string> } | { failure: EngineFailure }> {
  const names: Record<string, string> = {}
  const slots = pictureSlots(job)
  for (const [index, reference] of job.references.entries()) {
    const form = new FormData()
    const name = `${promptIdOf(job.startKey)}-${index + 1}.${reference.extension}`
    const blob = new Blob([Buffer.from(await reference.bytes())], { type: reference.mediaType })
    form.append('image', blob, name)
    form.append('subfolder', FOLDER)
    form.append('overwrite', 'true')
    const { fact, json } = await server.post('/upload/image', form, signal)
    if (json === undefined || typeof json['name'] !== 'string') return { failure: judge.harmless(fact, job) }
    const folder = typeof json['subfolder'] === 'string' && json['subfolder'] !== '' ? `${json['subfolder']}/` : ''
    names[slots[index] ?? ''] = `${folder}${json['name']}`
  }
  return { names }
}
