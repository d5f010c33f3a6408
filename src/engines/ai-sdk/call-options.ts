import type {
  ImageModelV4CallOptions,
  Experimental_VideoModelV4CallOptions as VideoCallOptions,
} from '@ai-sdk/provider'
import type { TaskKind } from '../../core/tasks/model.ts'
import type { EngineJob, EngineReference } from '../../ports/engine.ts'
import type { ModelSettings } from '../model-settings.ts'
import { toldOptions } from '../told-settings.ts'
import type { FrameRole, ProviderRow } from './provider-row.ts'

type JsonOptions = Record<string, unknown>
type SdkFile = { type: 'file'; mediaType: string; data: Uint8Array }

const TIER = /^\d+k$/
const MASK_TYPE = 'image/png'

const LANDSCAPE: Readonly<Record<string, `${number}x${number}`>> = {
  '480p': '854x480',
  '720p': '1280x720',
  '1080p': '1920x1080',
}

/** Whether a job can request this resolution: one that cannot is refused before any caller can ask for it. */
export function canSayResolution(
  row: ProviderRow,
  { kind, inputs }: { kind: TaskKind; inputs: ModelSettings['inputs'] },
  resolution: string,
): boolean {
  if (inputs['resolution'] !== undefined) return true
  if (kind === 'image') return row.tier !== undefined && TIER.test(resolution)
  return row.resolution === 'option' || (row.resolution === 'size' && LANDSCAPE[resolution] !== undefined)
}

/** The call of an image model. On a replay, nothing is sent, so the pictures need not be read again. */
export async function imageCall(
  row: ProviderRow,
  settings: ModelSettings,
  job: EngineJob,
  replay: boolean,
): Promise<ImageModelV4CallOptions> {
  const { width, height, ratio, resolution, seed } = job.parameters
  const named = settings.inputs['aspect_ratio']
  const references = replay ? [] : job.references
  const told = toldOptions(job, settings, row.says?.image ?? {})
  const options: JsonOptions = { ...row.options, ...endUserOption(row, job), ...told }
  const mask = await maskOf(row, settings, references, options)
  const pictures = references.filter(({ role }) => role !== 'mask')
  const files = await Promise.all((await nameInputs(settings, pictures, options)).map(toFile))
  if (named !== undefined) options[named] = ratio
  if (resolution !== null) Object.assign(options, tierOptions(row, settings, resolution))
  return {
    prompt: job.prompt,
    n: 1,
    size: width === null || height === null ? undefined : `${width}x${height}`,
    aspectRatio: width === null && named === undefined ? (ratio as `${number}:${number}`) : undefined,
    seed: seed ?? undefined,
    files: files.length === 0 ? undefined : files,
    mask,
    providerOptions: providerOptions(row, options),
  }
}

function tierOptions({ tier }: ProviderRow, { inputs }: ModelSettings, resolution: string): JsonOptions | undefined {
  const input = inputs['resolution']
  return input === undefined ? tier?.(resolution) : { [input]: resolution }
}

/** The mask in the package's form; if the model has its own input for it, it becomes an option. */
async function maskOf(
  { mask: way }: ProviderRow,
  { inputs }: ModelSettings,
  references: readonly EngineReference[],
  options: JsonOptions,
): Promise<SdkFile | undefined> {
  const reference = references.find(({ role }) => role === 'mask')
  if (reference === undefined) return undefined
  const data = await reference.mask(way?.form ?? 'white')
  const input = inputs['mask']
  if (input === undefined) return { type: 'file', mediaType: MASK_TYPE, data }
  options[input] = dataUrl(MASK_TYPE, data)
  return undefined
}

function endUserOption({ endUserOption: name }: ProviderRow, { endUser }: EngineJob): JsonOptions {
  return name === undefined || endUser === undefined ? {} : { [name]: endUser }
}

/** The call of a video model, with every picture in the role that the model gives it. */
export async function videoCall(
  row: ProviderRow,
  settings: ModelSettings,
  job: EngineJob,
  replay: boolean,
): Promise<VideoCallOptions> {
  const { width, height, ratio, resolution, seed } = job.parameters
  const references = replay ? [] : job.references
  const told = toldOptions(job, settings, row.says?.video ?? {})
  const options: JsonOptions = { ...row.options, ...clipOptions(row, settings, references), ...told }
  const bySdk = await nameInputs(withClipInput(row, settings), references, options)
  const named = settings.inputs['aspect_ratio']
  if (named !== undefined) options[named] = ratio
  const exact = width === null || height === null ? undefined : (`${width}x${height}` as const)
  return {
    prompt: job.prompt,
    n: 1,
    aspectRatio: exact === undefined && named === undefined ? (ratio as `${number}:${number}`) : undefined,
    resolution: exact ?? sayResolution(row, settings, resolution, options),
    ...lengthAndSound(settings, job),
    fps: undefined,
    seed: seed ?? undefined,
    ...(await frames(row, bySdk)),
    providerOptions: providerOptions(row, options),
  }
}

/** Further values that the package needs for a clip. */
function clipOptions(
  { clip }: ProviderRow,
  { inputs }: ModelSettings,
  references: readonly EngineReference[],
): JsonOptions {
  const isTold = inputs['video'] === undefined && references.some(({ role }) => role === 'video')
  return isTold && typeof clip === 'object' ? { ...clip.with } : {}
}

/** The package's option for a clip, if the model names no input of its own. */
function withClipInput({ clip }: ProviderRow, settings: ModelSettings): ModelSettings {
  return typeof clip === 'object' ? { ...settings, inputs: { video: clip.option, ...settings.inputs } } : settings
}

/** If the model has its own inputs for them, they are options and not sent twice. */
function lengthAndSound(
  { inputs }: ModelSettings,
  { parameters, model }: EngineJob,
): Pick<VideoCallOptions, 'duration' | 'generateAudio'> {
  const { seconds = model.seconds, audio } = parameters.settings ?? {}
  return {
    duration: inputs['seconds'] === undefined ? seconds : undefined,
    generateAudio: inputs['audio'] === undefined ? audio : undefined,
  }
}

/** Pictures whose role has its own input become options; the others are left for the package. */
async function nameInputs(
  settings: ModelSettings,
  references: readonly EngineReference[],
  options: JsonOptions,
): Promise<EngineReference[]> {
  const rest: EngineReference[] = []
  for (const reference of references) {
    const input = settings.inputs[reference.role]
    if (input === undefined) {
      rest.push(reference)
    } else if (input.endsWith('[]')) {
      const name = input.slice(0, -2)
      options[name] = [...((options[name] as string[] | undefined) ?? []), await toDataUrl(reference)]
    } else {
      options[input] = await toDataUrl(reference)
    }
  }
  return rest
}

async function frames(
  row: ProviderRow,
  references: readonly EngineReference[],
): Promise<Pick<VideoCallOptions, 'image' | 'frameImages' | 'inputReferences'>> {
  const frameImages: { image: SdkFile; frameType: 'first_frame' | 'last_frame' }[] = []
  const inputReferences: SdkFile[] = []
  for (const reference of references) {
    const image = await toFile(reference)
    const role = reference.role as FrameRole | 'video'
    if (role === 'reference' || role === 'video') inputReferences.push(image)
    else frameImages.push({ image, frameType: role })
  }
  const first = frameImages.find(({ frameType }) => frameType === 'first_frame')?.image
  // Packages that support frames take them from the list; the others take a single picture.
  const knowsFrames = row.frames?.includes('last_frame') === true
  return {
    image: first,
    frameImages: knowsFrames && frameImages.length > 0 ? frameImages : undefined,
    inputReferences: inputReferences.length > 0 ? inputReferences : undefined,
  }
}

function sayResolution(
  row: ProviderRow,
  settings: ModelSettings,
  resolution: string | null,
  options: JsonOptions,
): `${number}x${number}` | undefined {
  if (resolution === null) return undefined
  const named = settings.inputs['resolution']
  if (named === undefined && row.resolution === 'size') return LANDSCAPE[resolution]
  options[named ?? 'resolution'] = resolution
  return undefined
}

function providerOptions(row: ProviderRow, options: JsonOptions): ImageModelV4CallOptions['providerOptions'] {
  return { [row.optionsKey]: options } as ImageModelV4CallOptions['providerOptions']
}

async function toFile(reference: EngineReference): Promise<SdkFile> {
  return { type: 'file', mediaType: reference.mediaType, data: await reference.bytes() }
}

async function toDataUrl(reference: EngineReference): Promise<string> {
  return dataUrl(reference.mediaType, await reference.bytes())
}

function dataUrl(mediaType: string, bytes: Uint8Array): string {
  return `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`
}
