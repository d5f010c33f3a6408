import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { temporaryFolder } from '../../../test/support/at-end.ts'
import { writeVerified } from '../src/write-file.ts'
import { openClient } from './open-client.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

// Node cuts off the body of a response that nobody holds any more, as long as nobody has begun to read it.
test('a stream that is read later is whole, whatever was collected meanwhile', async (t) => {
  const { client } = await openClient(t)
  const { file } = await client.images.generate({ model: 'sandbox', prompt: 'a fox' })
  const whole = await file.bytes()
  const stream = await file.stream()
  for (let n = 0; n < 20; n++) {
    collect()
    // What waits for the end of a thing has its turn between two collections.
    await setImmediate()
  }
  const read = await Array.fromAsync(stream as unknown as AsyncIterable<Uint8Array>)
  assert.deepEqual(Buffer.concat(read), Buffer.from(whole))
})

test('a file that is being written is read at once, and nothing is left of it where it cannot be opened', async (t) => {
  const folder = await temporaryFolder(t)
  const body = (): ReadableStream<Uint8Array> => new Blob(['all of it']).stream()
  const kept = body()
  const written = writeVerified(join(folder, 'kept.txt'), kept, () => undefined)
  assert.ok(kept.locked, 'before the file is open')
  await written
  assert.equal(await readFile(join(folder, 'kept.txt'), 'utf8'), 'all of it')
  const lost = body()
  await assert.rejects(
    writeVerified(join(folder, 'nowhere', 'lost.txt'), lost, () => undefined),
    /cannot be written/,
  )
  assert.deepEqual(await readdir(folder), ['kept.txt'])
})
