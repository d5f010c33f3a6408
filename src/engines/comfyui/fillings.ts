import { createHash } from 'node:crypto'
import type { EngineJob } from '../../ports/engine.ts'
import type { ModelSettings } from '../model-settings.ts'
import { toldOptions, type Ways } from '../told-settings.ts'
import type { Fillings } from './workflow.ts'

/** Settings go into slots of their own names. */
export const SLOT_WAYS: Ways = {
  seconds: 'seconds',
  audio: 'audio',
  negative_prompt: 'negative_prompt',
  quality: 'quality',
  background: 'background',
  output_format: 'output_format',
  strength: 'strength',
}

/** What a task and the model's options put into the slots; pictures are not among them. */
export function fillingsOf(job: EngineJob, settings: ModelSettings): Fillings {
  const { width, height, ratio, resolution, seed } = job.parameters
  const { sizes } = job.model
  const usual = sizes.form === 'ratios' ? sizes.resolutions[0] : undefined
  return {
    // A sampler wants the text of what is not to be seen, also where nobody gave one.
    negative_prompt: '',
    seconds: job.model.seconds,
    ...values(toldOptions(job, settings, SLOT_WAYS)),
    prompt: job.prompt,
    width: width ?? undefined,
    height: height ?? undefined,
    ratio,
    resolution: resolution ?? usual,
    task_id: job.taskId,
    // ComfyUI answers a job with the same seed from its cache: without a wish of the caller each task gets its own.
    seed: seed ?? createHash('sha256').update(`seed ${job.startKey}`).digest().readUInt32BE(0),
  }
}

/** What this task gave and the graph has no slot for: said in the receipt, for it changed nothing. */
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
