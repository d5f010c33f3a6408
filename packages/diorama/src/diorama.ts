import { makeClip } from './film/make-clip.ts'
import type { ClipJob, Diorama, Picture, PictureJob, Pixels, Watch } from './job.ts'
import { openPool, readIn, type Errand, type Purpose } from './threads/pool.ts'

export { Refusal } from './threads/refusal.ts'
export type { Clip, ClipJob, Diorama, Picture, PictureJob, Pixels, Watch } from './job.ts'

// The compiled package has the same files under another ending.
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('./threads/program.ts', import.meta.url)
  : new URL('./threads/program.js', import.meta.url)

export type DioramaOptions = { threads: number; ffmpeg?: string; unmarked?: boolean }

/** Opens the illustrator: at most `threads` drawing threads, started when first needed, shared fairly by all jobs. */
export function openDiorama({ threads, ffmpeg, unmarked = false }: DioramaOptions): Diorama {
  const pool = openPool({ threads, program: PROGRAM })

  const inErrand = async <T>(
    purpose: Purpose,
    watch: Watch,
    work: (errand: Errand, watch: Watch) => Promise<T>,
  ): Promise<T> => {
    watch.signal.throwIfAborted()
    const errand = pool.begin(purpose)
    watch.signal.addEventListener('abort', errand.end, { once: true })
    const onProgress = climbing(watch.onProgress)
    try {
      onProgress(0)
      const result = await work(errand, { signal: watch.signal, onProgress })
      watch.signal.throwIfAborted()
      onProgress(100)
      return result
    } catch (error) {
      watch.signal.throwIfAborted()
      throw error
    } finally {
      watch.signal.removeEventListener('abort', errand.end)
      errand.end()
    }
  }

  return {
    drawPicture: (job, watch) =>
      inErrand('picture', watch, async (errand, { onProgress }): Promise<Picture> => {
        const asked = shared({ unmarked, ...job })
        const read = asked.references.length > 0 ? asked : { ...asked, brief: await readIn(errand, asked) }
        const result = await errand.run({ kind: 'picture', job: read }, ({ fraction }) => onProgress(fraction * 100))
        if (!result || !('bytes' in result)) throw new Error('No picture was drawn')
        const { bytes, unused: unusedWords = [], notes = [] } = result
        return { bytes, mediaType: 'image/png', width: job.width, height: job.height, unusedWords, notes }
      }),
    drawClip: (job, watch) =>
      inErrand('clip', watch, async (errand, { onProgress, signal }) => {
        refuseOddSize(job)
        return makeClip(shared(job), { errand, threads, ffmpeg, signal }, onProgress)
      }),
    close: () => pool.close(),
  }
}

function climbing(onProgress: Watch['onProgress']): Watch['onProgress'] {
  let highest = -1
  return (percent) => {
    const whole = Math.min(100, Math.floor(percent))
    if (whole <= highest) return
    highest = whole
    onProgress(whole)
  }
}

function refuseOddSize({ width, height }: ClipJob): void {
  if (width % 2 !== 0 || height % 2 !== 0)
    throw new Error(`A clip needs an even width and height, and ${width}x${height} is not`)
}

// One copy into shared memory serves all threads; the caller keeps its own pixels.
function shared<T extends PictureJob>(job: T): T {
  return { ...job, references: job.references.map(sharedPixels) }
}

function sharedPixels({ width, height, rgba }: Pixels): Pixels {
  if (rgba.length !== width * height * 4) throw new Error(`A reference of ${width}x${height} has ${rgba.length} bytes`)
  if (rgba.buffer instanceof SharedArrayBuffer) return { width, height, rgba }
  const copy = new Uint8Array(new SharedArrayBuffer(rgba.length))
  copy.set(rgba)
  return { width, height, rgba: copy }
}
