import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { FileRecord } from '../../src/core/files/file-record.ts'
import { freshTask } from '../../src/core/tasks/task.ts'
import { type PreviewParts, previews } from '../../src/http/mcp/preview.ts'
import { manualClock } from '../support/manual-clock.ts'

const PATIENCE_MS = 8_000
const named = { keyId: 'k', kind: 'image', model: 'm', engine: 'e', prompt: 'p' } as const
const taskOf = (id: string) => freshTask({ id, ...named, createdAt: 0, queueDeadlineAt: 1 })

/** One picture for each task, and a converter that does as the test says. */
function stage(convertPicture: PreviewParts['convertPicture'], file: Partial<FileRecord> = {}) {
  const clock = manualClock()
  const record = {
    id: 'f',
    role: 'output',
    position: 0,
    mediaType: 'image/png',
    bytes: 3,
    width: 1,
    height: 1,
    ...file,
  }
  let opened = 0
  const parts = {
    clock,
    convertPicture,
    log: { warn: () => undefined },
    store: { files: { ofTask: async () => [record] } },
    files: {
      open: async () => {
        opened++
        return Readable.from([Buffer.from('abc')])
      },
    },
  }
  return { clock, opened: () => opened, made: previews(parts as unknown as PreviewParts) }
}

test('nobody waits longer than eight seconds for a preview, and who asks again gets the one that was begun', async () => {
  const held = Promise.withResolvers<Uint8Array>()
  const { clock, opened, made } = stage(() => held.promise)
  const asked = made.of(taskOf('1'))
  await clock.advance(PATIENCE_MS)
  assert.equal(await asked, 'later')
  held.resolve(Buffer.from('small'))
  const [preview] = (await made.of(taskOf('1'))) as { data: string }[]
  assert.deepEqual([preview?.data, opened()], [Buffer.from('small').toString('base64'), 1])
  assert.equal(clock.pending(), 0)
})

test('keys take turns: who has asked for many does not make the others wait for all of them', async () => {
  const order: string[] = []
  const { made } = stage(async (_picture, _form, keyId) => {
    order.push(keyId ?? '')
    return Buffer.from('small')
  })
  const many = ['1', '2', '3', '4'].map((id) => made.of(taskOf(id)))
  await Promise.all([...many, made.of({ ...taskOf('5'), keyId: 'other' })])
  assert.deepEqual(order, ['k', 'k', 'other', 'k', 'k'])
})

test('one that failed is tried again by the next look', async () => {
  let tries = 0
  const { made } = stage(async () => {
    if (tries++ === 0) throw new Error('not this time')
    return Buffer.from('small')
  })
  assert.deepEqual(await made.of(taskOf('1')), [])
  assert.equal((await made.of(taskOf('1'))).length, 1)
})

test('a result that is too large to be held is not looked at', async () => {
  const { made, opened } = stage(async () => Buffer.from('small'), { bytes: 2 ** 30 })
  assert.deepEqual([await made.of(taskOf('1')), opened()], [[], 0])
})

test('only so many are kept that they take a few megabytes', async () => {
  const { made, opened } = stage(async () => Buffer.from('small'))
  for (let task = 0; task < 40; task++) await made.of(taskOf(String(task)))
  await made.of(taskOf('39'))
  assert.equal(opened(), 40)
  await made.of(taskOf('0'))
  assert.equal(opened(), 41)
})
