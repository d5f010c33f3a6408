import { createHash } from 'node:crypto'
import type { TaskKind } from '../../core/model.ts'
import { randomBase62 } from '../../core/random-text.ts'
import type { Engine, EngineBytes, EngineFailure, EngineJob, EngineState } from '../../ports/engine.ts'
import type { Clock, Log, Random } from '../../ports/runtime.ts'
import type { ModelSettings } from '../ai-sdk/call-options.ts'
import { exchange, type Exchange, type Json } from '../exchange.ts'
import { judgeEmpty, judgeStart, judgeStatus, judgeVerdict, type Judging } from '../failure.ts'
import { probeAddress } from '../probe.ts'
import { openTransport } from '../transport.ts'
import { failureIn, outputFiles, type OutputFile } from './outputs.ts'
import { openProgressSocket } from './progress-socket.ts'
import { fillSlots, MissingSlots, readWorkflow, type Fillings } from './workflow.ts'

export type ComfyUiOptions = {
  id: string
  baseURL: string
  /** The folder of workflow files. */
  workflows: string
  key: string | undefined
  concurrency: number
  clock: Clock
  random: Random
  log: Log
  modelSettings: (kind: TaskKind, id: string) => ModelSettings
}

const CHECK_EVERY_MS = 1_500

/** A team's own ComfyUI. Jobs carry an id made from the start key, so that whoever comes later finds them again. */
export function comfyUiEngine(options: ComfyUiOptions): Engine {
  const transport = openTransport()
  const baseURL = options.baseURL.replace(/\/+$/, '')
  const headers: Record<string, string> = options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }
  const clientId = `mediagen-${randomBase62(12, options.random.bytes)}`
  const progress = openProgressSocket(baseURL, clientId, options.log)
  const judging = (): Judging => ({ provider: 'ComfyUI', now: options.clock.now(), secrets: [] })

  const get = (path: string, signal?: AbortSignal): Promise<Exchange> =>
    exchange(transport, {
      method: 'GET',
      url: `${baseURL}${path}`,
      headers,
      ...(signal === undefined ? {} : { signal }),
    })
  const post = (path: string, body: Json | FormData, signal?: AbortSignal): Promise<Exchange> =>
    exchange(transport, {
      method: 'POST',
      url: `${baseURL}${path}`,
      headers: body instanceof FormData ? headers : { ...headers, 'content-type': 'application/json' },
      body: body instanceof FormData ? body : JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    })

  const running = (promptId: string): EngineState => {
    const percent = progress.of(promptId)
    const hint = percent === undefined ? {} : { progress: percent }
    return { kind: 'running', operation: { promptId }, checkAgainMs: CHECK_EVERY_MS, ...hint }
  }

  /** The queue is asked before the history: a job leaves the one only when it is in the other. */
  const look = async (promptId: string, signal: AbortSignal): Promise<Look> => {
    const queue = await get('/queue', signal)
    if (queue.json === undefined) return { at: 'unclear', fact: queue.fact }
    if (isListed(queue.json, 'queue_running', promptId) || isListed(queue.json, 'queue_pending', promptId))
      return { at: 'queue' }
    const history = await get(`/history/${promptId}`, signal)
    if (history.json === undefined) return { at: 'unclear', fact: history.fact }
    const entry = history.json[promptId]
    if (typeof entry !== 'object' || entry === null) return { at: 'nowhere', fact: history.fact }
    return { at: 'history', entry: entry as Json, fact: history.fact }
  }

  const upload = async (job: EngineJob, signal: AbortSignal): Promise<Fillings | EngineFailure> => {
    const names: Record<string, string> = {}
    const seen = new Map<string, number>()
    for (const [index, reference] of job.references.entries()) {
      const form = new FormData()
      const name = `${promptIdOf(job.startKey)}-${index + 1}.${reference.extension}`
      const blob = new Blob([Buffer.from(await reference.bytes())], { type: reference.mediaType })
      form.append('image', blob, name)
      form.append('subfolder', 'mediagen')
      form.append('overwrite', 'true')
      const { fact, json } = await post('/upload/image', form, signal)
      if (json === undefined || typeof json['name'] !== 'string') return { ...judgeUpload(fact, judging()) }
      const count = (seen.get(reference.role) ?? 0) + 1
      seen.set(reference.role, count)
      const folder = typeof json['subfolder'] === 'string' && json['subfolder'] !== '' ? `${json['subfolder']}/` : ''
      names[count === 1 ? reference.role : `${reference.role}_${count}`] = `${folder}${json['name']}`
    }
    return names
  }

  const submit = async (job: EngineJob, signal: AbortSignal): Promise<EngineState> => {
    const settings = options.modelSettings(job.model.kind, job.model.id)
    const { graph } = await readWorkflow(options.workflows, job.model.engineModel)
    const names = await upload(job, signal)
    if (isFailure(names)) return names
    const promptId = promptIdOf(job.startKey)
    const prompt = fillSlots(graph, { ...numbersIn(settings.options), ...valuesOf(job), ...names })
    const { fact, json } = await post('/prompt', { prompt, prompt_id: promptId, client_id: clientId }, signal)
    if (json === undefined) return mayRepeat(judgeStart(fact, judging()))
    const given = json['prompt_id']
    return running(typeof given === 'string' ? given : promptId)
  }

  const read = (entry: Json, fact: Exchange['fact'], job: EngineJob): EngineState => {
    const status = (entry['status'] ?? {}) as Json
    if (status['status_str'] === 'error') return judgeVerdict(failureIn(status), undefined, judging())
    const files = outputFiles(entry['outputs'], job.model.kind)
    if (files.length === 0) return judgeEmpty({ ...fact, body: '' }, judging())
    return { kind: 'done', outputs: files.map((file) => ({ content: view(file) })) }
  }

  const view = (file: OutputFile): EngineBytes => {
    const url = `${baseURL}/view?${new URLSearchParams({ ...file }).toString()}`
    return { from: 'stream', open: () => transport.stream({ url, headers }) }
  }

  return {
    id: options.id,
    // A start looks for its own job first, so a second one adopts what the first began.
    safeToRestart: true,
    concurrency: options.concurrency,
    async start(job, { signal }) {
      const promptId = promptIdOf(job.startKey)
      progress.open()
      const found = await look(promptId, signal)
      switch (found.at) {
        case 'queue':
        case 'history':
          return running(promptId)
        case 'unclear':
          return mayRepeat(judgeStart({ ...found.fact, sent: false }, judging()))
        case 'nowhere':
          try {
            return await submit(job, signal)
          } catch (error) {
            if (error instanceof MissingSlots) return incomplete(error)
            throw error
          }
      }
    },
    async status(operation, job, { signal }) {
      const promptId = String(operation['promptId'])
      const found = await look(promptId, signal)
      switch (found.at) {
        case 'queue':
          return running(promptId)
        case 'history':
          progress.forget(promptId)
          return read(found.entry, found.fact, job)
        case 'nowhere':
          return {
            kind: 'failed',
            code: 'provider_lost_task',
            message: 'ComfyUI no longer knows the job.',
            final: false,
          }
        case 'unclear': {
          const judged = judgeStatus(found.fact, judging())
          return judged.kind === 'failed' ? judged : { ...running(promptId), checkAgainMs: judged.inMs }
        }
      }
    },
    async cancel(operation) {
      const promptId = String(operation['promptId'])
      const { json } = await get('/queue')
      // Older versions interrupt whatever runs, so only a job that runs is interrupted.
      if (json !== undefined && isListed(json, 'queue_running', promptId))
        await post('/interrupt', { prompt_id: promptId })
      else await post('/queue', { delete: [promptId] })
    },
    probe: (signal) => probeAddress(transport, { url: `${baseURL}/system_stats`, headers }, signal),
    async close() {
      progress.close()
      await transport.close()
    },
  }
}

type Look =
  | { at: 'queue' }
  | { at: 'history'; entry: Json; fact: Exchange['fact'] }
  | { at: 'nowhere' | 'unclear'; fact: Exchange['fact'] }

/** An id in the form of a UUID: the same start key always gives the same job. */
export function promptIdOf(startKey: string): string {
  const hex = createHash('sha256').update(startKey).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function isListed(queue: Json, list: string, promptId: string): boolean {
  const entries = queue[list]
  return Array.isArray(entries) && entries.some((entry) => Array.isArray(entry) && entry.includes(promptId))
}

function valuesOf(job: EngineJob): Fillings {
  const { width, height, ratio, resolution, seed } = job.parameters
  return {
    prompt: job.prompt,
    width: width ?? undefined,
    height: height ?? undefined,
    ratio,
    resolution: resolution ?? undefined,
    seconds: job.model.seconds,
    task_id: job.taskId,
    // ComfyUI answers a job with the same seed from its cache: without a wish of the caller each task gets its own.
    seed: seed ?? createHash('sha256').update(`seed ${job.startKey}`).digest().readUInt32BE(0),
  }
}

function numbersIn(options: Readonly<Record<string, unknown>>): Fillings {
  return Object.fromEntries(
    Object.entries(options).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  )
}

function isFailure(value: Fillings | EngineFailure): value is EngineFailure {
  return value['kind'] === 'failed' && 'final' in value
}

/** Whatever became of this start, the next one finds out before it sends anything. */
function mayRepeat(failure: EngineFailure): EngineFailure {
  return failure.code === 'start_unknown' ? { ...failure, code: 'provider_error', final: false } : failure
}

/** A picture that did not arrive has started nothing. */
function judgeUpload(fact: Exchange['fact'], judging: Judging): EngineFailure {
  return fact.status === undefined ? judgeStart({ sent: false }, judging) : mayRepeat(judgeStart(fact, judging))
}

function incomplete(error: MissingSlots): EngineFailure {
  const picture = error.slots.some((slot) => /frame|reference|image/.test(slot))
  const message = picture
    ? `This model needs pictures that were not given: ${error.slots.join(', ')}.`
    : `The workflow asks for ${error.slots.join(', ')}, which this task does not have.`
  return { kind: 'failed', code: picture ? 'invalid_image' : 'provider_error', message, final: true, notStarted: true }
}
