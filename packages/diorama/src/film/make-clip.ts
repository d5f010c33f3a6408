import type { Clip, ClipJob, Watch } from '../job.ts'
import type { Gop, ReadClip } from '../threads/messages.ts'
import { readIn, type Errand } from '../threads/pool.ts'
import { openFfmpeg } from './ffmpeg.ts'
import { newRing, slotOf } from './ring.ts'

export type ClipTools = { errand: Errand; threads: number; ffmpeg?: string | undefined; signal: AbortSignal }

// Divides the usual 120 frames evenly between 2, 4 and 8 threads, and does not depend on how many there are:
// the same job gives the same file on every machine.
const GOP_FRAMES = 15
// Frames travel to ffmpeg in order, so threads take short stretches by turns; as many again as are drawn wait in memory.
const RAW_FRAMES = 2

/** Draws, encodes and muxes a clip in the pool's threads; with `ffmpeg` given, that program encodes the same frames. */
export async function makeClip(job: ClipJob, tools: ClipTools, onProgress: Watch['onProgress']): Promise<Clip> {
  const total = frameCount(job)
  let drawn = 0
  // The last few percent are left for muxing.
  const onStep = (): void => onProgress((96 * ++drawn) / (total + 1))
  const encode = tools.ffmpeg === undefined ? encodeInThreads : encodeWithFfmpeg
  const read = { ...job, brief: await readIn(tools.errand, job) }
  const film = encode(read, tools, onStep)
  const cover = tools.errand.run({ kind: 'cover', job: read }, onStep)
  const [bytes, still] = await bothOrNone(film, cover, tools.errand)
  if (!still || !('bytes' in still)) throw new Error('No cover was drawn')
  const { width, height } = job
  const durationMs = Math.round((total * 1000) / job.framesPerSecond)
  const { unused: unusedWords = [], notes = [] } = still
  return { bytes, cover: still.bytes, width, height, durationMs, unusedWords, notes }
}

// When one fails the other is stopped and waited for: nobody is told of the failure while an ffmpeg still runs.
async function bothOrNone<A, B>(a: Promise<A>, b: Promise<B>, errand: Errand): Promise<[A, B]> {
  const both = Promise.all([a, b])
  await both.catch(() => errand.end())
  await Promise.allSettled([a, b])
  return both
}

function frameCount({ seconds, framesPerSecond }: ClipJob): number {
  return Math.max(1, Math.round(seconds * framesPerSecond))
}

async function encodeInThreads(job: ReadClip, { errand }: ClipTools, onStep: () => void): Promise<Uint8Array> {
  const stretches = split(frameCount(job), GOP_FRAMES)
  const gops = await Promise.all(
    stretches.map(async (stretch): Promise<Gop> => {
      const result = await errand.run({ kind: 'gop', job, ...stretch }, onStep)
      if (!result || !('gop' in result)) throw new Error('No frames were encoded')
      return result.gop
    }),
  )
  const result = await errand.run({ kind: 'mux', job, gops })
  if (!result || !('bytes' in result)) throw new Error('No file was written')
  return result.bytes
}

async function encodeWithFfmpeg(job: ReadClip, tools: ClipTools, onStep: () => void): Promise<Uint8Array> {
  const encoder = await openFfmpeg({ ...job, path: tools.ffmpeg ?? 'ffmpeg', signal: tools.signal })
  try {
    const stretches = split(frameCount(job), RAW_FRAMES)
    // Two stretches per thread keep all of them busy while frames wait for ffmpeg, and no more pile up.
    const ahead = tools.threads * 2
    const ring = newRing(ahead * RAW_FRAMES, job)
    const started: Promise<unknown>[] = []
    for (const [index, { from, to }] of stretches.entries()) {
      for (const stretch of stretches.slice(started.length, index + ahead)) {
        const drawn = tools.errand.run({ kind: 'raw', job, ring, ...stretch }, onStep)
        // Whichever fails first is awaited below; the others must not count as unhandled.
        drawn.catch(() => {})
        started.push(drawn)
      }
      await started[index]
      for (let frame = from; frame < to; frame++) await encoder.write(slotOf(ring, frame, job))
    }
    return await encoder.finish()
  } finally {
    await encoder.close()
  }
}

type Stretch = { from: number; to: number }

function split(total: number, size: number): Stretch[] {
  return Array.from({ length: Math.ceil(total / size) }, (_, part) => ({
    from: part * size,
    to: Math.min(total, (part + 1) * size),
  }))
}
