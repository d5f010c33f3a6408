import type { ApiKey } from './api-key.ts'

/** Who changed something: a key over HTTP, or somebody at the machine, who has no key. */
export type Actor = { keyId: string | null; name: string }

export const COMMAND_LINE: Actor = { keyId: null, name: 'command line' }
/** The settings with which a process was started. */
export const ENVIRONMENT: Actor = { keyId: null, name: 'environment' }

/** A key as the actor. */
export function actingKey({ id, name }: Pick<ApiKey, 'id' | 'name'>): Actor {
  return { keyId: id, name }
}

export const AUDIT_ACTIONS = [
  'create',
  'edit',
  'rotate',
  'revoke',
  'rotate webhook secret',
  'environment',
  'pause engine',
  'resume engine',
  'cancel task',
  'read task',
  'add local model',
  'remove local model',
  'sign in',
  'sign out',
  'create project',
  'edit project',
  'archive project',
  'restore project',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** One property, by the name and in the form that operators see; null is none. */
export type AuditChange = { field: string; from: AuditValue; to: AuditValue }
export type AuditValue = string | number | readonly string[] | null

/** Entries that concern no key have this instead of its id. */
export const NO_KEY = ''

/** A change, written together with the change itself. It never contains a key's value, a digest or a secret. */
export type AuditEntry = {
  at: number
  actor: Actor
  action: AuditAction
  /** The changed key, or the owner of the task; `NO_KEY` for an engine or a local model. */
  keyId: string
  changes: AuditChange[]
}

/** The same as stored; later ones have higher ids. */
export type AuditRecord = AuditEntry & { id: number }
