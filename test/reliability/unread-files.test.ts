import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { putAside } from '../../src/engines/transport/put-aside.ts'
import { localFiles } from '../../src/files/local.ts'
import { fileIsSigned } from '../../src/media/credentials/file-walker.ts'
import { saveOutputs } from '../../src/actions/running/save-outputs.ts'
import type { Files } from '../../src/ports/files.ts'
import { systemRandom } from '../../src/runtime/system.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { PICTURE } from './house.ts'
import { scriptedEngine } from './scripted-engine.ts'
import { hasEnded, openStage } from './stage.ts'

// A folder can be opened like a file and not be read: a system error that needs no full table of descriptors.
const OUT = { code: 'storage_unavailable' }

test('a file of ours that the system does not read now is a storage that is out, and one that is missing is not', async (t) => {
  const folder = await temporaryFolder(t)
  await assert.rejects(fileIsSigned(folder), OUT)
  await assert.rejects(fileIsSigned(join(folder, 'none')), { code: 'ENOENT' })

  const files = await localFiles(folder, systemRandom)
  const id = 'ab34567890123456789012'
  await mkdir(join(folder, 'files', 'ab'))
  await symlink(id, join(folder, 'files', 'ab', id))
  await assert.rejects(files.open(id), OUT)
})

test('a part of an answer that was put on the disk is read again when the system allows it, and not after an abort', async (t) => {
  const folder = await temporaryFolder(t)
  const spool: Files['spool'] = async () => ({
    path: folder,
    bytes: 0,
    sha256: '',
    head: PICTURE,
    discard: async () => {},
  })
  async function* large(): AsyncGenerator<Uint8Array> {
    for (let n = 0; n < 6; n++) yield Buffer.alloc(2 ** 20)
  }
  const part = await putAside({ mostBytes: undefined, bytes: large }, spool)
  assert.ok(part.from === 'stream')
  const read = async (signal?: AbortSignal): Promise<unknown> => Array.fromAsync(await part.open(signal))
  await assert.rejects(read(), OUT)
  await assert.rejects(read(AbortSignal.abort('drain')), { name: 'AbortError' })
})

test('a result that the system does not read now is saved when it does, not made again', async (t) => {
  let reads = 0
  const stage = await openStage(t, {
    engine: scriptedEngine(),
    credentials: {
      isRequired: false,
      isSigned: async () => {
        if (++reads < 4) return fileIsSigned(stage.dataDir)
        return false
      },
    },
  })
  const { id } = await stage.submit()
  stage.start()
  const ended = await stage.until(id, hasEnded, 500)
  assert.deepEqual([ended.status, stage.engine.starts.length, reads], ['success', 1, 4])
})

test('a picture whose look cannot be computed because it cannot be read is kept without it', async (t) => {
  const stage = await openStage(t, { model: { kind: 'image' } })
  const { id } = await stage.submit({ kind: 'image' })
  const task = await stage.row(id)
  const bytesAt = async (): Promise<never> => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE', syscall: 'open' })
  }
  const deps = { ...stage.deps, looksAtPictures: true, bytesAt }
  const open = async () => Readable.from([PICTURE.subarray(0, 40), PICTURE.subarray(40)])
  const { files } = await saveOutputs(deps, { task }, [{ content: { from: 'stream', open } }])
  assert.deepEqual(
    files.map(({ pictureHash }) => pictureHash),
    [null],
  )
})
