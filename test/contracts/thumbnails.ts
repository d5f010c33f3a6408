import assert from 'node:assert/strict'
import type { Thumbnail } from '../../src/core/files/file-record.ts'
import { aFile, anOutcome, aTask, insertAll, T } from './build.ts'
import type { Promised } from './driver.ts'

export const aThumbnail = (changes: Partial<Thumbnail> = {}): Thumbnail => ({
  id: 't1',
  fileId: 'f1',
  taskId: '1001',
  width: 64,
  bytes: 5_000_000_000,
  sha256: 'cd'.repeat(32),
  createdAt: T,
  ...changes,
})

/** Small pictures of files. */
export function thumbnailPromises(promised: Promised): void {
  promised('of a file and width there is one small picture, and another once that is forgotten', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    const all = [aThumbnail(), aThumbnail({ id: 't2', width: 128 }), aThumbnail({ id: 't3', fileId: 'f1.png' })]
    for (const each of all) assert.equal(await a.thumbnails.add(each), true)
    assert.equal(await b.thumbnails.add(aThumbnail({ id: 't4' })), false)
    assert.deepEqual(await Promise.all(all.map(({ fileId, width }) => b.thumbnails.find(fileId, width))), all)
    await b.thumbnails.forget('t1')
    assert.equal(await a.thumbnails.find('f1', 64), undefined)
    assert.equal(await a.thumbnails.add(aThumbnail({ id: 't4' })), true)
  })

  promised('a small picture of a task that is gone is nobody’s, and others go with their task', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    const files = [aFile('f1', '1001')]
    await a.queue.finishAny('1001', anOutcome(aTask('1001'), { files }))
    await a.thumbnails.add(aThumbnail())
    assert.deepEqual((await b.chores.remove(['1001'])).fileIds.toSorted(), ['f1', 't1'])
    assert.equal(await b.thumbnails.find('f1', 64), undefined)
    assert.equal(await a.thumbnails.add(aThumbnail()), false)
  })
}
