import assert from 'node:assert/strict'
import { open, readFile, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { initCredentials } from '../../src/compose/credentials.ts'
import type { OriginClaim } from '../../src/core/files/credentials.ts'
import { contentCredentials } from '../../src/media/credentials/content-credentials.ts'
import { fileIsSigned } from '../../src/media/credentials/file-walker.ts'
import { readIdentity } from '../../src/media/credentials/identity.ts'
import type { LocalFile } from '../../src/ports/marking.ts'
import { systemClock } from '../../src/runtime/system.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'
import { runMediagen } from '../support/run-mediagen.ts'

const EDIT: OriginClaim = {
  model: 'some-model',
  taskId: '1',
  at: Date.UTC(2030, 0, 1),
  sourceType: 'compositeWithTrainedAlgorithmicMedia',
  isEdit: true,
}

async function studio(t: TestContext, name = 'Example studio') {
  const folder = await temporaryFolder(t)
  const paths = await initCredentials(join(folder, 'credentials'), name)
  const files = { certificates: paths.chain, key: paths.key }
  const generator = { name: 'mediagen', version: '0.0.0' }
  const { sign, check } = contentCredentials({ files, isRequired: true, generator, clock: systemClock })
  assert.ok(sign !== undefined && check !== undefined)
  let count = 0
  const asFile = async (bytes: Uint8Array): Promise<LocalFile> => {
    const path = join(folder, `file-${++count}`)
    await writeFile(path, bytes)
    return { path, mediaType: 'image/png', bytes: bytes.length }
  }
  const signed = async (bytes: Uint8Array, claim: OriginClaim, inputs: readonly LocalFile[] = []) => {
    const made = await sign(await asFile(bytes), claim, inputs, '')
    assert.ok(made.kind === 'signed', JSON.stringify(made))
    return { bytes: Buffer.concat(await Array.fromAsync(made.open())), warnings: made.warnings }
  }
  return { folder, paths, asFile, signed, check }
}

const picture = async (): Promise<Buffer> =>
  sharp({ create: { width: 32, height: 32, channels: 3, background: '#246' } })
    .png()
    .toBuffer()

function chunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type), body])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

/** A picture with this behind its header. */
const holding = (png: Buffer, more: Uint8Array): Buffer => Buffer.concat([png.subarray(0, 33), more, png.subarray(33)])

test('a picture of the caller whose statement is nonsense, doubled or too large costs the result nothing but the word of it', async (t) => {
  const { asFile, signed, check } = await studio(t)
  const png = await picture()
  const good = await signed(png, { ...EDIT, isEdit: false })
  const statement = good.bytes.subarray(33, 33 + 12 + good.bytes.readUInt32BE(33))
  assert.equal(statement.toString('latin1', 4, 8), 'caBX')
  const whole = await asFile(good.bytes)
  for (const [input, what] of [
    [await asFile(holding(png, chunk('caBX', Buffer.from('no statement at all')))), 'nonsense'],
    [await asFile(holding(good.bytes, statement)), 'doubled'],
    // It is not even opened.
    [{ ...whole, path: 'nowhere', bytes: 101 * 2 ** 20 }, 'too large'],
  ] as const) {
    const { bytes, warnings } = await signed(png, EDIT, [input, whole])
    assert.match(String(warnings), /of an input are not included/, what)
    assert.deepEqual(await check(await asFile(bytes), ''), { present: true, valid: true, signer: 'Example studio' })
    // The first input was what it would have been an edit of; the other one is still told of.
    assert.deepEqual([bytes.includes('c2pa.opened'), bytes.includes('inputTo')], [false, true], what)
  }
  const { bytes, warnings } = await signed(png, EDIT, [whole])
  assert.deepEqual([warnings, bytes.includes('c2pa.opened')], [[], true])
})

test('a file of any number of tiny parts is looked through in few reads, and not for ever', async (t) => {
  const { folder, asFile } = await studio(t)
  const probe = await open(folder)
  const handles = Object.getPrototypeOf(probe) as FileHandle
  await probe.close()
  const { value: read } = Object.getOwnPropertyDescriptor(handles, 'read') as {
    value: (...given: unknown[]) => unknown
  }
  let reads = 0
  function counted(this: FileHandle, ...given: unknown[]): unknown {
    reads++
    return Reflect.apply(read, this, given)
  }
  Object.defineProperty(handles, 'read', { value: counted, configurable: true, writable: true })
  atEnd(t, () => void Object.defineProperty(handles, 'read', { value: read, configurable: true, writable: true }))
  const png = await picture()
  const tiny = chunk('abCd', new Uint8Array())
  const statement = chunk('caBX', new Uint8Array())
  for (const [count, isFound] of [
    [1_000, true],
    [110_000, false],
  ] as const) {
    reads = 0
    const bytes = holding(png, Buffer.concat([Buffer.alloc(count * tiny.length, tiny), statement]))
    assert.equal(await fileIsSigned((await asFile(bytes)).path), isFound, String(count))
    assert.ok(reads <= bytes.length / 16_384 + 2, `${reads} reads for ${bytes.length} bytes`)
  }
})

test('a certificate of the same authority by name alone signs nothing, nor does one that has not begun', async (t) => {
  const [one, other] = [await studio(t), await studio(t)]
  const now = systemClock.now()
  const certificatesOf = async (path: string): Promise<string[]> =>
    (await readFile(path, 'utf8')).match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----\n?/g) ?? []
  const [own = ''] = await certificatesOf(one.paths.chain)
  const [authority = ''] = await certificatesOf(other.paths.authority)
  const certificates = join(one.folder, 'mixed.pem')
  await writeFile(certificates, own + authority)
  const said = await readIdentity({ certificates, key: one.paths.key }, now)
  assert.match('problem' in said ? said.problem : '', /certificate 1 was not issued by the one after it/)
  const later = await readIdentity({ certificates: one.paths.chain, key: one.paths.key }, now - 86_400_000 * 400)
  assert.match('problem' in later ? later.problem : '', /the certificate is not valid before/)
})

test('a signer whose name would act on a terminal, or fill a page, is shown as a short and plain text', async (t) => {
  const { asFile, signed, check } = await studio(t, `\u001b[2J\u202eevil\n${'x'.repeat(400)}`)
  const file = await asFile((await signed(await picture(), { ...EDIT, isEdit: false, model: '\u001b[31mred' })).bytes)
  const { signer } = await check(file, '')
  assert.match(signer ?? '', /evil/)
  assert.doesNotMatch(signer ?? '', /[\p{Cc}\p{Bidi_Control}]/u)
  assert.ok((signer?.length ?? 0) <= 200)
  const { out } = await runMediagen(['credentials', 'check', file.path], { cwd: await temporaryFolder(t) })
  assert.match(out, /evil[^]*red/)
  assert.doesNotMatch(out.replaceAll('\n', ''), /[\p{Cc}\p{Bidi_Control}]/u)
})
