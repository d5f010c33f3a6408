// needs: ffmpeg
import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { loadImage } from '@napi-rs/canvas'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { longTest, someOf } from '../../../../test/support/long.ts'
import { decodeClip } from '../../test/support/decode-clip.ts'
import { ssim } from '../../test/support/ssim.ts'
import { drawn } from '../../test/support/test-pictures.ts'
import { sharedDiorama } from '../../../../test/support/shared-diorama.ts'
import { openDiorama } from '../diorama.ts'
import type { Clip } from '../job.ts'
import { boxesIn } from './boxes.ts'

const folder = mkdtempSync(join(tmpdir(), 'mediagen-test-'))
const ffmpeg = join(folder, 'ffmpeg')
// A program that each test can replace: an illustrator for each faulty one would have to learn its words first.
const ffmpegDoes = (line: string): void => writeFileSync(ffmpeg, `#!/bin/sh\n${line}\n`, { mode: 0o755 })
ffmpegDoes('exec ffmpeg "$@"')

const openings = { WebAssembly: sharedDiorama({ threads: 1 }), ffmpeg: openDiorama({ threads: 1, ffmpeg }) }
after(async () => {
  await Promise.all(Object.values(openings).map((diorama) => diorama.close()))
  await rm(folder, { recursive: true })
})

const watch = { signal: new AbortController().signal, onProgress: () => {} }
const job = {
  prompt: 'a boat at sea',
  width: 320,
  height: 180,
  seed: 3,
  references: [],
  seconds: 1.5,
  framesPerSecond: 24,
}

async function describe(clip: Clip): Promise<unknown> {
  using input = new Input({ source: new BufferSource(clip.bytes), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  assert.ok(track)
  const config = await track.getDecoderConfig()
  const packets: { at: number; key: boolean }[] = []
  for await (const packet of new EncodedPacketSink(track).packets())
    packets.push({ at: Math.round(packet.timestamp * 24), key: packet.type === 'key' })
  assert.equal(packets[0]?.key, true)
  const { primaries, transfer, matrix, fullRange } = config?.colorSpace ?? {}
  return {
    codec: await track.getCodec(),
    size: [await track.getDisplayWidth(), await track.getDisplayHeight()],
    duration: await track.computeDuration(),
    frames: packets.map(({ at }) => at).sort((a, b) => a - b),
    colour: { primaries, transfer, matrix, fullRange },
  }
}

const expected = {
  codec: 'avc',
  size: [320, 180],
  duration: 1.5,
  frames: Array.from({ length: 36 }, (_, index) => index),
  colour: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
}

// Drawn once for all tests that look at it.
const clips = { WebAssembly: openings.WebAssembly.drawClip(job, watch), ffmpeg: openings.ffmpeg.drawClip(job, watch) }

for (const [name, drawnClip] of Object.entries(clips)) {
  test(`${name}: a clip is H.264 of the right size, length and colours, with its index before its data`, async () => {
    const clip = await drawnClip
    assert.deepEqual(await describe(clip), expected)
    assert.equal(clip.durationMs, 1500)
    const order = boxesIn(clip.bytes).map((box) => box.type)
    assert.ok(order.includes('mdat') && order.indexOf('moov') < order.indexOf('mdat'), order.join(' '))
    const cover = await loadImage(Buffer.from(clip.cover))
    assert.deepEqual([cover.width, cover.height], [320, 180])
    assert.deepEqual([...clip.cover.subarray(0, 3)], [0xff, 0xd8, 0xff])
  })
}

longTest('both encoders show the same frames', async () => {
  const [ours, theirs] = await Promise.all(Object.values(clips))
  assert.ok(ours && theirs)
  const [a, b] = await Promise.all([decodeClip(ours), decodeClip(theirs)])
  assert.equal(a.length, 36)
  assert.equal(b.length, 36)
  for (const index of [0, 14, 15, 35]) {
    const like = ssim(a[index]!, b[index]!)
    assert.ok(like > 0.93, `frame ${index} is alike by ${like} only`)
  }
  assert.ok(ssim(a[0]!, a[35]!) < ssim(a[0]!, b[0]!), 'the clip does not move')
})

const colours = ['#c82828', '#28a03c', '#3246be', '#808080']
const quarters = drawn(128, 128, (context) => {
  for (const [index, colour] of colours.entries()) {
    context.fillStyle = colour
    context.fillRect((index % 2) * 64, Math.floor(index / 2) * 64, 64, 64)
  }
})
const small = { ...job, width: 128, height: 128, seconds: 0.25, prompt: '', references: [quarters] }

test('a decoded clip has the colours that were drawn', async () => {
  for (const [name, diorama] of someOf(Object.entries(openings), 1)) {
    const clip = await diorama.drawClip(small, watch)
    const [first] = await decodeClip(clip)
    for (const at of [32, 96].flatMap((y) => [32, 96].map((x) => (y * 128 + x) * 4))) {
      const [given, shown] = [quarters, first!].map(({ rgba }) => [...rgba.subarray(at, at + 3)])
      const off = Math.max(...shown!.map((value, index) => Math.abs(value - given![index]!)))
      assert.ok(off <= 6, `${name}: ${given!.join(' ')} became ${shown!.join(' ')}`)
    }
  }
})

longTest('a cancelled clip ends its ffmpeg and leaves no file behind', async () => {
  const folders = async (): Promise<string[]> =>
    (await readdir(tmpdir())).filter((name) => name.startsWith('mediagen-clip-'))
  const controller = new AbortController()
  const before = await folders()
  const onProgress = (percent: number): void => {
    if (percent > 30) controller.abort(new Error('enough'))
  }
  await assert.rejects(openings.ffmpeg.drawClip(job, { signal: controller.signal, onProgress }), /enough/)
  assert.deepEqual(
    (await folders()).filter((name) => !before.includes(name)),
    [],
  )
})

test('an ffmpeg that is missing or fails, fails the job in words', async () => {
  for (const [line, reason] of [
    ['exit 1', /ffmpeg failed \(exit code 1\)/],
    ['exit 0', /ffmpeg ended before it had read all frames|wrote no file/],
  ] as const) {
    ffmpegDoes(line)
    await assert.rejects(openings.ffmpeg.drawClip(small, watch), reason)
  }
  await rm(ffmpeg)
  await assert.rejects(openings.ffmpeg.drawClip(small, watch), /ffmpeg could not be started/)
})
