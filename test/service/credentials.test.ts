import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { createHash, sign } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import { checkCredentials, initCredentials } from '../../src/compose/credentials.ts'
import { ConfigError } from '../../src/config.ts'
import type { OriginClaim } from '../../src/core/files/credentials.ts'
import { standInClip } from '../../src/engines/sandbox/stand-in.ts'
import { sniffMediaType } from '../../src/core/files/media-type.ts'
import { contentCredentials } from '../../src/media/credentials/content-credentials.ts'
import { readIdentity } from '../../src/media/credentials/identity.ts'
import { makeSignature } from '../../src/media/credentials/make-signature.ts'
import { fileIsSigned } from '../../src/media/credentials/file-walker.ts'
import { timeStamps } from '../../src/media/credentials/time-stamp.ts'
import { hookedWatermark } from '../../src/media/watermark.ts'
import { guardedFetch } from '../../src/net/guarded-fetch.ts'
import type { OperatorHook } from '../../src/core/operator-hook.ts'
import type { LocalFile, Signing } from '../../src/ports/marking.ts'
import type { Files } from '../../src/ports/files.ts'
import { systemClock } from '../../src/runtime/system.ts'
import { atEnd, temporaryFolder, wholeFile } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { aModel } from '../reliability/house.ts'
import { scriptedEngine } from '../reliability/scripted-engine.ts'
import { withoutDescriptors } from '../support/failed-start.ts'
import { hookServer } from '../support/hook-server.ts'
import { runMediagen } from '../support/run-mediagen.ts'
import { openService, type TestService } from '../support/service.ts'

const PROMPT = 'a heron that nobody shall read of'
const CLAIM: OriginClaim = {
  model: 'some-model',
  taskId: '1',
  at: Date.UTC(2030, 0, 1),
  sourceType: 'trainedAlgorithmicMedia',
  isEdit: false,
}

type Shown = { role: string; url: string; sha256: string; credentials: unknown }
type ShownReceipt = { status: string; warnings: string[]; error: { message: string } | null; files: Shown[] }

async function certificates(t: TestContext) {
  const folder = await temporaryFolder(t)
  const { chain, key } = await initCredentials(join(folder, 'credentials'), 'Example studio')
  const env = { MEDIAGEN_CREDENTIALS_CERT: chain, MEDIAGEN_CREDENTIALS_KEY: key }
  const generator = { name: 'mediagen', version: '0.0.0' }
  const files = { certificates: chain, key }
  const { sign } = contentCredentials({ files, isRequired: false, generator, clock: systemClock })
  assert.ok(sign !== undefined)
  let count = 0
  const asFile = async (bytes: Uint8Array): Promise<LocalFile> => {
    const path = join(folder, `file-${++count}`)
    await writeFile(path, bytes)
    return { path, mediaType: sniffMediaType(bytes)?.mediaType ?? '', bytes: bytes.length }
  }
  /** What the library's own reader says of bytes that are signed. */
  const read = async (bytes: Uint8Array) => sign(await asFile(bytes), CLAIM, [], '')
  const signed = async (bytes: Uint8Array, claim = CLAIM, inputs: readonly LocalFile[] = []): Promise<Buffer> => {
    const signing = await sign(await asFile(bytes), claim, inputs, '')
    assert.equal(signing.kind, 'signed', JSON.stringify(signing))
    return signing.kind === 'signed' ? Buffer.concat(await Array.fromAsync(signing.open())) : Buffer.alloc(0)
  }
  return { env, folder, certificates: chain, key, asFile, read, signed }
}

const file = wholeFile()
let known: ReturnType<typeof certificates> | undefined

/** The same for all tests that leave the key as it is: to start what signs takes longer than to sign. */
const studio = (): ReturnType<typeof certificates> => (known ??= certificates(file))

/** One bit of the pixels, far from both ends. */
function flipped(bytes: Uint8Array): Buffer {
  const copy = Buffer.from(bytes)
  const at = sniffMediaType(bytes)?.family === 'video' ? copy.indexOf('mdat') + 40 : Math.floor(copy.length * 0.7)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

const noise = (): Sharp =>
  sharp({
    create: {
      width: 160,
      height: 120,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

const usual = { generator: { name: 'mediagen', version: '0.0.0' }, isRequired: true, clock: systemClock }

const THEIRS = { kind: 'there', signer: 'Example studio' }

test('what is signed is valid to the library that reads it, and not once a bit was turned; an edit tells of its picture', async () => {
  const { read, signed, asFile } = await studio()
  const jpeg = await signed(await noise().jpeg().toBuffer())
  const webp = await noise().webp().toBuffer()
  const edit = { ...CLAIM, sourceType: 'compositeWithTrainedAlgorithmicMedia', isEdit: true } as const
  const edited = await signed(webp, edit, [await asFile(jpeg)])
  for (const bytes of [jpeg, await signed(webp), edited]) {
    assert.deepEqual(await read(bytes), { ...THEIRS, valid: true })
    assert.equal(((await read(flipped(bytes))) as { valid?: boolean }).valid, false)
  }
  for (const word of ['c2pa.opened', 'c2pa.edited', 'compositeWithTrainedAlgorithmicMedia'])
    assert.ok(edited.includes(word))
})

test('what can never be signed is known at once, and the doctor tells it together with the end of the certificate', async () => {
  const { certificates: chain, key, asFile } = await studio()
  const files = { certificates: chain, key }
  const { sign } = contentCredentials({ ...usual, files })
  const file = await asFile(Buffer.from('never opened'))
  for (const [odd, reason] of [
    [{ mediaType: 'video/webm' }, /WebM/],
    [{ mediaType: 'video/mp4', bytes: 101 * 2 ** 20 }, /larger than 100 MiB/],
  ] as const) {
    const said = await sign?.({ ...file, ...odd }, CLAIM, [], '')
    assert.ok(said?.kind === 'failed' && said.fault === 'file')
    assert.match(said.reason, reason)
  }
  const settings = { mode: 'required', files, signer: undefined, timeStampUrl: undefined } as const
  const told = async (now: number) => (await checkCredentials(settings, now)).map(({ detail }) => detail).join('\n')
  const now = systemClock.now()
  assert.match(await told(now), /signed as 'Example studio' until 20[^]*WebM and files above 100 MiB cannot be signed/)
  assert.match(await told(now + 400 * 86_400_000), /nothing can be signed, because the certificate expired/)
})

test('readers that know no C2PA find the digital source type in XMP, the pixels stay, and what has XMP of its own keeps it', async () => {
  const { read, signed } = await studio()
  const pictures = [noise().png(), noise().jpeg(), noise().webp(), noise().webp({ lossless: true })]
  const own = await noise().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">theirs</x:xmpmeta>').webp().toBuffer()
  const clip = standInClip({ width: 64, height: 64 }, 'a clip').bytes
  for (const picture of [...(await Promise.all(pictures.map((each) => each.toBuffer()))), own, clip]) {
    const made = await signed(picture)
    assert.deepEqual(await read(made), { ...THEIRS, valid: true })
    if (picture === clip) {
      assert.match(made.toString('latin1'), /uuid[^]{16}<\?xpacket[^]*DigitalSourceType="[^"]*trainedAlgorithmicMedia"/)
      continue
    }
    const { xmp } = await sharp(made).metadata()
    const type = 'DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"'
    assert.match(String(xmp), picture === own ? /theirs/ : new RegExp(type))
    assert.deepEqual(await sharp(made).raw().toBuffer(), await sharp(picture).raw().toBuffer())
  }
})

const SIGNER = `
const { createPrivateKey, sign } = require('node:crypto')
const { data } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
const key = createPrivateKey(require('node:fs').readFileSync(process.argv[2]))
process.stdout.write(JSON.stringify({ signature: sign('sha256', Buffer.from(data, 'base64'), key).toString('base64') }))
`

test('a key that is kept elsewhere signs by address and by command; what it gives is checked, and an authority that is out is told', async (t) => {
  const { certificates: cert, key, asFile, read, folder } = await studio()
  const pem = await readFile(key)
  const asked: Record<string, unknown>[] = []
  const replies: ((data: Buffer) => Buffer | number)[] = [
    () => 503,
    () => Buffer.from('{"signature": "bm8="}'),
    (data) =>
      Buffer.from(
        JSON.stringify({ signature: sign('sha256', data, { key: pem, dsaEncoding: 'ieee-p1363' }).toString('base64') }),
      ),
  ]
  const url = await hookServer(t, async (body, type) => {
    if (type !== 'application/json') return 500
    const question = JSON.parse(body.toString()) as Record<string, string>
    asked.push(question)
    return replies.shift()?.(Buffer.from(question['data'] ?? '', 'base64')) ?? 500
  })
  const script = join(folder, 'sign.cjs')
  await writeFile(script, SIGNER)
  const fetch = guardedFetch({ allow: ['127.0.0.0/8'], clock: systemClock })
  const files = { certificates: cert, key: undefined }
  const signedBy = async (signer: OperatorHook, timeStampUrl?: string): Promise<Signing> => {
    const stamp = timeStampUrl === undefined ? undefined : timeStamps(fetch, timeStampUrl, systemClock)
    const outside = { fetch, signer, stamp }
    const picture = await asFile(await noise().png().toBuffer())
    const made = await contentCredentials({ ...usual, files, outside }).sign?.(picture, CLAIM, [], '')
    assert.ok(made !== undefined)
    return made
  }
  const valid = async (made: Signing): Promise<void> => {
    assert.ok(made.kind === 'signed', JSON.stringify(made))
    assert.deepEqual(await read(Buffer.concat(await Array.fromAsync(made.open()))), { ...THEIRS, valid: true })
  }
  const byUrl = { url, token: undefined, timeoutMs: 60_000 }
  for (const reason of [/status 503/, /not a signature by the certificate's key/]) {
    const failed = await signedBy(byUrl)
    assert.ok(failed.kind === 'failed' && failed.fault === 'outside')
    assert.match(failed.reason, reason)
  }
  await valid(await signedBy(byUrl))
  assert.deepEqual(Object.keys(asked[0] ?? {}), ['algorithm', 'hash', 'digest', 'data'])
  const command = [process.execPath, script, key]
  const unstamped = await signedBy({ command, timeoutMs: 60_000 }, url)
  await valid(unstamped)
  assert.match(String(unstamped.kind === 'signed' && unstamped.warnings), /no time stamp from an authority/)
})

test('a hook marks results before they are signed, is tried again, and may leave some as they are; a command does the same', async (t) => {
  const { env, asFile, folder } = await certificates(t)
  const { read } = await studio()
  let calls = 0
  let marked: Buffer | undefined
  const url = await hookServer(t, async (body, type) => {
    if (++calls === 1) return 503
    if (!type.startsWith('image/')) return 204
    marked = await sharp(body).negate({ alpha: false }).png().toBuffer()
    return marked
  })
  const service = await openService(t, { env: { ...env, MEDIAGEN_CREDENTIALS: 'required', MEDIAGEN_WATERMARK: url } })
  const made = await service.call('/api/ai/images/generations', { json: { prompt: '#000000', model: 'sandbox' } })
  assert.equal(made.status, 200)
  await made.body?.cancel()
  const id = made.headers.get('x-task-id')
  const { files } = (await (await service.call(`/api/ai/tasks/${id}`)).json()) as ShownReceipt
  const bytes = new Uint8Array(await (await fetch(files[0]?.url ?? '')).arrayBuffer())
  assert.deepEqual(await read(bytes), { ...THEIRS, valid: true })
  assert.deepEqual(await sharp(bytes).raw().toBuffer(), await sharp(marked).raw().toBuffer())
  assert.equal(calls, 2)
  const video = await service.call('/api/ai/videos', { json: { prompt: 'a clip', model: 'sandbox' } })
  const { id: clip } = (await video.json()) as { id: string }
  const { warnings } = await eventually(async () => {
    const receipt = (await (await service.call(`/api/ai/tasks/${clip}`)).json()) as ShownReceipt
    return receipt.status === 'success' ? receipt : undefined
  })
  assert.match(warnings.join(), /has no watermark, because the hook left it unchanged/)

  const guarded = guardedFetch({ allow: ['127.0.0.0/8'], clock: systemClock })
  const marking = async (...command: string[]) => {
    const hook = { command: [process.execPath, '-e', ...command], timeoutMs: 60_000 }
    const file = await asFile(await noise().png().toBuffer())
    return hookedWatermark({ hook, isRequired: true, fetch: guarded, maxBytes: 2 ** 20 }).mark(file)
  }
  const copy = "const [from, to] = process.argv.slice(-2); require('node:fs').copyFileSync(from, to)"
  assert.equal((await marking(copy)).kind, 'marked')
  assert.equal((await marking('0')).kind, 'left')
  const text = "require('node:fs').writeFileSync(process.argv.at(-1), 'no picture')"
  for (const [program, fault] of [
    [text, 'unsure'],
    ['process.exit(3)', 'outside'],
  ] as const) {
    const failed = await marking(program)
    assert.equal(failed.kind === 'failed' && failed.fault, fault)
  }
  assert.deepEqual((await readdir(folder)).filter((name) => name.endsWith('.marked')).length, 1)
})

const NEVER = new Promise<never>(() => undefined)

async function* beginsOnly(): AsyncGenerator<string> {
  yield '{"signature": "'
  await NEVER
}

test('a hook whose command cannot be started is told of, also where nothing is left to start it with', async () => {
  const { asFile } = await studio()
  const file = await asFile(await noise().png().toBuffer())
  const fetch = guardedFetch({ allow: ['127.0.0.0/8'], clock: systemClock })
  const marked = async (program: string) =>
    hookedWatermark({ hook: { command: [program], timeoutMs: 60_000 }, isRequired: true, fetch, maxBytes: 9 }).mark(
      file,
    )
  for (const failed of [await marked('/nowhere/to/be/found'), await withoutDescriptors(() => marked('/bin/true'))])
    assert.match(failed.kind === 'failed' ? failed.reason : failed.kind, /its command cannot be started/)
})

test('a hook that hangs, floods, fails or answers nonsense is ended, with all that it started, and the reason is told', async (t) => {
  const { certificates: cert, asFile, folder } = await studio()
  const replies: Record<string, () => Promise<Buffer | Readable>> = {
    never: () => NEVER,
    stalls: async () => Readable.from(beginsOnly()),
    floods: async () => Buffer.alloc(2 ** 20 + 1),
    nonsense: async () => Buffer.from('nonsense'),
  }
  const fetch = guardedFetch({ allow: ['127.0.0.0/8'], clock: systemClock })
  const identity = await readIdentity({ certificates: cert, key: undefined }, systemClock.now())
  assert.ok(!('problem' in identity))
  const file = await asFile(await noise().png().toBuffer())
  const marked = (hook: OperatorHook, signal?: AbortSignal) =>
    hookedWatermark({ hook, isRequired: true, fetch, maxBytes: 2 ** 20 }).mark(file, signal)
  const signed = (signer: OperatorHook) =>
    makeSignature({ outside: { fetch, signer, stamp: undefined } }, identity, Buffer.from('a claim'))
  const shell = (script: string) => ['/bin/sh', '-c', script]
  const cases: [Partial<Record<'says' | 'runs', string>> & { timeoutMs?: number }, RegExp, RegExp?][] = [
    [{ runs: 'sleep 1000; true', timeoutMs: 100 }, /took longer than 0\.1 seconds/],
    [{ runs: 'yes' }, /its output is too large/],
    [{ runs: 'exit 1' }, /its command ended with 1/],
    [{ runs: 'kill -9 $$' }, /its command was ended/],
    [{ runs: 'echo nonsense' }, /did not respond with \{"signature"/, /^$/],
    [{ says: 'never', timeoutMs: 100 }, /it is not responding/],
    [{ says: 'stalls', timeoutMs: 100 }, /it is not responding|its response is incomplete/],
    [{ says: 'floods' }, /its response is incomplete or too large/],
    [{ says: 'nonsense' }, /did not respond with \{"signature"/, /its result is not image\/png/],
  ]
  for (const [{ says, runs = '', timeoutMs = 60_000 }, reason, ofMark = reason] of cases) {
    const reply = replies[says ?? '']
    const url = reply === undefined ? undefined : await hookServer(t, reply)
    const hook = url === undefined ? { command: shell(runs), timeoutMs } : { url, token: undefined, timeoutMs }
    const [mark, signature] = await Promise.all([marked(hook), signed(hook)])
    assert.match(signature.kind === 'failed' ? signature.reason : signature.kind, reason)
    assert.match(mark.kind === 'failed' ? mark.reason : mark.kind === 'left' ? '' : mark.kind, ofMark)
  }
  const stop = new AbortController()
  const pidFile = join(folder, 'pid')
  const stopped = marked({ command: shell(`sleep 1000 & echo $! > ${pidFile}; wait`), timeoutMs: 600_000 }, stop.signal)
  const pid = await eventually(async () => Number(await readFile(pidFile, 'utf8').catch(() => '')) || undefined)
  stop.abort()
  const said = await stopped
  assert.match(said.kind === 'failed' ? said.reason : '', /its command was stopped/)
  await eventually(async () => (isAlive(pid) ? undefined : true))
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('neither the token of hooks nor anything of a key is ever in the log or a receipt, whatever the hooks answer', async (t) => {
  const { env, key } = await certificates(t)
  const token = 'a-token-that-nobody-shall-read'
  const seen: string[] = []
  const url = await hookServer(t, async (_body, _type, authorization) => {
    seen.push(authorization)
    return Buffer.from(`{"signature": 1, "you sent": "${authorization}"}`)
  })
  const { MEDIAGEN_CREDENTIALS_CERT } = env
  const hooks = { MEDIAGEN_WATERMARK: url, MEDIAGEN_WATERMARK_FAIL: 'open', MEDIAGEN_HOOK_TOKEN: token }
  const told: string[] = []
  for (const own of [
    { MEDIAGEN_CREDENTIALS_CERT, MEDIAGEN_CREDENTIALS_SIGNER: url, ...hooks },
    { ...env, MEDIAGEN_LOG_LEVEL: 'debug' },
  ]) {
    const service = await openService(t, { env: { ...own, MEDIAGEN_CREDENTIALS: 'on' } })
    if (!('MEDIAGEN_WATERMARK' in own)) await writeFile(key, 'a half of a key')
    const made = await service.call('/api/ai/images/generations', { json: { prompt: PROMPT, model: 'sandbox' } })
    assert.equal(made.status, 200, await made.text())
    const receipt = await service.call(`/api/ai/tasks/${made.headers.get('x-task-id')}`)
    told.push(await receipt.text(), ...service.logLines)
  }
  assert.deepEqual(new Set(seen), new Set([`Bearer ${token}`]))
  const all = told.join('\n')
  assert.match(all, /has no watermark, because[^]*carries no Content Credentials, because/)
  assert.match(all, /the key is not an unencrypted private key/)
  assert.doesNotMatch(all, new RegExp(`${token}|half of a key|PRIVATE KEY`))
})

/** Notes whether what is about to be kept is signed: whatever kills us later cannot change that. */
function noting(kept: boolean[]) {
  return (files: Files): Files => ({
    ...files,
    keep: async (id, spooled) => {
      kept.push(await fileIsSigned(spooled.path))
      return files.keep(id, spooled)
    },
  })
}

/** Kills the first process that signs as soon as it is ready for its first order. */
function killFirstSigner(t: TestContext): () => number {
  let kills = 0
  const seen = (told: unknown): void => {
    const { process: child } = told as { process: ChildProcess }
    child.once('message', () => {
      if (kills > 0 || !child.spawnargs.some((word) => word.includes('signer-program'))) return
      kills++
      child.kill('SIGKILL')
    })
  }
  subscribe('child_process', seen)
  atEnd(t, () => void unsubscribe('child_process', seen))
  return () => kills
}

test('where credentials are required, nothing is kept without, the prompt is in none, and a result waits for a signer that was killed and a key that is broken', async (t) => {
  const { env, key } = await certificates(t)
  const { read } = await studio()
  const kept: boolean[] = []
  const replacements = { wrapFiles: noting(kept) }
  const service = await openService(t, {
    env: { ...env, MEDIAGEN_CREDENTIALS: 'required', MEDIAGEN_PROVENANCE_PUBLIC: 'on' },
    replacements,
  })
  const receiptOf = async (id: string | null): Promise<ShownReceipt> =>
    (await (await service.call(`/api/ai/tasks/${id}`, { headers: { prefer: 'wait=60' } })).json()) as ShownReceipt
  const json = { prompt: PROMPT, model: 'sandbox' }
  const killed = killFirstSigner(t)
  const image = await service.call('/api/ai/images/generations', { json })
  assert.equal(image.status, 200)
  const video = await service.call('/api/ai/videos', { json })
  assert.equal(killed(), 1)
  const made = [image.headers.get('x-task-id'), ((await video.json()) as { id: string }).id]
  await image.body?.cancel()
  for (const id of made) {
    const { files, warnings, status } = await eventually(async () => {
      const receipt = await receiptOf(id)
      return receipt.status === 'success' || receipt.status === 'failed' ? receipt : undefined
    })
    assert.equal(status, 'success')
    assert.doesNotMatch(warnings.join(), /redentials/)
    for (const file of files) {
      assert.deepEqual(file.credentials, { present: true, valid: true, signer: 'Example studio', source: 'service' })
      const bytes = new Uint8Array(await (await fetch(file.url)).arrayBuffer())
      assert.equal(createHash('sha256').update(bytes).digest('hex'), file.sha256)
      assert.deepEqual(await read(bytes), { ...THEIRS, valid: true })
      assert.equal(((await read(flipped(bytes))) as { valid?: boolean }).valid, false)
      assert.ok(Buffer.from(bytes).includes('digitalsourcetype/algorithmicMedia'))
      assert.equal(Buffer.from(bytes).includes('heron'), false)
      for (const [path, asKey] of [
        ['/api/ai/provenance', service.key],
        ['/provenance', null],
      ] as const) {
        const answer = await service.call(`${path}?sha256=${file.sha256}`, { key: asKey })
        const told = (await answer.json()) as Record<string, unknown>
        assert.deepEqual([told['made_here'], told['model'], told['credentials']], [true, 'sandbox', file.credentials])
        assert.equal(JSON.stringify(told).includes(String(id)), false)
      }
    }
  }
  assert.ok(kept.length >= 2 && kept.every(Boolean), String(kept))
  const unknown = await service.call(`/provenance?sha256=${'0'.repeat(64)}`, { key: null })
  assert.equal(((await unknown.json()) as { made_here: boolean }).made_here, false)

  const pem = await readFile(key)
  await writeFile(key, 'no key at all')
  const heldUp = await service.call('/api/ai/videos', { json: { ...json, prompt: 'another' } })
  const { id } = (await heldUp.json()) as { id: string }
  const waits = /a result is not saved yet.*the key is not an unencrypted private key/
  await eventually(async () => (service.logLines.some((line) => waits.test(line)) ? true : undefined))
  const waiting = (await (await service.call(`/api/ai/tasks/${id}`)).json()) as ShownReceipt
  assert.equal(waiting.status, 'processing')
  await writeFile(key, pem)
  const mended = await eventually(async () => {
    const receipt = await receiptOf(id)
    return receipt.status === 'processing' ? undefined : receipt
  })
  assert.equal(mended.status, 'success')
  assert.equal(kept.length, kept.filter(Boolean).length)
})

/** Blots of light and dark that are others for every seed. */
async function blots(seed: number): Promise<Buffer> {
  const raw = Buffer.from(
    Array.from({ length: 54 }, (_, index) => createHash('sha256').update(`${seed} ${index}`).digest()[0] ?? 0),
  )
  return sharp(raw, { raw: { width: 9, height: 6, channels: 1 } })
    .resize(360, 240, { kernel: 'cubic' })
    .png()
    .toBuffer()
}

test('an upload is read for credentials of its own, made here or not, also where this service signs nothing', async (t) => {
  const { signed } = await studio()
  const service = await openService(t, { env: { MEDIAGEN_PROVENANCE_PUBLIC: 'on' } })
  const own = await signed(await noise().jpeg().toBuffer())
  for (const [body, file] of [
    [own, { present: true, valid: true, signer: 'Example studio' }],
    [flipped(own), { present: true, valid: false, signer: 'Example studio' }],
    [await noise().png().toBuffer(), { present: false, valid: null, signer: null }],
  ] as const) {
    const answer = await service.call('/provenance', { method: 'POST', key: null, body: Uint8Array.from(body) })
    const told = (await answer.json()) as Record<string, unknown>
    assert.deepEqual([told['made_here'], told['credentials'], told['file_credentials']], [false, null, file])
  }
  const byChecksum = await service.call(`/provenance?sha256=${'0'.repeat(64)}`, { key: null })
  assert.equal(((await byChecksum.json()) as Record<string, unknown>)['file_credentials'], null)
})

test('an upload is known by its bytes, a picture also as a copy in another size and format, another picture is not; nothing is said of whose it was', async (t) => {
  const made = await blots(1)
  const engine = scriptedEngine({ id: 'blots' })
  engine.onStart = async () => ({ kind: 'done', outputs: [{ content: { from: 'memory', bytes: made } }] })
  const replacements = {
    extraEngines: [engine],
    extraModels: [aModel('blots', { id: 'blots', kind: 'image' })],
    // A rate is measured by this: nothing of it comes back, however long the test takes.
    clock: { ...systemClock, elapsed: () => 0 },
  }
  const env = { MEDIAGEN_PROVENANCE_PUBLIC: 'on', MEDIAGEN_TRUST_PROXY: '127.0.0.1' }
  const service = await openService(t, { env, replacements })
  const task = await service.call('/api/ai/images/generations', { json: { prompt: PROMPT, model: 'blots' } })
  assert.equal(task.status, 200)
  await task.body?.cancel()
  const asked = async (body: Uint8Array, key: string | null = service.key) => {
    const path = key === null ? '/provenance' : '/api/ai/provenance'
    const headers = { 'content-type': 'application/octet-stream' }
    const answer = await service.call(path, { method: 'POST', key, body: Uint8Array.from(body), headers })
    return (await answer.json()) as Record<string, unknown>
  }
  const copies = [
    await sharp(made).resize(200, 140, { fit: 'fill' }).jpeg({ quality: 60 }).toBuffer(),
    await sharp(made).webp({ quality: 40 }).toBuffer(),
  ]
  for (const [body, match] of [[made, 'exact'], ...copies.map((copy) => [copy, 'similar'] as const)] as const)
    for (const key of [service.key, null]) {
      const told = await asked(body, key)
      assert.deepEqual([told['made_here'], told['match'], told['model'], told['kind']], [true, match, 'blots', 'image'])
      assert.doesNotMatch(JSON.stringify(told), /heron|task|key/)
    }
  for (const other of [
    await blots(2),
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#246' } })
      .png()
      .toBuffer(),
  ])
    assert.deepEqual([(await asked(other))['made_here'], (await asked(other))['match']], [false, null])
  assert.match(JSON.stringify(await asked(Buffer.from('no picture'))), /invalid_image/)
  assert.equal((await service.call('/api/ai/provenance', { method: 'POST', key: null, body: 'x' })).status, 401)
  assert.equal((await readdir(join(service.dataDir, 'spool'))).length, 0)
  await checkStrangers(service)
})

/** 60 uploads a minute of all strangers, 10 of one address; the three that came from the test's own are among them. */
async function checkStrangers(service: TestService): Promise<void> {
  const from = async (address: string, times: number, init: RequestInit = { method: 'POST', body: 'x' }) => {
    const headers = { 'x-forwarded-for': address }
    const path = init.method === 'POST' ? '/provenance' : `/provenance?sha256=${'0'.repeat(64)}`
    const counts: Record<number, number> = {}
    for (let n = 0; n < times; n++) {
      const answer = await service.call(path, { ...init, key: null, headers })
      await answer.text()
      assert.equal(answer.headers.has('retry-after'), answer.status === 429)
      counts[answer.status] = (counts[answer.status] ?? 0) + 1
    }
    return counts
  }
  assert.deepEqual(await from('192.0.2.1', 12), { 400: 10, 429: 2 })
  assert.deepEqual(await from('2001:db8:1:2::1', 5), { 400: 5 })
  assert.deepEqual(await from('2001:db8:1:2::2', 6), { 400: 5, 429: 1 })
  for (const address of ['192.0.2.2', '192.0.2.3', '192.0.2.4']) assert.deepEqual(await from(address, 10), { 400: 10 })
  assert.deepEqual(await from('192.0.2.5', 10), { 400: 7, 429: 3 })
  assert.deepEqual(await from('192.0.2.6', 1), { 429: 1 })
  assert.deepEqual(await from('192.0.2.1', 61, { method: 'GET' }), { 200: 60, 429: 1 })
  assert.deepEqual(await from('192.0.2.1', 1, { method: 'HEAD' }), { 429: 1 })
  assert.deepEqual(await from('192.0.2.6', 1, { method: 'GET' }), { 200: 1 })
  assert.ok(service.logLines.some((line) => /too many requests from one address.*MEDIAGEN_TRUST_PROXY/.test(line)))
}

test('where credentials are on, a result that cannot be signed is kept with a warning; a service without a certificate does not start', async (t) => {
  const { env, key } = await certificates(t)
  const service = await openService(t, { env: { ...env, MEDIAGEN_CREDENTIALS: 'on' } })
  await writeFile(key, 'no key at all')
  const made = await service.call('/api/ai/images/generations', { json: { prompt: PROMPT, model: 'sandbox' } })
  assert.equal(made.status, 200)
  await made.body?.cancel()
  const id = made.headers.get('x-task-id')
  const { files, warnings } = (await (await service.call(`/api/ai/tasks/${id}`)).json()) as ShownReceipt
  assert.deepEqual(files[0]?.credentials, { present: false, valid: null, signer: null, source: null })
  assert.match(warnings.join(), /carries no Content Credentials, because the key is not an unencrypted private key/)
  assert.equal((await service.call(`/provenance?sha256=${files[0]?.sha256}`, { key: null })).status, 404)
  assert.equal((await service.call(`/api/ai/provenance?sha256=${files[0]?.sha256}`, { key: null })).status, 401)
  await assert.rejects(openService(t, { env: { ...env, MEDIAGEN_CREDENTIALS: 'on' } }), ConfigError)
  await assert.rejects(openService(t, { env: { MEDIAGEN_CREDENTIALS: 'required' } }), ConfigError)
})

test('the command line makes a certificate once, and tells what a file says of its origin', async (t) => {
  const { signed, asFile } = await studio()
  const cwd = await temporaryFolder(t)
  assert.equal((await runMediagen(['credentials', 'init'], { cwd })).code, 0)
  assert.match((await runMediagen(['credentials', 'init'], { cwd })).err, /already exists/)
  const bytes = await signed(await noise().png().toBuffer())
  const [whole, turned] = [await asFile(bytes), await asFile(flipped(bytes))]
  const good = await runMediagen(['credentials', 'check', whole.path], { cwd })
  assert.equal(good.code, 0)
  assert.match(
    good.out,
    /valid\n {2}signed by {3}Example studio[^]*c2pa\.created · trainedAlgorithmicMedia · some-model/,
  )
  const bad = await runMediagen(['credentials', 'check', turned.path], { cwd })
  assert.deepEqual([bad.code, /NOT valid[^]*mismatch/.test(bad.out)], [1, true])
})
