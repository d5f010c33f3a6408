import { apiPromise, type ApiPromise } from './api-promise.ts'
import type {
  AddLocalModelAccepted,
  AddLocalModelBody,
  AnyReceipt,
  AnyTask,
  AuditEntry,
  CreateKeyBody,
  CreateKeyCreated,
  CreateProjectBody,
  EditKeyBody,
  EditProjectBody,
  GetScaleAnswer,
  GetScaleQuery,
  GetSystemAnswer,
  KeyUsageLine,
  ListAllTasksQuery,
  ListAllUsageQuery,
  ListAuditQuery,
  ListEventsQuery,
  ListKeysQuery,
  ListLocalModelsAnswer,
  ListProjectsQuery,
  ListProvidersAnswer,
  ManagedKey,
  PauseEngineAnswer,
  Project,
  RemoveLocalModelAnswer,
  ResumeEngineAnswer,
  RotateKeyAnswer,
  RotateKeyBody,
  ServiceEvent,
} from './api-types.ts'
import { csvOf } from './csv.ts'
import { listOf, type PagePromise } from './page.ts'
import type { CallOptions, Transport } from './transport.ts'

export type AdminTasks = {
  /** Tasks of all keys, newest first. */
  list(query?: ListAllTasksQuery, options?: CallOptions): PagePromise<AnyTask>
  get(id: string, options?: CallOptions): ApiPromise<AnyReceipt>
  cancel(id: string, options?: CallOptions): ApiPromise<AnyReceipt>
}

export type AdminKeys = {
  /** All keys, newest first. */
  list(query?: ListKeysQuery, options?: CallOptions): PagePromise<ManagedKey>
  get(id: string, options?: CallOptions): ApiPromise<ManagedKey>
  /** Creates a key. Only this response contains the key itself. */
  create(wish: CreateKeyBody, options?: CallOptions): ApiPromise<CreateKeyCreated>
  /** Changes the permissions and limits of a key. Omitted fields stay unchanged; null removes a limit. */
  edit(id: string, change: EditKeyBody, options?: CallOptions): ApiPromise<ManagedKey>
  /** Replaces a key with a new one. The old key keeps working until the overlap ends. */
  rotate(id: string, wish?: RotateKeyBody, options?: CallOptions): ApiPromise<RotateKeyAnswer>
  /** Revokes a key permanently. It stops working in every process within a second. */
  revoke(id: string, options?: CallOptions): ApiPromise<ManagedKey>
}

export type AdminProjects = {
  /** All projects, newest first, with their usage of the limits. */
  list(query?: ListProjectsQuery, options?: CallOptions): PagePromise<Project>
  get(id: string, options?: CallOptions): ApiPromise<Project>
  /** Creates a project. Use `keys.create({ project })` to add keys to it. */
  create(wish: CreateProjectBody, options?: CallOptions): ApiPromise<Project>
  /** Omitted fields stay unchanged; null removes a limit; `archived: false` restores a project. */
  edit(id: string, change: EditProjectBody, options?: CallOptions): ApiPromise<Project>
  /** Archives a project: its keys cannot create anything, but nothing is deleted. */
  archive(id: string, options?: CallOptions): ApiPromise<Project>
}

export type AdminLocalModels = {
  /** Neural models on the service machine: available models, installed models, and downloads with their progress. */
  list(options?: CallOptions): ApiPromise<ListLocalModelsAnswer>
  /** Starts or resumes a download; `list` shows its progress. */
  add(wish: AddLocalModelBody, options?: CallOptions): ApiPromise<AddLocalModelAccepted>
  /** Removes a model, with the files that no other model needs, and stops its download. */
  remove(id: string, options?: CallOptions): ApiPromise<RemoveLocalModelAnswer>
}

/** Operator calls, which require a key with the `admin` scope. A program that only creates images should not use such a key. */
export type Admin = {
  readonly keys: AdminKeys
  readonly projects: AdminProjects
  readonly tasks: AdminTasks
  readonly localModels: AdminLocalModels
  /** The audit log, newest first. */
  audit(query?: ListAuditQuery, options?: CallOptions): PagePromise<AuditEntry>
  /** Events about budgets, engines, models, webhooks and keys, newest first. */
  events(query?: ListEventsQuery, options?: CallOptions): PagePromise<ServiceEvent>
  /** The usage of each key, by day and model. */
  usage(query?: ListAllUsageQuery, options?: CallOptions): PagePromise<KeyUsageLine>
  /** The same usage, as CSV. */
  usageCsv(query?: ListAllUsageQuery, options?: CallOptions): Promise<string>
  /** The system status: queues, workers, engines, database, files, webhooks. */
  system(options?: CallOptions): ApiPromise<GetSystemAnswer>
  /** Providers with ready-made models, and the environment variables that turn each of them on. */
  providers(options?: CallOptions): ApiPromise<ListProvidersAnswer>
  /** The number of model servers and workers, and how many the current work would keep busy. */
  scale(query?: GetScaleQuery, options?: CallOptions): ApiPromise<GetScaleAnswer>
  /** Stops an engine from starting new tasks, in all processes and across restarts, until it is resumed. */
  pauseEngine(id: string, reason: string, options?: CallOptions): ApiPromise<PauseEngineAnswer>
  resumeEngine(id: string, options?: CallOptions): ApiPromise<ResumeEngineAnswer>
}

const get = { method: 'GET', repeatable: 'always' } as const
// A second key would be a key that nobody knows of, so the call is repeated only if nothing was done.
const once = { repeatable: 'if refused' } as const

/** Keys at a path: all keys for operators, the keys of a project for its owners. */
export function keysAt(transport: Transport, keys: string): AdminKeys {
  const pathOf = (id: string): string => `${keys}/${encodeURIComponent(id)}`
  return {
    list: (query = {}, options) => listOf<ManagedKey>(transport, { ...get, path: keys, query }, options),
    get: (id, options) => apiPromise(transport.json({ ...get, path: pathOf(id) }, options)),
    create: (json, options) => apiPromise(transport.json({ ...once, method: 'POST', path: keys, json }, options)),
    edit: (id, json, options) =>
      apiPromise(transport.json({ method: 'PATCH', repeatable: 'always', path: pathOf(id), json }, options)),
    rotate: (id, json = {}, options) =>
      apiPromise(transport.json({ ...once, method: 'POST', path: `${pathOf(id)}/rotate`, json }, options)),
    revoke: (id, options) => apiPromise(transport.json({ ...once, method: 'DELETE', path: pathOf(id) }, options)),
  }
}

function projectsOf(transport: Transport): AdminProjects {
  const projects = '/api/ai/admin/projects'
  const pathOf = (id: string): string => `${projects}/${encodeURIComponent(id)}`
  return {
    list: (query = {}, options) => listOf<Project>(transport, { ...get, path: projects, query }, options),
    get: (id, options) => apiPromise(transport.json({ ...get, path: pathOf(id) }, options)),
    create: (json, options) => apiPromise(transport.json({ ...once, method: 'POST', path: projects, json }, options)),
    edit: (id, json, options) =>
      apiPromise(transport.json({ method: 'PATCH', repeatable: 'always', path: pathOf(id), json }, options)),
    archive: (id, options) =>
      apiPromise(transport.json({ method: 'DELETE', repeatable: 'always', path: pathOf(id) }, options)),
  }
}

export function adminOf(transport: Transport): Admin {
  const keys = '/api/ai/admin/keys'
  const tasks = '/api/ai/admin/tasks'
  const models = '/api/ai/admin/local-models'
  // Doing it twice has the same effect as once.
  const engine = <Answer>(id: string, what: 'pause' | 'resume', options?: CallOptions, json?: object) => {
    const path = `/api/ai/admin/engines/${encodeURIComponent(id)}/${what}`
    const call = { method: 'POST', repeatable: 'always', path, ...(json === undefined ? {} : { json }) } as const
    return apiPromise(transport.json<Answer>(call, options))
  }
  return {
    keys: keysAt(transport, keys),
    projects: projectsOf(transport),
    tasks: {
      list: (query = {}, options) => listOf(transport, { ...get, path: tasks, query }, options),
      get: (id, options) => apiPromise(transport.json({ ...get, path: `${tasks}/${encodeURIComponent(id)}` }, options)),
      cancel: (id, options) =>
        apiPromise(
          transport.json({ ...once, method: 'POST', path: `${tasks}/${encodeURIComponent(id)}/cancel` }, options),
        ),
    },
    localModels: {
      list: (options) => apiPromise(transport.json({ ...get, path: models }, options)),
      add: (json, options) =>
        apiPromise(transport.json({ method: 'POST', repeatable: 'always', path: models, json }, options)),
      remove: (id, options) =>
        apiPromise(transport.json({ ...once, method: 'DELETE', path: `${models}/${encodeURIComponent(id)}` }, options)),
    },
    audit: (query = {}, options) =>
      listOf<AuditEntry>(transport, { ...get, path: '/api/ai/admin/audit', query }, options),
    events: (query = {}, options) =>
      listOf<ServiceEvent>(transport, { ...get, path: '/api/ai/admin/events', query }, options),
    usage: (query = {}, options) =>
      listOf<KeyUsageLine>(transport, { ...get, path: '/api/ai/admin/usage', query }, options),
    usageCsv: (query = {}, options) => csvOf(transport, '/api/ai/admin/usage', query, options),
    system: (options) => apiPromise(transport.json({ ...get, path: '/api/ai/admin/system' }, options)),
    providers: (options) => apiPromise(transport.json({ ...get, path: '/api/ai/admin/providers' }, options)),
    scale: (query = {}, options) => apiPromise(transport.json({ ...get, path: '/api/ai/admin/scale', query }, options)),
    pauseEngine: (id, reason, options) => engine(id, 'pause', options, { reason }),
    resumeEngine: (id, options) => engine(id, 'resume', options),
  }
}
