import assert from 'node:assert/strict'
import type { Upload, UploadedFile } from '../../src/core/files/upload.ts'
import { range, T } from './build.ts'
import type { Promised } from './driver.ts'

const MOST = 100

function anUpload(id: string, changes: Partial<Upload> = {}): Upload {
  return {
    id,
    keyId: 'k1',
    tokenHash: null,
    fileId: `file of ${id}`,
    mediaType: 'video/mp4',
    extension: 'mp4',
    bytes: 10,
    sha256: 'ab'.repeat(32),
    width: 1280,
    height: 720,
    durationMs: 4000,
    clip: { fps: 23.976, hasAudio: true },
    idempotencyKey: null,
    createdAt: T,
    expiresAt: T + 1000,
    ...changes,
  }
}

const NOTHING = {
  fileId: null,
  mediaType: 'image/*',
  extension: null,
  sha256: null,
  width: null,
  height: null,
} as const
const aWaiting = (id: string): Upload =>
  anUpload(id, { ...NOTHING, tokenHash: 'hash', bytes: 90, durationMs: null, clip: null })

/** What was sent once for later requests. */
export function uploadPromises(promised: Promised): void {
  promised(
    'an upload is found, listed and counted until it expires, then it is removed with the id of its bytes',
    async ({ a, b }) => {
      for (const n of range(4))
        await a.uploads.add(anUpload(`u${n}`, { createdAt: T + n, expiresAt: T + 100 + n }), MOST)
      await a.uploads.add(anUpload('v', { keyId: 'k2' }), MOST)
      assert.deepEqual(await b.uploads.find('u1', T), anUpload('u1', { createdAt: T + 1, expiresAt: T + 101 }))
      assert.equal(await b.uploads.find('u1', T + 101), undefined)
      const ids = async (now: number, after?: { createdAt: number; id: string }): Promise<string[]> =>
        (await b.uploads.list({ keyId: 'k1', now, limit: 2, ...(after === undefined ? {} : { after }) })).map(
          ({ id }) => id,
        )
      assert.deepEqual(await ids(T), ['u3', 'u2'])
      assert.deepEqual(await ids(T, { createdAt: T + 2, id: 'u2' }), ['u1', 'u0'])
      assert.deepEqual(await ids(T + 102), ['u3'])
      assert.deepEqual([await b.uploads.used('k1', T), await b.uploads.used('k1', T + 102)], [40, 10])
      assert.deepEqual(await b.files.withoutRecord(['file of u1', 'x']), ['x'])
      assert.deepEqual(await b.uploads.sweep(T + 102, 2), { removed: 2, fileIds: ['file of u0', 'file of u1'] })
      assert.deepEqual(await b.uploads.sweep(T + 102, 2), { removed: 1, fileIds: ['file of u2'] })
      assert.equal(await b.uploads.remove('u3'), 'file of u3')
      assert.equal(await a.uploads.remove('u3'), undefined)
    },
  )

  promised(
    'uploads that come at once take no more room than there is, and one idempotency key names one upload',
    async ({ a, b }) => {
      const added = await Promise.all(range(12).map((n) => (n % 2 === 0 ? a : b).uploads.add(anUpload(`u${n}`), MOST)))
      assert.equal(added.filter(({ kind }) => kind === 'added').length, 10)
      assert.ok(added.every((each) => each.kind !== 'full' || each.used === 100))
      assert.equal(
        (await b.uploads.add(anUpload('w', { createdAt: T + 1000, expiresAt: T + 2000 }), MOST)).kind,
        'added',
      )
      const named = range(4).map((n) => anUpload(`n${n}`, { keyId: 'k2', idempotencyKey: 'i', expiresAt: T + 10 }))
      const once = await Promise.all(named.map((upload, n) => (n % 2 === 0 ? a : b).uploads.add(upload, MOST)))
      const winner = named[once.findIndex(({ kind }) => kind === 'added')]
      assert.deepEqual(
        once.filter(({ kind }) => kind !== 'added'),
        range(3).map(() => ({ kind: 'earlier', upload: winner })),
      )
      const later = anUpload('z', { keyId: 'k2', idempotencyKey: 'i', createdAt: T + 10, expiresAt: T + 20 })
      assert.equal((await a.uploads.add(later, MOST)).kind, 'added')
    },
  )

  promised(
    'an address takes its bytes once, until it expires, and gives back the room that it did not need',
    async ({ a, b }) => {
      const { fileId, mediaType, extension, bytes, sha256, width, height, durationMs, clip } = anUpload('s')
      const file: UploadedFile = {
        fileId: fileId ?? '',
        mediaType: mediaType ?? '',
        extension: extension ?? '',
        bytes,
        sha256: sha256 ?? '',
        width,
        height,
        durationMs,
        clip,
      }
      await a.uploads.add(aWaiting('s'), MOST)
      assert.deepEqual(await b.uploads.find('s', T), aWaiting('s'))
      assert.equal(await b.uploads.receive('s', file, { now: T + 1000, expiresAt: T + 9000 }), false)
      const times = { now: T + 999, expiresAt: T + 9000 }
      const both = await Promise.all([a, b].map((store) => store.uploads.receive('s', file, times)))
      assert.deepEqual(both.toSorted(), [false, true])
      assert.deepEqual(await b.uploads.find('s', T), anUpload('s', { expiresAt: T + 9000 }))
      assert.equal(await b.uploads.used('k1', T), 10)
      await a.uploads.add({ ...aWaiting('t'), expiresAt: T + 1 }, MOST)
      assert.deepEqual(await b.uploads.sweep(T + 1, 9), { removed: 1, fileIds: [] })
      await a.uploads.add(aWaiting('t'), MOST)
      assert.equal(await b.uploads.remove('t'), null)
    },
  )
}
