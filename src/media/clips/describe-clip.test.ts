// needs: ffmpeg
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { standInClip } from '../../engines/sandbox/stand-in.ts'
import { describeClip } from './describe-clip.ts'

const run = promisify(execFile)
let folder = ''

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-clip-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function make(name: string, ...options: string[]): Promise<string> {
  const path = join(folder, name)
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10:duration=3']
  await run('ffmpeg', ['-v', 'error', '-y', ...source, ...options, path])
  return path
}

const VP8 = ['-c:v', 'libvpx', '-b:v', '300k']

for (const [name, options] of [
  ['plain.mp4', []],
  ['fast-start.mp4', ['-movflags', '+faststart']],
  ['fragments.mp4', ['-movflags', 'frag_keyframe+empty_moov']],
  ['quicktime.mov', []],
  ['plain.webm', VP8],
] as const) {
  test(`size and length of a clip are told (${name}), and one that was cut short is known by its missing end`, async () => {
    const path = await make(name, ...options)
    const facts = await describeClip(path)
    assert.ok('width' in facts, JSON.stringify(facts))
    assert.deepEqual([facts.width, facts.height, facts.fps, facts.hasAudio], [320, 180, 10, false])
    assert.ok(Math.abs(facts.durationMs - 3000) <= 250, `${facts.durationMs}`)
    const bytes = await readFile(path)
    for (const share of [0.1, 0.5, 0.95]) {
      await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * share)))
      assert.ok('damaged' in (await describeClip(path)), `${share} of it passed for whole`)
    }
  })
}

test('a clip with a track of sound is told from one without', async () => {
  const path = join(folder, 'loud.mp4')
  const source = ['testsrc=size=64x36:rate=30000/1001:duration=1', 'sine=duration=1'].flatMap((name) => [
    '-f',
    'lavfi',
    '-i',
    name,
  ])
  await run('ffmpeg', ['-v', 'error', '-y', ...source, path])
  const facts = await describeClip(path)
  assert.ok('hasAudio' in facts, JSON.stringify(facts))
  assert.deepEqual([facts.hasAudio, facts.fps], [true, 29.97])
})

test('a live stream whose parts tell no length is whole too', async () => {
  const facts = await describeClip(await make('live.webm', ...VP8, '-live', '1'))
  assert.ok('width' in facts, JSON.stringify(facts))
  assert.equal(facts.width, 320)
})

test('a turned clip is as wide as it is shown', async () => {
  const path = await make('turned.mp4')
  const bytes = await readFile(path)
  // The matrix of the track's head, set to a quarter turn as phones write it.
  const matrix = bytes.indexOf('tkhd') + 44
  for (const [index, value] of [0, 0x10000, 0, -0x10000, 0].entries()) bytes.writeInt32BE(value, matrix + index * 4)
  await writeFile(path, bytes)
  const facts = await describeClip(path)
  assert.ok('width' in facts, JSON.stringify(facts))
  assert.deepEqual([facts.width, facts.height], [180, 320])
})

test('the clips of the sandbox are whole', async () => {
  const { bytes, durationMs } = standInClip({ width: 64, height: 36 }, 'x')
  const path = join(folder, 'stand-in.mp4')
  await writeFile(path, bytes)
  assert.deepEqual(await describeClip(path), { width: 64, height: 36, durationMs, fps: 2, hasAudio: false })
})

test('24 bytes of a clip, sound alone, an empty file and noise are damaged clips', async () => {
  const whole = await make('whole.mp4', '-movflags', '+faststart')
  const sound = join(folder, 'sound.mp4')
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=duration=1', sound])
  const path = join(folder, 'odd')
  for (const bytes of [
    (await readFile(whole)).subarray(0, 24),
    await readFile(sound),
    Buffer.alloc(0),
    Buffer.alloc(5000, 0x1a),
    Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f32617663316d703431', 'hex'),
  ]) {
    await writeFile(path, bytes)
    assert.ok('damaged' in (await describeClip(path)))
  }
})
