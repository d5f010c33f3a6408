import type { CancelOutcome } from '../../ports/engine.ts'
import type { Json } from '../transport/exchange.ts'
import { CANCEL_WITHIN_MS, CancelNotTaken } from '../failures/judge-cancel.ts'
import { jobsIn } from './queue-view.ts'
import type { ComfyServer } from './server.ts'

type Place = 'running' | 'waiting' | 'nowhere'

/**
 * Takes a job out of ComfyUI's queue, or interrupts it; throws if ComfyUI does not respond, because the job may be
 * running.
 */
export async function stopPrompt(server: ComfyServer, promptId: string): Promise<CancelOutcome> {
  const signal = AbortSignal.timeout(CANCEL_WITHIN_MS)
  const look = async (): Promise<Place> => {
    const { fact, json } = await server.get('/queue', signal)
    if (json === undefined) throw new CancelNotTaken(`ComfyUI did not report its queue (status ${fact.status})`)
    const { running, waiting } = jobsIn(json)
    if (running.has(promptId)) return 'running'
    return waiting.has(promptId) ? 'waiting' : 'nowhere'
  }
  const order = async (path: string, body: Json): Promise<void> => {
    const { fact } = await server.post(path, body, signal)
    if (fact.status === undefined || fact.status >= 300)
      throw new CancelNotTaken(`ComfyUI did not accept ${path} (status ${fact.status})`)
  }
  const place = await look()
  if (place === 'nowhere') return 'already over'
  if (place === 'waiting') {
    await order('/queue', { delete: [promptId] })
    // It may have begun between the look and the deletion, which then silently finds nothing.
    if ((await look()) !== 'running') return 'stopped'
  }
  // Older versions interrupt any running job, so only a job that is running at this moment is interrupted.
  await order('/interrupt', { prompt_id: promptId })
  return 'stopped'
}
