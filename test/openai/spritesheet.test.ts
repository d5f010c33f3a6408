// needs: ffmpeg
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { initCredentials } from '../../src/compose/credentials.ts'
import { fileIsSigned } from '../../src/media/credentials/file-walker.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { filesIn } from '../support/uploads.ts'
import { openSpoken } from './client.ts'

test('the client of OpenAI downloads a spritesheet of a clip: 25 frames as JPEG, made once, removed with the video', async (t) => {
  const { chain, key } = await initCredentials(join(await temporaryFolder(t), 'credentials'), 'Example studio')
  const env = { MEDIAGEN_CREDENTIALS: 'on', MEDIAGEN_CREDENTIALS_CERT: chain, MEDIAGEN_CREDENTIALS_KEY: key }
  const { client, service } = await openSpoken(t, { env })
  const { id } = await client.videos.create({ model: 'sandbox', prompt: 'a cat', size: '1280x720' })
  await eventually(async () => ((await client.videos.retrieve(id)).status === 'completed' ? true : undefined))
  const before = (await filesIn(service, 'files')).length
  const sheets = await Promise.all(
    [1, 2].map(async () => {
      const answer = await client.videos.downloadContent(id, { variant: 'spritesheet' })
      assert.equal(answer.headers.get('content-type'), 'image/jpeg')
      assert.equal(answer.headers.get('cache-control'), 'private, no-store')
      return Buffer.from(await answer.arrayBuffer())
    }),
  )
  const [sheet = Buffer.alloc(0), again] = sheets
  assert.deepEqual(sheet, again)
  const { format, width, height } = await sharp(sheet).metadata()
  assert.deepEqual([format, width, height], ['jpeg', 5 * 192, 5 * 108])
  assert.equal((await filesIn(service, 'files')).length, before + 1)
  // The clip and its cover are signed, a sheet of frames is a copy.
  const path = join(await temporaryFolder(t), 'variant')
  for (const [variant, isSigned] of [
    ['video', true],
    ['thumbnail', true],
    ['spritesheet', false],
  ] as const) {
    const answer = await client.videos.downloadContent(id, { variant })
    assert.equal(answer.headers.get('x-content-credentials'), isSigned ? null : 'not-carried', variant)
    await writeFile(path, Buffer.from(await answer.arrayBuffer()))
    assert.equal(await fileIsSigned(path), isSigned, variant)
  }
  await client.videos.delete(id)
  assert.equal((await filesIn(service, 'files')).length, 0)
})
