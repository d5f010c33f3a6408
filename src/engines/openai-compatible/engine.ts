import type { TaskKind } from '../../core/tasks/model.ts'
import type { Engine, EngineBytes, EngineJob, EngineState, EngineWatch } from '../../ports/engine.ts'
import type { Clock, Log } from '../../ports/runtime.ts'
import type { ModelSettings } from '../model-settings.ts'
import { exchange, type EngineExchange, type Json } from '../transport/exchange.ts'
import { judgeEmpty, judgeStart, judgeStatus, judgeVerdict, type Judging } from '../failures/failure.ts'
import { CANCEL_WITHIN_MS, judgeCancel } from '../failures/judge-cancel.ts'
import { probeAddress } from '../probe.ts'
import { partBehind } from '../transport/lift-answer.ts'
import { discardParts, type Spool } from '../transport/put-aside.ts'
import { quote } from '../failures/quote.ts'
import { openTransport } from '../transport/transport.ts'
import { imageRequest, videoRequest, type ServerRequest } from './requests.ts'

export type OpenAiCompatibleOptions = {
  id: string
  /** The URL including the version: `http://localhost:8091/v1`. */
  baseURL: string
  key: string | undefined
  concurrency: number
  clock: Clock
  log?: Log
  /** Receives large parts of answers, so that a picture inside one takes disk and not memory. */
  spool?: Spool | undefined
  modelSettings: (kind: TaskKind, id: string) => ModelSettings
}

const CHECK_EVERY_MS = 3_000

type ClipAnswer = { json: Json; fact: EngineExchange['fact']; warnings: string[] }

/** A server that speaks OpenAI's `/v1/images` and `/v1/videos`: vLLM-Omni, SGLang, LiteLLM, LocalAI and the like. */
export function openAiCompatibleEngine(options: OpenAiCompatibleOptions): Engine {
  const transport = openTransport({ clock: options.clock, spool: options.spool })
  const baseURL = options.baseURL.replace(/\/+$/, '')
  const headers: Record<string, string> = options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }
  const judging = ({ prompt }: EngineJob): Judging => ({
    provider: options.id,
    now: options.clock.now(),
    secrets: options.key === undefined ? [] : [options.key],
    prompt,
  })

  const tell = <T extends EngineExchange>(exchanged: T, job: EngineJob): T => {
    const { fact, json } = exchanged
    const said = quote(fact.body ?? '', judging(job))
    if (json === undefined)
      options.log?.info('a provider call went wrong', { engine: options.id, status: fact.status, said })
    return exchanged
  }

  const post = async (
    { path, body, contentType }: ServerRequest,
    job: EngineJob,
    signal: AbortSignal,
  ): Promise<EngineExchange & { parts: EngineBytes[] }> => {
    const type = contentType === undefined ? {} : { 'content-type': contentType }
    const parts: EngineBytes[] = []
    const url = `${baseURL}${path}`
    const sent = { method: 'POST', url, headers: { ...headers, ...type }, body, signal, parts }
    return tell({ ...(await exchange(transport, sent)), parts }, job)
  }

  /** URLs on the server itself, including relative ones, are read with its key; any other may come from anyone. */
  const open = (text: string): EngineBytes => {
    const url = URL.parse(text, `${baseURL}/`)
    if (url === null || url.origin !== new URL(baseURL).origin) return { from: 'url', url: text }
    const read = (signal?: AbortSignal): ReturnType<typeof transport.stream> =>
      transport.stream({ url: url.href, headers, ...(signal === undefined ? {} : { signal }) })
    return { from: 'stream', open: read }
  }

  const pictures = async (
    { fact, json, parts }: EngineExchange & { parts: EngineBytes[] },
    job: EngineJob,
  ): Promise<EngineState> => {
    const inline = (base64: string): EngineBytes => {
      const bytes = Buffer.from(base64, 'base64')
      return partBehind(bytes, parts) ?? { from: 'memory', bytes }
    }
    if (json === undefined) return judgeStart(fact, judging(job))
    if (!Array.isArray(json['data'])) return judgeStart(fact, judging(job))
    const outputs = (json['data'] as Json[]).flatMap((item) => {
      const { b64_json, url } = item
      if (typeof b64_json === 'string') return [{ content: inline(b64_json) }]
      if (typeof url !== 'string') return []
      return [{ content: url.startsWith('data:') ? inline(url.slice(url.indexOf(',') + 1)) : open(url) }]
    })
    await discardParts(parts, outputs)
    return outputs.length === 0 ? judgeEmpty(fact, judging(job)) : { kind: 'done', outputs }
  }

  const clip = ({ json, fact, warnings }: ClipAnswer, job: EngineJob): EngineState => {
    const id = String(json['id'])
    switch (json['status']) {
      case 'completed':
      case 'succeeded':
        return {
          kind: 'done',
          outputs: [{ content: open(`${baseURL}/videos/${encodeURIComponent(id)}/content`) }],
          warnings,
        }
      case 'failed':
      case 'cancelled':
      case 'expired':
        return judgeVerdict(reasonIn(json), fact, judging(job))
      default: {
        const progress = typeof json['progress'] === 'number' ? { progress: json['progress'] } : {}
        return { kind: 'running', operation: { id, warnings }, checkAgainMs: CHECK_EVERY_MS, ...progress }
      }
    }
  }

  const start = async (job: EngineJob, { signal }: EngineWatch): Promise<EngineState> => {
    const settings = options.modelSettings(job.model.kind, job.model.id)
    if (job.model.kind === 'image') return pictures(await post(await imageRequest(job, settings), job, signal), job)
    const { warnings, ...request } = await videoRequest(job, settings)
    const { fact, json } = await post(request, job, signal)
    if (json === undefined || typeof json['id'] !== 'string') return judgeStart(fact, judging(job))
    return clip({ json, fact, warnings }, job)
  }

  return {
    id: options.id,
    // Nothing in this protocol distinguishes a start from its repetition.
    safeToRestart: false,
    concurrency: options.concurrency,
    start,
    async status(operation, job, { signal }) {
      const url = `${baseURL}/videos/${encodeURIComponent(String(operation['id']))}`
      const { fact, json } = tell(await exchange(transport, { method: 'GET', url, headers, signal }), job)
      const warnings = (operation['warnings'] ?? []) as string[]
      if (json !== undefined && typeof json['status'] === 'string')
        return clip({ json: { ...json, id: operation['id'] }, fact, warnings }, job)
      const judged = judgeStatus(fact, judging(job))
      return judged.kind === 'failed' ? judged : { kind: 'running', operation, checkAgainMs: judged.inMs }
    },
    async cancel(operation) {
      const url = `${baseURL}/videos/${encodeURIComponent(String(operation['id']))}`
      const signal = AbortSignal.timeout(CANCEL_WITHIN_MS)
      const { fact } = await exchange(transport, { method: 'DELETE', url, headers, signal })
      if (judgeCancel(fact) === 'stopped') return 'stopped'
      // Some servers have no such route, and some delete only finished jobs: the job itself shows which it is.
      const asked = await exchange(transport, { method: 'GET', url, headers, signal })
      return judgeCancel(asked.fact) === 'already over' || isOver(asked.json?.['status']) ? 'already over' : 'cannot'
    },
    probe: (signal) => probeAddress(transport, { url: `${baseURL}/models`, headers }, signal),
    close: () => transport.close(),
  }
}

function isOver(status: unknown): boolean {
  return ['completed', 'succeeded', 'failed', 'cancelled', 'expired'].includes(String(status))
}

/** OpenAI has `error: { code, message }`; some servers have text, some FastAPI's `detail`. */
function reasonIn(json: Json): string {
  const error = json['error'] ?? json['detail'] ?? json['failure_reason']
  return typeof error === 'string' ? error : JSON.stringify({ error: error ?? 'no reason was given' })
}
