import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import test, { type TestContext } from 'node:test'
import { atEnd } from '../../../test/support/at-end.ts'
import { localFiles } from '../../files/local.ts'
import { systemRandom } from '../../runtime/system.ts'
import { openPieces, type Piece } from './stream-json.ts'

const LARGE = { maxBytes: 2 ** 20, tooLarge: 'payload_too_large' } as const

async function filesWith(t: TestContext, contents: Readonly<Record<string, Buffer>>) {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-test-'))
  atEnd(t, () => rm(folder, { recursive: true, force: true }))
  const files = await localFiles(folder, systemRandom)
  for (const [id, bytes] of Object.entries(contents))
    await files.keep(id, await files.spool(Readable.from([bytes]), LARGE))
  return files
}

test('a picture that is deleted while an answer is being sent is in it all the same', async (t) => {
  const [first, second] = [Buffer.alloc(300_000, 1), Buffer.alloc(300_000, 2)]
  const files = await filesWith(t, { thefirstpicture: first, thesecondpicture: second })
  const piece = (id: string): Piece => ({
    length: 300_000,
    open: async () => (await files.open(id)) ?? assert.fail(`${id} is not there`),
  })
  const { text } = await openPieces(['["', piece('thefirstpicture'), '","', piece('thesecondpicture'), '"]'])
  await files.remove('thefirstpicture')
  await files.remove('thesecondpicture')
  const sent = (await Array.fromAsync(text)).join('')
  assert.deepEqual(JSON.parse(sent), [first.toString('base64'), second.toString('base64')])
})

test('where one picture is gone nothing is sent, and the others are closed again', async (t) => {
  const files = await filesWith(t, { apicturethatisthere: Buffer.alloc(300_000, 1) })
  const there = (await files.open('apicturethatisthere')) ?? assert.fail('it is not there')
  const closed = once(there, 'close')
  const gone = new Error('gone')
  const pieces: Piece[] = [
    { length: 300_000, open: async () => there },
    { length: 1, open: () => Promise.reject(gone) },
  ]
  await assert.rejects(openPieces(pieces), gone)
  await closed
})
