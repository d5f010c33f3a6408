import { parseArgs } from 'node:util'
import { createKey, type KeyDeps, type NewKey } from '../../actions/create-key.ts'
import { revokeKey } from '../../actions/revoke-key.ts'
import { rotateWebhookSecret } from '../../actions/rotate-webhook-secret.ts'
import { processEnvironment, readConfig } from '../../config.ts'
import { isShowable, isUsable, SCOPES, showable, signingSecrets, type ApiKey, type Scope } from '../../core/api-key.ts'
import { systemClock, systemRandom } from '../../runtime/system.ts'
import { openStore } from '../../store/open-store.ts'
import { table } from '../table.ts'
import { UsageError } from '../usage-error.ts'

/** Makes, lists and revokes API keys, also while the service runs. */
export async function keysCommand(argv: readonly string[]): Promise<number> {
  const [verb = '', ...rest] = argv
  const { dataDir, databaseUrl } = readConfig(processEnvironment())
  const store = await openStore({ dataDir, url: databaseUrl?.reveal() })
  const deps: KeyDeps = { store, clock: systemClock, random: systemRandom }
  try {
    process.stdout.write(await perform(deps, verb, rest))
    return 0
  } finally {
    await store.close()
  }
}

async function perform(deps: KeyDeps, verb: string, rest: string[]): Promise<string> {
  switch (verb) {
    case 'create':
      return create(deps, rest)
    case 'list':
      return list(await deps.store.keys.list(), deps.clock.now())
    case 'revoke':
      await revokeKey(deps, oneId(rest))
      return `Revoked ${rest[0]}. Requests with it are refused from now on.\n`
    case 'secret':
      return secret(deps, rest)
    default:
      throw new UsageError(`'keys' takes create, list, revoke or secret.`)
  }
}

async function create(deps: KeyDeps, argv: string[]): Promise<string> {
  const options = {
    name: { type: 'string' },
    scopes: { type: 'string' },
    models: { type: 'string' },
    expires: { type: 'string' },
  } as const
  const { values } = parse(() => parseArgs({ args: argv, options }))
  const name = values.name?.trim() ?? ''
  if (name === '' || name.length > 100)
    throw new UsageError('Give the key a name of at most 100 characters: --name my-app')
  if (!isShowable(name))
    throw new UsageError('The name of a key must not hold line breaks or other control characters.')
  const wish: NewKey = { name }
  if (values.scopes !== undefined) wish.scopes = readScopes(values.scopes)
  if (values.models !== undefined) wish.models = split(values.models)
  if (values.expires !== undefined) wish.expiresAt = readDate(values.expires, deps.clock.now())
  const { key, text } = await createKey(deps, wish)
  return `${text}\n\nThis is the only time the key is shown. Id: ${key.id}\nWebhook secret: ${signingSecrets(key, deps.clock.now()).join(' ')}\n`
}

async function secret(deps: KeyDeps, argv: string[]): Promise<string> {
  const options = { rotate: { type: 'boolean' } } as const
  const { values, positionals } = parse(() => parseArgs({ args: argv, options, allowPositionals: true }))
  const id = oneId(positionals)
  const key = await deps.store.keys.find(id)
  if (key === undefined) throw new UsageError(`There is no key with the id '${id}'.`)
  if (values.rotate === true)
    return `${await rotateWebhookSecret(deps, key)}\n\nThe old secret signs beside it for 24 hours.\n`
  return `${signingSecrets(key, deps.clock.now()).join('\n')}\n`
}

function list(keys: ApiKey[], now: number): string {
  if (keys.length === 0) return 'There are no keys yet. Make one: keys create --name my-app\n'
  const rows = keys.map((key) => [
    key.id,
    showable(key.name),
    key.hint,
    stateOf(key, now),
    key.scopes.join(','),
    key.models?.join(',') ?? 'all models',
  ])
  return table([['ID', 'NAME', 'KEY', 'STATE', 'SCOPES', 'MODELS'], ...rows])
}

function stateOf(key: ApiKey, now: number): string {
  if (key.revokedAt !== null) return 'revoked'
  if (!isUsable(key, now)) return 'expired'
  return key.expiresAt === null ? 'active' : `until ${new Date(key.expiresAt).toISOString().slice(0, 10)}`
}

function readScopes(text: string): Scope[] {
  return split(text).map((word) => {
    const scope = SCOPES.find((known) => known === word)
    if (scope === undefined) throw new UsageError(`'${word}' is not a scope. Known: ${SCOPES.join(', ')}.`)
    return scope
  })
}

function readDate(text: string, now: number): number {
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (!(time > now)) throw new UsageError(`'${text}' is not a date in the future. Write it as 2030-01-31.`)
  return time
}

function oneId(argv: readonly string[]): string {
  const [id, ...more] = argv
  if (id === undefined || more.length > 0) throw new UsageError(`Name one key by its id; 'keys list' shows them.`)
  return id
}

function split(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

function parse<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
