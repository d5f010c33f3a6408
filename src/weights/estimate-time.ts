import type { LocalModel, ModelMachine } from '../core/local-model.ts'
import type { ModelEstimate } from '../ports/local-models.ts'
import { gigabytes } from './add-model.ts'

/** What an estimate is made from. */
export type Estimated = Pick<LocalModel, 'kind' | 'does' | 'driver' | 'sizes' | 'defaults' | 'memoryBytes'> & {
  files: readonly { role: string; name: string; bytes: number | undefined }[]
}

// A home line; said with the estimate, so that everybody can correct it for their own.
const ASSUMED_BYTES_PER_SECOND = 10e6

// docs/local-runtime.md has the measurements. One step of SD 1.5 (0.86 billion parameters) at 256 x 256 took one core 18 s,
// and decoding 36 s. A step takes two operations for each parameter and each patch of 16 x 16 pixels.
const PATCH_PIXELS = 16 * 16
const STEP_OPERATIONS_PER_CORE_SECOND = (2 * 0.86e9 * ((256 * 256) / PATCH_PIXELS)) / 18
const DECODE_CORE_SECONDS_PER_PIXEL = 36 / (256 * 256)
// Real-ESRGAN made 192 x 108 pixels larger in 96 s of one busy core.
const UPSCALE_CORE_SECONDS_PER_PIXEL = 96 / (192 * 108)
// FLUX.2 klein (3.9 billion parameters), 4 steps at 1024 x 1024, decoding included, took an NVIDIA H200 2 s through Vulkan.
const H200_OPERATIONS_PER_SECOND = (2 * 3.9e9 * ((1024 * 1024) / PATCH_PIXELS) * 4) / 2

const LARGE_CARD_BYTES = 20e9
/** How many times longer than an H200 a card takes, by reports of others: its memory is all that is known of it. */
const SLOWER = { large: [1, 5], small: [3, 15], unknown: [2, 40] } as const

// A clip of two seconds, at 16 frames each, of which the model sees one for four after the first.
const CLIP_FRAMES = 33
const PACKED_FRAMES = 9

const UPSCALED = { width: 512, height: 512 }

/** How long a model would take here, what it needs, and whether it fits: known before anything is fetched. */
export function estimateFor(
  model: Estimated,
  {
    machine,
    missingBytes,
    isRunnable,
  }: { machine: ModelMachine; missingBytes: number | undefined; isRunnable: boolean },
): ModelEstimate {
  const downloadSeconds = missingBytes === undefined ? undefined : missingBytes / ASSUMED_BYTES_PER_SECOND
  const picture = isRunnable ? pictureSeconds(model, machine) : undefined
  return {
    downloadSeconds: downloadSeconds === undefined ? undefined : Math.round(downloadSeconds),
    download:
      downloadSeconds === undefined
        ? undefined
        : downloadSeconds === 0
          ? 'nothing to download; all files are present'
          : `about ${timeText(downloadSeconds)} at 10 MB/s (estimate)`,
    pictureSeconds: picture === undefined ? undefined : { least: picture.least, most: picture.most },
    picture: picture?.words,
    memory: model.memoryBytes === undefined ? undefined : memoryWords(model.memoryBytes, machine),
    fits: model.memoryBytes === undefined ? undefined : model.memoryBytes <= machine.memoryBytes,
  }
}

// IS-Net took 24 s of a busy core for a picture, Open NSFW 0.7 s, whatever its size: graphs scale it to their own.
const GRAPH_SECONDS = { cutout: 24, moderate: 1 }

/** Graphs run on the CPU alone. */
function graphSeconds(does: keyof typeof GRAPH_SECONDS): PictureTime {
  const seconds = GRAPH_SECONDS[does]
  const words = `about ${timeText(seconds)} on one CPU core (estimate from measurements)`
  return { least: seconds, most: seconds, words }
}

type PictureTime = { least: number; most: number; words: string }

function pictureSeconds(model: Estimated, machine: ModelMachine): PictureTime | undefined {
  if (model.does === 'cutout' || model.does === 'moderate') return graphSeconds(model.does)
  const { width, height } = model.does === 'upscale' ? UPSCALED : sizeOf(model)
  const size = `${model.kind === 'video' ? '2 seconds of ' : ''}${width} x ${height}`
  const { gpu, cores } = machine
  if (gpu === undefined) {
    const seconds = Math.round(coreSeconds(model, width * height) / cores)
    const on = cores === 1 ? 'the one CPU core' : `the ${cores} CPU cores`
    const words = `about ${timeText(seconds)} for ${size} on ${on} of this machine (estimate from measurements on one core)`
    return { least: seconds, most: seconds, words }
  }
  // Nobody measured an upscaler on a card.
  if (model.does === 'upscale') return undefined
  const seconds = stepOperations(model, width * height) / H200_OPERATIONS_PER_SECOND
  const [least, most] = SLOWER[sizeOfCard(gpu.memoryBytes)].map((times) => Math.max(1, Math.round(seconds * times)))
  if (least === undefined || most === undefined) return undefined
  const range = timeText(least) === timeText(most) ? timeText(least) : `${timeText(least)} to ${timeText(most)}`
  const words = `about ${range} for ${size} on ${gpu.name} (estimate from an NVIDIA H200)`
  return { least, most, words }
}

function sizeOfCard(memoryBytes: number | undefined): keyof typeof SLOWER {
  if (memoryBytes === undefined) return 'unknown'
  return memoryBytes >= LARGE_CARD_BYTES ? 'large' : 'small'
}

function sizeOf({ sizes }: Estimated): { width: number; height: number } {
  const [width = 512, height = width] = (sizes[0] ?? '512x512').split('x').map(Number)
  return { width, height }
}

function coreSeconds(model: Estimated, pixels: number): number {
  if (model.does === 'upscale') return pixels * UPSCALE_CORE_SECONDS_PER_PIXEL
  const decoding = pixels * (model.kind === 'video' ? CLIP_FRAMES : 1) * DECODE_CORE_SECONDS_PER_PIXEL
  return stepOperations(model, pixels) / STEP_OPERATIONS_PER_CORE_SECOND + decoding
}

function stepOperations({ kind, files, defaults }: Estimated, pixels: number): number {
  const drawing = files.find(({ role }) => role === 'diffusion_model' || role === 'model')
  const steps = Number(defaults['steps'] ?? 20)
  // Guidance runs every step twice: with the prompt and without.
  const passes = Number(defaults['cfg_scale'] ?? 1) > 1 ? 2 : 1
  const pictures = kind === 'video' ? PACKED_FRAMES : 1
  return 2 * parametersIn(drawing) * (pixels / PATCH_PIXELS) * pictures * steps * passes
}

const BYTES_PER_PARAMETER: readonly (readonly [RegExp, number])[] = [
  [/q2_/i, 0.35],
  [/q3_/i, 0.5],
  [/q4_/i, 0.62],
  [/q5_/i, 0.72],
  [/q6_/i, 0.85],
  [/q8_/i, 1.1],
  [/fp8/i, 1],
]

function parametersIn(file: Estimated['files'][number] | undefined): number {
  const [, each] = BYTES_PER_PARAMETER.find(([pattern]) => pattern.test(file?.name ?? '')) ?? [/./, 2]
  return (file?.bytes ?? 0) / each
}

/** A warning at most: estimates have refused people what would have worked. */
function memoryWords(needed: number, { memoryBytes, gpu }: ModelMachine): string {
  const words = `about ${gigabytes(needed)} (estimate from the size of its files); this machine has ${gigabytes(memoryBytes)}`
  if (needed > memoryBytes) return `${words}, so it may be very slow or fail`
  if (gpu?.memoryBytes !== undefined && needed > gpu.memoryBytes)
    return `${words}, its card ${gigabytes(gpu.memoryBytes)}: parts stay in main memory, which is slower`
  return words
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** A time in round words: an estimate has no digits to spare. */
function timeText(seconds: number): string {
  const round = (value: number): number => (value < 20 ? Math.max(1, Math.round(value)) : Math.round(value / 5) * 5)
  const counted = (value: number, unit: string): string => `${value} ${unit}${value === 1 ? '' : 's'}`
  if (seconds < 90) return counted(round(seconds), 'second')
  if (seconds < 90 * MINUTE) return counted(round(seconds / MINUTE), 'minute')
  return counted(round(seconds / HOUR), 'hour')
}

/**
 * The first model to try on this machine: one that draws, fits into its memory and on its disk, and is quick enough that
 * the first picture is no disappointment. With a card that is the best of them, without one the quickest.
 */
export function recommendedOf(
  models: readonly {
    id: string
    kind: string
    does: string
    missingBytes: number | undefined
    estimate: ModelEstimate
  }[],
  { gpu }: ModelMachine,
  freeBytes: number,
): string | undefined {
  const fitting = models.filter(
    ({ kind, does, missingBytes, estimate }) =>
      kind === 'image' &&
      does === 'generate' &&
      estimate.pictureSeconds !== undefined &&
      estimate.fits !== false &&
      (missingBytes ?? Infinity) < freeBytes,
  )
  if (gpu !== undefined) return fitting[0]?.id
  const slowest = ({ estimate }: (typeof fitting)[number]): number => estimate.pictureSeconds?.most ?? Infinity
  return fitting.toSorted((one, other) => slowest(one) - slowest(other))[0]?.id
}
