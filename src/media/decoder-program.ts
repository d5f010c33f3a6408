import { AppError } from '../core/errors.ts'
import { closeOtherDoors, decodePicture } from './decode-picture.ts'
import type { Allowance, DecoderOrder, DecoderReport } from './decoder-orders.ts'
import { describeClip } from './describe-clip.ts'

// Often enough that a picture which unpacks a gigabyte a second is stopped before it has taken another 20 MB.
const LOOK_EVERY_MS = 20

// Whoever started us may be gone this very moment: then nobody listens, and the end of the line ends us.
const report = (said: DecoderReport): void => void process.send?.(said, undefined, undefined, () => undefined)

/** Decoding runs on other threads, so this one can watch it: nothing else can interrupt a decoder. */
function watch({ workMs, bytes }: Allowance): NodeJS.Timeout {
  const cpuBefore = process.cpuUsage()
  const memoryBefore = process.memoryUsage.rss()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(cpuBefore)
    const over = (user + system) / 1000 > workMs ? 'time' : 'memory'
    if (over === 'memory' && process.memoryUsage.rss() - memoryBefore <= bytes) return
    clearInterval(timer)
    report({ kind: 'over', what: over })
  }, LOOK_EVERY_MS)
  return timer
}

async function follow({ work, allowance }: DecoderOrder): Promise<void> {
  const watching = watch(allowance)
  try {
    report({ kind: 'done', result: await (work.kind === 'clip' ? describeClip(work.path) : decodePicture(work)) })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const code = error.code === 'image_too_large' ? 'image_too_large' : 'invalid_image'
    report({ kind: 'refused', code, message: error.message })
  } finally {
    clearInterval(watching)
  }
}

// A decoder that hangs in foreign code would keep an orderly exit waiting for ever.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// Ctrl-C reaches every process of a terminal; the one that started us decides when we stop.
process.on('SIGINT', () => undefined)
process.on('message', (order) => void follow(order as DecoderOrder))
closeOtherDoors()
report({ kind: 'ready' })
