// needs: ffmpeg
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { standInClip } from '../../engines/sandbox/stand-in.ts'
import sharp from 'sharp'
import { ffmpegContactSheet } from './contact-sheet.ts'

test('a clip becomes one picture of six frames, however long it says it is, and a file that is no clip becomes none', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-test-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'clip')
  await writeFile(path, standInClip({ width: 64, height: 36 }, 'x').bytes)
  const sheetOf = ffmpegContactSheet('ffmpeg')
  for (const durationMs of [0, 1, 1_000, 3_600_000]) {
    const sheet = await sheetOf(path, durationMs)
    assert.equal(sheet?.frames, 6, `${durationMs} ms`)
    const { width, height } = await sharp(sheet.bytes).metadata()
    assert.deepEqual([sheet.width, sheet.height, width, height], [768, 288, 768, 288])
  }
  await writeFile(path, '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/hostname\n')
  assert.equal(await sheetOf(path, 1_000), undefined)
  assert.equal(await ffmpegContactSheet('/nowhere/ffmpeg')(path, 1_000), undefined)
})
