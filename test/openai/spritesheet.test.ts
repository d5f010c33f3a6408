// needs: ffmpeg
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { eventually } from '../support/eventually.ts'
import { filesIn } from '../support/uploads.ts'
import { openSpoken } from './client.ts'

test('the client of OpenAI downloads a spritesheet of a clip: 25 frames as JPEG, made once, removed with the video', async (t) => {
  const { client, service } = await openSpoken(t)
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
  await client.videos.delete(id)
  assert.equal((await filesIn(service, 'files')).length, 0)
})
