// needs: ffmpeg
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { standInClip } from '../../engines/sandbox/stand-in.ts'
import { ffmpegCover } from './ffmpeg-cover.ts'

test('the cover of a clip is its first frame, and a file that is no clip has none', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-test-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const clip = join(folder, 'clip')
  await writeFile(clip, standInClip({ width: 64, height: 36 }, 'x').bytes)
  const cover = await ffmpegCover('ffmpeg')(clip)
  assert.ok(cover)
  assert.deepEqual([...cover.subarray(1, 4)], [...Buffer.from('PNG')])
  assert.equal(Buffer.from(cover).readUInt32BE(16), 64)
  await writeFile(clip, '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/hostname\n')
  assert.equal(await ffmpegCover('ffmpeg')(clip), undefined)
  assert.equal(await ffmpegCover('/nowhere/ffmpeg')(clip), undefined)
})
