import { openDiorama, type Diorama, type DioramaOptions, type Watch } from '@mediagen/diorama'
import { atProcessEnd } from './at-process-end.ts'

const shared = new Map<string, Diorama>()

/**
 * The illustrator for a test or a service of one. Its threads are those of all others in this process: to start one and have it
 * learn its words takes longer than most tests. To close it ends what was asked of it here, and leaves the threads.
 */
export function sharedDiorama(options: DioramaOptions): Diorama {
  const diorama = opened(options)
  const closing = new AbortController()
  const until = ({ signal, onProgress }: Watch): Watch => ({
    onProgress,
    signal: AbortSignal.any([signal, closing.signal]),
  })
  return {
    drawPicture: (job, watch) => diorama.drawPicture(job, until(watch)),
    drawClip: (job, watch) => diorama.drawClip(job, until(watch)),
    close: async () => closing.abort(new Error('The illustrator was closed')),
  }
}

function opened(options: DioramaOptions): Diorama {
  const { threads, ffmpeg = '', unmarked = false } = options
  const key = JSON.stringify([threads, ffmpeg, unmarked])
  const known = shared.get(key)
  if (known !== undefined) return known
  const diorama = openDiorama(options)
  shared.set(key, diorama)
  atProcessEnd(() => diorama.close())
  return diorama
}
