import type { EngineJob, EngineReference } from '../../ports/engine.ts'
import type { ModelSettings } from '../model-settings.ts'
import { toldOptions, type Ways } from '../told-settings.ts'

export type ServerRequest = { path: string; body: string | FormData; contentType?: string }

/** These servers' fields for the settings that callers may choose. */
export const SERVER_WAYS: Ways = {
  seconds: 'seconds',
  audio: 'generate_audio',
  negative_prompt: 'negative_prompt',
  quality: 'quality',
  background: 'background',
  output_format: 'output_format',
  strength: 'strength',
}

/** A picture: JSON without references, a multipart edit with them. */
export async function imageRequest(job: EngineJob, settings: ModelSettings): Promise<ServerRequest> {
  const fields = {
    model: job.model.engineModel,
    prompt: job.prompt,
    n: 1,
    ...sizeOf(job, settings),
    ...(job.parameters.seed === null ? {} : { seed: job.parameters.seed }),
    // Base64 saves a second request and a URL; `null` in the config leaves the field out for servers that refuse it.
    response_format: 'b64_json',
    ...toldOptions(job, settings, SERVER_WAYS),
  }
  if (job.references.length === 0) {
    return { path: '/images/generations', body: JSON.stringify(present(fields)), contentType: 'application/json' }
  }
  const form = toForm(fields)
  const pictures = job.references.filter(({ role }) => role !== 'mask')
  const usual = settings.inputs['reference'] ?? (pictures.length === 1 ? 'image' : 'image[]')
  for (const reference of pictures) {
    const field = settings.inputs[reference.role] ?? usual
    form.append(field, await toBlob(reference), `image.${reference.extension}`)
  }
  const mask = await job.references.find(({ role }) => role === 'mask')?.mask('alpha')
  if (mask !== undefined)
    form.append(settings.inputs['mask'] ?? 'mask', new Blob([Buffer.from(mask)], { type: 'image/png' }), 'mask.png')
  return { path: '/images/edits', body: form }
}

/** A clip: always multipart, the only form that all of these servers accept. */
export async function videoRequest(
  job: EngineJob,
  settings: ModelSettings,
): Promise<ServerRequest & { warnings: string[] }> {
  const { seed } = job.parameters
  const form = toForm({
    model: job.model.engineModel,
    prompt: job.prompt,
    ...sizeOf(job, settings),
    ...(job.model.seconds === undefined ? {} : { seconds: job.model.seconds }),
    ...(seed === null ? {} : { seed }),
    ...toldOptions(job, settings, SERVER_WAYS),
  })
  const isEdit = settings.inputs['video'] === undefined && job.references.some(({ role }) => role === 'video')
  for (const reference of job.references) {
    const usual = reference.role === 'video' ? 'video' : 'input_reference'
    const field = settings.inputs[reference.role]?.replace(/\[\]$/, '') ?? usual
    form.append(field, await toBlob(reference), `${reference.role}.${reference.extension}`)
  }
  const { resolution } = job.parameters
  const warnings =
    resolution === null ? [] : [`size: this server has no parameter for ${resolution}, so it was left out`]
  return { path: isEdit ? '/videos/edits' : '/videos', body: form, warnings }
}

function sizeOf(job: EngineJob, { inputs }: ModelSettings): Record<string, string> {
  const { width, height, ratio } = job.parameters
  const named = inputs['aspect_ratio']
  const size = width === null || height === null ? undefined : { size: `${width}x${height}` }
  // The config names the ratio's field for a server that wants it in any case.
  return { ...size, ...(size === undefined || named !== undefined ? { [named ?? 'aspect_ratio']: ratio } : {}) }
}

function present(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
}

function toForm(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(present(fields))) {
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}

async function toBlob(reference: EngineReference): Promise<Blob> {
  return new Blob([Buffer.from(await reference.bytes())], { type: reference.mediaType })
}
