import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { AppError } from '../../src/core/errors.ts'
import type { Files } from '../../src/ports/files.ts'
import { DEAD_AFTER_MS } from '../../src/workers/observation.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openService } from '../support/service.ts'
import { isStamped, stampCredentials } from '../support/stamp-credentials.ts'
import { faultyStorage } from './faulty-storage.ts'
import { PICTURE } from './house.ts'
import { keptIds } from './kept-ids.ts'
import { done, held, running } from './scripted-engine.ts'
import { hasEnded, openStage } from './stage.ts'

test('an operation that the provider gave while the database was full is stored when there is room again', async (t) => {
  const { state, ...wraps } = faultyStorage()
  const stage = await openStage(t, wraps)
  const call = held()
  stage.engine.onStart = call.whatever
  const { id } = await stage.submit()
  stage.start()
  await stage.until(id, ({ step }) => step === 'starting')
  state.database = 'full'
  // Long enough to look dead to others: nobody may take the task over from us but ourselves, and we must not.
  await stage.clock.advance(3 * DEAD_AFTER_MS)
  call.answer(running({ job: 4 }, 1_000))
  await stage.clock.advance(3 * DEAD_AFTER_MS)
  assert.equal((await stage.row(id)).operation, null)
  state.database = 'works'
  const ended = await stage.until(id, hasEnded, 100)
  assert.equal(ended.status, 'success')
  assert.equal(ended.attempts, 1)
  assert.equal(stage.engine.starts.length, 1)
  assert.deepEqual(stage.engine.asked, [{ job: 4 }])
})

test('an answer about a job that finds no room on our disk is asked for again: the job was paid for', async (t) => {
  const stage = await openStage(t)
  stage.engine.onStart = async () => running({ job: 4 }, 1_000)
  stage.engine.onStatus = async () => {
    if (stage.engine.asked.length < 6) throw new AppError('storage_unavailable', 'There is no space left.')
    return done()
  }
  const { id } = await stage.submit()
  stage.start()
  const ended = await stage.until(id, hasEnded, 500)
  assert.deepEqual([ended.status, ended.attempts, stage.engine.starts.length], ['success', 1, 1])
})

test('a task whose picture cannot be read before the start is sent waits, and is started when it can be', async (t) => {
  let isOut = true
  const wrapFiles = (files: Files): Files => ({
    ...files,
    async open(...asked) {
      if (isOut) throw new AppError('storage_unavailable', 'The file storage currently cannot be read.')
      return files.open(...asked)
    },
  })
  const stage = await openStage(t, { wrapFiles, model: { runTimeoutMs: 120_000 } })
  let sent = 0
  stage.engine.onStart = async ({ references }) => {
    for (const reference of references) await reference.bytes()
    sent++
    return done()
  }
  const spooled = await stage.files.spool(Readable.from([PICTURE]), { maxBytes: 999, tooLarge: 'image_too_large' })
  const facts = { mediaType: 'image/png', extension: 'png', width: 1, height: 1 }
  const { id } = await stage.submit({ references: [{ from: 'bytes', spooled, facts }] })
  stage.start()
  await eventuallyOn(stage.clock, 500, async () => (stage.engine.starts.length >= 6 ? true : undefined))
  const waiting = await stage.row(id)
  assert.deepEqual([waiting.status, sent], ['processing', 0])
  isOut = false
  const ended = await stage.until(id, hasEnded, 500)
  assert.deepEqual([ended.status, ended.attempts, sent], ['success', 1, 1])

  isOut = true
  const again = await stage.files.spool(Readable.from([PICTURE]), { maxBytes: 999, tooLarge: 'image_too_large' })
  const second = await stage.submit({ references: [{ from: 'bytes', spooled: again, facts }] })
  const late = await stage.until(second.id, hasEnded, 1_000)
  assert.deepEqual([late.error?.code, late.cost?.basis], ['timeout', 'Nothing was made.'])
})

test('a result that comes while the disk is full is saved when there is room again, not made again', async (t) => {
  const { state, ...wraps } = faultyStorage()
  const stage = await openStage(t, wraps)
  const call = held()
  stage.engine.onStart = call.whatever
  const { id } = await stage.submit()
  stage.start()
  await stage.until(id, ({ step }) => step === 'starting')
  state.disk = 'full'
  call.answer(done())
  await stage.clock.advance(5 * DEAD_AFTER_MS)
  assert.equal((await stage.row(id)).status, 'processing')
  state.disk = 'works'
  const ended = await stage.until(id, hasEnded, 100)
  assert.equal(ended.status, 'success')
  assert.equal(ended.attempts, 1)
  assert.equal(stage.engine.starts.length, 1)
  assert.equal((await keptIds(stage.files)).length, 1)
})

test('a full disk does not hold a task past its deadline', async (t) => {
  const { state, ...wraps } = faultyStorage()
  const stage = await openStage(t, { ...wraps, model: { runTimeoutMs: 60_000 } })
  state.disk = 'full'
  const { id } = await stage.submit()
  stage.start()
  const ended = await stage.until(id, hasEnded, 1_000)
  assert.equal(ended.error?.code, 'timeout')
})

const KILLED = { kind: 'failed', fault: 'outside', reason: 'the signing program ended early' } as const

test('a result that cannot be signed for reasons outside of it waits in the spool, and is signed when that is over', async (t) => {
  const { state, credentials } = stampCredentials()
  const stage = await openStage(t, { credentials })
  state.trouble = () => KILLED
  const { id } = await stage.submit()
  stage.start()
  await eventuallyOn(stage.clock, 500, async () => (state.tries >= 6 ? true : undefined))
  const waiting = await stage.row(id)
  assert.deepEqual([waiting.status, await keptIds(stage.files)], ['processing', []])
  state.trouble = () => undefined
  const ended = await stage.until(id, hasEnded, 500)
  assert.deepEqual([ended.status, ended.attempts, stage.engine.starts.length], ['success', 1, 1])
  const [file] = await stage.store.files.ofTask(id)
  const kept = await (await stage.files.open(file?.id ?? ''))?.toArray()
  assert.ok(isStamped(Buffer.concat(kept ?? [])))
})

test('what is required and cannot be signed in time fails with the reason; what is said twice of a file is believed', async (t) => {
  const { state, credentials } = stampCredentials()
  const stage = await openStage(t, { credentials, model: { runTimeoutMs: 120_000 } })
  stage.start()
  state.trouble = () => KILLED
  const late = await stage.until((await stage.submit()).id, hasEnded, 1_000)
  assert.equal(late.error?.code, 'timeout')
  assert.match(
    late.error?.message ?? '',
    /result was made.*could not be signed in time: the signing program ended early/,
  )

  const said: (string | null)[] = ['it is odd', null, 'it is odd', 'it is odd', null]
  state.tries = 0
  state.trouble = () => {
    const reason = said.shift()
    return typeof reason === 'string' ? { kind: 'failed', fault: 'unsure', reason } : KILLED
  }
  const refused = await stage.until((await stage.submit()).id, hasEnded, 500)
  assert.match(refused.error?.message ?? '', /could not be signed because it is odd/)
  assert.deepEqual([refused.error?.code, state.tries], ['internal_error', 4])

  state.trouble = () => ({ kind: 'failed', fault: 'file', reason: 'it is too large' })
  await stage.until((await stage.submit()).id, hasEnded, 500)
  assert.equal(state.tries, 5)
  assert.deepEqual([stage.engine.starts.length, await keptIds(stage.files)], [3, []])
})

test('where credentials are wanted and not required, a result that cannot be signed is kept after two tries, with a warning', async (t) => {
  const { state, credentials } = stampCredentials(false)
  const stage = await openStage(t, { credentials })
  state.trouble = () => KILLED
  stage.start()
  const ended = await stage.until((await stage.submit()).id, hasEnded, 500)
  assert.deepEqual([ended.status, state.tries, stage.engine.starts.length], ['success', 2, 1])
  assert.match(ended.warnings.join(), /carries no Content Credentials, because the signing program ended early/)
})

test('a task whose picture cannot be kept waits without using up its attempts', async (t) => {
  const { state, ...wraps } = faultyStorage()
  const picture = async function* (): AsyncGenerator<Uint8Array> {
    yield PICTURE
  }
  let fetched = 0
  const stage = await openStage(t, {
    ...wraps,
    fetch: {
      mayTry: () => true,
      async request() {
        fetched++
        return { ok: true, status: 200, headers: {}, body: picture(), discard() {} }
      },
    },
  })
  const { id } = await stage.submit({ references: [{ from: 'url', url: 'http://127.0.0.1:1026/picture.png' }] })
  state.disk = 'full'
  stage.start()
  await eventuallyOn(stage.clock, 500, async () => (fetched >= 8 ? true : undefined))
  assert.equal((await stage.row(id)).status, 'pending')
  state.disk = 'works'
  const ended = await stage.until(id, hasEnded, 100)
  assert.equal(ended.status, 'success')
  assert.equal(ended.attempts, 1)
  assert.equal((await stage.store.files.ofTask(id)).length, 2)
})

test('while storage is out: 503 storage_unavailable, reads go on; then all goes on without a restart', async (t) => {
  const { state, ...replacements } = faultyStorage()
  // It stands still while storage is out: what was begun before is still open then.
  const clock = manualClock(Date.now())
  const service = await openService(t, { replacements: { ...replacements, clock } })
  const submit = (prompt: string): Promise<Response> =>
    service.call('/api/ai/videos', { json: { model: 'sandbox', prompt } })
  const statusOf = async (id: string): Promise<string> => {
    const reply = await service.call(`/api/ai/videos/${id}`)
    assert.equal(reply.status, 200)
    return ((await reply.json()) as { status: string }).status
  }
  const { id } = (await (await submit('[[delay 100ms]] a fox')).json()) as { id: string }

  state.database = 'full'
  const refused = await submit('another fox')
  assert.equal(refused.status, 503)
  assert.equal(((await refused.json()) as { error: { code: string } }).error.code, 'storage_unavailable')
  assert.match(await statusOf(id), /^(pending|processing)$/)
  const upload = new FormData()
  for (const [name, value] of Object.entries({ model: 'sandbox', prompt: 'a third fox' })) upload.set(name, value)
  upload.set('image', new Blob([PICTURE]), 'fox.png')
  state.disk = 'full'
  const refusedUpload = await service.call('/api/ai/videos', { method: 'POST', body: upload })
  assert.equal(refusedUpload.status, 503)

  state.database = 'works'
  state.disk = 'works'
  await eventuallyOn(clock, 100, async () => ((await statusOf(id)) === 'success' ? true : undefined))
  assert.equal((await submit('another fox')).status, 200)
})
