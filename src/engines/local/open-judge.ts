import type { LocalModel } from '../../core/local-model.ts'
import type { JudgePicture } from '../../ports/moderation.ts'
import type { Clock, Log } from '../../ports/runtime.ts'
import type { LocalPlace } from './open-local.ts'
import type { Transport } from '../transport/transport.ts'
import { modelPool } from './model-pool.ts'
import { onnxDriver } from './onnx/onnx-program.ts'
import { writePng } from './plain-png.ts'

type JudgeDeps = {
  clock: Clock
  log: Log
  place: LocalPlace
  /** The model as it is installed now; undefined if it is not. */
  model: () => Promise<LocalModel | undefined>
}

const UNLOAD_AFTER_MS = 300_000
// Open NSFW takes 250 MB, including its library and Node.
const MEMORY_BYTES = 2 ** 30

/** A model that judges pictures, in a separate process. One picture at a time; nothing is started before the first. */
export function openJudge({ clock, log, place, model }: JudgeDeps): { judge: JudgePicture; close(): Promise<void> } {
  let transport: Transport | undefined
  const closed = new AbortController()
  const pool = modelPool({
    clock,
    log,
    device: 'cpu',
    threads: 1,
    unloadAfterMs: UNLOAD_AFTER_MS,
    memoryBytes: MEMORY_BYTES,
    programFor: async (_driver, signal) => {
      transport ??= (await import('../transport/transport.ts')).openTransport({ clock })
      return await onnxDriver(place, { transport, log, signal })
    },
  })

  const score: JudgePicture = async (picture, limit) => {
    const found = await model()
    if (found === undefined) return { trouble: 'its model is not installed on this machine' }
    if (found.does !== 'moderate') return { trouble: `the model '${found.id}' does not rate pictures` }
    // Downloading and loading its library is not part of the time for an answer: only the end of the service interrupts
    // that.
    const taken = await pool.take(found, 0, closed.signal)
    if (taken.kind !== 'taken') return { trouble: taken.detail }
    try {
      const images = [(await writePng(picture)).toString('base64')]
      const job = { prompt: '', width: picture.width, height: picture.height, seed: 0, options: {}, images }
      const made = await taken.loaded.run(job, { signal: AbortSignal.any([limit(), closed.signal]), onProgress() {} })
      return made.kind === 'made'
        ? (JSON.parse(Buffer.from(made.bytes).toString()) as { score: number })
        : troubleOf(made)
    } finally {
      taken.release()
    }
  }

  return {
    judge: (picture, limit) => pool.inTurn(closed.signal, () => score(picture, limit)).catch(troubleIn),
    async close() {
      closed.abort()
      await pool.close()
      await transport?.close()
    },
  }
}

const troubleOf = ({ detail }: { detail: string }): { trouble: string } => ({ trouble: detail })

function troubleIn(error: unknown): { trouble: string } {
  return { trouble: error instanceof Error ? error.message : String(error) }
}
