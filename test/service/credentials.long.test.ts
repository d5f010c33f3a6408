// needs: ffmpeg
// The independent judge of our Content Credentials: c2pa-python 0.38.1 from PyPI (MIT or Apache-2.0, c2pa-rs inside). It needs
// python3 with venv and the package index, and is kept in .cache/; TEST_C2PA_PYTHON names a Python that has it already.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { initCredentials } from '../../src/compose/credentials.ts'
import { contentCredentials, readCredentials } from '../../src/media/credentials/content-credentials.ts'
import { timeStamps } from '../../src/media/credentials/time-stamp.ts'
import { readIdentity } from '../../src/media/credentials/identity.ts'
import { systemClock } from '../../src/runtime/system.ts'
import { sniffMediaType } from '../../src/core/files/media-type.ts'
import { standInClip } from '../../src/engines/sandbox/stand-in.ts'
import { guardedFetch } from '../../src/net/guarded-fetch.ts'
import { AI_SDK_SUBJECTS } from '../engines/protocols/ai-sdk-subjects.ts'
import { openFakeComfyUi } from '../engines/support/fake-comfyui.ts'
import { openFake } from '../engines/support/fake-provider.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { aModel } from '../reliability/house.ts'
import { scriptedEngine } from '../reliability/scripted-engine.ts'
import { hookServer } from '../support/hook-server.ts'
import { RUNTIMES } from '../support/local-runtime.ts'
import { openService } from '../support/service.ts'
import { writeToyKlein } from '../support/toy-klein.ts'

const run = promisify(execFile)
const JUDGE = resolve(import.meta.dirname, '../../.cache/c2pa-python-0.38.1')
const PROGRAM = `
import sys, json, c2pa
path, media_type, anchors = sys.argv[1:4]
settings = {"verify": {"verify_trust": True, "remote_manifest_fetch": False}}
if anchors: settings["trust"] = {"trust_anchors": open(anchors).read()}
context = c2pa.Context(c2pa.Settings.from_dict(settings))
with open(path, "rb") as stream:
    story = json.loads(c2pa.Reader(media_type, stream, context=context).json())
codes = [each["code"] for each in story.get("validation_status") or []]
active = story["manifests"][story["active_manifest"]]
signed = [each for each in active.get("ingredients") or [] if each.get("active_manifest")]
print(json.dumps({"state": story["validation_state"], "codes": codes, "ingredients": len(signed)}))
`

async function judge(): Promise<string> {
  const given = process.env['TEST_C2PA_PYTHON']
  if (given !== undefined) return given
  const python = join(JUDGE, 'bin/python')
  if (!existsSync(python)) await run('python3', ['-m', 'venv', JUDGE])
  await run(python, ['-m', 'pip', 'install', '--quiet', 'c2pa-python==0.38.1'])
  return python
}

/** What the judge says, and how many of the inputs are told of with statements of their own. */
type Judgement = { state: string; codes: string[]; ingredients: number }

async function signer(t: TestContext) {
  const folder = await temporaryFolder(t)
  const paths = await initCredentials(join(folder, 'credentials'), 'Example studio')
  const python = await judge()
  const says = async (bytes: Uint8Array, type: string, anchors = ''): Promise<Judgement> => {
    const path = join(folder, 'judged')
    await writeFile(path, bytes)
    const { stdout } = await run(python, ['-c', PROGRAM, path, type, anchors])
    return JSON.parse(stdout) as Judgement
  }
  /** Trusted with our authority, valid without, and not once a bit was turned. */
  const holds = async (bytes: Uint8Array, type: string, of: string, ingredients = 0): Promise<void> => {
    assert.deepEqual(await says(bytes, type, paths.authority), { state: 'Trusted', codes: [], ingredients }, of)
    const untrusted = { state: 'Valid', codes: ['signingCredential.untrusted'], ingredients }
    const { codes: found, ...told } = await says(bytes, type)
    assert.deepEqual({ ...told, codes: [...new Set(found)] }, untrusted, of)
    const turned = Buffer.from(bytes)
    const at = type.startsWith('video/') ? turned.indexOf('mdat') + 40 : Math.floor(turned.length * 0.7)
    turned[at] = (turned[at] ?? 0) ^ 1
    const { state, codes } = await says(turned, type, paths.authority)
    assert.equal(state, 'Invalid', of)
    // In a small file the turned bit is one of the statement itself.
    assert.match(codes.join(), /(?:Hash|claimSignature)\.mismatch/, of)
  }
  return { folder, paths, holds }
}

test('an independent reader trusts every form with our authority, calls it valid without, and finds a turned bit', async (t) => {
  const { folder, paths, holds } = await signer(t)
  const { sign } = contentCredentials({
    files: { certificates: paths.chain, key: paths.key },
    isRequired: true,
    generator: { name: 'mediagen', version: '0.0.0' },
    clock: systemClock,
  })
  assert.ok(sign !== undefined)
  const env = {
    MEDIAGEN_CREDENTIALS: 'required',
    MEDIAGEN_CREDENTIALS_CERT: paths.chain,
    MEDIAGEN_CREDENTIALS_KEY: paths.key,
  }
  const service = await openService(t, { env })
  const video = await service.call('/api/ai/videos', { json: { prompt: 'a cat', model: 'sandbox' } })
  const { id } = (await video.json()) as { id: string }
  const { files } = await eventually(async () => {
    const answer = await service.call(`/api/ai/tasks/${id}`, { headers: { prefer: 'wait=60' } })
    const receipt = (await answer.json()) as { status: string; files: { role: string; url: string }[] }
    return receipt.status === 'success' ? receipt : undefined
  })
  const clip = files.find(({ role }) => role === 'output')
  const signed: [string, Buffer][] = [['video/mp4', Buffer.from(await (await fetch(clip?.url ?? '')).arrayBuffer())]]
  const create = { width: 200, height: 150, channels: 3, background: '#246' } as const
  const noise = { ...create, noise: { type: 'gaussian', mean: 128, sigma: 40 } } as const
  const claim = {
    model: 'm',
    taskId: '1',
    at: Date.now(),
    sourceType: 'trainedAlgorithmicMedia',
    isEdit: false,
  } as const
  for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif'] as const) {
    const path = join(folder, format)
    const { size: bytes } = await sharp({ create: noise }).toFormat(format).toFile(path)
    const file = { path, mediaType: `image/${format}`, bytes }
    const signing = await sign(file, claim, [], '')
    assert.equal(signing.kind, 'signed', JSON.stringify(signing))
    signed.push([file.mediaType, await readFile(`${path}.signed`)])
    if (format !== 'jpeg') continue
    const into = { path: join(folder, 'edit'), mediaType: 'image/png', bytes: 0 }
    const made = await sharp({ create: noise }).png().toFile(into.path)
    const input = { ...file, path: `${path}.signed`, bytes: signed.at(-1)?.[1].length ?? 0 }
    const edit = { ...claim, sourceType: 'compositeWithTrainedAlgorithmicMedia', isEdit: true } as const
    assert.equal((await sign({ ...into, bytes: made.size }, edit, [input], '')).kind, 'signed')
    signed.push(['image/png', await readFile(`${into.path}.signed`)])
  }
  const [plain, path] = [join(folder, 'plain.mp4'), join(folder, 'clip.mov')]
  await writeFile(plain, standInClip({ width: 64, height: 64 }, 'a clip').bytes)
  await run('ffmpeg', ['-v', 'error', '-i', plain, '-c', 'copy', path])
  const mov = await readFile(path)
  const mediaType = sniffMediaType(mov)?.mediaType
  assert.ok(mediaType === 'video/quicktime')
  assert.equal((await sign({ path, mediaType, bytes: mov.length }, claim, [], '')).kind, 'signed')
  signed.push([mediaType, await readFile(`${path}.signed`)])
  for (const [index, [type, bytes]] of signed.entries())
    await holds(bytes, type, `${index}: ${type}`, bytes.includes('c2pa.opened') ? 1 : 0)
})

/** A server of OpenAI's kind whose pictures have the format that the prompt names. */
async function pictureServer(t: TestContext): Promise<string> {
  return hookServer(t, async (body) => {
    const [format = 'png'] = /\b(?:png|jpeg|webp)\b/.exec(body.toString('latin1').replace(/image\/\w+/g, '')) ?? []
    const b64_json = (await anyPicture(format as 'png')).toString('base64')
    return Buffer.from(JSON.stringify({ created: 1, data: [{ b64_json }] }))
  })
}

async function anyPicture(format: 'png' | 'jpeg' | 'webp'): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const create = { width: 128, height: 128, channels: 3, background: '#246', noise } as const
  return sharp({ create }).toFormat(format).toBuffer()
}

/** A service with a model of every kind of engine. */
async function everyEngine(t: TestContext, folder: string, env: Readonly<Record<string, string>>) {
  const comfy = await openFakeComfyUi(t)
  const xai = AI_SDK_SUBJECTS.find(({ name }) => name === 'xai video')
  assert.ok(xai !== undefined)
  const sdk = await openFake(t, xai.protocol, standInClip({ width: 64, height: 64 }, 'theirs').bytes)
  const compatible = await pictureServer(t)
  const workflows = join(folder, 'workflows')
  await mkdir(workflows)
  await writeFile(
    join(workflows, 'w.json'),
    JSON.stringify({ 9: { class_type: 'SaveImage', inputs: { x: '{{prompt}}' } } }),
  )
  const toy = await writeToyKlein(join(folder, 'toy'))
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  await symlink(RUNTIMES, join(dataDir, 'runtimes'))
  const config = {
    local: { device: 'cpu', threads: 1 },
    engines: {
      compatible: { type: 'openai-compatible', baseURL: `${compatible}/v1` },
      comfy: { type: 'comfyui', baseURL: comfy.url, workflows },
      sdk: { type: 'xai', keyVariable: 'MY_KEY', baseURL: `${sdk.url}/v1` },
    },
    models: {
      compatible: { kind: 'image', engine: 'compatible', model: 'm' },
      comfy: { kind: 'image', engine: 'comfy', model: 'w.json' },
      sdk: { kind: 'video', engine: 'sdk', model: 'grok-imagine-video', seed: false },
      local: { kind: 'image', engine: 'local', files: toy, sizes: ['64x64'], options: { steps: 2, guidance: 3.5 } },
    },
  }
  const path = join(folder, 'mediagen.config.json')
  await writeFile(path, JSON.stringify(config))
  const service = await openService(t, { dataDir, env: { ...env, MEDIAGEN_CONFIG: path, MY_KEY: 'a-key' } })
  return { service, comfy }
}

test('results of every kind of engine are trusted, an edit tells of its input, and what ComfyUI signed stays valid', async (t) => {
  const { folder, paths, holds } = await signer(t)
  const { service, comfy } = await everyEngine(t, folder, {
    MEDIAGEN_CREDENTIALS: 'required',
    MEDIAGEN_CREDENTIALS_CERT: paths.chain,
    MEDIAGEN_CREDENTIALS_KEY: paths.key,
  })
  comfy.onRequest = (name) => {
    if (name !== 'POST /prompt') return
    comfy.run()
    comfy.finish()
  }
  const outputOf = async (id: string | null) => {
    const { files, error } = await eventually(async () => {
      const answer = await service.call(`/api/ai/tasks/${id}`, { headers: { prefer: 'wait=60' } })
      const receipt = (await answer.json()) as {
        status: string
        error: unknown
        files: { role: string; url: string; credentials: { source: string } }[]
      }
      return ['success', 'failed'].includes(receipt.status) ? receipt : undefined
    })
    const file = files.find(({ role }) => role === 'output')
    assert.ok(file !== undefined, JSON.stringify(error))
    const bytes = Buffer.from(await (await fetch(file.url)).arrayBuffer())
    return { bytes, source: file.credentials.source, type: sniffMediaType(bytes)?.mediaType ?? '' }
  }
  const make = async (model: string, prompt: string, input?: Buffer) => {
    if (model === 'sdk' || prompt === 'a clip') {
      const asked = await service.call('/api/ai/videos', { json: { model, prompt } })
      return outputOf(((await asked.json()) as { id: string }).id)
    }
    const form = new FormData()
    form.set('model', model)
    form.set('prompt', prompt)
    if (input !== undefined) form.set('image', new Blob([Uint8Array.from(input)]), 'input.png')
    const asked = await service.call('/api/ai/images/generations', { method: 'POST', body: form })
    assert.equal(asked.status, 200, await asked.text())
    return outputOf(asked.headers.get('x-task-id'))
  }
  comfy.files.set('a.png', await anyPicture('png'))
  for (const [model, prompt, type] of [
    ['sandbox', 'a cat', 'image/png'],
    ['sandbox', 'a clip', 'video/mp4'],
    ['diorama', 'a cat', 'image/png'],
    ['compatible', 'png', 'image/png'],
    ['compatible', 'jpeg', 'image/jpeg'],
    ['compatible', 'webp', 'image/webp'],
    ['comfy', 'a cat', 'image/png'],
    ['sdk', 'a boat', 'video/mp4'],
    ['local', 'a fox', 'image/png'],
  ] as const) {
    const made = await make(model, prompt)
    assert.deepEqual([made.type, made.source], [type, 'service'], `${model} ${prompt}`)
    await holds(made.bytes, type, `${model} ${prompt}`)
  }
  const { bytes: first } = await make('compatible', 'png')
  const edit = await make('compatible', 'jpeg', first)
  await holds(edit.bytes, edit.type, 'an edit of a signed picture', 1)
  // A node of ComfyUI signed it: here with the same certificate, so that the judge knows it.
  comfy.files.set('a.png', first)
  const passed = await make('comfy', 'a cat')
  assert.deepEqual([passed.source, passed.bytes.equals(first)], ['provider', true])
  await holds(passed.bytes, passed.type, 'what ComfyUI signed')
})

const TSA_CONFIG = `
[tsa]
default_tsa = own
[own]
serial = FOLDER/serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`

/** A time stamp authority on this machine, by OpenSSL. */
async function timeStampAuthority(
  t: TestContext,
  folder: string,
  { authority, authorityKey }: { authority: string; authorityKey: string },
): Promise<string> {
  const at = (name: string): string => join(folder, name)
  await writeFile(at('tsa.cnf'), TSA_CONFIG.replace('FOLDER', folder))
  await writeFile(at('serial'), '01')
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30']
  const by = ['-subj', '/CN=test time stamps', '-CA', authority, '-CAkey', authorityKey]
  const uses = ['basicConstraints=critical,CA:FALSE', 'keyUsage=critical,digitalSignature']
  const added = [...uses, 'extendedKeyUsage=critical,timeStamping'].flatMap((each) => ['-addext', each])
  await run('openssl', ['req', ...made, ...by, ...added, '-keyout', at('tsa.key'), '-out', at('tsa.pem')])
  return hookServer(t, async (query) => {
    await writeFile(at('query'), query)
    const files = ['-queryfile', at('query'), '-signer', at('tsa.pem'), '-inkey', at('tsa.key'), '-out', at('reply')]
    await run('openssl', ['ts', '-reply', '-config', at('tsa.cnf'), ...files])
    return readFile(at('reply'))
  })
}

test('a signature carries the time stamp of an authority, which readers find and hold against it', async (t) => {
  const folder = await temporaryFolder(t)
  const paths = await initCredentials(join(folder, 'credentials'), 'Example studio')
  const fetch = guardedFetch({ allow: ['127.0.0.0/8'], clock: systemClock })
  const stamp = timeStamps(fetch, await timeStampAuthority(t, folder, paths), systemClock)
  const outside = { fetch, signer: undefined, stamp }
  const { sign } = contentCredentials({
    files: { certificates: paths.chain, key: paths.key },
    isRequired: true,
    generator: { name: 'mediagen', version: '0.0.0' },
    clock: systemClock,
    outside,
  })
  const path = join(folder, 'picture')
  const { size: bytes } = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#246' } })
    .png()
    .toFile(path)
  const claim = { model: 'm', taskId: '1', at: 0, sourceType: 'trainedAlgorithmicMedia', isEdit: false } as const
  const signing = await sign?.({ path, mediaType: 'image/png', bytes }, claim, [], '')
  assert.deepEqual(signing?.kind === 'signed' && signing.warnings, [])
  const found = await readCredentials({ path: `${path}.signed`, mediaType: 'image/png', bytes: bytes + 20_000 })
  assert.ok(found.kind === 'found' && found.valid, JSON.stringify(found))
  assert.match(found.story, /timeStamp\.validated/)
  assert.match(found.story, /"time":\s*"20/)
})

/** A clip of 200 MB: a second box of frames that no table points to. It comes as a stream, as from a provider. */
async function* largeClip(): AsyncGenerator<Uint8Array> {
  yield standInClip({ width: 64, height: 64 }, 'a clip').bytes
  const piece = Buffer.alloc(2_000_000, 7)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(100 * piece.length + head.length)
  head.write('mdat', 4)
  yield head
  for (let count = 0; count < 100; count++) yield piece
}

test('a clip of 200 MB is kept with a warning, or its task fails with the limit in words; the service goes on, and holds none of it', async (t) => {
  const folder = await temporaryFolder(t)
  const paths = await initCredentials(join(folder, 'credentials'), 'Example studio')
  const engine = scriptedEngine({ id: 'large' })
  engine.onStart = async () => ({
    kind: 'done',
    outputs: [{ content: { from: 'stream', open: async () => largeClip() } }],
  })
  const replacements = { extraEngines: [engine], extraModels: [aModel('large', { id: 'large' })] }
  for (const mode of ['on', 'required']) {
    const env = {
      MEDIAGEN_CREDENTIALS: mode,
      MEDIAGEN_CREDENTIALS_CERT: paths.chain,
      MEDIAGEN_CREDENTIALS_KEY: paths.key,
      MEDIAGEN_FFMPEG: 'off',
    }
    const service = await openService(t, { env, replacements })
    const before = process.memoryUsage().rss
    const asked = await service.call('/api/ai/videos', { json: { prompt: 'a large clip', model: 'large' } })
    const { id } = (await asked.json()) as { id: string }
    let most = 0
    const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().rss - before)), 20)
    const receipt = await eventually(async () => {
      const answer = await service.call(`/api/ai/tasks/${id}`, { headers: { prefer: 'wait=60' } })
      const shown = (await answer.json()) as { status: string; warnings: string[]; error: { message: string } | null }
      return ['success', 'failed'].includes(shown.status) ? shown : undefined
    })
    clearInterval(watching)
    t.diagnostic(`${mode}: ${Math.round(most / 2 ** 20)} MiB more at most`)
    assert.ok(most < 150 * 2 ** 20, `${most} bytes more`)
    assert.equal(receipt.status, mode === 'on' ? 'success' : 'failed')
    const words = mode === 'on' ? receipt.warnings.join() : receipt.error?.message
    assert.match(words ?? '', /because it is larger than 100 MiB, the maximum for signing/)
    const small = await service.call('/api/ai/images/generations', { json: { prompt: 'a cat', model: 'sandbox' } })
    assert.equal(small.status, 200)
    await small.body?.cancel()
  }
})

test('an RSA key that C2PA refuses, or for whose signature there is no room, is told at once', async (t) => {
  const folder = await temporaryFolder(t)
  for (const bits of [1024, 4096, 4608]) {
    const [key, certificates] = [join(folder, `${bits}.key`), join(folder, `${bits}.pem`)]
    const paths = await initCredentials(join(folder, `authority-${bits}`), 'Example studio')
    const by = ['-subj', '/CN=with RSA', '-CA', paths.authority, '-CAkey', paths.authorityKey]
    const made = [
      '-x509',
      '-newkey',
      `rsa:${bits}`,
      '-nodes',
      '-days',
      '30',
      '-addext',
      'extendedKeyUsage=emailProtection',
    ]
    await run('openssl', ['req', ...made, ...by, '-keyout', key, '-out', certificates])
    const found = await readIdentity({ certificates, key }, systemClock.now())
    const problem = 'problem' in found ? found.problem : ''
    assert.equal(problem, bits === 4096 ? '' : 'an RSA key must have 2048 to 4096 bits', String(bits))
  }
})
