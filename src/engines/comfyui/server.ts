import type { EngineFailure, EngineJob, EngineReference } from '../../ports/engine.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Fact } from '../failures/answer-facts.ts'
import { exchange, type EngineExchange, type Json } from '../transport/exchange.ts'
import { openTransport, type Transport } from '../transport/transport.ts'
import { pictureSlots } from './fillings.ts'
import type { ComfyJudge } from './judge.ts'
import { promptIdOf, queueView } from './queue-view.ts'

/** Where a job is on the server, as far as that is known. */
export type Look =
  | { at: 'running' | 'waiting' | 'nowhere' }
  | { at: 'history'; entry: Json }
  | { at: 'unclear'; fact: Fact }

/** One ComfyUI over HTTP. */
export type ComfyServer = {
  baseURL: string
  headers: Readonly<Record<string, string>>
  transport: Transport
  get(path: string, signal?: AbortSignal): Promise<EngineExchange>
  post(path: string, body: Json | FormData, signal?: AbortSignal): Promise<EngineExchange>
  look(promptId: string, signal: AbortSignal): Promise<Look>
}

// Others wait for the same answer, so it has its own limit.
const QUEUE_TIMEOUT_MS = 10_000

/** Creates a client for a ComfyUI; nothing is connected yet. */
export function comfyServer(options: { baseURL: string; key: string | undefined; clock: Clock }): ComfyServer {
  const transport = openTransport({ clock: options.clock })
  const baseURL = options.baseURL.replace(/\/+$/, '')
  const headers: Record<string, string> = options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }

  const get = (path: string, signal?: AbortSignal): Promise<EngineExchange> => {
    const limit = signal === undefined ? {} : { signal }
    return exchange(transport, { method: 'GET', url: `${baseURL}${path}`, headers, ...limit })
  }
  const post = (path: string, body: Json | FormData, signal?: AbortSignal): Promise<EngineExchange> => {
    const isForm = body instanceof FormData
    return exchange(transport, {
      method: 'POST',
      url: `${baseURL}${path}`,
      headers: isForm ? headers : { ...headers, 'content-type': 'application/json' },
      body: isForm ? body : JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    })
  }
  const queue = queueView(async () => {
    const limit = AbortSignal.timeout(QUEUE_TIMEOUT_MS)
    try {
      return await get('/queue', limit)
    } catch (error) {
      if (!limit.aborted) throw error
      return { fact: { sent: true } }
    }
  }, options.clock)

  const finished = async (promptId: string, signal: AbortSignal): Promise<Look | undefined> => {
    const { fact, json } = await get(`/history/${promptId}`, signal)
    if (json === undefined) return { at: 'unclear', fact }
    const entry = json[promptId]
    return typeof entry === 'object' && entry !== null ? { at: 'history', entry: entry as Json } : undefined
  }

  return {
    baseURL,
    headers,
    transport,
    get,
    post,
    async look(promptId, signal) {
      const early = await finished(promptId, signal)
      if (early !== undefined) return early
      const place = await queue.find(promptId, signal)
      if (typeof place !== 'string') return { at: 'unclear', fact: place.unclear }
      if (place !== 'absent') return { at: place }
      // It may have ended between the two queries: a job leaves the queue only when it is in the history.
      return (await finished(promptId, signal)) ?? { at: 'nowhere' }
    },
  }
}

/** ComfyUI cannot remove an upload; a separate folder makes them easy to clean up. */
const FOLDER = 'mediagen'

/** Sends a job's pictures; returns the name of each by its slot. A second time overwrites the first. */
export async function uploadPictures(
  { server, judge }: { server: ComfyServer; judge: ComfyJudge },
  job: EngineJob,
  signal: AbortSignal,
): Promise<{ names: Record<string, string> } | { failure: EngineFailure }> {
  const names: Record<string, string> = {}
  const slots = pictureSlots(job)
  for (const [index, reference] of job.references.entries()) {
    const form = new FormData()
    const { blob, extension } = await uploadOf(reference)
    const name = `${promptIdOf(job.startKey)}-${index + 1}.${extension}`
    form.append('image', blob, name)
    form.append('subfolder', FOLDER)
    form.append('overwrite', 'true')
    const { fact, json } = await server.post('/upload/image', form, signal)
    if (json === undefined || typeof json['name'] !== 'string') return { failure: judge.harmless(fact, job) }
    const folder = typeof json['subfolder'] === 'string' && json['subfolder'] !== '' ? `${json['subfolder']}/` : ''
    names[slots[index] ?? ''] = `${folder}${json['name']}`
  }
  return { names }
}

/** `LoadImage` reads a mask from transparency, `LoadImageMask` from a colour: this form serves both. */
async function uploadOf(reference: EngineReference): Promise<{ blob: Blob; extension: string }> {
  const isMask = reference.role === 'mask'
  const bytes = isMask ? await reference.mask('alpha') : await reference.bytes()
  const { mediaType, extension } = isMask ? { mediaType: 'image/png', extension: 'png' } : reference
  return { blob: new Blob([Buffer.from(bytes)], { type: mediaType }), extension }
}
