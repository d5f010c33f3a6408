import type { Model, TaskKind } from '../../core/tasks/model.ts'
import type { Operation } from '../../core/tasks/task.ts'
import type { Engine, EngineBytes, EngineJob, EngineState, EngineWatch } from '../../ports/engine.ts'
import type { Clock, Log } from '../../ports/runtime.ts'
import type { ModelSettings } from '../model-settings.ts'
import { stripMetadata } from '../../media/strip-metadata/strip-metadata.ts'
import type { Json } from '../transport/exchange.ts'
import { judgeStatus, judgeVerdict } from '../failures/failure.ts'
import { probeAddress } from '../probe.ts'
import { explainFailure, explainNodes } from './explain.ts'
import { fillingsOf, unusedBy } from './fillings.ts'
import { probeWorkflows } from './probe-workflows.ts'
import { comfyJudge, isAway, judgeMissing } from './judge.ts'
import { explainNothing, outputFiles, type OutputFile } from './outputs.ts'
import { nodeWeights } from './progress-book.ts'
import { clientIdOf, openProgressSockets } from './progress-sockets.ts'
import { promptIdOf } from './queue-view.ts'
import { comfyServer, type Look, uploadPictures } from './server.ts'
import { stopPrompt } from './stop-prompt.ts'
import { fillSlots, MissingSlots, readWorkflow, type Fillings } from './workflow.ts'

export type ComfyUiOptions = {
  id: string
  baseURL: string
  /** The folder of workflow files. */
  workflows: string
  key: string | undefined
  concurrency: number
  clock: Clock
  log: Log
  modelSettings: (kind: TaskKind, id: string) => ModelSettings
  /** Return results with the workflow that ComfyUI writes into them. */
  keepMetadata?: boolean
  /** How long a poll waits for ComfyUI to report the end; 0 only looks. */
  listenMs?: number
  /** The models that this engine makes, for the checks of the doctor. */
  models?: readonly Model[]
}

type Running = Extract<EngineState, { kind: 'running' }>

/** Everything that another process needs to continue. */
type ComfyOperation = {
  promptId: string
  /** The highest progress that anyone saw of the job. */
  progress?: number
  /** Consecutive polls to which ComfyUI did not know the job. */
  missing?: number
  /** How often the job was sent again after ComfyUI had lost it. */
  restarts?: number
  warnings?: readonly string[]
}

const KEPT_WHOLE =
  'The result contains Content Credentials, which any change would break, so it is passed on as ComfyUI wrote it, including the workflow.'
const CHECK_EVERY_MS = 1_500
const AWAY_CHECK_MS = 5_000
// One look may fall between a cancellation and its notification; a second one does not.
const LOST_AFTER = 2
// A job that crashes ComfyUI each time must not do so forever.
const MOST_RESTARTS = 3

/** A team's own ComfyUI. The ids of jobs are derived from the start key, so that any later process finds them again. */
export function comfyUiEngine(options: ComfyUiOptions): Engine {
  const server = comfyServer(options)
  const judge = comfyJudge(options.clock)
  const { baseURL, headers, transport } = server
  const progress = openProgressSockets({ baseURL, headers, clock: options.clock, log: options.log })

  const { listenMs = CHECK_EVERY_MS, clock } = options
  // The wait happens inside the poll, so the next poll follows at once.
  const askAgainMs = listenMs > 0 ? 0 : CHECK_EVERY_MS

  const running = (operation: ComfyOperation, checkAgainMs = CHECK_EVERY_MS): Running => {
    const seen = Math.max(operation.progress ?? 0, progress.of(operation.promptId) ?? 0)
    const hint = seen > 0 ? { progress: seen } : {}
    return { kind: 'running', operation: { ...operation, ...hint }, checkAgainMs, ...hint }
  }

  const valuesOf = (job: EngineJob): Fillings => fillingsOf(job, options.modelSettings(job.model.kind, job.model.id))

  const weights = new Map<string, ReadonlyMap<string, number>>()
  /** For a job that this process did not send. If its file is missing by now, the progress is lost, not the job. */
  const weightsOf = async (job: EngineJob): Promise<ReadonlyMap<string, number>> => {
    const known = weights.get(job.model.id)
    if (known !== undefined) return known
    const workflow = await readWorkflow(options.workflows, job.model.engineModel).catch(() => undefined)
    const found = nodeWeights(workflow === undefined ? {} : fillSlots(workflow.graph, valuesOf(job), 'leave'))
    weights.set(job.model.id, found)
    return found
  }

  const submit = async (job: EngineJob, { signal, onPreview }: EngineWatch): Promise<EngineState> => {
    const { graph, slots } = await readWorkflow(options.workflows, job.model.engineModel)
    const uploaded = await uploadPictures({ server, judge }, job, signal)
    if ('failure' in uploaded) return uploaded.failure
    const prompt = fillSlots(graph, { ...valuesOf(job), ...uploaded.names })
    const promptId = promptIdOf(job.startKey)
    progress.watch(promptId, nodeWeights(prompt))
    const seen = onPreview === undefined ? {} : { extra_data: { preview_method: 'auto' } }
    const body = { prompt, prompt_id: promptId, client_id: clientIdOf(promptId), ...seen }
    const { fact, json } = await server.post('/prompt', body, signal)
    if (json === undefined) return judge.start(fact, job)
    const left = explainNodes(json['node_errors'])
    const warnings = [...unusedBy(slots, job), ...(left === undefined ? [] : [`ComfyUI left out a part: ${left}`])]
    const given = json['prompt_id']
    const operation = { promptId: typeof given === 'string' ? given : promptId }
    return running(warnings.length === 0 ? operation : { ...operation, warnings }, askAgainMs)
  }

  const submitFilled = async (job: EngineJob, watch: EngineWatch): Promise<EngineState> => {
    try {
      return await submit(job, watch)
    } catch (error) {
      if (error instanceof MissingSlots) return judgeMissing(error)
      throw error
    }
  }

  /**
   * Looks for a job, and looks again as soon as its socket has news of it, for as long as the next poll would wait. So
   * short jobs follow each other without a pause; if the socket is silent, polling continues as before.
   */
  const listen = async (
    promptId: string,
    job: EngineJob,
    signal: AbortSignal,
  ): Promise<{ found: Look; isHeardOut: boolean }> => {
    const until = clock.elapsed() + listenMs
    for (let isFirst = true; ; isFirst = false) {
      // Requested before the look, so that news in between is not missed.
      const early = progress.news(promptId)
      const found = await server.look(promptId, signal)
      // Once: if no socket can be opened, each attempt would fail at once.
      if (found.at === 'running' && isFirst) progress.watch(promptId, await weightsOf(job))
      if (found.at !== 'running' && found.at !== 'waiting') return { found, isHeardOut: false }
      const news = early ?? progress.news(promptId)
      const leftMs = until - clock.elapsed()
      if (news === undefined || listenMs === 0) return { found, isHeardOut: false }
      if (leftMs <= 0 || signal.aborted) return { found, isHeardOut: true }
      const enough = new AbortController()
      await Promise.race([news, clock.sleep(leftMs, AbortSignal.any([signal, enough.signal]))])
      enough.abort()
    }
  }

  /** Making it again costs nothing, and the caller still waits. */
  const restart = async (operation: ComfyOperation, job: EngineJob, watch: EngineWatch): Promise<EngineState> => {
    const { restarts = 0, missing = 0, ...rest } = operation
    if (missing + 1 < LOST_AFTER) return running({ ...operation, missing: missing + 1 })
    if (restarts >= MOST_RESTARTS)
      return {
        kind: 'failed',
        code: 'provider_lost_task',
        message: `ComfyUI lost the job ${restarts + 1} times, so it was not resent.`,
        final: true,
      }
    options.log.warn('ComfyUI lost a job; it is being resent', { taskId: job.taskId, baseURL, restarts: restarts + 1 })
    const state = await submitFilled(job, watch)
    if (state.kind === 'failed') return state.final ? state : running(operation, state.retryAfterMs ?? AWAY_CHECK_MS)
    return running({ ...rest, restarts: restarts + 1 })
  }

  const read = (entry: Json, job: EngineJob, { warnings = [], restarts = 0 }: ComfyOperation): EngineState => {
    const status = (entry['status'] ?? {}) as Json
    if (status['status_str'] === 'error') return judgeVerdict(explainFailure(status), undefined, judge.judging(job))
    const files = outputFiles(entry['outputs'], job.model.kind)
    if (files.length === 0)
      return {
        kind: 'failed',
        code: 'no_output',
        message: explainNothing(entry['outputs'], job.model.kind),
        final: true,
      }
    const again = restarts === 0 ? [] : ['ComfyUI lost the job, so it was restarted from the beginning']
    return {
      kind: 'done',
      outputs: files.map((file) => ({ content: view(file) })),
      warnings: [...warnings, ...again],
    }
  }

  const view = (file: OutputFile): EngineBytes => {
    const url = `${baseURL}/view?${new URLSearchParams({ ...file }).toString()}`
    let isSigned = false
    const open = async (signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>> => {
      const bytes = await transport.stream({ url, headers, ...(signal === undefined ? {} : { signal }) })
      // The graph is the operator's work, and names what else is on that machine.
      return options.keepMetadata === true ? bytes : stripMetadata(bytes, () => (isSigned = true))
    }
    return { from: 'stream', open, remarks: () => (isSigned ? [KEPT_WHOLE] : []) }
  }

  return {
    id: options.id,
    // A start looks for its own job first, so a second start adopts the job of the first.
    safeToRestart: true,
    givesPreviews: true,
    concurrency: options.concurrency,
    async start(job, watch) {
      const { signal } = watch
      const promptId = promptIdOf(job.startKey)
      const found = await server.look(promptId, signal)
      if (found.at === 'unclear') return judge.harmless(found.fact, job)
      if (found.at === 'nowhere') return submitFilled(job, watch)
      const { slots } = await readWorkflow(options.workflows, job.model.engineModel)
      const warnings = unusedBy(slots, job)
      return running(warnings.length === 0 ? { promptId } : { promptId, warnings }, askAgainMs)
    },
    async status(stored, job, watch) {
      const operation = asOperation(stored)
      const { promptId } = operation
      const { found, isHeardOut } = await listen(promptId, job, watch.signal)
      const picture = progress.takePreview(promptId)
      if (picture !== undefined) watch.onPreview?.(picture)
      switch (found.at) {
        case 'running':
        case 'waiting': {
          const { missing: _, ...known } = operation
          return running(known, isHeardOut ? 0 : CHECK_EVERY_MS)
        }
        case 'history':
          progress.forget(promptId)
          return read(found.entry, job, operation)
        case 'nowhere':
          return restart(operation, job, watch)
        case 'unclear': {
          // Unavailable is not lost: the job is looked for when the server is back.
          if (isAway(found.fact)) return { ...running(operation, AWAY_CHECK_MS), isAway: true }
          const judged = judgeStatus(found.fact, judge.judging(job))
          if (judged.kind === 'failed') return judged
          const isSilent = found.fact.status === undefined
          return { ...running(operation, judged.inMs), ...(isSilent ? { isAway: true } : {}) }
        }
      }
    },
    cancel(stored) {
      const { promptId } = asOperation(stored)
      progress.forget(promptId)
      return stopPrompt(server, promptId)
    },
    find: (startKey) => ({ promptId: promptIdOf(startKey) }),
    async probe(signal) {
      const found = await probeAddress(transport, { url: `${baseURL}/system_stats`, headers }, signal)
      if (!found.ok) return found
      const { models = [], workflows, modelSettings } = options
      return { ...found, more: await probeWorkflows({ server, models, workflows, modelSettings }, signal) }
    },
    async close() {
      progress.close()
      await transport.close()
    },
  }
}

function asOperation(stored: Operation): ComfyOperation {
  const { promptId, progress, missing, restarts, warnings } = stored as Partial<ComfyOperation>
  return {
    promptId: String(promptId),
    ...(progress === undefined ? {} : { progress }),
    ...(missing === undefined ? {} : { missing }),
    ...(restarts === undefined ? {} : { restarts }),
    ...(warnings === undefined ? {} : { warnings }),
  }
}
