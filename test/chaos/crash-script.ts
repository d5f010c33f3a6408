import { writeFileSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { acceptEnvironmentKey, createKey } from '../../src/actions/keys/create-key.ts'
import { createOrAdopt } from '../../src/actions/tasks/adopt-retry.ts'
import { deleteTask } from '../../src/actions/tasks/delete-task.ts'
import { editKey, revokeKey, rotateWebhookSecret } from '../../src/actions/keys/change-key.ts'
import { keyUses } from '../../src/actions/keys/key-uses.ts'
import { knownPauses, pauseEngine, resumeEngine } from '../../src/actions/running/pause-engine.ts'
import { findSession, signIn, signOut } from '../../src/actions/keys/sign-in.ts'
import { thumbnails } from '../../src/actions/running/make-thumbnail.ts'
import { createProject, editProject } from '../../src/actions/projects/change-project.ts'
import { cancelAnyTask } from '../../src/actions/tasks/cancel-task.ts'
import { spoolReference } from '../../src/actions/tasks/read-references.ts'
import { createUpload } from '../../src/actions/uploads/create-upload.ts'
import { deleteUpload } from '../../src/actions/uploads/read-uploads.ts'
import { receiveUpload, signUpload } from '../../src/actions/uploads/sign-upload.ts'
import { raiseDueEvents } from '../../src/actions/events/raise-due-events.ts'
import { sendEvents } from '../../src/actions/events/send-events.ts'
import { turnEngine } from '../../src/actions/events/turn-engine.ts'
import { redeliver, redeliverSince } from '../../src/actions/webhooks/deliveries.ts'
import { letInWaiting } from '../../src/actions/chores/tend-accounts.ts'
import type { ApiKey } from '../../src/core/keys/api-key.ts'
import { COMMAND_LINE, NO_KEY } from '../../src/core/keys/audit.ts'
import { isFinal, type Task } from '../../src/core/tasks/task.ts'
import type { CallName } from '../../src/ports/store/repeats.ts'
import { PICTURE, type House, type Wish } from '../reliability/house.ts'
import { isStamped } from '../support/stamp-credentials.ts'
import { dueChores, everyChore } from '../support/every-chore.ts'
import type { History } from './history.ts'
import { readJournal } from './journal.ts'
import type { ProviderCall, Wanted } from './provider.ts'
import { sqliteStorage } from './storage.ts'

const LIMITED = 'limited'
/** Of a task of that key, in millionths of a dollar. */
const PRICE = 1_000

export type Script = {
  house: House
  history: History
  hook: string
  picture: string
  dataDir: string
  /** Where the providers write down what they were asked. */
  callsFile: string
}

/** The request that is sent again after the crash: by its key it must become one task, however often it is sent. */
export function repeatedWish(hook: string): Wish {
  return { ...wishFor('honours-key', { polls: 1 }), webhookUrl: hook, idempotencyKey: 'the-same-request' }
}

// A task that sleeps this long is one that a caller will cancel.
const FAR_AWAY_MS = 600_000

function isFarAway({ status, prompt }: Task): boolean {
  return !isFinal(status) && (JSON.parse(prompt) as Wanted).pollMs === FAR_AWAY_MS
}

const ENDED_EARLY = ['ignores-key', 'answers-at-once'] as const
type EndedEarly = (typeof ENDED_EARLY)[number]

/** The file without which the start of a task that is ended early is not answered. */
function gateOf({ dataDir }: Script, model: EndedEarly): string {
  return join(dataDir, `gate-of-${model}`)
}

/** A working day of the service in two seconds: it crosses every boundary at least once. */
export async function playScript(script: Script): Promise<void> {
  const { house } = script
  const key = await playKeys(house)
  await playUploads(script, key)
  const submit = (wish: Wish): Promise<Task> => submitted(script, key, wish)
  const { hook, picture } = script

  const upload = await spoolReference(house.deps, [PICTURE] as unknown as AsyncIterable<Uint8Array>)
  const deletable = await submit({ ...wishFor('local'), kind: 'image', references: [{ from: 'bytes', ...upload }] })
  const tasks = [
    deletable,
    await submit({
      ...wishFor('ignores-key', { polls: 1 }),
      webhookUrl: hook,
      references: [{ from: 'url', url: picture }],
    }),
    await submit(repeatedWish(hook)),
    await submit(repeatedWish(hook)),
    await submit({ ...wishFor('answers-at-once'), webhookUrl: hook }),
    await submit(wishFor('answers-at-once', { fails: true })),
    await submit(wishFor('honours-key', { stumbles: true })),
    // Long enough for a lease to be renewed on the way.
    await submit(wishFor('local', { shows: true, startMs: 350 })),
    await submit(wishFor('honours-key', { guest: true })),
    await submit(wishFor('closed')),
    ...(await submitSeveral(script, key)),
    ...(await submitUnderLimits(script)),
  ]
  const cancelled = await submit({ ...wishFor('ignores-key', { pollMs: FAR_AWAY_MS, deaf: true }), webhookUrl: hook })
  house.start(true)
  await until(house, cancelled, ({ operation }) => operation !== null)
  await cancel(script, key, cancelled)
  await playOperator(script, key)
  // Ended while they are asked to start: one answers with a job, which is stopped, the other with its result.
  const endEarly = async (model: EndedEarly, wanted: Partial<Wanted>): Promise<void> => {
    const gate = gateOf(script, model)
    const task = await submit(wishFor(model, { ...wanted, gate }))
    while (!readJournal<ProviderCall>(script.callsFile).some(({ taskId }) => taskId === task.id)) await pause(10)
    await cancel(script, key, task)
    writeFileSync(gate, '')
  }
  await Promise.all([endEarly('ignores-key', { pollMs: FAR_AWAY_MS }), endEarly('answers-at-once', {})])
  for (const task of tasks) await until(house, task, ({ status }) => isFinal(status))
  // There is room now, so that the write which accepts it claims it as well.
  const atOnce = await submit({ ...wishFor('answers-at-once'), webhookUrl: hook })
  await until(house, atOnce, ({ status }) => isFinal(status))
  await playAfterwards(script, key, { deletable, announced: cancelled })
  await sendEvents(house.deps, new AbortController().signal)
  await nothingLeft(script)
  await letInWaiting(house.deps, new AbortController().signal)
  await nothingHeld(script)
  await house.stop(1_000)
  for (const engine of house.deps.catalog.engines()) await engine.close()
  await house.store.close()
}

/** Somebody signs in, comes back with another address, uses the session, and signs out here and everywhere. */
async function playPeople({ deps, store }: House): Promise<void> {
  const rules = { allowed: ['*'], admins: ['ann@example.com'], roles: new Map(), projects: [] }
  const times = { lastsMs: 60_000, idleMs: 60_000 }
  const enter = async (email: string): Promise<string> => {
    const person = { issuer: 'https://id.example', subject: 'ann', email, name: 'Ann' }
    return (await signIn(deps, { person, emailIsVerified: true, roles: [] }, { rules, times })).session.hash
  }
  await enter('ann@elsewhere.example')
  const here = await enter('ann@example.com')
  await findSession(deps, here, 600_000)
  await signOut(deps, here, 'here')
  const last = await enter('ann@example.com')
  await signOut(deps, last, 'everywhere')
  if ((await store.sessions.find(last)) !== undefined) throw new Error('a session outlived its sign-out')
}

async function playKeys(house: House): Promise<ApiKey> {
  const { key } = await createKey(house.deps, { name: 'caller' })
  const { key: old } = await createKey(house.deps, { name: 'old' })
  await revokeKey(house.deps, old.id)
  await rotateWebhookSecret(house.deps, key)
  await editKey(house.deps, key.id, { limits: { waiting: 1_000 } }, COMMAND_LINE)
  const uses = keyUses(house.deps)
  uses.note(key.id)
  await uses.close()
  for (const text of ['a-key-of-the-environment', 'another-key-of-the-environment'])
    await acceptEnvironmentKey(house.deps, text)
  await playPeople(house)
  const { id } = await createProject(house.deps, { name: 'shop' }, COMMAND_LINE)
  await editProject(house.deps, id, { archived: true }, COMMAND_LINE)
  return key
}

/** What is uploaded, used and deleted, and what is left to expire. */
async function playUploads(script: Script, key: ApiKey): Promise<void> {
  const { deps } = script.house
  const read = () => spoolReference(deps, [PICTURE] as unknown as AsyncIterable<Uint8Array>)
  const upload = await createUpload(deps, { caller: key, read: await read(), idempotencyKey: null })
  const wish = { caller: key, mediaType: null, maxBytes: 2 ** 20, lastsMs: 60_000 }
  const { upload: signed } = await signUpload(deps, wish)
  await receiveUpload(deps, signed, await read())
  await submitted(script, key, {
    ...wishFor('local'),
    kind: 'image',
    references: [{ from: 'upload', uploadId: upload.id }],
  })
  await deleteUpload(deps, key, upload.id)
}

/** Who may do it is the business of others: here it is a key as good as any. */
async function playOperator(script: Script, key: ApiKey): Promise<void> {
  const { house, history } = script
  const foreign = await submitted(script, key, wishFor('ignores-key', { pollMs: FAR_AWAY_MS }))
  await until(house, foreign, ({ operation }) => operation !== null)
  const answered = history.invoke({ what: 'cancel', id: foreign.id })
  const { id, status, error } = await cancelAnyTask(house.deps, key, foreign.id)
  answered({ event: 'ok', id, status, result: JSON.stringify(error) })
  const deps = { ...house.deps, pauses: knownPauses(house.deps) }
  await pauseEngine(deps, key, { engine: 'closed', reason: 'it is being looked at' })
  await resumeEngine(deps, key, 'closed')
  const sight = { engine: 'closed', reason: 'away', process: 'one' }
  await turnEngine(deps, { ...sight, isDown: true })
  await turnEngine(deps, { ...sight, isDown: false, process: 'another' })
}

/** Somebody looks at a picture small, and later its bytes are gone. */
async function playThumbnails({ deps, store }: House, { id }: Task): Promise<void> {
  const [output] = (await store.files.ofTask(id)).filter(({ role }) => role === 'output')
  if (output === undefined) throw new Error('the task that is to be deleted has no picture')
  const small = thumbnails({
    ...deps,
    convertPicture: async ({ bytes }) => bytes,
    contactSheetOf: async () => undefined,
  })
  const { picture, thumbnail } = await small.of(output, { width: 0 })
  if (thumbnail === null) throw new Error('nothing was made small')
  await small.anew(picture, thumbnail)
}

/** What comes after the tasks: sending again, deleting, sweeping. */
async function playAfterwards(
  { house, history, dataDir }: Script,
  key: ApiKey,
  { deletable, announced }: Record<'deletable' | 'announced', Task>,
): Promise<void> {
  for (;;) {
    const deliveries = await house.store.deliveries.ofTask(announced.id)
    if (deliveries.every(({ status }) => status === 'delivered')) break
    await pause(10)
  }
  await redeliver(house.deps, key, { taskId: announced.id, number: 1 })
  await redeliverSince(house.deps, key, 0)
  await playThumbnails(house, deletable)
  const done = history.invoke({ what: 'delete', id: deletable.id })
  await deleteTask(house.deps, key, deletable.id)
  done({ event: 'ok', id: deletable.id })
  const orphan = join(dataDir, 'spool', 'left-by-a-crash')
  await writeFile(orphan, 'x')
  await utimes(orphan, 0, 0)
  await house.store.chores.watch(house.deps.clock.now())
  await dueChores(house.deps)
  await everyChore(house.deps)
}

/** Jobs are stopped, too. */
async function nothingLeft({ dataDir }: Script): Promise<void> {
  const storage = sqliteStorage(dataDir)
  while ((await storage.left()) > 0) await pause(20)
}

export async function submitted({ house, history }: Script, key: ApiKey, wish: Wish): Promise<Task> {
  const { kind = 'video', model = '', idempotencyKey = null, webhookUrl } = wish
  const webhook = webhookUrl !== undefined
  const answered = history.invoke({ what: 'submit', kind, model, key: idempotencyKey, webhook })
  const task = await house.submit(key, wish)
  answered({ event: 'ok', id: task.id })
  return task
}

const REFUSED = 'refused x'

/** Several images by one request, which its client then repeats because it heard nothing. */
async function submitSeveral({ house, history }: Script, key: ApiKey): Promise<Task[]> {
  const { deps } = house
  const { model = '', prompt = '' } = wishFor('local')
  const asked = { aspectRatio: null, size: null, seed: null, settings: null, webhookUrl: null }
  const request = { kind: 'image' as const, model, prompt, ...asked }
  const count = 2
  let call: CallName | null = null
  const answers = { fateOf: () => 'unknown' as const, settled: async () => undefined }
  const send = async (attempt: number): Promise<Task[]> => {
    const upload = await spoolReference(deps, [PICTURE] as unknown as AsyncIterable<Uint8Array>)
    const references = [{ from: 'bytes' as const, ...upload }]
    const input = { caller: key, request, references, idempotencyKey: null, count }
    const came = { count: attempt, arrivedAt: deps.clock.now(), mayBeOvertaken: () => false, refusedAs: REFUSED }
    const accepted = await createOrAdopt({ ...deps, answers }, input, came)
    call = accepted.call
    return accepted.tasks
  }
  const answered = Array.from({ length: count }, () =>
    history.invoke({ what: 'submit', kind: 'image', model, key: null, webhook: false }),
  )
  const tasks = await send(0)
  for (const [index, { id }] of tasks.entries()) answered[index]?.({ event: 'ok', id })
  const again = await send(1)
  if (again.map(({ id }) => id).join() !== tasks.map(({ id }) => id).join()) throw new Error('a repeat was made anew')
  const refused = { keyId: key.id, key: REFUSED, times: 1, now: deps.clock.now(), expiresAt: deps.clock.now() + 60_000 }
  await house.store.repeats.note({ arrived: call === null ? [] : [call], refused: [refused] })
  await house.store.repeats.takeRefused(refused, deps.clock.now())
  return tasks
}

/** Whatever the crash met, a key or project that is there or changed is on record as such, and what is on record was done. */
async function checkAudited({ store }: House): Promise<void> {
  const keys = await store.keys.list()
  const entries = await store.audit.list({ limit: 100 })
  const recorded = ({ id }: ApiKey, action: string): number =>
    entries.filter((entry) => entry.keyId === id && entry.action === action).length
  for (const key of keys) {
    const [made, edited, revoked] = ['create', 'edit', 'revoke'].map((action) => recorded(key, action))
    if (made !== 1 || edited !== key.version || revoked !== (key.revokedAt === null ? 0 : 1))
      throw new Error(`the record of the key '${key.name}' is not what was done`)
  }
  const projects = await store.projects.page(null, 100)
  if (entries.some(({ keyId }) => keyId !== NO_KEY && ![...keys, ...projects].some(({ id }) => id === keyId)))
    throw new Error('a key is on record and nowhere')
  for (const { id, version } of projects)
    if (entries.filter(({ keyId }) => keyId === id).length !== version + 1)
      throw new Error('the record of a project is not what was done')
  const counted = (action: string): number => entries.filter((entry) => entry.action === action).length
  if (counted('pause engine') - counted('resume engine') !== (await store.pauses.list()).length)
    throw new Error('what is on record of pauses is not what was done')
}

/** Of a key that may have one task at work: the others wait for its place, and one of them is cancelled meanwhile. */
async function submitUnderLimits(script: Script): Promise<Task[]> {
  const limits = { inWork: 1, waiting: 9, perMonthMicros: 5 * PRICE }
  const { key } = await createKey(script.house.deps, { name: LIMITED, limits })
  const wish = { ...wishFor('honours-key', { polls: 1 }), model: 'priced' }
  const tasks = [await submitted(script, key, wish), await submitted(script, key, wish)]
  const cancelled = await submitted(script, key, wish)
  tasks.push(await submitted(script, key, wish))
  await cancel(script, key, cancelled)
  return tasks
}

/** Whatever the crash met, each cause is one event: marks follow from what was accepted, and engines go down and up in turns. */
async function checkEvents({ deps, store }: House, limited: readonly Task[]): Promise<void> {
  const signal = new AbortController().signal
  // What an hour later is done anyway.
  await raiseDueEvents(deps, signal)
  await sendEvents(deps, signal)
  const events = (await store.events.list(null, 100)).toReversed()
  const marks = events.filter(({ event }) => event === 'budget.reached').map(({ data }) => data['percent'])
  const wanted = [50, 80].filter((percent) => limited.length * PRICE * 100 >= 5 * PRICE * percent)
  const turns = events.map(({ event }) => event).filter((event) => event.startsWith('engine.'))
  const retiring = events.filter(({ event }) => event === 'model.retiring')
  if (marks.join() !== wanted.join() || retiring.length !== 1 || !'engine.down,engine.up'.startsWith(turns.join()))
    throw new Error(`not what happened: ${JSON.stringify(events)}`)
}

/** All have ended, so whatever they took of limits was given back. */
async function nothingHeld({ house: { store } }: Script): Promise<void> {
  const ids = (await store.keys.list()).map(({ id }) => id)
  const held = (await store.accounts.find(ids)).filter(({ letIn, parked }) => letIn !== 0 || parked !== 0)
  if (held.length > 0) throw new Error(`something is held by nobody: ${JSON.stringify(held)}`)
}

/** Whatever the crash met, no result is kept that was not signed. */
async function checkSigned({ store, files }: House, tasks: readonly Task[]): Promise<void> {
  for (const { id } of tasks) {
    for (const { id: file, role } of await store.files.ofTask(id)) {
      const bytes = role === 'reference' ? undefined : await (await files.open(file))?.toArray()
      if (bytes !== undefined && !isStamped(Buffer.concat(bytes)))
        throw new Error(`a result of task ${id} is not signed`)
    }
  }
}

/** Whatever the crash met, the images of one request are all there or none is. */
function checkWhole(tasks: readonly Task[]): void {
  const there = new Set(tasks.map(({ id }) => id))
  const lost = tasks.flatMap(({ groupIds }) => groupIds ?? []).filter((id) => !there.has(id))
  if (lost.length > 0) throw new Error(`of the tasks of one request ${lost.join()} is not there`)
}

async function cancel({ house, history }: Script, key: ApiKey, { id }: Task): Promise<void> {
  const answered = history.invoke({ what: 'cancel', id })
  const task = await house.cancel(key, id)
  answered({ event: 'ok', id, status: task.status, result: JSON.stringify(task.error) })
}

async function until(house: House, { id }: Task, wanted: (task: Task) => boolean): Promise<void> {
  while (!wanted(await house.row(id))) await pause(10)
}

export function wishFor(model: string, wanted: Partial<Wanted> = {}): Wish {
  return { model, prompt: JSON.stringify({ startMs: 0, polls: 0, pollMs: 10, ...wanted }) }
}

/** Lets everything that the crash left go on to its end, after the same request was sent once more. */
export async function playRecovery(script: Script): Promise<void> {
  const { house } = script
  for (const model of ENDED_EARLY) writeFileSync(gateOf(script, model), '')
  await checkAudited(house)
  const keys = await house.store.keys.list()
  const key = keys.find(({ name, revokedAt }) => name === 'caller' && revokedAt === null)
  const limited = keys.find(({ name }) => name === LIMITED)
  if (key !== undefined) {
    await submitted(script, key, repeatedWish(script.hook))
    house.start(true)
    for (;;) {
      const own = await house.store.tasks.list({ keyId: key.id, limit: 100 })
      const others = limited && (await house.store.tasks.list({ keyId: limited.id, limit: 100 }))
      const tasks = [...own, ...(others ?? [])]
      checkWhole(tasks)
      for (const task of tasks.filter(isFarAway)) await cancel(script, key, task)
      const deliveries = (await Promise.all(tasks.map(({ id }) => house.store.deliveries.ofTask(id)))).flat()
      if (tasks.every(({ status }) => isFinal(status)) && deliveries.every(({ status }) => status !== 'pending')) {
        await checkSigned(house, tasks)
        await checkEvents(house, others ?? [])
        break
      }
      await pause(100)
    }
  }
  await house.stop(1_000)
  await house.store.close()
}

/** What is left when any start whose answer was lost counts as settled: its job is stopped, and nothing is held. */
export async function playSettled(script: Script): Promise<void> {
  const { house } = script
  house.start(true)
  await nothingLeft(script)
  await nothingHeld(script)
  await house.stop(1_000)
  await house.store.close()
}
