import type { Diorama } from '@mediagen/diorama'
import type { Engine, EngineJob, EngineState, EngineWatch } from '../ports/engine.ts'
import { DIORAMA_SECONDS } from './built-in-models.ts'

const FRAMES_PER_SECOND = 24
// Larger references are no use at the sizes that are drawn.
const MAX_REFERENCE_SIDE = 1920

export type DioramaEngineOptions = {
  id: string
  /** Called by every job, always with the same result: it is large, and a process may never need a picture. */
  open: () => Promise<Diorama>
  concurrency: number
}

/**
 * The built-in illustrator behind the engine port; pictures and clips have separate lanes, so that neither waits for
 * the other.
 */
export function dioramaEngine(options: DioramaEngineOptions): Engine {
  const { id, concurrency } = options
  let diorama: Diorama | undefined
  const open = async (): Promise<Diorama> => (diorama = await options.open())
  return {
    id,
    // Drawing the same thing again costs nothing but time.
    safeToRestart: true,
    free: true,
    inProcess: true,
    concurrency,
    start: async (job, watch) => {
      const draw = job.model.kind === 'image' ? drawPicture : drawClip
      try {
        return await draw(await open(), job, watch)
      } catch (error) {
        if (!isRefusal(error)) throw error
        // Nothing was drawn, and another model may be able to: the message says what this one can do.
        return {
          kind: 'failed',
          code: 'unsupported_request',
          message: error.message,
          final: true,
          notStarted: true,
          reason: 'refused',
        }
      }
    },
    status: async () => ({ kind: 'failed', code: 'provider_lost_task', message: 'The drawing was lost.', final: true }),
    cancel: async () => {},
    close: async () => diorama?.close(),
  }
}

async function drawPicture(diorama: Diorama, job: EngineJob, watch: EngineWatch): Promise<EngineState> {
  const { bytes, width, height, unusedWords, notes } = await diorama.drawPicture(await drawing(job), watch)
  const outputs = [{ content: { from: 'memory', bytes } as const, width, height }]
  return { kind: 'done', outputs, ...warned(unusedWords, notes) }
}

async function drawClip(diorama: Diorama, job: EngineJob, watch: EngineWatch): Promise<EngineState> {
  const clip = {
    ...(await drawing(job)),
    seconds: job.parameters.settings?.seconds ?? DIORAMA_SECONDS,
    framesPerSecond: FRAMES_PER_SECOND,
  }
  const { bytes, cover, width, height, durationMs, unusedWords, notes } = await diorama.drawClip(clip, watch)
  const output = {
    content: { from: 'memory', bytes },
    cover: { from: 'memory', bytes: cover },
    width,
    height,
    durationMs,
  } as const
  return { kind: 'done', outputs: [output], ...warned(unusedWords, notes) }
}

// By its name, not by its class: loading the package for that would load all of the illustrator.
const isRefusal = (error: unknown): error is Error => error instanceof Error && error.name === 'Refusal'

// A prompt may be a page long, but people read a warning.
const MOST_WORDS = 12

/** An illustrator that ignores words or wishes says which, instead of leaving people to guess. */
function warned(words: readonly string[], notes: readonly string[]): { warnings?: string[] } {
  const warnings = [...notes, ...notUsed(words)]
  return warnings.length > 0 ? { warnings } : {}
}

function notUsed(words: readonly string[]): string[] {
  if (words.length === 0) return []
  const more = words.length > MOST_WORDS ? ` and ${words.length - MOST_WORDS} more` : ''
  return [`Not drawn, or replaced by the nearest thing: ${words.slice(0, MOST_WORDS).join(', ')}${more}.`]
}

async function drawing(job: EngineJob): Promise<Parameters<Diorama['drawPicture']>[0]> {
  const { width, height, seed } = job.parameters
  if (width === null || height === null || seed === null) throw new Error('diorama needs a size and a seed')
  const references = await Promise.all(job.references.map((reference) => reference.pixels(MAX_REFERENCE_SIDE)))
  return { prompt: job.prompt, width, height, seed, references }
}
