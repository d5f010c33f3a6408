import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { UNSEEN_CROWD } from '../../src/core/tasks/task.ts'
import { AppError, Interrupted } from '../../src/core/errors.ts'
import type { NewReference } from '../../src/actions/tasks/create-task.ts'
import type { Store } from '../../src/ports/store.ts'
import { PICTURE } from './house.ts'
import { keptIds } from './kept-ids.ts'
import { scriptedEngine } from './scripted-engine.ts'
import { hasEnded, openStage, type Stage } from './stage.ts'

const fetch = {
  mayTry: () => true,
  request: async () => ({ ok: true, status: 200, headers: {}, body: Readable.from([PICTURE]), discard() {} }) as const,
}

async function uploaded(stage: Stage): Promise<NewReference> {
  const spooled = await stage.files.spool(Readable.from([PICTURE]), { maxBytes: 999, tooLarge: 'image_too_large' })
  return {
    from: 'bytes',
    spooled,
    facts: { mediaType: 'image/png', extension: 'png', width: 1, height: 1 },
  }
}

test('a request whose insert was broken off keeps its pictures, for the task may be there', async (t) => {
  const wrapStore = (store: Store): Store => ({
    ...store,
    queue: {
      ...store.queue,
      async insert(entry) {
        await store.queue.insert(entry)
        throw new Interrupted('storage_unavailable', 'The answer got lost.')
      },
    },
  })
  const stage = await openStage(t, { wrapStore, engine: scriptedEngine({ safeToRestart: true }) })
  await assert.rejects(stage.submit({ references: [await uploaded(stage)] }), Interrupted)
  const [task] = await stage.store.tasks.list({ keyId: stage.key.id, limit: 9 })
  assert.ok(task !== undefined)
  const records = await stage.store.files.ofTask(task.id)
  assert.deepEqual(
    await keptIds(stage.files),
    records.map(({ id }) => id),
  )
})

test('a request whose insert was refused leaves no pictures behind', async (t) => {
  const refuse = async (): Promise<never> => {
    throw new AppError('storage_unavailable', 'There is no space left.')
  }
  const wrapStore = (store: Store): Store => ({ ...store, queue: { ...store.queue, insert: refuse } })
  const stage = await openStage(t, { wrapStore })
  await assert.rejects(stage.submit({ references: [await uploaded(stage)] }), { code: 'storage_unavailable' })
  assert.deepEqual(await keptIds(stage.files), [])
})

test('pictures whose record was stored by a change of which no answer came are kept by who lost the lease', async (t) => {
  let losing = true
  const wrapStore = (store: Store): Store => ({
    ...store,
    queue: {
      ...store.queue,
      async advance(lease, change) {
        const task = await store.queue.advance(lease, change)
        if (!losing || change.files === undefined) return task
        losing = false
        // While nobody answers us, someone else takes the task over.
        const now = stage.clock.now()
        const dead = (await store.owners.list()).map((owner) => ({ id: owner.id, beat: null }))
        await store.owners.bury(dead, { witnessed: false, now })
        await store.owners.join('another')
        const { id: engine } = stage.engine
        const claim = {
          engine,
          owner: 'another',
          token: 'another',
          now,
          limit: 1,
          wakeLimit: 1,
          crowd: UNSEEN_CROWD,
          cap: null,
        }
        assert.equal((await store.queue.claim(claim)).length, 1)
        throw new Interrupted('storage_unavailable', 'The answer got lost.')
      },
    },
  })
  const stage = await openStage(t, { wrapStore, fetch, engine: scriptedEngine({ safeToRestart: true }) })
  const { id } = await stage.submit({ references: [{ from: 'url', url: 'http://127.0.0.1:1026/picture.png' }] })
  stage.start()
  const ended = await stage.until(id, hasEnded, 500)
  assert.equal(ended.status, 'success')
  assert.equal(losing, false)
  const records = await stage.store.files.ofTask(id)
  assert.deepEqual(await keptIds(stage.files), records.map((record) => record.id).sort())
})
