import { apiPromise, type ApiPromise } from './api-promise.ts'
import type {
  AuditEntry,
  CreateKeyBody,
  CreateKeyCreated,
  EditKeyBody,
  ListAuditQuery,
  ListKeysQuery,
  ManagedKey,
  RotateKeyAnswer,
  RotateKeyBody,
} from './api-types.ts'
import { listOf, type PagePromise } from './page.ts'
import type { CallOptions, Transport } from './transport.ts'

export type AdminKeys = {
  /** All keys, newest first. */
  list(query?: ListKeysQuery, options?: CallOptions): PagePromise<ManagedKey>
  get(id: string, options?: CallOptions): ApiPromise<ManagedKey>
  /** Makes a key; its text is in the answer and nowhere else, ever again. */
  create(wish: CreateKeyBody, options?: CallOptions): ApiPromise<CreateKeyCreated>
  /** Changes what a key may do and use: what is left out stays, null lifts a limit. */
  edit(id: string, change: EditKeyBody, options?: CallOptions): ApiPromise<ManagedKey>
  /** Gives a key another text; the old one works beside it until the overlap ends. */
  rotate(id: string, wish?: RotateKeyBody, options?: CallOptions): ApiPromise<RotateKeyAnswer>
  /** Ends a key for good, on every process within a second. */
  revoke(id: string, options?: CallOptions): ApiPromise<ManagedKey>
}

/** What operators do, with a key that has the scope `admin`. A program that makes pictures should not hold such a key. */
export type Admin = {
  readonly keys: AdminKeys
  /** Who changed what, newest first. */
  audit(query?: ListAuditQuery, options?: CallOptions): PagePromise<AuditEntry>
}

export function adminOf(transport: Transport): Admin {
  const keys = '/api/ai/admin/keys'
  const pathOf = (id: string): string => `${keys}/${encodeURIComponent(id)}`
  const get = { method: 'GET', repeatable: 'always' } as const
  // A key made twice would be a key that nobody knows of: repeated only where nothing was done.
  const once = { repeatable: 'if refused' } as const
  return {
    keys: {
      list: (query = {}, options) => listOf<ManagedKey>(transport, { ...get, path: keys, query }, options),
      get: (id, options) => apiPromise(transport.json({ ...get, path: pathOf(id) }, options)),
      create: (json, options) => apiPromise(transport.json({ ...once, method: 'POST', path: keys, json }, options)),
      edit: (id, json, options) =>
        apiPromise(transport.json({ method: 'PATCH', repeatable: 'always', path: pathOf(id), json }, options)),
      rotate: (id, json = {}, options) =>
        apiPromise(transport.json({ ...once, method: 'POST', path: `${pathOf(id)}/rotate`, json }, options)),
      revoke: (id, options) => apiPromise(transport.json({ ...once, method: 'DELETE', path: pathOf(id) }, options)),
    },
    audit: (query = {}, options) =>
      listOf<AuditEntry>(transport, { ...get, path: '/api/ai/admin/audit', query }, options),
  }
}
