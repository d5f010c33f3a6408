import { createKey, ENVIRONMENT_KEY_ID, findKey, type KeyDeps } from '../../actions/keys/create-key.ts'
import {
  editKey,
  MOST_OVERLAP_MS,
  revokeKey,
  rotateKey,
  rotateWebhookSecret,
  USUAL_OVERLAP_MS,
} from '../../actions/keys/change-key.ts'
import { readAudit, type AuditDeps } from '../../actions/keys/read-audit.ts'
import { urlHere } from '../../compose/public-url.ts'
import type { Config } from '../../config.ts'
import { showable, signingSecrets, USUAL_SCOPES, type ApiKey } from '../../core/keys/api-key.ts'
import { COMMAND_LINE, type AuditChange, type AuditRecord, type AuditValue } from '../../core/keys/audit.ts'
import type { KeyChange } from '../../core/keys/key-settings.ts'
import { findProject } from '../../actions/projects/find-project.ts'
import { shownKey } from '../../core/keys/shown-key.ts'
import type { Given } from '../command.ts'
import { table, withoutEmpty } from '../table.ts'
import { UsageError } from '../exit-codes.ts'
import { readDuration, readSettings } from './key-settings.ts'
import { onStore } from './on-store.ts'
import { describeKey, inJson, lastUseOf, limitsInWords, minuteOf, stateOf, type ShowDeps } from './keys-in-words.ts'

export const VERBS = { create, list, show, edit, rotate, revoke, secret, audit } as const

/** Manages API keys, even while the service runs. */
export function keysCommand(verb: keyof typeof VERBS, given: Given): Promise<number> {
  return onStore((deps, config) => VERBS[verb](deps, given, config))
}

const isJson = (given: Given): boolean => given.flag('json') === true
const idOf = ({ args: [id = ''] }: Given): string => id

async function create(deps: KeyDeps, given: Given, config: Config): Promise<string> {
  const { name, ...settings } = await withProject(deps, readSettings(given, deps.clock.now()))
  if (name === undefined) throw new UsageError('Give the key a name of at most 100 characters: --name my-app')
  const { key, text } = await createKey(deps, { name, ...settings })
  const secrets = signingSecrets(key, deps.clock.now())
  if (isJson(given)) return inJson({ ...shownKey(key, deps.clock.now()), key: text, webhookSecret: secrets[0] ?? null })
  const base = config.publicUrl ?? config.serviceUrl ?? urlHere(config)
  return `${text}

This is the only time the key is shown. Id: ${key.id}
Webhook secret: ${secrets.join(' ')}
Console, signed in: ${base}/#key=${text}
`
}

async function edit(deps: ShowDeps, given: Given): Promise<string> {
  const id = idOf(given)
  const change = await withProject(deps, readSettings(given, deps.clock.now()))
  if (Object.keys(change).length === 0)
    throw new UsageError(`Specify a change, such as --rpm 60, --models all or --per-day none.`)
  const key = await editKey(deps, id, change, COMMAND_LINE)
  return isJson(given) ? inJson(shownKey(key, deps.clock.now())) : describeKey(deps, key)
}

/** Here, a project may be named by its id or its name. */
async function withProject(deps: KeyDeps, change: KeyChange): Promise<KeyChange> {
  if (change.project === undefined || change.project === null) return change
  return { ...change, project: (await findProject(deps, change.project, 'id or name')).id }
}

const HEAD = ['ID', 'NAME', 'KEY', 'STATE', 'SCOPES', 'MODELS', 'LIMITS', 'PROJECT', 'LAST USED']

async function list(deps: KeyDeps, given: Given): Promise<string> {
  const keys = await deps.store.keys.list()
  if (isJson(given)) return inJson(keys.map((key) => shownKey(key, deps.clock.now())))
  if (keys.length === 0) return 'There are no keys yet. Create one: keys create --name my-app\n'
  const now = deps.clock.now()
  const rows = withoutEmpty([HEAD, ...keys.map((key) => rowOf(key, now))])
  return table(rows, { columns: process.stdout.columns, whole: [0] })
}

/** Most keys have one of two sets of scopes; all their names would fill the line. */
function scopesInWords(scopes: ApiKey['scopes']): string {
  if (scopes.includes('admin')) return 'all'
  return USUAL_SCOPES.every((scope) => scopes.includes(scope)) ? 'all but admin' : scopes.join(',')
}

function rowOf(key: ApiKey, now: number): string[] {
  const forUsers = key.userLimits === null ? '' : `; each user: ${limitsInWords(key.userLimits)}`
  return [
    key.id,
    showable(key.name),
    key.hint,
    stateOf(key, now),
    scopesInWords(key.scopes),
    key.models?.map(showable).join(',') ?? 'all',
    limitsInWords(key.limits) + forUsers,
    key.project === null ? '–' : `${key.project} (${key.role ?? 'member'})`,
    lastUseOf(key),
  ]
}

async function show(deps: ShowDeps, given: Given): Promise<string> {
  const key = await findKey(deps, idOf(given))
  return isJson(given) ? inJson(shownKey(key, deps.clock.now())) : describeKey(deps, key)
}

async function rotate(deps: KeyDeps, given: Given): Promise<string> {
  const id = idOf(given)
  const overlap = given.text('overlap')
  const overlapMs = overlap === undefined ? USUAL_OVERLAP_MS : readDuration(overlap)
  if (overlapMs === undefined || overlapMs > MOST_OVERLAP_MS)
    throw new UsageError(`--overlap must be at most 90d, such as 24h or 30m, or 0 to end the old key immediately.`)
  const { key, text } = await rotateKey(deps, id, { overlapMs, actor: COMMAND_LINE })
  if (isJson(given)) return inJson({ ...shownKey(key, deps.clock.now()), key: text })
  const end =
    key.former === null ? 'The old key no longer works.' : `The old key works until ${minuteOf(key.former.until)}.`
  return `${text}\n\nThis is the only time the new key is shown. Id: ${key.id}\n${end}\n`
}

async function revoke(deps: KeyDeps, given: Given): Promise<string> {
  const id = idOf(given)
  await revokeKey(deps, id, COMMAND_LINE)
  if (isJson(given)) return inJson(shownKey(await findKey(deps, id), deps.clock.now()))
  const comesBack =
    id === ENVIRONMENT_KEY_ID ? ' Remove MEDIAGEN_API_KEY too; otherwise, the next start enables the key again.' : ''
  return `Revoked ${id}. Requests with it are refused from now on.${comesBack}\n`
}

async function secret(deps: KeyDeps, given: Given): Promise<string> {
  const key = await findKey(deps, idOf(given))
  if (given.flag('rotate') !== true) {
    const secrets = signingSecrets(key, deps.clock.now())
    return isJson(given) ? inJson({ secrets }) : `${secrets.join('\n')}\n`
  }
  const made = await rotateWebhookSecret(deps, key, COMMAND_LINE)
  return isJson(given)
    ? inJson({ secrets: [made] })
    : `${made}\n\nWebhooks are signed with both secrets for 24 hours.\n`
}

const USUAL_LIMIT = 50
const MOST = 10_000

async function audit(deps: AuditDeps, given: Given): Promise<string> {
  const limit = given.whole('limit', { least: 1, most: MOST }) ?? USUAL_LIMIT
  const ofOne = given.args.length === 0 ? {} : { keyId: idOf(given) }
  const { records, hasMore } = await readAudit(deps, { ...ofOne, limit })
  if (isJson(given)) return inJson(records.map(({ at, ...record }) => ({ at: at / 1000, ...record })))
  if (records.length === 0) return 'There are no changes yet.\n'
  const older = hasMore ? `\nTo show older entries, add --limit ${Math.min(limit * 10, MOST)}.\n` : ''
  return table([['AT', 'BY', 'ACTION', 'KEY', 'CHANGED'], ...records.map(auditRow)]) + older
}

function auditRow({ at, actor, action, keyId, changes }: AuditRecord): string[] {
  const by = actor.keyId === null ? actor.name : `${actor.keyId} (${showable(actor.name)})`
  return [minuteOf(at), by, action, keyId, changes.map(inWords).join('; ')]
}

function inWords({ field, from, to }: AuditChange): string {
  const words = (value: AuditValue): string => (MOMENTS.has(field) ? momentOf(value) : shown(value))
  return from === null && to !== null ? `${field}: ${words(to)}` : `${field}: ${words(from)} → ${words(to)}`
}

// Seconds since 1970, which nobody can read.
const MOMENTS = new Set(['expires', 'revoked', 'archived', 'raise.until', 'formerTextUntil', 'webhookSecretUntil'])

function momentOf(value: AuditValue): string {
  return typeof value === 'number' ? minuteOf(value * 1000) : shown(value)
}

function shown(value: AuditValue): string {
  if (value === null) return 'none'
  return showable(typeof value === 'object' ? value.join(',') : String(value))
}
