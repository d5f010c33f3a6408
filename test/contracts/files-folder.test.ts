import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { mkdir, open, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { systemDisk, whileHeld, type Disk } from '../../src/files/disk.ts'
import { localFiles } from '../../src/files/local.ts'
import type { Files } from '../../src/ports/files.ts'
import { systemRandom } from '../../src/runtime/system.ts'
import { windowsDisk } from '../support/windows-disk.ts'
import { chunks, filePromises, hasCode, idsKept, read } from './file-promises.ts'
import { temporaryFolder } from '../support/at-end.ts'

const LIMIT = { maxBytes: 1_000, tooLarge: 'image_too_large' } as const
const ID = 'aBcDEF0123456789abcDEF'
const later = (): number => Date.now() + 60_000

filePromises('a folder under the rules of Windows', async (t) => {
  const folder = await temporaryFolder(t)
  return { folder, open: () => localFiles(folder, systemRandom, windowsDisk()) }
})

async function keep(files: Files, id: string, text: string): Promise<void> {
  await files.keep(id, await files.spool(chunks(Buffer.from(text)), LIMIT))
}

/** A file where the first version of the program put it. */
async function keepAsBefore(folder: string, id: string, text: string): Promise<void> {
  const path = join(folder, 'files', id.slice(0, 2), id.slice(2, 4), id)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

async function opened(t: TestContext): Promise<{ folder: string; files: Files }> {
  const folder = await temporaryFolder(t)
  return { folder, files: await localFiles(folder, systemRandom) }
}

test('a folder: bytes of which the disk said once that it lost them are never kept', async (t) => {
  const folder = await temporaryFolder(t)
  let flushes = 0
  const disk: Disk = {
    ...systemDisk,
    async open(path, flags) {
      const handle = await systemDisk.open(path, flags)
      // Linux tells of it through the first handle that asks, and through no later one.
      if (flags === 'r+' && flushes++ === 0) handle.sync = () => Promise.reject(new Error('EIO'))
      return handle
    },
  }
  const files = await localFiles(folder, systemRandom, disk)
  const large = { maxBytes: 2 ** 30, tooLarge: 'image_too_large' } as const
  const spooled = await files.spool(chunks(Buffer.alloc(9 * 2 ** 20, 'x')), large)
  await assert.rejects(files.keep(ID, spooled), hasCode('storage_unavailable'))
  await spooled.discard()
  assert.equal(await files.open(ID), undefined)
  const again = await files.spool(chunks(Buffer.alloc(9 * 2 ** 20, 'y')), large)
  await files.keep(ID, again)
  assert.equal((await read(files, ID))?.length, 9 * 2 ** 20)
})

test('a folder: a large file can be thrown away while it is being flushed', async (t) => {
  const { folder, files } = await opened(t)
  const spooled = await files.spool(chunks(Buffer.alloc(9 * 2 ** 20)), { ...LIMIT, maxBytes: 2 ** 30 })
  await spooled.discard()
  await spooled.discard()
  assert.deepEqual(await readdir(join(folder, 'spool')), [])
})

test('a folder: files of the first version are read, listed and removed where they lie', async (t) => {
  const { folder, files } = await opened(t)
  await keepAsBefore(folder, ID, 'old')
  await keep(files, `${ID}new`, 'new')
  assert.equal(String(await read(files, ID)), 'old')
  assert.equal(String(await read(files, ID, { start: 1, end: 2 })), 'ld')
  assert.deepEqual((await idsKept(files)).toSorted(), [ID, `${ID}new`])
  await files.remove(ID)
  assert.equal(await files.open(ID), undefined)
  assert.equal(String(await read(files, `${ID}new`)), 'new')
})

test('a folder: an id of the first version that is kept anew has the new bytes, and none once it is removed', async (t) => {
  const { folder, files } = await opened(t)
  await keepAsBefore(folder, ID, 'old')
  await keep(files, ID, 'new')
  assert.equal(String(await read(files, ID)), 'new')
  await files.remove(ID)
  assert.equal(await files.open(ID), undefined)
})

test('a folder: ids whose beginnings differ in case alone share a folder, so that no disk can mix up two', async (t) => {
  const { folder, files } = await opened(t)
  const ids = ['aB', 'Ab', 'AB', 'ab'].map((start) => `${start}${ID}`)
  for (const id of ids) await keep(files, id, id)
  assert.deepEqual(await readdir(join(folder, 'files')), ['ab'])
  for (const id of ids) assert.equal(String(await read(files, id)), id)
  assert.deepEqual((await idsKept(files)).toSorted(), ids.toSorted())
})

test('a folder: what systems and people leave in it is neither listed nor in the way', async (t) => {
  const { folder, files } = await opened(t)
  await keep(files, ID, 'kept')
  const kept = join(folder, 'files')
  for (const stray of ['.DS_Store', 'Thumbs.db', ID, 'ab/.DS_Store', 'ab/desktop.ini', 'ab/zz456789', `ab/${ID}.png`])
    await writeFile(join(kept, stray), 'stray')
  for (const stray of ['lost+found', 'ab/System Volume Information', 'ab/cd/ef']) {
    await mkdir(join(kept, stray), { recursive: true })
    await writeFile(join(kept, stray, ID), 'stray')
  }
  assert.deepEqual(await idsKept(files), [ID])
})

test('a folder: bytes that are removed once they were opened are read to their end', async (t) => {
  const { folder, files } = await opened(t)
  await keep(files, ID, 'all of them')
  const bytes = await files.open(ID)
  rmSync(join(folder, 'files'), { recursive: true })
  assert.equal(await text(bytes ?? Readable.from([])), 'all of them')
  assert.equal(await files.open(ID), undefined)
})

test('a folder: a listing goes on past files and folders that vanish meanwhile', async (t) => {
  const { folder, files } = await opened(t)
  const ids = Array.from({ length: 6 }, (_, index) => `${ID}${index}`)
  for (const id of ids) await keep(files, id, id)
  await keep(files, `zz${ID}`, 'in another folder')
  const seen: string[] = []
  for await (const { id } of files.keptBefore(later())) {
    seen.push(id)
    if (seen.length > 1) continue
    for (const other of ids) if (other !== id) await files.remove(other)
    await rename(join(folder, 'files', 'zz'), join(folder, 'elsewhere'))
  }
  assert.equal(seen.length, 1)
})

test('a folder: sweeping temporary files leaves folders alone', async (t) => {
  const { folder, files } = await opened(t)
  await mkdir(join(folder, 'spool', 'somebody-made-this'))
  await files.spool(chunks(Buffer.from('left behind')), LIMIT)
  assert.equal(await files.sweepSpool(later()), 1)
  assert.deepEqual(await readdir(join(folder, 'spool')), ['somebody-made-this'])
})

test('a folder: each file is flushed, then the folder with its new name; a new folder is itself made to last', async (t) => {
  const folder = await temporaryFolder(t)
  const flushed: string[] = []
  const disk: Disk = {
    ...systemDisk,
    async open(path, flags) {
      const handle = await open(path, flags)
      const sync = handle.sync.bind(handle)
      handle.sync = async () => {
        flushed.push(path.replace(/.*\/spool\/.*/, 'the file').replace(folder, ''))
        await sync()
      }
      return handle
    },
  }
  const one = await localFiles(folder, systemRandom, disk)
  await keep(one, ID, 'first')
  assert.deepEqual(flushed.splice(0), ['the file', '/files/ab', '/files'])
  await keep(one, `${ID}2`, 'second')
  assert.deepEqual(flushed.splice(0), ['the file', '/files/ab'])
  // It cannot know how far the process came that made the folder.
  const other = await localFiles(folder, systemRandom, disk)
  await keep(other, `${ID}3`, 'third')
  assert.deepEqual(flushed.splice(0), ['the file', '/files/ab', '/files'])
})

test('under the rules of Windows a file is kept although nothing but itself can be flushed', async (t) => {
  const disk = windowsDisk()
  const files = await localFiles(await temporaryFolder(t), systemRandom, disk)
  await keep(files, ID, 'kept')
  await files.remove(ID)
  assert.deepEqual(disk.refusals, ['rename', 'remove', 'remove'])
})

test('a temporary file that its owner holds open is left for the next sweep', async (t) => {
  const folder = await temporaryFolder(t)
  const inUse = async (): Promise<never> => {
    throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' })
  }
  const files = await localFiles(folder, systemRandom, { ...windowsDisk(), remove: inUse })
  await files.spool(chunks(Buffer.from('in use')), LIMIT)
  assert.equal(await files.sweepSpool(later()), 0)
  const next = await localFiles(folder, systemRandom, windowsDisk())
  assert.equal(await next.sweepSpool(later()), 1)
})

test('a refusal is asked again on Windows alone, and not for ever', async () => {
  const refusal = Object.assign(new Error('EPERM'), { code: 'EPERM' })
  for (const [platform, pauses] of [
    ['linux', []],
    ['darwin', []],
    ['win32', [10, 20, 40, 80, 160, 320, 640]],
  ] as const) {
    const paused: number[] = []
    const pause = async (ms: number): Promise<unknown> => paused.push(ms)
    await assert.rejects(
      whileHeld({ platform, pause }, () => Promise.reject(refusal)),
      refusal,
    )
    assert.deepEqual(paused, pauses, platform)
  }
})

test('a folder that takes no writes is storage_unavailable', async (t) => {
  const disk: Disk = { ...systemDisk, rename: () => Promise.reject(new Error('EIO')) }
  const files = await localFiles(await temporaryFolder(t), systemRandom, disk)
  await assert.rejects(keep(files, ID, 'x'), hasCode('storage_unavailable'))
})
