import { adminOf, keysAt, type Admin, type AdminKeys } from './admin.ts'
import { apiPromise, type ApiPromise } from './api-promise.ts'
import type {
  EstimateAnswer,
  GetLimitsAnswer,
  GetMeAnswer,
  Project,
  GetProvenanceAnswer,
  GetReadinessAnswer,
  ListModelsQuery,
  ListUsageQuery,
  Model,
  UsageLine,
} from './api-types.ts'
import { csvOf } from './csv.ts'
import { askEstimate, type EstimateParams } from './estimate.ts'
import { imagesOf, type Images } from './images.ts'
import { listOf, type PagePromise } from './page.ts'
import { systemRuntime, type Runtime } from './runtime.ts'
import { TaskHandle } from './task-handle.ts'
import { tasksOf, type Tasks } from './tasks.ts'
import { openTransport, type Call, type CallOptions, type Transport } from './transport.ts'
import { uploadsOf, type Uploads } from './uploads.ts'
import { videosOf, type Videos } from './videos.ts'
import { webhooksOf, type Webhooks } from './webhooks.ts'

// With growing pauses some eight seconds: a service that is restarted is back by then.
const MAX_RETRIES = 4
const TIMEOUT_MS = 60_000
const USUAL_URL = 'http://127.0.0.1:8080'

export type MediagenOptions = {
  /** MEDIAGEN_API_KEY unless given; null in a page whose server adds it with `mediagenProxy`. */
  apiKey?: string | null
  /** Where the service is: MEDIAGEN_URL unless given, else a page's own origin, else http://127.0.0.1:8080. */
  baseURL?: string
  /** MEDIAGEN_WEBHOOK_SECRET unless given; only `webhooks.unwrap` needs it. */
  webhookSecret?: string
  /** Attempts after the first, where repeating is safe. */
  maxRetries?: number
  /** How long one attempt may take; generations have ten minutes unless a call says otherwise. */
  timeoutMs?: number
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>
  /** In place of the global one. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** What is taken from the machine; tests put their own in place. */
  runtime?: Partial<Runtime>
}

export type Models = {
  /** What can be asked for. */
  list(query?: ListModelsQuery, options?: CallOptions): PagePromise<Model>
}

/** The client of a mediagen service. */
export class Mediagen {
  readonly baseURL: string
  readonly images: Images
  readonly videos: Videos
  readonly tasks: Tasks
  readonly models: Models
  readonly uploads: Uploads
  readonly webhooks: Webhooks
  readonly admin: Admin
  /** The keys of the project, for keys with the role `owner`. */
  readonly projectKeys: AdminKeys
  readonly #transport: Transport

  constructor(options: MediagenOptions = {}) {
    const runtime: Runtime = { ...systemRuntime, ...options.runtime, ...(options.fetch && { fetch: options.fetch }) }
    const base = options.baseURL ?? runtime.variable('MEDIAGEN_URL') ?? originOfPage() ?? USUAL_URL
    this.baseURL = base.replace(/\/+$/, '')
    const transport = openTransport({
      baseURL: this.baseURL,
      apiKey: options.apiKey === null ? null : (options.apiKey ?? runtime.variable('MEDIAGEN_API_KEY')),
      maxRetries: options.maxRetries ?? MAX_RETRIES,
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
      headers: options.headers ?? {},
      runtime,
    })
    this.#transport = transport
    this.tasks = tasksOf(transport)
    this.images = imagesOf(transport, this.tasks)
    this.videos = videosOf(transport, this.tasks)
    this.uploads = uploadsOf(transport)
    this.webhooks = webhooksOf(transport, options.webhookSecret ?? runtime.variable('MEDIAGEN_WEBHOOK_SECRET'))
    this.admin = adminOf(transport)
    this.projectKeys = keysAt(transport, '/api/ai/project/keys')
    this.models = {
      list: (query = {}, call) =>
        listOf<Model>(transport, { method: 'GET', path: '/api/ai/models', query, repeatable: 'always' }, call),
    }
  }

  /** What was used, by day and model. */
  usage(query: ListUsageQuery = {}, options?: CallOptions): PagePromise<UsageLine> {
    return listOf(this.#transport, { method: 'GET', path: '/api/ai/usage', query, repeatable: 'always' }, options)
  }

  /** The same as a table for spreadsheets. */
  async usageCsv(query: ListUsageQuery = {}, options?: CallOptions): Promise<string> {
    return csvOf(this.#transport, '/api/ai/usage', query, options)
  }

  /** What a generation would cost: exactly, between two amounts, or unknown. Nothing is made. */
  estimate(params: EstimateParams, options?: CallOptions): ApiPromise<EstimateAnswer> {
    return apiPromise(askEstimate(this.#transport, params, options))
  }

  /** What the key may do. */
  me(options?: CallOptions): ApiPromise<GetMeAnswer> {
    return apiPromise(this.#transport.json({ method: 'GET', path: '/api/ai/me', repeatable: 'always' }, options))
  }

  /** The project of the key, with its limits and what is taken of them. */
  project(options?: CallOptions): ApiPromise<Project> {
    return apiPromise(this.#transport.json({ method: 'GET', path: '/api/ai/project', repeatable: 'always' }, options))
  }

  /** What the key may use, and what is taken of it now. */
  limits(options?: CallOptions): ApiPromise<GetLimitsAnswer> {
    return apiPromise(this.#transport.json({ method: 'GET', path: '/api/ai/limits', repeatable: 'always' }, options))
  }

  /**
   * Whether a file was made by this service, by the SHA-256 of its bytes in hex; or by the file itself, which also finds
   * copies of pictures in another size, format or quality.
   */
  provenance(file: string | Blob, options?: CallOptions): ApiPromise<GetProvenanceAnswer> {
    const path = '/api/ai/provenance'
    const call: Call<GetProvenanceAnswer> =
      typeof file === 'string'
        ? { method: 'GET', path, query: { sha256: file }, repeatable: 'always' }
        : { method: 'POST', path, file, repeatable: 'always' }
    return apiPromise(this.#transport.json(call, options))
  }

  /** Whether the service can work; the error of one that cannot says all that is wrong. */
  readiness(options?: CallOptions): ApiPromise<GetReadinessAnswer> {
    return apiPromise(this.#transport.json({ method: 'GET', path: '/readyz', repeatable: 'always' }, options))
  }

  /** A task by its id, without a request: to carry on what another process began. */
  handle(id: string): TaskHandle {
    return new TaskHandle(this.#transport, this.tasks, id)
  }
}

function originOfPage(): string | undefined {
  const { location } = globalThis as { location?: { origin?: string } }
  return location?.origin?.startsWith('http') === true ? location.origin : undefined
}

export type { Admin, AdminKeys, AdminLocalModels, AdminProjects, AdminTasks } from './admin.ts'
export type * from './api-types.ts'
export type { Answered, ApiPromise } from './api-promise.ts'
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  IntegrityError,
  InvalidRequestError,
  MediagenError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TaskFailedError,
  TimeoutError,
  WebhookVerificationError,
} from './errors.ts'
export type { EstimateParams } from './estimate.ts'
export type { GenerationOptions } from './generation.ts'
export {
  fileFrom,
  type ImageInput,
  type ImageItem,
  type NamedInput,
  type UploadedInput,
  type VideoInput,
} from './image-input.ts'
export type { GenerateOptions, ImageParams, Images, ImageTaskParams } from './images.ts'
export { MediaFile } from './media-file.ts'
export { MediaResult, type FailedTask } from './media-result.ts'
export type { Page, PagePromise } from './page.ts'
export { mediagenProxy, type ProxyOptions } from './proxy.ts'
export type { Runtime } from './runtime.ts'
export { TaskHandle } from './task-handle.ts'
export type { TaskSummary } from './task-summary.ts'
export type { Tasks } from './tasks.ts'
export type { CallOptions } from './transport.ts'
export type { ReceivedWebhook, UnwrapOptions } from './unwrap-webhook.ts'
export { putUpload, type PutOptions, type Uploads } from './uploads.ts'
export type { GenerateVideoOptions, VideoParams, Videos } from './videos.ts'
export type { WaitOptions } from './wait-for-task.ts'
export type { WatchOptions } from './watch-task.ts'
export type { SignOptions, WebhookHeaders, Webhooks } from './webhooks.ts'
