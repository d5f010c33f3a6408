import { flushCompileCache } from 'node:module'
import { AppError } from '../core/errors.ts'
import { closeOtherDoors, decodePicture } from './decode-picture.ts'
import type { DecoderOrder, DecoderReport, DecoderResult } from './decoder-orders.ts'
import { describeClip } from './clips/describe-clip.ts'
import { watchWork } from './watch-work.ts'

// The parent may be gone this very moment: then nobody listens, and the end of the channel ends us.
const report = (said: DecoderReport): void => void process.send?.(said, undefined, undefined, () => undefined)

async function follow({ work, allowance }: DecoderOrder): Promise<void> {
  // Decoding runs on other threads.
  const watching = watchWork(allowance, (what) => report({ kind: 'over', what }))
  try {
    report({ kind: 'done', result: await resultOf(work) })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const code = error.code === 'image_too_large' ? 'image_too_large' : 'invalid_image'
    report({ kind: 'refused', code, message: error.message })
  } finally {
    clearInterval(watching)
  }
}

async function resultOf(work: DecoderOrder['work']): Promise<DecoderResult> {
  if (work.kind === 'clip') return await describeClip(work.path)
  // What encodes is large, and few decoders ever write a clip.
  if (work.kind === 'film') return await (await import('./clips/clip-of-frames.ts')).clipOf(work)
  return await decodePicture(work)
}

// A decoder that hangs in foreign code would keep an orderly exit waiting for ever.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// Ctrl-C reaches every process of a terminal; the one that started us decides when we stop.
process.on('SIGINT', () => undefined)
process.on('message', (order) => void follow(order as DecoderOrder))
closeOtherDoors()
report({ kind: 'ready' })
// It is killed in the end, which keeps nothing.
flushCompileCache()
