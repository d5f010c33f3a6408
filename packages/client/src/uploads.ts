import { apiPromise, type ApiPromise } from './api-promise.ts'
import type {
  CreateUploadCreated,
  DeleteUploadAnswer,
  GetUploadAnswer,
  ListUploadsQuery,
  PutSignedUploadCreated,
  SignUploadBody,
  SignUploadCreated,
} from './api-types.ts'
import { type ApiError, MediagenError, NotFoundError } from './errors.ts'
import { type ImageInput, readInputs } from './image-input.ts'
import { listOf, type PagePromise } from './page.ts'
import { randomWord, systemRuntime, type Runtime } from './runtime.ts'
import { type CallOptions, openTransport, type Transport } from './transport.ts'

// For a clip over a slow connection.
const UPLOAD_TIMEOUT_MS = 600_000

export type Uploads = {
  /** Uploads a picture or a clip once. Pass the result, or its id, in later requests. */
  create(file: ImageInput, options?: CallOptions & { idempotencyKey?: string }): ApiPromise<CreateUploadCreated>
  /** A URL to which a page sends one file with `putUpload`, so the key stays on the server. */
  sign(wish?: SignUploadBody, options?: CallOptions): ApiPromise<SignUploadCreated>
  list(query?: ListUploadsQuery, options?: CallOptions): PagePromise<GetUploadAnswer>
  get(id: string, options?: CallOptions): ApiPromise<GetUploadAnswer>
  /** The bytes of an upload. */
  download(id: string, options?: CallOptions): Promise<Blob>
  delete(id: string, options?: CallOptions): ApiPromise<DeleteUploadAnswer>
}

export function uploadsOf(transport: Transport): Uploads {
  const path = '/api/ai/uploads'
  const pathOf = (id: string): string => `${path}/${encodeURIComponent(id)}`
  const get = { method: 'GET', repeatable: 'always' } as const

  const create: (
    ...args: Parameters<Uploads['create']>
  ) => Promise<{ data: CreateUploadCreated; response: Response }> = async (
    input,
    { idempotencyKey, ...options } = {},
  ) => {
    const [content, ...more] = await readInputs(input, options.signal)
    if (content === undefined || more.length > 0) throw new MediagenError('Pass one file per upload.')
    const body = typeof content === 'string' ? { json: { url: content } } : { file: content }
    const headers = { 'idempotency-key': idempotencyKey ?? `client-${randomWord(transport.runtime)}` }
    const call = { method: 'POST', path, headers, repeatable: 'always', timeoutMs: UPLOAD_TIMEOUT_MS } as const
    return transport.json<CreateUploadCreated>({ ...call, ...body }, options)
  }

  const remove = (id: string, options?: CallOptions) => {
    const doneBefore = (error: ApiError): DeleteUploadAnswer | undefined =>
      error instanceof NotFoundError ? { id, deleted: true } : undefined
    const call = { method: 'DELETE', path: pathOf(id), repeatable: 'always', doneBefore } as const
    return transport.json<DeleteUploadAnswer>(call, options)
  }
  return {
    create: (file, options) => apiPromise(create(file, options)),
    sign: (wish = {}, options) => {
      const call = { method: 'POST', path: `${path}/sign`, json: wish, repeatable: 'if refused' } as const
      return apiPromise(transport.json<SignUploadCreated>(call, options))
    },
    list: (query = {}, options) => listOf<GetUploadAnswer>(transport, { ...get, path, query }, options),
    get: (id, options) => apiPromise(transport.json<GetUploadAnswer>({ ...get, path: pathOf(id) }, options)),
    download: async (id, options) => {
      const headers = { accept: '*/*' }
      return (await transport.open({ ...get, path: `${pathOf(id)}/content`, headers }, options)).blob()
    },
    delete: (id, options) => apiPromise(remove(id, options)),
  }
}

export type PutOptions = Pick<CallOptions, 'signal' | 'timeoutMs' | 'maxRetries'> & { runtime?: Partial<Runtime> }

/** Sends a file to a URL from `uploads.sign`, from a page without a key. */
export async function putUpload(
  uploadUrl: string,
  file: Blob | ArrayBuffer | Uint8Array<ArrayBuffer>,
  { runtime, ...options }: PutOptions = {},
): Promise<PutSignedUploadCreated> {
  const { origin, pathname } = new URL(uploadUrl)
  const transport = openTransport({
    baseURL: origin,
    apiKey: null,
    maxRetries: 2,
    timeoutMs: UPLOAD_TIMEOUT_MS,
    headers: {},
    runtime: { ...systemRuntime, ...runtime },
  })
  // The URL works once, so a retry after a lost response would fail.
  const call = { method: 'PUT', path: pathname, file: new Blob([file]), repeatable: 'if refused' } as const
  return (await transport.json<PutSignedUploadCreated>(call, options)).data
}
