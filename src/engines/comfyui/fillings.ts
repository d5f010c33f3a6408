import { createHash } from 'node:crypto'
import type { EngineJob } from '../../ports/engine.ts'
import type { ModelSettings } from '../model-settings.ts'
import { toldOptions, type Ways } from '../told-settings.ts'
import type { Fillings } from './workflow.ts'

/** Settings go into slots with their own names. */
export const SLOT_WAYS: Ways = {
  seconds: 'seconds',
  audio: 'audio',
  negative_prompt: 'negative_prompt',
  quality: 'quality',
  background: 'background',
  output_format: 'output_format',
  strength: 'strength',
}

/** The values that a task and the model's options put into the slots, other than pictures. */
export function fillingsOf(job: EngineJob, settings: ModelSettings): Fillings {
  const { width, height, ratio, resolution, seed } = job.parameters
  const { sizes } = job.model
  const usual = sizes.form === 'ratios' ? sizes.resolutions[0] : undefined
  return {
    // A sampler wants the text of a negative prompt, even if nobody gave one.
    negative_prompt: '',
    seconds: job.model.seconds,
    ...values(toldOptions(job, settings, SLOT_WAYS)),
    prompt: job.prompt,
    width: width ?? undefined,
    height: height ?? undefined,
    ratio,
    resolution: resolution ?? usual,
    task_id: job.taskId,
    // ComfyUI answers a job with the same seed from its cache, so each task without a requested seed gets its own.
    seed: seed ?? createHash('sha256').update(`seed ${job.startKey}`).digest().readUInt32BE(0),
  }
}

/** Values of this task without a slot in the graph: mentioned in the receipt, because they had no effect. */
export function unusedBy(slots: ReadonlySet<string>, job: EngineJob): string[] {
  const warnings: string[] = []
  if (!slots.has('prompt')) warnings.push('prompt: this workflow does not use it')
  if (job.parameters.seed !== null && !slots.has('seed')) warnings.push('seed: this workflow does not use it')
  const unused = pictureSlots(job).filter((slot) => !slots.has(slot))
  if (unused.length > 0) warnings.push(`image: this workflow does not use ${unused.join(', ')}`)
  return warnings
}

/** The slot of each picture: its role, with a number from the second of a role on. */
export function pictureSlots({ references }: Pick<EngineJob, 'references'>): string[] {
  const seen = new Map<string, number>()
  return references.map(({ role }) => {
    const count = (seen.get(role) ?? 0) + 1
    seen.set(role, count)
    return count === 1 ? role : `${role}_${count}`
  })
}

function values(options: Readonly<Record<string, unknown>>): Fillings {
  return Object.fromEntries(
    Object.entries(options).filter(
      (entry): entry is [string, string | number | boolean] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'number' || typeof entry[1] === 'boolean',
    ),
  )
}
