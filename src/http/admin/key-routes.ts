import type { KeyDeps } from '../../actions/keys/create-key.ts'
import { createKey, findKey } from '../../actions/keys/create-key.ts'
import {
  editKey,
  type KeyManager,
  listKeys,
  revokeKey,
  rotateKey,
  USUAL_OVERLAP_MS,
} from '../../actions/keys/change-key.ts'
import { type ApiKey, signingSecrets } from '../../core/keys/api-key.ts'
import { actingKey } from '../../core/keys/audit.ts'
import { AppError, type ErrorCode } from '../../core/errors.ts'
import type { Project } from '../../core/projects/project.ts'
import { describeAnswers, LIST_ERRORS } from '../answer/describe-answers.ts'
import { findProject } from '../../actions/projects/find-project.ts'
import { DEFAULT_PAGE, readCursor, showPage, writeCursor } from '../answer/paging.ts'
import type { TypedRoutes } from '../answer/schema.ts'
import { readJson } from '../body/read-json.ts'
import { IdempotencyHeader, idempotencyKeyOf } from '../edge/request-headers.ts'
import {
  CHANGE_BY_BODY_ERRORS,
  CHANGE_ERRORS,
  CREATE_ERRORS,
  CreatedKey,
  describeCreation,
  EditKeyBody,
  KeyList,
  KeyListQuery,
  KeyParams,
  KeySchema,
  NewKeyBody,
  ONE_KEY_ERRORS,
  RotateBody,
  RotatedKey,
} from './key-schemas.ts'
import { readKeyChange, showKey } from './show-key.ts'

/** Whose keys are managed: operators manage all of them, an owner those of its project. */
type Managers = {
  path: '/api/ai/admin/keys' | '/api/ai/project/keys'
  common: { tags: string[] }
  guard: { config: { auth: 'admin' | 'any key' } }
  /** The operation id of each action in the document. */
  named: (action: 'list' | 'get' | 'create' | 'edit' | 'revoke' | 'rotate') => string
  /** The project to which the caller is confined; undefined for operators. Throws if it may not manage keys at all. */
  confined: (caller: ApiKey) => Promise<Project | undefined>
  /** What the document says about the bounds of what they may give. */
  bounds: string
  errors: readonly ErrorCode[]
}

const plural = (action: string, noun: string): string => `${action}${noun}${action === 'list' ? 's' : ''}`

const OPERATORS: Managers = {
  path: '/api/ai/admin/keys',
  common: { tags: ['Administration'] },
  guard: { config: { auth: 'admin' } },
  named: (action) => plural(action, 'Key'),
  confined: async () => undefined,
  bounds: '',
  errors: ['project_not_found'],
}

/** The keys of a project, for its owners. */
export function ownerKeys(confined: Managers['confined']): Managers {
  return {
    path: '/api/ai/project/keys',
    common: { tags: ['Projects'] },
    guard: { config: { auth: 'any key' } },
    named: (action) => plural(action, 'ProjectKey'),
    confined,
    bounds:
      ' The key can have only scopes, models and an expiry that your own key has; these are also the defaults. ' +
      'Otherwise, ask an operator.',
    errors: ['project_not_found'],
  }
}

/** Key management, for keys that are allowed to do it. */
export function keyRoutes(parts: KeyDeps, managers: Managers = OPERATORS): TypedRoutes {
  return async (app) => {
    await app.register(readingRoutes(parts, managers))
    await app.register(changingRoutes(parts, managers))
    await app.register(rotatingRoute(parts, managers))
  }
}

async function managerOf(parts: KeyDeps, { confined }: Managers, caller: ApiKey): Promise<KeyManager> {
  const project = await confined(caller)
  if (project === undefined) return actingKey(caller)
  // As a caller, a person expires with the session or the token.
  const { expiresAt } = await findKey(parts, caller.id)
  return { ...actingKey(caller), within: { project, owner: { ...caller, expiresAt } } }
}

function readingRoutes(parts: KeyDeps, managers: Managers): TypedRoutes {
  const { clock } = parts
  const { path: KEYS, common, guard, named, confined, errors } = managers
  const ONE = `${KEYS}/:keyId` as const
  return async (app) => {
    const list = {
      ...common,
      operationId: named('list'),
      summary: `List ${KEYS.includes('admin') ? 'all keys' : 'the keys of your project'}, newest first`,
      querystring: KeyListQuery,
      response: describeAnswers(KeyList, [...errors, ...LIST_ERRORS]),
    }
    app.get(KEYS, { ...guard, schema: list }, async ({ caller, query }) => {
      const { cursor, limit = DEFAULT_PAGE, project: asked } = query
      const within = await confined(caller)
      const project = within?.id ?? (asked === undefined ? undefined : (await findProject(parts, asked)).id)
      const after = cursor === undefined ? null : readCursor(cursor)
      const { keys, hasMore } = await listKeys(parts, { after, limit, project })
      const last = keys.at(-1)
      const rows = keys.map((key) => showKey(key, clock.now()))
      return showPage(rows, hasMore && last !== undefined ? writeCursor(last) : null)
    })

    const one = {
      ...common,
      operationId: named('get'),
      summary: 'Get a key',
      params: KeyParams,
      response: describeAnswers(KeySchema, [...errors, ...ONE_KEY_ERRORS]),
    }
    app.get(ONE, { ...guard, schema: one }, async ({ caller, params }) =>
      showKey(await findKey(parts, params.keyId, await confined(caller)), clock.now()),
    )
  }
}

function changingRoutes(parts: KeyDeps, managers: Managers): TypedRoutes {
  const { clock } = parts
  const { path: KEYS, common, guard, named, errors } = managers
  const ONE = `${KEYS}/:keyId` as const
  return async (app) => {
    const create = {
      ...common,
      operationId: named('create'),
      summary: 'Create a key',
      description:
        'The key is shown only in this response. A retry with the same `Idempotency-Key` does not create a ' +
        `second key; it returns a 409 error with the id of the first.${managers.bounds}`,
      headers: IdempotencyHeader,
      body: NewKeyBody,
      response: describeCreation(CreatedKey, [...errors, ...CREATE_ERRORS]),
    }
    app.post(KEYS, { ...guard, schema: create }, async (request, reply) => {
      const { within, ...actor } = await managerOf(parts, managers, request.caller)
      const body = await readJson(request, NewKeyBody)
      const wish = { ...readKeyChange(body, clock.now()), name: body.name.trim() }
      const order = { actor, within, idempotencyKey: idempotencyKeyOf(request) }
      const { key, text } = await createKey(parts, wish, order)
      const [webhookSecret = ''] = signingSecrets(key, clock.now())
      return reply.code(201).send({ ...showKey(key, clock.now()), key: text, webhookSecret })
    })

    const edit = {
      ...common,
      operationId: named('edit'),
      summary: 'Update a key',
      description:
        'Omitted fields stay unchanged; null removes a limit. Takes effect in every process within a second.',
      params: KeyParams,
      body: EditKeyBody,
      response: describeAnswers(KeySchema, [...errors, ...CHANGE_BY_BODY_ERRORS]),
    }
    app.patch(ONE, { ...guard, schema: edit }, async (request) => {
      const manager = await managerOf(parts, managers, request.caller)
      const change = readKeyChange(await readJson(request, EditKeyBody), clock.now())
      return showKey(await editKey(parts, request.params.keyId, change, manager), clock.now())
    })

    const revoke = {
      ...common,
      operationId: named('revoke'),
      summary: 'Revoke a key',
      description: 'It stops working within a second, in every process, and cannot be restored. Its tasks continue.',
      params: KeyParams,
      response: describeAnswers(KeySchema, [...errors, ...CHANGE_ERRORS]),
    }
    app.delete(ONE, { ...guard, schema: revoke }, async ({ params, caller }) => {
      await revokeKey(parts, params.keyId, await managerOf(parts, managers, caller))
      return showKey(await findKey(parts, params.keyId), clock.now())
    })
  }
}

function rotatingRoute(parts: KeyDeps, managers: Managers): TypedRoutes {
  const { clock } = parts
  const { path, common, guard, named, errors } = managers
  return async (app) => {
    const rotate = {
      ...common,
      operationId: named('rotate'),
      summary: 'Rotate a key',
      description: 'Its tasks, limits and webhooks stay the same. The old key keeps working until the overlap ends.',
      params: KeyParams,
      body: RotateBody,
      response: describeAnswers(RotatedKey, [...errors, ...CHANGE_BY_BODY_ERRORS]),
    }
    app.post(`${path}/:keyId/rotate` as const, { ...guard, schema: rotate }, async (request) => {
      const manager = await managerOf(parts, managers, request.caller)
      if (idempotencyKeyOf(request) !== null) throw notRepeatable()
      const { overlapSeconds = USUAL_OVERLAP_MS / 1000 } = await readJson(request, RotateBody)
      const rotation = { overlapMs: overlapSeconds * 1000, actor: manager }
      const { key, text } = await rotateKey(parts, request.params.keyId, rotation)
      return { ...showKey(key, clock.now()), key: text }
    })
  }
}

/** Ignoring the header would promise that a retry is harmless. */
function notRepeatable(): AppError {
  const message =
    'Rotation does not accept an Idempotency-Key, because the new key is shown only once. Leave the header out.'
  return new AppError('invalid_parameter', message, { param: 'Idempotency-Key' })
}
