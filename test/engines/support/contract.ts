import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { saveOutputs } from '../../../src/actions/running/save-outputs.ts'
import type { FileRecord } from '../../../src/core/files/file-record.ts'
import type { Model } from '../../../src/core/tasks/model.ts'
import type { Task } from '../../../src/core/tasks/task.ts'
import { standInClip, standInPicture } from '../../../src/engines/sandbox/stand-in.ts'
import { localFiles } from '../../../src/files/local.ts'
import { sharpImages } from '../../../src/media/sharp-images.ts'
import { guardedFetch } from '../../../src/net/guarded-fetch.ts'
import type { Engine, EngineJob, EngineReference, EngineState } from '../../../src/ports/engine.ts'
import type { Clock } from '../../../src/ports/runtime.ts'
import type { Store } from '../../../src/ports/store.ts'
import { systemClock, systemRandom } from '../../../src/runtime/system.ts'
import { manualClock } from '../../support/manual-clock.ts'
import { openFake, type FakeProvider, type Protocol } from './fake-provider.ts'
import { atEnd, temporaryFolder } from '../../support/at-end.ts'

export type Subject = {
  name: string
  kind: 'image' | 'video'
  /** Where results are: in the answer itself, at any address, or always at the server that the operator named. */
  result: 'inline' | 'address' | 'own'
  protocol: Protocol
  engineModel: string
  engine(baseURL: string, clock: Clock): Engine
  model?: Partial<Model>
  /** A second start with the same key does no harm: a broken line is then no reason to give up. */
  safeToRestart?: boolean
}

/** A log that nobody reads. */
export const quiet = { debug() {}, info() {}, warn() {}, error() {} }

export const START_KEY = 'start_0123456789abcdefghijkl'
export const PICTURE = standInPicture({ width: 64, height: 36 }, 'a test picture')
export const CLIP = standInClip({ width: 64, height: 36 }, 'a test clip').bytes

export function modelOf(subject: Pick<Subject, 'kind' | 'engineModel' | 'model'>): Model {
  return {
    id: 'subject',
    kind: subject.kind,
    engine: 'subject',
    engineModel: subject.engineModel,
    description: '',
    sizes: { form: 'ratios', ratios: ['16:9'], resolutions: [], defaultRatio: '16:9' },
    maxReferences: 2,
    referenceRoles: subject.kind === 'image' ? ['reference'] : ['first_frame', 'last_frame'],
    seed: 'optional',
    queueTimeoutMs: 1_000,
    runTimeoutMs: 1_000,
    ...subject.model,
  }
}

export function jobOf(model: Model, job: Partial<EngineJob> = {}): EngineJob {
  return {
    taskId: '1234567890123456789012',
    model,
    prompt: 'a lighthouse at dusk',
    parameters: { ratio: '16:9', width: null, height: null, resolution: null, seed: null },
    settings: null,
    references: [],
    startKey: START_KEY,
    ...job,
  }
}

export function reference(role: string): EngineReference {
  const pixels = async (): Promise<never> => assert.fail('nobody needs pixels here')
  const mask = async (form: string): Promise<Uint8Array> => Buffer.from(`a mask by ${form}`)
  const facts = { mediaType: 'image/png', extension: 'png', width: 64, height: 36 }
  return { role, ...facts, bytes: async () => PICTURE, mask, pixels }
}

export const WATCH = { signal: new AbortController().signal, onProgress: (): void => {} }

export type Opened = { fake: FakeProvider; engine: Engine; job: EngineJob; another: () => Engine }

export async function openSubject(t: TestContext, subject: Subject, job: Partial<EngineJob> = {}): Promise<Opened> {
  const fake = await openFake(t, subject.protocol, subject.kind === 'image' ? PICTURE : CLIP)
  const clock = manualClock()
  const another = (): Engine => {
    const engine = subject.engine(fake.url, clock)
    atEnd(t, () => engine.close())
    return engine
  }
  return { fake, engine: another(), job: jobOf(modelOf(subject), job), another }
}

/** Follows a job to its end, each question asked by a fresh engine that has nothing but the stored operation. */
export async function follow({ another, job }: Opened, state: EngineState): Promise<EngineState> {
  let now = state
  for (let asked = 0; now.kind === 'running'; asked++) {
    assert.ok(asked < 10, 'the job never ended')
    const stored = JSON.parse(JSON.stringify(now.operation)) as Record<string, unknown>
    assert.deepEqual(stored, now.operation, 'the operation must be JSON')
    now = await another().status(stored, job, WATCH)
  }
  return now
}

export function failure(state: EngineState): Extract<EngineState, { kind: 'failed' }> {
  assert.ok(state.kind === 'failed', JSON.stringify(state))
  return state
}

// Its processes stay for the next.
const images = sharpImages()

/** Copies results as the service does, with a guard that allows nothing private. */
export async function save(
  t: TestContext,
  kind: 'image' | 'video',
  state: EngineState,
  signal?: AbortSignal,
): Promise<FileRecord[]> {
  assert.equal(state.kind, 'done', JSON.stringify(state))
  const outputs = state.kind === 'done' ? state.outputs : []
  const files = await localFiles(await temporaryFolder(t), systemRandom)
  const deps = {
    files,
    images,
    fetch: guardedFetch({ allow: [], clock: systemClock, ownAddresses: () => [] }),
    clock: systemClock,
    random: systemRandom,
    log: quiet,
    limits: { maxImages: 10, maxImageBytes: 1, maxImagePixels: 1, maxBodyBytes: 1 },
    maxOutputBytes: 200_000,
    store: { files: {} as Store['files'] },
    publicUrl: () => 'http://127.0.0.1:1',
  }
  return (await saveOutputs(deps, { task: { id: '1', keyId: 'k', kind } as Task }, outputs, signal)).files
}

/** How all of these servers complain, each in its own field. */
const TROUBLE = { error: { message: 'oops', code: 500 }, message: 'oops', detail: 'oops' }

/** Answers to a start, and how many starts three tries make of them: one wherever the provider may be at work. */
const START_ANSWERS: {
  status: number
  headers?: Record<string, string>
  json?: unknown
  starts: 1 | 3
  unknown?: true
}[] = [
  ...[400, 401, 402, 403, 404, 405, 409, 413, 415, 422, 501].map((status) => ({ status, starts: 1 }) as const),
  ...[408, 499, 500, 502, 503, 504, 520, 522, 524, 530].map(
    (status) => ({ status, starts: 1, unknown: true }) as const,
  ),
  ...[425, 429, 521, 523, 525, 526, 529].map((status) => ({ status, starts: 3 }) as const),
  { status: 503, headers: { 'retry-after': '1' }, starts: 3 },
  { status: 503, json: { error: { message: 'later', code: 'server_is_overloaded' } }, starts: 3 },
]

/** Starts as the service does: again while it is known that nothing was started, three times at most. */
async function insistently({ engine, job }: Opened): Promise<EngineState> {
  let state = await engine.start(job, WATCH)
  for (let tries = 1; tries < 3; tries++) {
    if (state.kind !== 'failed' || state.final || state.notStarted !== true) return state
    state = await engine.start(job, WATCH)
  }
  return state
}

const refusedSave = { code: 'provider_error' }

/** What the engine of every remote provider keeps. */
export function engineContract(subject: Subject): void {
  const { name, kind } = subject
  const asynchronous = subject.protocol.done !== undefined

  test(`${name}: a job is started once, asked after by anyone, and its result is copied`, async (t) => {
    const opened = await openSubject(t, subject)
    if (subject.protocol.pending !== undefined) opened.fake.onStatus.push(subject.protocol.pending(opened.fake))
    const started = await opened.engine.start(opened.job, WATCH)
    if (asynchronous) assert.equal(started.kind, 'running', JSON.stringify(started))
    const done = await follow(opened, started)
    const files = await save(t, kind, done)
    assert.equal(files[0]?.mediaType, kind === 'image' ? 'image/png' : 'video/mp4')
    assert.equal(opened.fake.starts, 1)
  })

  test(`${name}: a job that the provider failed ends as provider_error`, async (t) => {
    const opened = await openSubject(t, subject)
    if (asynchronous) opened.fake.onStatus.push(subject.protocol.failed(opened.fake))
    else opened.fake.onStart.push(subject.protocol.failed(opened.fake))
    const failed = failure(await follow(opened, await opened.engine.start(opened.job, WATCH)))
    assert.deepEqual([failed.code, failed.final], ['provider_error', true], failed.message)
    assert.equal(opened.fake.starts, 1)
  })

  test(`${name}: a refusal by policy is told as such`, async (t) => {
    const opened = await openSubject(t, subject)
    const { at, reply } = subject.protocol.refused(opened.fake)
    ;(at === 'start' ? opened.fake.onStart : opened.fake.onStatus).push(reply)
    const failed = failure(await follow(opened, await opened.engine.start(opened.job, WATCH)))
    assert.deepEqual([failed.code, failed.final], ['content_policy_violation', true], failed.message)
  })

  test(`${name}: 429 waits as long as the provider asks, and the next start is the only one`, async (t) => {
    const opened = await openSubject(t, subject)
    const busy = { status: 429, headers: { 'retry-after': '7' }, json: { error: { message: 'slow down', code: 429 } } }
    opened.fake.onStart.push(busy)
    const failed = failure(await opened.engine.start(opened.job, WATCH))
    assert.equal(failed.final, false)
    assert.equal(failed.notStarted, true)
    assert.equal(failed.retryAfterMs, 7_000)
    await save(t, kind, await follow(opened, await opened.engine.start(opened.job, WATCH)))
  })

  test(`${name}: a start is made again only after an answer that says that nothing was started`, async (t) => {
    const opened = await openSubject(t, subject)
    if (opened.engine.safeToRestart) return
    for (const { status, headers = {}, json = TROUBLE, starts, unknown = false } of START_ANSWERS) {
      opened.fake.starts = 0
      opened.fake.onStart.splice(0, Infinity, ...Array.from({ length: 3 }, () => ({ status, headers, json })))
      const last = await insistently(opened)
      assert.equal(opened.fake.starts, starts, `${status} ${JSON.stringify(headers)}`)
      assert.equal(last.kind === 'failed' && last.code === 'start_unknown', unknown, `${status}`)
    }
  })

  test(`${name}: 500 to a question is not believed at once`, async (t) => {
    if (!asynchronous) return
    const opened = await openSubject(t, subject)
    const started = await opened.engine.start(opened.job, WATCH)
    assert.ok(started.kind === 'running')
    for (const status of [401, 403, 404, 408, 425, 429, 500, 502, 503, 504]) {
      opened.fake.onStatus.push({ status, json: TROUBLE })
      const asked = await opened.engine.status(started.operation, opened.job, WATCH)
      assert.ok(asked.kind === 'running' || (asked.kind === 'failed' && !asked.final), JSON.stringify(asked))
    }
    await save(t, kind, await follow(opened, started))
  })

  test(`${name}: an answer that makes no sense ends the start, and is not believed from a question`, async (t) => {
    const opened = await openSubject(t, subject)
    opened.fake.onStart.push({ headers: { 'content-type': 'application/json' }, body: '{"nonsense": tru' })
    const answered = await opened.engine.start(opened.job, WATCH)
    // Where the answer is the picture itself, the look at its bytes finds out.
    if (answered.kind === 'done') return assert.rejects(save(t, kind, answered), refusedSave)
    const failed = failure(answered)
    assert.equal(failed.final, true)
    assert.notEqual(failed.notStarted, true)
    if (!asynchronous) return
    const started = await opened.engine.start(opened.job, WATCH)
    assert.ok(started.kind === 'running')
    opened.fake.onStatus.push({ headers: { 'content-type': 'application/json' }, body: '<html>' })
    const asked = await opened.engine.status(started.operation, opened.job, WATCH)
    assert.ok(asked.kind === 'running' || (asked.kind === 'failed' && !asked.final), JSON.stringify(asked))
  })

  test(`${name}: a provider that hangs is left when the time is up`, async (t) => {
    const opened = await openSubject(t, subject)
    opened.fake.onStart.push('hang')
    const stop = new AbortController()
    const starting = opened.engine.start(opened.job, { ...WATCH, signal: stop.signal })
    while (opened.fake.starts === 0) await new Promise(setImmediate)
    stop.abort('timeout')
    await assert.rejects(starting)
    if (!asynchronous) return
    const started = await opened.engine.start(opened.job, WATCH)
    assert.ok(started.kind === 'running')
    opened.fake.onStatus.push('hang')
    const hush = new AbortController()
    const before = opened.fake.seen.length
    const asking = opened.engine.status(started.operation, opened.job, { ...WATCH, signal: hush.signal })
    while (opened.fake.seen.length === before) await new Promise(setImmediate)
    hush.abort('timeout')
    await assert.rejects(asking)
  })

  test(`${name}: a start whose answer was lost is never made twice unless that is safe`, async (t) => {
    const opened = await openSubject(t, subject)
    assert.equal(opened.engine.safeToRestart, subject.safeToRestart === true)
    opened.fake.onStart.push('drop')
    const failed = failure(await opened.engine.start(opened.job, WATCH))
    if (opened.engine.safeToRestart) {
      assert.equal(failed.final, false)
      return
    }
    assert.deepEqual([failed.code, failed.final], ['start_unknown', true])
    assert.equal(opened.fake.starts, 1)
  })

  test(`${name}: a server that is not there was certainly not started`, async (t) => {
    const opened = await openSubject(t, subject)
    await opened.fake.close()
    const failed = failure(await opened.engine.start(opened.job, WATCH))
    assert.deepEqual([failed.final, failed.notStarted], [false, true])
    assert.deepEqual([failed.code, failed.reason], ['provider_unavailable', 'away'])
  })

  test(`${name}: references reach the provider`, async (t) => {
    const opened = await openSubject(t, subject, {
      references: [reference(kind === 'image' ? 'reference' : 'first_frame')],
    })
    await save(t, kind, await follow(opened, await opened.engine.start(opened.job, WATCH)))
    const sent = opened.fake.seen.some(({ body }) => {
      const base64 = Buffer.from(PICTURE).toString('base64')
      return body.includes(Buffer.from(PICTURE)) || body.toString('latin1').includes(base64)
    })
    assert.ok(sent, 'the picture was not sent')
  })

  if (subject.result === 'inline') return

  test(`${name}: a result whose address is dead fails the task`, async (t) => {
    const opened = await openSubject(t, subject)
    opened.fake.resultStatus = 404
    const done = await follow(opened, await opened.engine.start(opened.job, WATCH))
    await assert.rejects(save(t, kind, done), refusedSave)
  })

  test(`${name}: a result that is too large is not copied`, async (t) => {
    const opened = await openSubject(t, subject)
    opened.fake.resultBytes = Buffer.concat([opened.fake.resultBytes, Buffer.alloc(300_000)])
    const done = await follow(opened, await opened.engine.start(opened.job, WATCH))
    await assert.rejects(save(t, kind, done), refusedSave)
  })

  if (subject.result === 'own') return

  test(`${name}: a result that points into our own network is refused`, async (t) => {
    const opened = await openSubject(t, subject)
    const inside = await openFake(t, subject.protocol, kind === 'image' ? PICTURE : CLIP)
    opened.fake.resultUrl = inside.resultUrl
    const ended = await follow(opened, await opened.engine.start(opened.job, WATCH))
    if (ended.kind === 'done') await assert.rejects(save(t, kind, ended), refusedSave)
    else assert.equal(failure(ended).code, 'provider_error')
    assert.equal(inside.seen.length, 0, 'the address was fetched')
  })
}
