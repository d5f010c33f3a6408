import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashApiKey } from '../../src/core/keys/api-key.ts'
import { COMMAND_LINE } from '../../src/core/keys/audit.ts'
import { onBothDrivers, read, refusal, type Json } from '../browse/both-drivers.ts'
import { codeOf as priceCode, openLimited, PRICED, PRICE_MICROS } from '../limits/priced.ts'
import { call, connect } from '../mcp/client.ts'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { manualClock, type ManualClock } from '../support/manual-clock.ts'
import type { TestService } from '../support/service.ts'
import { type Admin, codeOf, KEYS, openAdmin, paramOf, type Answer } from './admin.ts'

const PROJECTS = '/api/ai/admin/projects'
const OWN = '/api/ai/project'
const TASKS = '/api/ai/tasks'
const WISH = { model: 'sandbox', prompt: 'a fox' }

type Project = { id: string; keys: Record<'viewer' | 'member' | 'other' | 'owner', string> }

async function post(service: TestService, path: string, json: unknown, key = service.key): Promise<Json> {
  const body = json === undefined ? {} : { json }
  const answer = await service.call(path, { method: 'POST', ...body, key })
  assert.ok(answer.status < 300, await answer.clone().text())
  return (await answer.json()) as Json
}

async function newKeyIn(service: TestService, project: string, role: string): Promise<string> {
  return String((await post(service, KEYS, { name: role, project, role }))['key'])
}

async function newProject(service: TestService, name: string, limits: object = {}): Promise<Project> {
  const id = String((await post(service, PROJECTS, { name, limits }))['id'])
  const key = (role: string) => newKeyIn(service, id, role)
  const keys = {
    viewer: await key('viewer'),
    member: await key('member'),
    other: await key('member'),
    owner: await key('owner'),
  }
  return { id, keys }
}

async function image(service: TestService, key: string, prompt = WISH.prompt): Promise<string> {
  const answer = await service.call('/api/ai/images/generations', { json: { ...WISH, prompt }, key })
  assert.equal(answer.status, 200, await answer.clone().text())
  await answer.arrayBuffer()
  return answer.headers.get('x-task-id') ?? ''
}

async function video(service: TestService, prompt: string, key: string): Promise<string> {
  return String((await post(service, '/api/ai/videos', { model: 'sandbox', prompt }, key))['id'])
}

const listed = async (service: TestService, path: string, key?: string): Promise<unknown[]> =>
  ((await read(service, path, key))['data'] as Json[]).map(({ id }) => id)

onBothDrivers('the keys of a project see its tasks, and no other key sees or changes any of them', async (_t, open) => {
  const service = await open()
  const [one, two] = [await newProject(service, 'one'), await newProject(service, 'two')]
  const loner = await service.newKey({ name: 'loner' })
  const made = await image(service, one.keys.member)
  const clip = await video(service, '[[hang]] a boat', one.keys.member)
  await image(service, two.keys.member)
  for (const key of Object.values(one.keys)) {
    assert.deepEqual(await listed(service, TASKS, key), [clip, made])
    assert.equal((await read(service, `${TASKS}/${made}`, key))['id'], made)
    assert.equal((await read(service, `/api/ai/videos/${clip}`, key))['id'], clip)
    assert.equal((await read(service, `/v1/videos/${clip}`, key))['id'], clip)
    assert.deepEqual(await listed(service, '/v1/videos', key), [clip])
    const { success } = await read(service, `${TASKS}/counts`, key)
    assert.equal(success, 1)
  }
  assert.deepEqual(await listed(service, `${TASKS}?of=key`, one.keys.other), [])
  // Across projects, and without one, there is nothing at all.
  for (const key of [...Object.values(two.keys), loner]) {
    const gone: [method: string, path: string][] = [
      ['GET', `${TASKS}/${made}`],
      ['GET', `${TASKS}/${clip}/events`],
      ['GET', `/api/ai/videos/${clip}`],
      ['GET', `/v1/videos/${clip}`],
      ['GET', `/v1/videos/${clip}/content`],
      ['GET', `/v1/images/tasks/${made}`],
      ['GET', `${TASKS}/${made}/deliveries`],
    ]
    const changing: typeof gone = [
      ['POST', `${TASKS}/${clip}/cancel`],
      ['POST', `${TASKS}/${made}/retry`],
      ['DELETE', `${TASKS}/${made}`],
      ['DELETE', `/v1/videos/${clip}`],
    ]
    // A viewer has no such right at all, whatever the task.
    for (const [method, path] of key === two.keys.viewer ? gone : [...gone, ...changing]) {
      assert.equal((await service.call(path, { method, key })).status, 404, `${method} ${path}`)
    }
    assert.deepEqual((await listed(service, TASKS, key)).includes(made), false)
  }
  // What others of the project made is read, and changed by its own key alone.
  for (const key of [one.keys.other, one.keys.owner]) {
    for (const [method, path] of [
      ['DELETE', `${TASKS}/${made}`],
      ['POST', `${TASKS}/${clip}/cancel`],
      ['DELETE', `/v1/videos/${clip}`],
    ] as const)
      assert.deepEqual((await refusal(await service.call(path, { method, key }))).slice(0, 1), [403], path)
    const many = await post(service, `${TASKS}/delete`, { ids: [made] }, key)
    assert.deepEqual(many, { deleted: [], refused: [{ id: made, code: 'insufficient_scope' }] })
    assert.equal(typeof (await post(service, `${TASKS}/${made}/retry`, undefined, key))['id'], 'string')
  }
  const rest = await listed(service, `/api/ai/admin/tasks?project=${one.id}`)
  assert.deepEqual([rest.length, rest.includes(made), rest.includes(clip)], [4, true, true])
  await post(service, `${TASKS}/${clip}/cancel`, undefined, one.keys.member)
  const usage = async (path: string, key?: string): Promise<number> =>
    ((await read(service, path, key))['data'] as { tasks: number }[]).reduce((sum, { tasks }) => sum + tasks, 0)
  await eventually(async () => ((await usage('/api/ai/usage', one.keys.viewer)) === 4 ? true : undefined))
  assert.equal(await usage('/api/ai/usage?of=key', one.keys.member), 2)
  assert.equal(await usage(`/api/ai/admin/usage?project=${one.id}`), 4)
  assert.equal((await service.call(`/api/ai/admin/usage?project=${one.id}&key=x`)).status, 400)
})

onBothDrivers('a viewer makes nothing, in no interface and no form of body', async (_t, open) => {
  const service = await open()
  const { keys } = await newProject(service, 'one')
  const form = (): FormData => {
    const body = new FormData()
    for (const [name, value] of Object.entries(WISH)) body.set(name, value)
    return body
  }
  for (const path of ['/api/ai/images/generations', '/api/ai/videos', '/v1/images/generations', '/v1/videos'])
    for (const init of [{ json: WISH }, { method: 'POST', body: form() }])
      assert.equal((await service.call(path, { ...init, key: keys.viewer })).status, 403, path)
  const edits = form()
  edits.set('image', new Blob([new Uint8Array(8)], { type: 'image/png' }), 'a.png')
  assert.equal((await service.call('/v1/images/edits', { method: 'POST', body: edits, key: keys.viewer })).status, 403)
  const me = await read(service, '/api/ai/me', keys.viewer)
  assert.deepEqual([me['scopes'], (me['project'] as Json)['role']], [['tasks:read'], 'viewer'])
  assert.equal((await service.call(`${OWN}/keys`, { key: keys.viewer })).status, 403)
  assert.equal((await read(service, OWN, keys.viewer))['name'], 'one')
})

test('a viewer watches a task of its project to the end', async (t) => {
  const clock = manualClock(Date.now())
  const service = await openAdmin(t, { replacements: { clock } })
  const { keys } = await newProject(service, 'one')
  const clip = await video(service, '[[hang]] a boat', keys.member)
  const events = await service.call(`${TASKS}/${clip}/events`, { key: keys.viewer })
  const told = events.text()
  // Whether its key still works is asked every half second.
  for (let n = 0; n < 4; n++) await clock.advance(500)
  await post(service, `${TASKS}/${clip}/cancel`, undefined, keys.member)
  await clock.advance(500)
  assert.match(await told, /"status":"failed"/)
})

/** Takes a key out of its project, and lets whatever waits with it look again. */
async function takeOut({ service, clock }: { service: Admin; clock: ManualClock }, id = ''): Promise<void> {
  await service.done('PATCH', `${KEYS}/${id}`, { project: null })
  for (let n = 0; n < 4; n++) await clock.advance(500)
}

test('a key that leaves its project goes on waiting for its own tasks, and sees no more of the others', async (t) => {
  const clock = manualClock(Date.now())
  const service = await openAdmin(t, { replacements: { clock } })
  const { keys } = await newProject(service, 'one')
  const clip = await video(service, '[[hang]] a boat', keys.member)
  const own = await video(service, '[[hang]] a ship', keys.other)
  const seesEnd = async (id: string): Promise<boolean> =>
    (await (await service.call(`${TASKS}/${id}/events`, { key: keys.other })).text()).includes('"status":"failed"')
  const poll = async (id: string): Promise<unknown> => {
    const init = { key: keys.other, headers: { prefer: 'wait=60' } }
    const body = (await (await service.call(`/api/ai/videos/${id}`, init)).json()) as Json
    return body['status'] ?? (body['error'] as Json)['code']
  }
  const assistant = await connect(t, service.url, keys.other)
  const askFor = async (id: string): Promise<unknown> => {
    const { receipt, error } = await call(assistant, 'get_task', { task_id: id, wait_seconds: 20 })
    return error?.['code'] ?? receipt.status
  }
  const waits = [clip, own].flatMap((id) => [seesEnd(id), poll(id), askFor(id)])
  let made: string | undefined
  void image(service, keys.other, '[[delay 5s]] a fox').then(
    (id) => (made = id),
    (error: unknown) => (made = String(error)),
  )
  await eventually(async () => ((await listed(service, TASKS, keys.member)).length === 3 ? true : undefined))
  await takeOut({ service, clock }, (await service.store.keys.findByHash(hashApiKey(keys.other)))?.id)
  await post(service, `${TASKS}/${clip}/cancel`, undefined, keys.member)
  await post(service, `${TASKS}/${own}/cancel`, undefined, keys.other)
  for (let n = 0; n < 4; n++) await clock.advance(500)
  assert.deepEqual(await Promise.all(waits), [false, 'task_not_found', 'task_not_found', true, 'failed', 'cancelled'])
  assert.match(await eventuallyOn(clock, 500, async () => made), /^\d+$/)
})

test('a person known by a header sees no more of a project that they leave, unless their role gives it to them', async (t) => {
  const clock = manualClock(Date.now())
  const env = {
    MEDIAGEN_TRUSTED_USER_HEADER: 'x-user',
    MEDIAGEN_TRUSTED_ROLE_HEADER: 'x-roles',
    MEDIAGEN_TRUSTED_USER_PROXY: '127.0.0.1',
    MEDIAGEN_SIGN_IN_ALLOWED: '*',
    MEDIAGEN_SIGN_IN_PROJECTS: 'team=proj_given',
  }
  const service = await openAdmin(t, { env, replacements: { clock } })
  const { id, keys } = await newProject(service, 'one')
  const one = await service.store.projects.find(id)
  assert.ok(one)
  const entry = { at: 0, actor: COMMAND_LINE, action: 'create project' as const, changes: [], keyId: 'proj_given' }
  await service.store.projects.insert({ ...one, id: 'proj_given' }, entry)
  const makers = { ann: keys.member, bob: await newKeyIn(service, 'proj_given', 'member') }
  const clips = {
    ann: await video(service, '[[hang]] a boat', makers.ann),
    bob: await video(service, '[[hang]] a ship', makers.bob),
  }
  const headersOf = { ann: { 'x-user': 'ann' }, bob: { 'x-user': 'bob', 'x-roles': 'team' } }
  const ask = (name: 'ann' | 'bob', path: string): Promise<Response> =>
    service.call(path, { key: null, headers: { ...headersOf[name], 'sec-fetch-site': 'same-origin' } })
  const idOf = async (name: 'ann' | 'bob'): Promise<string> => {
    await (await ask(name, '/api/ai/me')).arrayBuffer()
    return (await service.store.keys.list()).find(({ person }) => person?.subject === name)?.id ?? ''
  }
  const ids = { ann: await idOf('ann'), bob: await idOf('bob') }
  await service.done('PATCH', `${KEYS}/${ids.ann}`, { project: id, role: 'viewer' })
  const ann = await ask('ann', `${TASKS}/${clips.ann}/events`)
  const bob = await ask('bob', `${TASKS}/${clips.bob}/events`)
  const told = [ann.text(), bob.text()]
  await takeOut({ service, clock }, ids.ann)
  await takeOut({ service, clock }, ids.bob)
  await post(service, `${TASKS}/${clips.ann}/cancel`, undefined, makers.ann)
  await post(service, `${TASKS}/${clips.bob}/cancel`, undefined, makers.bob)
  await clock.advance(500)
  const sawEnd = (await Promise.all(told)).map((text) => text.includes('"status":"failed"'))
  assert.deepEqual(sawEnd, [false, true])
})

test('a retry by another key of the project does not report to the webhook of the first', async (t) => {
  const service = await openAdmin(t)
  const { keys } = await newProject(service, 'one')
  const webhookUrl = 'http://127.0.0.1:1026/hook'
  const wish = { model: 'sandbox', prompt: '[[fail provider_error]]', webhookUrl }
  const made = String((await post(service, '/api/ai/videos', wish, keys.member))['id'])
  await eventually(async () => (await read(service, `${TASKS}/${made}`, keys.member))['finished'] ?? undefined)
  const retriedBy = (key: string): Promise<Json> => post(service, `${TASKS}/${made}/retry`, undefined, key)
  const [own, foreign] = [await retriedBy(keys.member), await retriedBy(keys.other)]
  assert.deepEqual([own['webhook_url'], foreign['webhook_url']], [webhookUrl, null])
  const ofWebhooks = ({ warnings }: Json): string[] => (warnings as string[]).filter((line) => /webhook/.test(line))
  assert.deepEqual(ofWebhooks(own), [])
  assert.match(ofWebhooks(foreign).join(), /webhook URL was not used. Poll this task/)
})

test('an owner manages the keys of its project, up to what the project has, and reaches no other', async (t) => {
  const admin = await openAdmin(t)
  const [one, two] = [await newProject(admin, 'one', { perDayUsd: 5 }), await newProject(admin, 'two')]
  const as = (method: string, path: string, json?: unknown): Promise<Answer> =>
    admin.ask(method, path, json, one.keys.owner)
  const made = await as('POST', `${OWN}/keys`, { name: 'app', limits: { perDayUsd: 5 }, role: 'viewer' })
  assert.equal(made.status, 201, made.text)
  const [id, text] = [String(made.body['id']), String(made.body['key'])]
  assert.deepEqual([made.body['project'], made.body['role']], [one.id, 'viewer'])
  const keys = (await as('GET', `${OWN}/keys`)).body['data'] as Json[]
  assert.equal(keys.length, 5)
  assert.ok(keys.every(({ project }) => project === one.id))
  assert.equal((await as('PATCH', `${OWN}/keys/${id}`, { role: 'member' })).body['role'], 'member')
  assert.equal((await as('POST', `${OWN}/keys/${id}/rotate`, {})).status, 200)
  const wrong: [json: object, param: string][] = [
    [{ scopes: ['admin'] }, 'scopes'],
    [{ limits: { perDayUsd: 5.01 } }, 'limits.perDayUsd'],
    [{ project: two.id }, 'project'],
    [{ project: null }, 'project'],
    [{ raise: { perDayUsd: 9, until: 4_000_000_000 } }, 'raise'],
  ]
  for (const [json, param] of wrong) {
    for (const answer of [
      await as('PATCH', `${OWN}/keys/${id}`, json),
      await as('POST', `${OWN}/keys`, { name: 'x', ...json }),
    ])
      assert.deepEqual([answer.status, paramOf(answer)], [400, param], answer.text)
  }
  const strangers = (await admin.done('GET', `${KEYS}?project=${two.id}`))['data'] as Json[]
  assert.equal(strangers.length, 4)
  for (const foreign of [String(strangers[0]?.['id']), admin.apiKey.id]) {
    for (const [method, path, json] of [
      ['GET', foreign],
      ['PATCH', foreign, { name: 'mine' }],
      ['DELETE', foreign],
      ['POST', `${foreign}/rotate`, {}],
    ] as const) {
      const answer = await as(method, `${OWN}/keys/${path}`, json)
      assert.deepEqual([answer.status, codeOf(answer)], [404, 'key_not_found'])
    }
  }
  for (const path of [KEYS, PROJECTS, '/api/ai/admin/tasks']) assert.equal((await as('GET', path)).status, 403)
  // Neither is itself locked out, nor does anybody but an owner come here.
  const self = String(keys.find(({ role }) => role === 'owner')?.['id'])
  assert.equal(codeOf(await as('PATCH', `${OWN}/keys/${self}`, { role: 'viewer' })), 'key_conflict')
  assert.equal(codeOf(await as('DELETE', `${OWN}/keys/${self}`)), 'key_conflict')
  assert.equal((await as('DELETE', `${OWN}/keys/${id}`)).body['state'], 'revoked')
  assert.equal((await admin.ask('GET', OWN, undefined, text)).status, 401)
  assert.equal(codeOf(await admin.ask('GET', `${OWN}/keys`, undefined, one.keys.member)), 'insufficient_scope')
  const loner = await admin.newKey()
  assert.equal(codeOf(await admin.ask('GET', OWN, undefined, loner)), 'project_not_found')
  const told = ((await admin.done('GET', `/api/ai/admin/audit?key=${id}`))['data'] as Json[]).map(
    ({ action }) => action,
  )
  assert.deepEqual(told, ['revoke', 'rotate', 'edit', 'create'])
})

test('an owner gives no key what its own key lacks, itself included', async (t) => {
  const admin = await openAdmin(t)
  const project = String((await post(admin, PROJECTS, { name: 'one' }))['id'])
  const expires = 4_000_000_000
  const narrow = { scopes: ['tasks:read', 'images:write'], models: ['sandbox'], expires }
  const owner = await post(admin, KEYS, { name: 'narrow', project, role: 'owner', ...narrow })
  const wide = await post(admin, KEYS, { name: 'wide', project })
  const as = (method: string, path: string, json?: unknown): Promise<Answer> =>
    admin.ask(method, OWN + path, json, String(owner['key']))
  const made = await as('POST', '/keys', { name: 'app' })
  assert.equal(made.status, 201, made.text)
  const shown = ({ body }: Answer) => [body['scopes'], body['models'], body['expires']]
  assert.deepEqual(shown(made), [['images:write', 'tasks:read'], ['sandbox'], expires])
  const wrong: [json: object, param: string][] = [
    [{ scopes: ['tasks:read', 'videos:write'] }, 'scopes'],
    [{ scopes: ['admin'] }, 'scopes'],
    [{ models: null }, 'models'],
    [{ models: ['sandbox', 'diorama'] }, 'models'],
    [{ expires: null }, 'expires'],
    [{ expires: expires + 1 }, 'expires'],
  ]
  for (const [json, param] of wrong) {
    for (const answer of [
      await as('PATCH', `/keys/${String(owner['id'])}`, json),
      await as('PATCH', `/keys/${String(made.body['id'])}`, json),
      await as('POST', '/keys', { name: 'x', ...json }),
    ]) {
      assert.deepEqual([answer.status, paramOf(answer)], [400, param], answer.text)
      assert.match(answer.text, /Ask an operator/)
    }
  }
  // A key that an operator gave more keeps it, but its value is not for this owner.
  const path = `/keys/${String(wide['id'])}`
  const renamed = await as('PATCH', path, { name: 'renamed', scopes: wide['scopes'], models: null, expires: null })
  assert.equal(renamed.status, 200, renamed.text)
  assert.equal(paramOf(await as('POST', `${path}/rotate`, {})), 'scopes')
  assert.deepEqual(shown(await as('PATCH', path, narrow)), [narrow.scopes, narrow.models, expires])
  assert.equal((await as('POST', `${path}/rotate`, {})).status, 200)
  // Nor does any of it grow, by what the owner has.
  const other = { scopes: ['videos:write'], role: 'viewer', expires: expires - 1 }
  const film = await post(admin, KEYS, { name: 'film', project, ...other })
  for (const [json, param] of [
    [{ expires }, 'expires'],
    [{ scopes: ['videos:write', 'images:write'] }, 'scopes'],
    [{ role: 'member' }, 'role'],
  ] as const)
    assert.equal(paramOf(await as('PATCH', `/keys/${String(film['id'])}`, json)), param)
})

test('operators make, change, archive and restore projects, and move keys between them; all is on record', async (t) => {
  const admin = await openAdmin(t)
  const made = await admin.done('POST', PROJECTS, { name: ' shop ', limits: { inWork: 1, perMonthUsd: 1.5 } })
  const id = String(made['id'])
  assert.match(id, /^proj_[0-9A-Za-z]{16}$/)
  assert.deepEqual(
    [made['name'], made['state'], made['limits']],
    ['shop', 'active', { inWork: 1, waiting: null, perDayUsd: null, perMonthUsd: 1.5 }],
  )
  const path = `${PROJECTS}/${id}`
  const edited = await admin.done('PATCH', path, { name: 'store', limits: { perMonthUsd: null, waiting: 3 } })
  assert.deepEqual(edited['limits'], { inWork: 1, waiting: 3, perDayUsd: null, perMonthUsd: null })
  const wrong: [method: string, path: string, json: object | undefined, code: string, param: string | null][] = [
    ['POST', PROJECTS, { name: ' ' }, 'invalid_parameter', 'name'],
    ['POST', PROJECTS, { name: 'x', limits: { perDayUsd: 0.0000001 } }, 'invalid_parameter', 'limits.perDayUsd'],
    ['POST', PROJECTS, { name: 'x', budget: 1 }, 'invalid_parameter', 'budget'],
    ['PATCH', path, { raise: { perDayUsd: 9, until: 4_000_000_000 } }, 'invalid_parameter', 'raise.perDayUsd'],
    ['PATCH', path, { raise: { perDayUsd: 9, until: 1 } }, 'invalid_parameter', 'raise.until'],
    ['PATCH', path, { raise: { until: 4_000_000_000 } }, 'invalid_parameter', 'raise'],
    ['POST', KEYS, { name: 'x', project: 'proj_none' }, 'project_not_found', null],
    ['POST', KEYS, { name: 'x', role: 'owner' }, 'invalid_parameter', 'role'],
    ['POST', KEYS, { name: 'x', project: id, role: 'boss' }, 'invalid_parameter', 'role'],
    ['POST', KEYS, { name: 'x', project: id, scopes: ['admin'] }, 'invalid_parameter', 'project'],
    ['GET', `${PROJECTS}/x'y`, undefined, 'project_not_found', null],
    ['GET', `${KEYS}?project=nothing`, undefined, 'project_not_found', null],
  ]
  for (const [method, where, json, code, param] of wrong) {
    const answer = await admin.ask(method, where, json)
    assert.deepEqual([codeOf(answer), paramOf(answer) ?? null], [code, param], `${where}: ${answer.text}`)
  }
  const typo = await admin.ask('GET', `${PROJECTS}/stor`)
  assert.ok(typo.text.includes(`Did you mean '${id}' (store)?`), typo.text)

  // In the middle of its work: what was accepted goes on to its end, what comes new is refused, nothing is lost.
  const key = await newKeyIn(admin, id, 'member')
  const clips = [await video(admin, '[[delay 1ms]] one', key), await video(admin, 'two', key)]
  const archived = await admin.done('DELETE', path)
  assert.equal(archived['state'], 'archived')
  const late = await admin.ask('POST', '/api/ai/videos', WISH, key)
  assert.deepEqual([late.status, codeOf(late)], [403, 'insufficient_scope'])
  for (const clip of clips)
    await eventually(async () => {
      const { status } = await read(admin, `${TASKS}/${clip}`, key)
      return status === 'success' ? true : undefined
    })
  assert.deepEqual((await admin.done('GET', path))['used'], { inWork: 0, waiting: 0, todayUsd: 0, thisMonthUsd: 0 })
  const closed = await admin.ask('POST', KEYS, { name: 'x', project: id })
  assert.deepEqual([closed.status, paramOf(closed)], [400, 'project'])
  await admin.done('PATCH', path, { archived: false })
  const again = await image(admin, key)

  // A key that moves leaves its tasks where they were; each project keeps its own.
  const other = String((await admin.done('POST', PROJECTS, { name: 'other' }))['id'])
  const keyId = String(((await admin.done('GET', `${KEYS}?project=${id}`))['data'] as Json[])[0]?.['id'])
  const moved = await admin.done('PATCH', `${KEYS}/${keyId}`, { project: other, role: 'owner' })
  assert.deepEqual([moved['project'], moved['role']], [other, 'owner'])
  const fresh = await image(admin, key)
  assert.deepEqual(await listed(admin, `/api/ai/admin/tasks?project=${id}`), [again, ...clips.toReversed()])
  assert.deepEqual(await listed(admin, TASKS, key), [fresh])
  assert.equal((await read(admin, `${TASKS}/${again}`, key))['id'], again)
  const left = await admin.done('PATCH', `${KEYS}/${keyId}`, { project: null })
  assert.deepEqual([left['project'], left['role']], [null, null])
  assert.equal((await listed(admin, TASKS, key)).length, 4)

  const told = (await admin.done('GET', `/api/ai/admin/audit?key=${id}`))['data'] as Json[]
  const actions = told.map(({ action }) => action)
  assert.deepEqual(actions, ['restore project', 'archive project', 'edit project', 'create project'])
  const names = ((told[2]?.['changes'] ?? []) as Json[]).map(({ field }) => field)
  assert.deepEqual(names, ['name', 'limits.waiting', 'limits.perMonthUsd'])
  assert.deepEqual(await listed(admin, PROJECTS), [other, id])
  const first = await read(admin, `${PROJECTS}?limit=1`)
  assert.deepEqual(await listed(admin, `${PROJECTS}?cursor=${String(first['next_cursor'])}`), [id])
})

test('a raise holds until its end, for a key and for its project, and the old budget afterwards', async (t) => {
  const clock = manualClock()
  const { service, provider } = await openLimited(t, {}, { replacements: { clock } })
  const operator = await service.newKey({ name: 'operator', scopes: ['admin'] })
  const change = async (method: string, path: string, json: unknown): Promise<Json> => {
    const answer = await service.call(path, { method, json, key: operator })
    assert.ok(answer.status < 300, await answer.clone().text())
    return (await answer.json()) as Json
  }
  const usd = PRICE_MICROS / 1_000_000
  const project = String((await change('POST', PROJECTS, { name: 'p', limits: { perDayUsd: usd } }))['id'])
  const made = await change('POST', KEYS, { name: 'k', project, limits: { perMonthUsd: 2 * usd } })
  const key = String(made['key'])
  const make = async (): Promise<string> => {
    const answer = await service.call('/api/ai/images/generations', { json: PRICED, key })
    return answer.status === 200 ? '200' : `${answer.status} ${await priceCode(answer)}`
  }
  assert.deepEqual([await make(), await make()], ['200', '402 budget_exceeded'])
  const until = Math.floor(clock.now() / 1000) + 60
  await change('PATCH', `${PROJECTS}/${project}`, { raise: { perDayUsd: 4 * usd, until } })
  assert.deepEqual([await make(), await make()], ['200', '402 budget_exceeded'])
  await change('PATCH', `${KEYS}/${String(made['id'])}`, { raise: { perMonthUsd: 3 * usd, until } })
  assert.deepEqual([await make(), await make()], ['200', '402 budget_exceeded'])
  const limits = await read(service, '/api/ai/limits', key)
  assert.deepEqual((limits['project'] as Json)['usd_today'], { limit: 4 * usd, used: 3 * usd })
  assert.deepEqual((limits['key'] as Json)['usd_this_month'], { limit: 3 * usd, used: 3 * usd })
  clock.jump(60_000)
  const after = await read(service, '/api/ai/limits', key)
  assert.deepEqual((after['project'] as Json)['usd_today'], { limit: usd, used: 3 * usd })
  assert.equal(await make(), '402 budget_exceeded')
  assert.equal(provider.starts, 3)
})
