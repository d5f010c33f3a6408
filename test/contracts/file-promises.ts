import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { AppError, type ErrorCode } from '../../src/core/errors.ts'
import type { Files } from '../../src/ports/files.ts'
import { peakOfLiveBytes } from '../support/live-bytes.ts'

/** A place for files, empty at first. Each call of `open` is a process of its own, as far as the driver can tell. */
export type FilePlace = { folder: string; open(): Promise<Files> }

const MIB = 2 ** 20
const LIMIT = { maxBytes: 200 * MIB, tooLarge: 'image_too_large' } as const
const ID = 'abcDEF0123456789abcDEF'
const LONG_AGO = 0
// Two days from now: everything there is was written before.
const later = (): number => Date.now() + 48 * 60 * 60 * 1000

/** What every driver of files promises. */
export function filePromises(name: string, newPlace: (t: TestContext) => Promise<FilePlace>): void {
  const promise = (words: string, body: (files: Files, place: FilePlace) => Promise<void>): void =>
    void test(`${name}: ${words}`, async (t) => {
      const place = await newPlace(t)
      await body(await place.open(), place)
    })

  promise('what is kept is read back byte for byte, whole and in parts, in every process', async (files, place) => {
    const bytes = randomBytes(300_000)
    const spooled = await files.spool(chunks(bytes), LIMIT)
    assert.equal(spooled.bytes, bytes.length)
    assert.equal(spooled.sha256, createHash('sha256').update(bytes).digest('hex'))
    assert.deepEqual(Buffer.from(spooled.head), bytes.subarray(0, 4096))
    await files.keep(ID, spooled)
    const elsewhere = await place.open()
    assert.deepEqual(await read(elsewhere, ID), bytes)
    for (const [start, end] of [
      [0, 0],
      [1, 65_536],
      [299_999, 299_999],
    ] as const)
      assert.deepEqual(await read(elsewhere, ID, { start, end }), bytes.subarray(start, end + 1))
    assert.deepEqual(await readdir(join(place.folder, 'spool')), [])
  })

  promise('no bytes at all are kept as such', async (files) => {
    await files.keep(ID, await files.spool(chunks(Buffer.alloc(0)), LIMIT))
    assert.equal((await read(files, ID))?.length, 0)
  })

  promise('what is not there is undefined, and removing it is fine', async (files) => {
    assert.equal(await files.open(ID), undefined)
    await files.remove(ID)
    await files.keep(ID, await files.spool(chunks(Buffer.from('x')), LIMIT))
    await files.remove(ID)
    await files.remove(ID)
    assert.equal(await files.open(ID), undefined)
  })

  promise('a name that is not an id reaches nothing', async (files) => {
    for (const id of ['../../../etc/passwd', 'abc', `${ID}/x`, '', `${ID}.png`])
      await assert.rejects(async () => files.open(id), id)
  })

  promise('past the limit it fails with the code asked for, at once, and leaves nothing', async (files, place) => {
    let sent = 0
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      for (;;) yield Buffer.alloc(++sent && 1_000)
    }
    const limit = { maxBytes: 10_500, tooLarge: 'provider_error' } as const
    await assert.rejects(files.spool(endless(), limit), hasCode('provider_error'))
    assert.equal(sent, 11)
    assert.deepEqual(await readdir(join(place.folder, 'spool')), [])
  })

  promise('a source that breaks off is passed on as it is, and leaves nothing', async (files, place) => {
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(1_000)
      throw new Error('hung up')
    }
    await assert.rejects(files.spool(broken(), LIMIT), /hung up/)
    assert.deepEqual(await readdir(join(place.folder, 'spool')), [])
  })

  promise('a source is let go of when there is nowhere to put its bytes', async (files, place) => {
    await rm(join(place.folder, 'spool'), { recursive: true })
    const source = Readable.from(generated(20 * MIB), { objectMode: false })
    await assert.rejects(files.spool(source, LIMIT), hasCode('storage_unavailable'))
    assert.equal(source.destroyed, true)
  })

  promise('discarding removes what was spooled, never what was kept', async (files, place) => {
    const dropped = await files.spool(chunks(Buffer.from('dropped')), LIMIT)
    await dropped.discard()
    await dropped.discard()
    assert.deepEqual(await readdir(join(place.folder, 'spool')), [])
    const kept = await files.spool(chunks(Buffer.from('kept')), LIMIT)
    await files.keep(ID, kept)
    await kept.discard()
    assert.equal(String(await read(files, ID)), 'kept')
  })

  promise('what was kept is listed by its age, all of it', async (files) => {
    const ids = Array.from({ length: 12 }, (_, index) => `${ID}${index + 10}`)
    for (const id of ids) await files.keep(id, await files.spool(chunks(Buffer.from(id)), LIMIT))
    assert.deepEqual((await idsKept(files)).toSorted(), ids)
    assert.deepEqual(await Array.fromAsync(files.keptBefore(LONG_AGO)), [])
    for await (const { writtenAt } of files.keptBefore(later())) assert.ok(writtenAt > LONG_AGO && writtenAt < later())
  })

  promise('what a crash left is swept by the next process, and nothing else', async (files, place) => {
    await files.keep(ID, await files.spool(chunks(Buffer.from('kept')), LIMIT))
    await files.spool(chunks(Buffer.from('left behind')), LIMIT)
    const next = await place.open()
    assert.equal(await next.sweepSpool(LONG_AGO), 0)
    assert.equal(await next.sweepSpool(later()), 1)
    assert.deepEqual(await readdir(join(place.folder, 'spool')), [])
    assert.equal(String(await read(next, ID)), 'kept')
  })

  promise('fifty megabytes pass through in little memory, both ways', async (files) => {
    const size = 50 * MIB
    const hash = createHash('sha256')
    const most = 12 * MIB
    const peak = await peakOfLiveBytes(most, async () => {
      const spooled = await files.spool(generated(size), LIMIT)
      await files.keep(ID, spooled)
      for await (const chunk of (await files.open(ID)) ?? []) hash.update(chunk as Buffer)
      assert.equal(hash.digest('hex'), spooled.sha256)
    })
    assert.ok(peak < most, `${Math.round(peak / MIB)} MiB were held at once`)
  })

  promise('two writers of one id leave one of the two files, whole', async (files, place) => {
    const other = await place.open()
    const [one, two] = [randomBytes(400_000), randomBytes(500_000)]
    const spooled = await Promise.all([files.spool(chunks(one), LIMIT), other.spool(chunks(two), LIMIT)])
    await Promise.all([files.keep(ID, spooled[0]), other.keep(ID, spooled[1])])
    const kept = await read(files, ID)
    assert.ok(kept?.equals(one) === true || kept?.equals(two) === true)
  })

  promise('a reader that goes away takes nothing with it', async (files) => {
    const bytes = randomBytes(2 * MIB)
    await files.keep(ID, await files.spool(chunks(bytes), LIMIT))
    const reader = await files.open(ID)
    for await (const _ of reader ?? []) break
    assert.equal(reader?.destroyed, true)
    assert.deepEqual(await read(files, ID), bytes)
  })
}

/** The ids of all that is kept. */
export function idsKept(files: Files): Promise<string[]> {
  return Array.fromAsync(files.keptBefore(later()), ({ id }) => id)
}

export function hasCode(code: ErrorCode): (error: unknown) => boolean {
  return (error) => error instanceof AppError && error.code === code
}

export async function read(
  files: Files,
  id: string,
  range?: { start: number; end: number },
): Promise<Buffer | undefined> {
  const stream = await files.open(id, range)
  return stream === undefined ? undefined : buffer(stream)
}

export async function* chunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

/** That many bytes of no particular kind, each part made when it is asked for. */
export async function* generated(size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += 65_536) yield Buffer.alloc(Math.min(65_536, size - at), (at / 65_536) % 251)
}
