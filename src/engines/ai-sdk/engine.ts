import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from '../../core/errors.ts'
import type { TaskKind } from '../../core/tasks/model.ts'
import type { Operation } from '../../core/tasks/task.ts'
import type { Engine, EngineBytes, EngineFailure, EngineJob, EngineState, EngineWatch } from '../../ports/engine.ts'
import type { Clock, Log } from '../../ports/runtime.ts'
import { exchange } from '../transport/exchange.ts'
import type { Fact } from '../failures/answer-facts.ts'
import { judgeEmpty, judgeStart, judgeStatus, judgeVerdict, type Judging, mayRepeat } from '../failures/failure.ts'
import { CANCEL_WITHIN_MS, judgeCancel } from '../failures/judge-cancel.ts'
import { isLineTrouble } from '../transport/connection.ts'
import { probeAddress } from '../probe.ts'
import { quote, withoutHidden } from '../failures/quote.ts'
import { discardParts, type Spool } from '../transport/put-aside.ts'
import { openTransport, QUESTION_MS } from '../transport/transport.ts'
import type { ModelSettings } from '../model-settings.ts'
import { imageCall, videoCall } from './call-options.ts'
import { droppedOptions, seedWarning } from './call-warnings.ts'
import type { ProviderRow, SdkProvider, VideoModel } from './provider-row.ts'
import { imageOutputs, videoOutputs, warningLines } from './read-result.ts'
import { isAtHome } from './same-site.ts'
import { openWire, Parked, ProviderVerdict, type StartAnswer, type Wire, type WireOptions } from './wire.ts'

export type AiSdkOptions = {
  id: string
  row: ProviderRow
  /** Values for the package's settings, such as `apiKey` and `baseURL`. */
  settings: Readonly<Record<string, string>>
  concurrency: number
  clock: Clock
  log: Log
  /** Receives large parts of answers, so that a clip inside one takes disk and not memory. */
  spool?: Spool | undefined
  /** The config of a model, beyond what callers see. */
  modelSettings: (kind: TaskKind, id: string) => ModelSettings
}

// Pictures take seconds, clips minutes.
const CHECK_EVERY_MS = { image: 1_500, video: 5_000 } as const

type Visit = { job: EngineJob; watch: EngineWatch; wire: Wire; provider: SdkProvider; settings: ModelSettings }
type Tried = Pick<Visit, 'job' | 'watch'>

/** What is stored of a job: the package's own operation, or the answer with which its call can be continued. */
type StoredOperation =
  | { way: 'operation'; operation: unknown; warnings: string[] }
  | { way: 'answer'; answer: StartAnswer; warnings: string[] }

/** Any AI SDK provider as an engine: started once, polled now and then, never waited for inside a call. */
export function aiSdkEngine(options: AiSdkOptions): Engine {
  const { row, clock } = options
  const transport = openTransport({ clock, spool: options.spool })
  const { baseURL } = options.settings
  const secrets = secretsIn(options.settings)
  const judging = ({ prompt }: EngineJob): Judging => ({
    provider: row.name,
    now: clock.now(),
    secrets,
    prompt,
    ...(row.starts === undefined ? {} : { starts: row.starts }),
  })

  // One provider for the life of the engine, because some fetch and keep their own token; each call has its own wire.
  const calling = new AsyncLocalStorage<Wire>()
  const viaItsWire: typeof globalThis.fetch = (input, init) => {
    const wire = calling.getStore()
    if (wire === undefined) throw new Error(`${row.name} was called outside a job`)
    return wire.fetch(input, init)
  }
  let loading: Promise<SdkProvider> | undefined
  const load = async (): Promise<SdkProvider> => {
    try {
      return await (loading ??= row.load({ ...options.settings, fetch: viaItsWire }))
    } catch (error) {
      loading = undefined
      throw error
    }
  }

  // A URL on the server that the operator named is read directly, without a guard; any other may come from anyone.
  const open = (url: string): EngineBytes =>
    baseURL !== undefined && URL.parse(url)?.origin === URL.parse(baseURL)?.origin
      ? { from: 'stream', open: (signal) => transport.stream({ url, ...(signal === undefined ? {} : { signal }) }) }
      : { from: 'url', url }

  const visit = async (
    job: EngineJob,
    watch: EngineWatch,
    how: Pick<WireOptions, 'mode' | 'replay' | 'headersMs'>,
  ): Promise<Visit> => {
    const wire = openWire({ transport, row, baseURL, ...how })
    const provider = await load()
    return { job, watch, wire, provider, settings: options.modelSettings(job.model.kind, job.model.id) }
  }

  const running = (job: EngineJob, stored: StoredOperation, checkAgainMs?: number, progress?: number): EngineState => ({
    kind: 'running',
    operation: stored,
    checkAgainMs: checkAgainMs ?? CHECK_EVERY_MS[job.model.kind],
    ...(progress === undefined ? {} : { progress }),
  })

  /** Runs a call whose answer is the result itself, or stops where it would begin to wait. */
  const generate = async (call: Visit, replay: boolean, before: readonly string[] = []): Promise<EngineState> => {
    const { job, wire, watch } = call
    const common = { abortSignal: watch.signal, headers: startHeaders(row, job) }
    if (job.model.kind === 'image') {
      const model = call.provider.imageModel?.(job.model.engineModel)
      if (model === undefined) throw new Error(`${row.name} has no image models`)
      const asked = { ...(await imageCall(row, call.settings, job, replay)), ...common }
      const result = await calling.run(wire, () => model.doGenerate(asked))
      const outputs = imageOutputs(result.images, { open, behind: wire.behind })
      return finished(outputs, [...before, ...warningLines(result.warnings)], call)
    }
    const model = videoModelOf(call)
    const asked = { ...(await videoCall(row, call.settings, job, replay)), ...common }
    const result = await calling.run(wire, async () => model.doGenerate?.(asked))
    if (result === undefined) throw new Error(`${row.name} cannot make this clip in one call`)
    const outputs = videoOutputs(result.videos, result.providerMetadata, { open, behind: wire.behind })
    return finished(outputs, [...before, ...warningLines(result.warnings)], call)
  }

  const finished = async (
    outputs: ReturnType<typeof videoOutputs>,
    warnings: string[],
    call: Pick<Visit, 'wire' | 'job' | 'settings'>,
  ): Promise<EngineState> => {
    const { wire, job } = call
    await discardParts(wire.parts, outputs)
    if (outputs.length === 0) return judgeEmpty(wire.last(), judging(job))
    const dropped = await droppedOptions(row, call, wire.bodies)
    return { kind: 'done', outputs, warnings: [...warnings, ...seedWarning(job), ...dropped] }
  }

  const startVideo = async (job: EngineJob, watch: EngineWatch, tell: (wire: Wire) => void): Promise<EngineState> => {
    const call = await visit(job, watch, { mode: 'single' })
    const model = videoModelOf(call)
    if (model.doStart === undefined) {
      const whole = await visit(job, watch, { mode: 'whole' })
      tell(whole.wire)
      return generate(whole, false)
    }
    tell(call.wire)
    const asked = await videoCall(row, call.settings, job, false)
    const start = { ...asked, abortSignal: watch.signal, headers: startHeaders(row, job) }
    const started = await calling.run(call.wire, async () => model.doStart?.(start))
    if (started === undefined) throw new Error(`${row.name} does not support starting clips as jobs`)
    const warnings = [...warningLines(started.warnings), ...(await droppedOptions(row, call, call.wire.bodies))]
    return running(job, { way: 'operation', operation: started.operation, warnings })
  }

  const askVideo = async (call: Visit, stored: StoredOperation & { way: 'operation' }): Promise<EngineState> => {
    const { job, watch, wire } = call
    const model = videoModelOf(call)
    const question = { operation: stored.operation as never, abortSignal: watch.signal }
    const state = await calling.run(wire, async () => model.doStatus?.(question))
    if (state === undefined) throw new Error(`${row.name} does not support polling clips`)
    const fact = wire.last()
    switch (state.status) {
      case 'pending': {
        const verdict = row.verdict?.({ status: fact?.status ?? 200, json: jsonIn(fact?.body) })
        if (verdict !== undefined) throw new ProviderVerdict(verdict.code as ProviderVerdict['code'], verdict.reason)
        return running(job, stored, undefined, progressIn(fact?.body))
      }
      case 'completed': {
        const outputs = videoOutputs(state.videos, state.providerMetadata, { open, behind: wire.behind })
        return finished(outputs, [...stored.warnings, ...warningLines(state.warnings)], call)
      }
      case 'error':
        return failedVideo(state.error, fact, job)
    }
  }

  const failedVideo = (reason: string, fact: Fact | undefined, job: EngineJob): EngineState => {
    const failure = row.promise?.failure({ status: fact?.status ?? 500, json: jsonIn(fact?.body) })
    if (failure !== undefined) throw new ProviderVerdict('provider_error', failure)
    // Some packages report a temporary network error this way; the actual traffic tells the two apart.
    if (Object.keys(jsonIn(fact?.body)).length === 0 || fact?.status === undefined || fact.status >= 400)
      throw new Error(reason)
    return judgeVerdict(reason, fact, judging(job))
  }

  const afterTrouble = (error: unknown, wire: Wire | undefined, { job, watch }: Tried): EngineFailure | undefined => {
    // Our own disk is full, so nobody else is at fault. A job is asked for again; an answer to a start is lost.
    if (watch.signal.aborted || error instanceof AppError) throw error
    // Callers get our own sentence; the package's words are for the operator.
    options.log.info('a provider call went wrong', {
      engine: options.id,
      status: wire?.last()?.status,
      said: quote(wire?.last()?.body ?? '', judging(job)),
      detail: withoutHidden(describe(error), judging(job)).slice(0, LONGEST_DETAIL),
    })
    if (!(error instanceof ProviderVerdict)) return undefined
    if (error.code === 'provider_error') return judgeVerdict(error.message, wire?.last(), judging(job))
    if (error.code === 'content_policy_violation') return judgeVerdict('Content Moderated', undefined, judging(job))
    return { kind: 'failed', code: error.code, message: `${row.name} no longer knows the job.`, final: false }
  }

  return {
    id: options.id,
    safeToRestart: row.idempotent === true,
    concurrency: options.concurrency,
    async start(job, watch) {
      let wire: Wire | undefined
      try {
        if (job.model.kind === 'video') return await startVideo(job, watch, (opened) => (wire = opened))
        const call = await visit(job, watch, { mode: 'whole' })
        wire = call.wire
        return await generate(call, false)
      } catch (error) {
        if (error instanceof Parked) {
          const settings = options.modelSettings(job.model.kind, job.model.id)
          const warnings = await droppedOptions(row, { job, settings }, wire?.bodies ?? [])
          return running(job, { way: 'answer', answer: error.answer, warnings })
        }
        await discardParts(wire?.parts ?? [], [])
        const known = afterTrouble(error, wire, { job, watch })
        if (known !== undefined) return known
        const judged = judgeStart(wire?.last() ?? (isLineTrouble(error) ? { sent: false } : undefined), judging(job))
        return row.idempotent === true ? mayRepeat(judged) : judged
      }
    },
    async status(operation, job, watch) {
      const stored = operation as StoredOperation
      let wire: Wire | undefined
      try {
        const how =
          stored.way === 'answer' ? { mode: 'whole' as const, replay: stored.answer } : { mode: 'single' as const }
        const call = await visit(job, watch, { ...how, headersMs: QUESTION_MS })
        wire = call.wire
        return stored.way === 'operation' ? await askVideo(call, stored) : await generate(call, true, stored.warnings)
      } catch (error) {
        if (error instanceof Parked) return running(job, stored)
        await discardParts(wire?.parts ?? [], [])
        const known = afterTrouble(error, wire, { job, watch })
        if (known !== undefined) return known
        const judged = judgeStatus(wire?.last(), judging(job))
        return judged.kind === 'failed' ? judged : running(job, stored, judged.inMs)
      }
    },
    async cancel(operation: Operation) {
      const asked = row.cancel?.(innerOf(operation), baseURL ?? row.home)
      const key = options.settings['apiKey'] ?? options.settings['apiToken']
      if (asked === undefined || key === undefined || row.authorization === undefined) return 'cannot'
      const url = row.route?.(asked.url, baseURL) ?? asked.url
      // An answer named it: the key is only for the provider.
      if (!isAtHome(url, [baseURL, row.home])) return 'cannot'
      const headers = { authorization: row.authorization(key) }
      const signal = AbortSignal.timeout(CANCEL_WITHIN_MS)
      const { fact } = await exchange(transport, { method: asked.method, url, headers, signal })
      return row.cancelled?.({ status: fact.status ?? 0, json: jsonIn(fact.body) }) ?? judgeCancel(fact)
    },
    probe: (signal) => {
      const asked = row.check?.(options.settings) ?? { url: baseURL ?? row.home }
      return probeAddress(transport, { ...asked, ...(row.shutdowns && { shutdowns: row.shutdowns }) }, signal)
    },
    close: () => transport.close(),
  }
}

const LONGEST_DETAIL = 500

function innerOf(operation: Operation): Operation {
  return ((operation['way'] === 'operation' ? operation['operation'] : operation) ?? {}) as Operation
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

// Settings that say where a provider is. Anything else may be a secret, including the settings of a new row.
const NO_SECRETS: ReadonlySet<string> = new Set(['baseURL', 'project', 'location', 'region', 'resourceName'])

function secretsIn(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => (NO_SECRETS.has(name) ? [] : [value]))
}

function videoModelOf({ provider, job }: Pick<Visit, 'provider' | 'job'>): VideoModel {
  const model = provider.videoModel?.(job.model.engineModel)
  if (model === undefined) throw new Error(`the provider of ${job.model.id} has no video models`)
  return model
}

function startHeaders(row: ProviderRow, job: EngineJob): Record<string, string> {
  return row.idempotent === true ? { 'idempotency-key': job.startKey } : {}
}

function progressIn(body: string | undefined): number | undefined {
  const progress = jsonIn(body)['progress']
  return typeof progress === 'number' && progress > 0 && progress <= 100 ? progress : undefined
}

function jsonIn(body: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(body ?? '')
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
