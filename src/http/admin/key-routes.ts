import type { KeyDeps } from '../../actions/keys/create-key.ts'
import { createKey, findKey } from '../../actions/keys/create-key.ts'
import { editKey, listKeys, revokeKey, rotateKey, USUAL_OVERLAP_MS } from '../../actions/keys/change-key.ts'
import { signingSecrets } from '../../core/keys/api-key.ts'
import { actingKey } from '../../core/keys/audit.ts'
import { AppError } from '../../core/errors.ts'
import { describeAnswers, LIST_ERRORS } from '../answer/describe-answers.ts'
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

const KEYS = '/api/ai/admin/keys'
const ONE = `${KEYS}/:keyId` as const
const common = { tags: ['Administration'] }
const admin = { config: { auth: 'admin' } } as const

/** Managing keys, for those whose key may. */
export function keyRoutes(parts: KeyDeps): TypedRoutes {
  return async (app) => {
    await app.register(readingRoutes(parts))
    await app.register(changingRoutes(parts))
  }
}

function readingRoutes(parts: KeyDeps): TypedRoutes {
  const { clock } = parts
  return async (app) => {
    const list = {
      ...common,
      operationId: 'listKeys',
      summary: 'List all keys, newest first',
      querystring: KeyListQuery,
      response: describeAnswers(KeyList, LIST_ERRORS),
    }
    app.get(KEYS, { ...admin, schema: list }, async ({ query: { cursor, limit = DEFAULT_PAGE } }) => {
      const after = cursor === undefined ? null : readCursor(cursor)
      const { keys, hasMore } = await listKeys(parts, { after, limit })
      const last = keys.at(-1)
      const rows = keys.map((key) => showKey(key, clock.now()))
      return showPage(rows, hasMore && last !== undefined ? writeCursor(last) : null)
    })

    const one = {
      ...common,
      operationId: 'getKey',
      summary: 'Get a key',
      params: KeyParams,
      response: describeAnswers(KeySchema, ONE_KEY_ERRORS),
    }
    app.get(ONE, { ...admin, schema: one }, async ({ params }) =>
      showKey(await findKey(parts, params.keyId), clock.now()),
    )
  }
}

function changingRoutes(parts: KeyDeps): TypedRoutes {
  const { clock } = parts
  return async (app) => {
    const create = {
      ...common,
      operationId: 'createKey',
      summary: 'Create a key',
      description:
        'The text of the key is shown only in this answer. A retry with the same `Idempotency-Key` creates no second key: the ' +
        'answer is a 409 that names the first.',
      headers: IdempotencyHeader,
      body: NewKeyBody,
      response: describeCreation(CreatedKey, CREATE_ERRORS),
    }
    app.post(KEYS, { ...admin, schema: create }, async (request, reply) => {
      const body = await readJson(request, NewKeyBody)
      const wish = { ...readKeyChange(body, clock.now()), name: body.name.trim() }
      const order = { actor: actingKey(request.caller), idempotencyKey: idempotencyKeyOf(request) }
      const { key, text } = await createKey(parts, wish, order)
      const [webhookSecret = ''] = signingSecrets(key, clock.now())
      return reply.code(201).send({ ...showKey(key, clock.now()), key: text, webhookSecret })
    })

    const edit = {
      ...common,
      operationId: 'editKey',
      summary: 'Update a key',
      description:
        'Omitted fields stay unchanged; null removes a limit. Takes effect in every process within a second.',
      params: KeyParams,
      body: EditKeyBody,
      response: describeAnswers(KeySchema, CHANGE_BY_BODY_ERRORS),
    }
    app.patch(ONE, { ...admin, schema: edit }, async (request) => {
      const change = readKeyChange(await readJson(request, EditKeyBody), clock.now())
      return showKey(await editKey(parts, request.params.keyId, change, actingKey(request.caller)), clock.now())
    })

    const revoke = {
      ...common,
      operationId: 'revokeKey',
      summary: 'Revoke a key',
      description: 'It stops working within a second, in every process, and cannot be restored. Its tasks continue.',
      params: KeyParams,
      response: describeAnswers(KeySchema, CHANGE_ERRORS),
    }
    app.delete(ONE, { ...admin, schema: revoke }, async ({ params, caller }) => {
      await revokeKey(parts, params.keyId, actingKey(caller))
      return showKey(await findKey(parts, params.keyId), clock.now())
    })

    const rotate = {
      ...common,
      operationId: 'rotateKey',
      summary: 'Rotate a key',
      description: 'Its tasks, limits and webhooks stay. The old text keeps working until the overlap ends.',
      params: KeyParams,
      body: RotateBody,
      response: describeAnswers(RotatedKey, CHANGE_BY_BODY_ERRORS),
    }
    app.post(`${ONE}/rotate`, { ...admin, schema: rotate }, async (request) => {
      if (idempotencyKeyOf(request) !== null) throw notRepeatable()
      const { overlapSeconds = USUAL_OVERLAP_MS / 1000 } = await readJson(request, RotateBody)
      const rotation = { overlapMs: overlapSeconds * 1000, actor: actingKey(request.caller) }
      const { key, text } = await rotateKey(parts, request.params.keyId, rotation)
      return { ...showKey(key, clock.now()), key: text }
    })
  }
}

/** Passed over, it would promise that a repeat does no harm. */
function notRepeatable(): AppError {
  const message = 'Rotation takes no Idempotency-Key, because the new text is shown only once. Leave the header out.'
  return new AppError('invalid_parameter', message, { param: 'Idempotency-Key' })
}
