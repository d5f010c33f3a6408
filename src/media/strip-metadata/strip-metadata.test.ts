// needs: ffmpeg
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { stripMetadata } from './strip-metadata.ts'

const run = promisify(execFile)
const SECRET = '{"3": {"class_type": "KSampler", "inputs": {"text": "the operator has a secret"}}}'
let folder = ''

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-strip-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** Strips bytes that come in pieces of this many. */
async function strip(bytes: Uint8Array, pieceBytes = 1000): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of stripMetadata(piecesOf(bytes, pieceBytes))) parts.push(part)
  return Buffer.concat(parts)
}

async function* piecesOf(bytes: Uint8Array, pieceBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

const noise = (width = 60, height = 40): Sharp =>
  sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })

const exif = { IFD0: { ImageDescription: `Workflow:${SECRET}`, Make: SECRET } }

/** Pixels as a viewer shows them, turned as the picture says. */
const shown = (bytes: Uint8Array): Promise<Buffer> => sharp(bytes).autoOrient().raw().toBuffer()

function assertClean(bytes: Buffer): void {
  assert.equal(bytes.includes('secret'), false, 'the secret is still there')
  assert.equal(bytes.includes('KSampler'), false)
}

function pngChunk(type: string, content: string | Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(content)])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length - 4, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** As ComfyUI's SaveImage writes it: text chunks before the pixels. */
function withTexts(png: Buffer): Buffer {
  const texts = [
    pngChunk('tEXt', `prompt\0${SECRET}`),
    pngChunk('iTXt', `workflow\0\0\0\0\0${SECRET}`),
    pngChunk('comf', SECRET),
  ]
  return Buffer.concat([png.subarray(0, 33), ...texts, png.subarray(33)])
}

test('a PNG loses its text and keeps its pixels and colour profile', async () => {
  const plain = await noise().withIccProfile('p3').png().toBuffer()
  const bytes = withTexts(plain)
  assert.ok(bytes.includes('secret'))
  const stripped = await strip(bytes)
  assertClean(stripped)
  assert.deepEqual(stripped, plain)
  assert.ok((await sharp(stripped).metadata()).icc !== undefined)
})

for (const [name, make] of [
  ['JPEG', (picture: Sharp) => picture.jpeg()],
  ['progressive JPEG', (picture: Sharp) => picture.jpeg({ progressive: true })],
  ['WebP', (picture: Sharp) => picture.webp()],
  ['lossless WebP', (picture: Sharp) => picture.webp({ lossless: true })],
  ['PNG with camera data', (picture: Sharp) => picture.png()],
] as const) {
  test(`a ${name} loses its camera data and XMP and keeps pixels, colour profile and orientation`, async () => {
    for (const orientation of [1, 6, 8]) {
      const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><x>${SECRET}</x></x:xmpmeta>`
      const turned = noise().withMetadata({ orientation }).withExifMerge(exif).withXmp(xmp).withIccProfile('p3')
      const bytes = await make(turned).toBuffer()
      assert.ok(bytes.includes('secret'))
      for (const pieceBytes of [7, 100_000]) {
        const stripped = await strip(bytes, pieceBytes)
        assertClean(stripped)
        const { icc, width, height, xmp: left } = await sharp(stripped).metadata()
        assert.ok(icc !== undefined)
        assert.deepEqual([width, height, left], [60, 40, undefined])
        assert.deepEqual(await shown(stripped), await shown(bytes))
      }
    }
  })
}

test('an animated WebP stays an animation', async () => {
  const frames = await Promise.all([1, 2, 3].map(() => noise().png().toBuffer()))
  const bytes = await sharp(frames, { join: { animated: true } })
    .withExif(exif)
    .webp()
    .toBuffer()
  const stripped = await strip(bytes)
  assertClean(stripped)
  assert.equal((await sharp(stripped).metadata()).pages, 3)
  const all = (each: Buffer): Promise<Buffer> => sharp(each, { animated: true }).raw().toBuffer()
  assert.deepEqual(await all(stripped), await all(bytes))
})

/** A manifest as each form carries it, as far as a look by structure goes. */
function withManifest(bytes: Buffer, format: 'png' | 'jpeg' | 'webp' | 'mp4'): Buffer {
  const box = Buffer.from('0000001e6a756d62000000166a756d6463327061001100108000', 'hex')
  if (format === 'png') return Buffer.concat([bytes.subarray(0, -12), pngChunk('caBX', box), bytes.subarray(-12)])
  if (format === 'jpeg') {
    const segment = Buffer.concat([Buffer.from('ffeb00004a50000100000001', 'hex'), box])
    segment.writeUInt16BE(segment.length - 2, 2)
    return Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)])
  }
  if (format === 'webp') {
    const chunk = Buffer.concat([Buffer.from('C2PA'), Buffer.from([box.length, 0, 0, 0]), box])
    const whole = Buffer.concat([bytes, chunk])
    whole.writeUInt32LE(whole.length - 8, 4)
    return whole
  }
  const uuid = Buffer.concat([Buffer.from('0000003275756964d8fec3d61b0e483c92975828877ec481', 'hex'), box])
  const at = bytes.readUInt32BE(0)
  return Buffer.concat([bytes.subarray(0, at), uuid, bytes.subarray(at)])
}

test('what carries Content Credentials passes byte for byte, texts included, and says so', async () => {
  const described = noise().withExif(exif).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><x>${SECRET}</x></x:xmpmeta>`)
  for (const [format, plain] of [
    ['png', withTexts(await noise().png().toBuffer())],
    ['jpeg', await described.clone().jpeg().toBuffer()],
    ['webp', await described.clone().webp().toBuffer()],
    ['mp4', await clip('signed.mp4', '-movflags', '+faststart')],
  ] as const) {
    const signed = withManifest(plain, format)
    for (const pieceBytes of [7, 100_000]) {
      assert.deepEqual(await strip(signed, pieceBytes), signed, format)
      let told = 0
      for await (const _ of stripMetadata(piecesOf(signed, pieceBytes), () => told++));
      for await (const _ of stripMetadata(piecesOf(plain, pieceBytes), () => told++));
      assert.equal(told, 1, format)
    }
  }
})

async function clip(name: string, ...options: string[]): Promise<Buffer> {
  const path = join(folder, name)
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=10:duration=1', '-f', 'lavfi', '-i', 'sine=duration=1']
  const texts = ['-metadata', `comment=${SECRET}`, '-metadata', `title=${SECRET}`, '-metadata', `prompt=${SECRET}`]
  const track = ['-metadata:s:v:0', `title=${SECRET}`]
  await run('ffmpeg', ['-v', 'error', '-y', ...source, ...texts, ...track, ...options, path])
  return readFile(path)
}

/** A sum over every decoded frame and sample. */
async function decoded(bytes: Buffer, name: string): Promise<string> {
  const path = join(folder, `decoded-${name}`)
  await writeFile(path, bytes)
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', path, '-f', 'framemd5', '-'])
  return stdout.replace(/^#.*$/gm, '')
}

for (const [name, options] of [
  ['a.mp4', []],
  ['fast-start.mp4', ['-movflags', '+faststart']],
  ['tags.mp4', ['-movflags', 'use_metadata_tags+faststart']],
  ['fragments.mp4', ['-movflags', 'frag_keyframe+empty_moov+use_metadata_tags']],
  ['a.mov', ['-movflags', 'use_metadata_tags']],
  ['a.webm', ['-c:v', 'libvpx', '-b:v', '200k', '-c:a', 'libopus']],
  ['live.webm', ['-c:v', 'libvpx', '-b:v', '200k', '-c:a', 'libopus', '-live', '1']],
] as const) {
  test(`a clip (${name}) loses its texts, keeps its length and decodes to the same frames`, async () => {
    const bytes = await clip(name, ...options)
    assert.ok(bytes.includes('secret'))
    const stripped = await strip(bytes, 13)
    assertClean(stripped)
    assert.equal(stripped.length, bytes.length)
    assert.deepEqual(await strip(bytes, 65_536), stripped)
    assert.equal(await decoded(stripped, name), await decoded(bytes, name))
  })
}

test('what is not understood, cut short or damaged passes as it is, and never fails', async () => {
  const avif = await noise().avif({ effort: 0 }).toBuffer()
  const gif = await noise().gif().toBuffer()
  const jpeg = await noise().jpeg().toBuffer()
  const mp4 = await clip('cut.mp4')
  for (const bytes of [avif, gif, Buffer.alloc(0), Buffer.from('x'), Buffer.from('RIFF'), mp4.subarray(0, 24)]) {
    assert.deepEqual(await strip(bytes), bytes)
  }
  for (const whole of [
    jpeg,
    mp4,
    withTexts(await noise().png().toBuffer()),
    await clip('cut.webm', '-c:v', 'libvpx'),
  ]) {
    for (let at = 1; at < whole.length; at += Math.ceil(whole.length / 50)) {
      const damaged = Buffer.from(whole)
      damaged.fill(0xff, at, Math.min(at + 8, whole.length))
      assert.ok((await strip(damaged)).length <= whole.length)
      assert.ok((await strip(whole.subarray(0, at))).length <= at)
    }
  }
})

test('a long clip passes in pieces: no more of it is held than came at once', async () => {
  let given = 0
  const pieceBytes = 64 * 1024
  async function* endless(): AsyncGenerator<Uint8Array> {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(2 ** 31, 0)
    head.write('mdat', 4)
    yield Buffer.concat([Buffer.from('0000001066747970697336d00000000069736f6d', 'hex').subarray(0, 16), head])
    for (; given < 2 ** 26; given += pieceBytes) yield Buffer.alloc(pieceBytes)
  }
  let passed = 0
  for await (const piece of stripMetadata(endless())) {
    passed += piece.length
    assert.ok(given - passed <= 2 * pieceBytes, `${given - passed} bytes were held`)
  }
  assert.equal(passed, 2 ** 26 + 24)
})
