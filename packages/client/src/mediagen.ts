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

// With increasing pauses, about eight seconds, by when a restarted service is back.
const MAX_RETRIES = 4
const TIMEOUT_MS = 60_000
const USUAL_URL = 'http://127.0.0.1:8080'

export type MediagenOptions = {
  /** Default: MEDIAGEN_API_KEY. Null in a page whose server adds the key with `mediagenProxy`. */
  apiKey?: string | null
  /** The URL of the service. Default: MEDIAGEN_URL, else the origin of the page, else http://127.0.0.1:8080. */
  baseURL?: string
  /** Default: MEDIAGEN_WEBHOOK_SECRET. Only `webhooks.unwrap` needs it. */
  webhookSecret?: string
  /** Retries after the first attempt, if retrying is safe. */
  maxRetries?: number
  /** The timeout of one attempt; generations have ten minutes unless a call sets its own timeout. */
  timeoutMs?: number
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>
  /** Replaces the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** System functions, which tests can replace. */
  runtime?: Partial<Runtime>
}

export type Models = {
  /** The requests of the service. */
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
  /** The keys of the project, for keys with the `owner` role. */
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

  /** The usage, by day and model. */
  usage(query: ListUsageQuery = {}, options?: CallOptions): PagePromise<UsageLine> {
    return listOf(this.#transport, { method: 'GET', path: '/api/ai/usage', query, repeatable: 'always' }, options)
  }

  /** The same usage, as CSV. */
  async usageCsv(query: ListUsageQuery = {}, options?: CallOptions): Promise<string> {
    return csvOf(this.#transport, '/api/ai/usage', query, options)
  }

  /** The cost of a generation: exact, as a range, or unknown. Nothing is generated. */
  estimate(params: EstimateParams, options?: CallOptions): ApiPromise<EstimateAnswer> {
    return apiPromise(askEstimate(this.#transport, params, options))
  }

  /** The permissions of the key. */
  me(options?: CallOptions): ApiPromise<GetMeAnswer> {
    return apiPromise(this.#transport.json({ method: 'GET', path: '/api/ai/me', repeatable: 'always' }, options))
  }

  /** The project of the key, with its limits and their usage. */
  project(options?: CallOptions): ApiPromise<Project> {
    return apiPromise(this.#transport.json({ method: 'GET', path: '/api/ai/project', repeatable: 'always' }, options))
  }

  /** The limits of the key and their current usage. */
  limits(options?: CallOptions): ApiPromise<GetLimitsAnswer> {
    return apiPromise(this.#transport.json({ method: 'GET', path: '/api/ai/limits', repeatable: 'always' }, options))
  }

  /**
   * Whether this service made a file. Pass the SHA-256 of its bytes in hex, or the file itself, which also finds copies of
   * pictures in another size, format or quality.
   */
  provenance(file: string | Blob, options?: CallOptions): ApiPromise<GetProvenanceAnswer> {
    const path = '/api/ai/provenance'
    const call: Call<GetProvenanceAnswer> =
      typeof file === 'string'
        ? { method: 'GET', path, query: { sha256: file }, repeatable: 'always' }
        : { method: 'POST', path, file, repeatable: 'always' }
    return apiPromise(this.#transport.json(call, options))
  }

  /** Whether the service is ready. If it is not, the error lists every problem. */
  readiness(options?: CallOptions): ApiPromise<GetReadinessAnswer> {
    return apiPromise(this.#transport.json({ method: 'GET', path: '/readyz', repeatable: 'always' }, options))
  }

  /** A task by its id, without a request, to continue the work of another process. */
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
