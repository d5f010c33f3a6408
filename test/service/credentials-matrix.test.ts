// needs: ffmpeg
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { initCredentials } from '../../src/compose/credentials.ts'
import { sniffMediaType } from '../../src/core/files/media-type.ts'
import { contentCredentials, readCredentials } from '../../src/media/credentials/content-credentials.ts'
import { fileIsSigned } from '../../src/media/credentials/file-walker.ts'
import type { LocalFile } from '../../src/ports/marking.ts'
import { systemClock } from '../../src/runtime/system.ts'
import { aModel, CLIP } from '../reliability/house.ts'
import { scriptedEngine } from '../reliability/scripted-engine.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { IS_LONG } from '../support/long.ts'
import { openService, type TestService } from '../support/service.ts'

const PICTURES = ['png', 'jpeg', 'webp', 'avif', 'gif'] as const
type Format = (typeof PICTURES)[number]

const STATES = ['plain', 'signed', 'tampered'] as const
type State = (typeof STATES)[number]

/** A picture or a clip; what the model was shown; what it gave itself. */
type Cell = { input: State | 'none'; inputFormat?: Format; format: Format | 'mp4' | 'mov'; came?: State }

const INPUTS = ['none', ...STATES] as const

const CELLS: readonly Cell[] = IS_LONG
  ? [
      ...INPUTS.flatMap((input) => [...PICTURES, 'mp4' as const, 'mov' as const].map((format) => ({ input, format }))),
      ...PICTURES.flatMap((inputFormat) =>
        (['signed', 'tampered'] as const).map((input) => ({ input, inputFormat, format: 'png' as const })),
      ),
      ...(['signed', 'tampered'] as const).flatMap((came) =>
        ([...PICTURES, 'mp4', 'mov'] as const).map((format) => ({ input: 'none' as const, format, came })),
      ),
    ]
  : [
      { input: 'none', format: 'png' },
      { input: 'plain', format: 'webp' },
      { input: 'signed', format: 'jpeg' },
      { input: 'tampered', format: 'mp4' },
      { input: 'none', format: 'jpeg', came: 'tampered' },
    ]

const FORMATS = ['png', 'jpeg', 'webp'] as const
const ANSWERS: readonly Asked[] = IS_LONG
  ? [{}, ...FORMATS.flatMap((format) => [{ output_format: format }, { output_format: format, output_compression: 60 }])]
  : [{}, { output_format: 'webp' }, { output_format: 'jpeg', output_compression: 60 }]

type Story = {
  active_manifest: string
  manifests: Record<
    string,
    {
      assertions: { label: string; data: { actions: { action: string; digitalSourceType?: string }[] } }[]
      ingredients?: {
        relationship: string
        validation_results?: { activeManifest?: { failure?: { code: string }[] } }
      }[]
    }
  >
}

async function pictureIn(format: Format): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const create = { width: 160, height: 120, channels: 3, background: '#000', noise } as const
  return sharp({ create }).toFormat(format).toBuffer()
}

function bare(format: Cell['format']): Promise<Buffer> | Buffer {
  if (format === 'mp4') return CLIP
  if (format !== 'mov') return pictureIn(format)
  const clip = Buffer.from(CLIP)
  clip.write('qt  ', 8)
  return clip
}

/** Changed after it was signed, and still a picture or a clip that can be read. */
function tampered(bytes: Buffer): Buffer {
  const { mediaType = '', family } = sniffMediaType(bytes) ?? {}
  const added = ADDED[mediaType]
  if (added !== undefined) return Buffer.concat([bytes.subarray(0, added.at), added.bytes, bytes.subarray(added.at)])
  const copy = Buffer.from(bytes)
  // A bit amid the pixels; of a GIF a colour, and of AVIF, which another bit would break, a field that means nothing.
  const ofPicture = { 'image/gif': 13, 'image/avif': copy.indexOf('hdlr') + 16 }[mediaType]
  const at = family === 'video' ? copy.indexOf('mdat') + 40 : (ofPicture ?? Math.floor(copy.length * 0.3))
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

const REMARK = Buffer.from('tEXtComment\0changed')
const CRC = Buffer.alloc(4)
CRC.writeUInt32BE(crc32(REMARK))

/** A remark, in files whose pixels could not be read with another bit. */
const ADDED: Readonly<Record<string, { at: number; bytes: Buffer }>> = {
  'image/png': { at: 33, bytes: Buffer.concat([Buffer.of(0, 0, 0, REMARK.length - 4), REMARK, CRC]) },
  'image/jpeg': { at: 2, bytes: Buffer.concat([Buffer.of(0xff, 0xfe, 0, 9), Buffer.from('changed')]) },
}

async function openStudio(t: TestContext) {
  const folder = await temporaryFolder(t)
  const { chain, key } = await initCredentials(join(folder, 'credentials'), 'Example studio')
  const theirs = await initCredentials(join(folder, 'theirs'), 'Somebody else')
  const { sign } = contentCredentials({
    files: { certificates: theirs.chain, key: theirs.key },
    isRequired: true,
    generator: { name: 'another', version: '1' },
    clock: systemClock,
  })
  let count = 0
  const asFile = async (bytes: Uint8Array): Promise<LocalFile> => {
    const path = join(folder, `file-${++count}`)
    await writeFile(path, bytes)
    return { path, mediaType: sniffMediaType(bytes)?.mediaType ?? '', bytes: bytes.length }
  }
  const claim = { model: 'm', taskId: '1', at: 0, sourceType: 'trainedAlgorithmicMedia', isEdit: false } as const
  /** What somebody else made and signed, and perhaps somebody changed afterwards. */
  const inState = async (state: State, bytes: Buffer): Promise<Buffer> => {
    if (state === 'plain') return bytes
    const signing = await sign?.(await asFile(bytes), claim, [], '')
    assert.ok(signing?.kind === 'signed', JSON.stringify(signing))
    const signed = Buffer.concat(await Array.fromAsync(signing.open()))
    return state === 'signed' ? signed : tampered(signed)
  }
  const env = { MEDIAGEN_CREDENTIALS: 'on', MEDIAGEN_CREDENTIALS_CERT: chain, MEDIAGEN_CREDENTIALS_KEY: key }
  const isSigned = async (bytes: Uint8Array): Promise<boolean> => {
    const found = await fileIsSigned((await asFile(bytes)).path)
    assert.equal(await fileIsSigned('/nowhere', bytes), found, 'no file is opened for bytes in memory')
    return found
  }
  const storyOf = async (bytes: Uint8Array) => {
    const found = await readCredentials(await asFile(bytes))
    assert.ok(found.kind === 'found', JSON.stringify(found))
    const { active_manifest: active, manifests } = JSON.parse(found.story) as Story
    const { assertions = [], ingredients = [] } = manifests[active] ?? {}
    const actions = assertions.find(({ label }) => label === 'c2pa.actions.v2')?.data.actions ?? []
    return { ...found, actions, ingredients }
  }
  return { env, inState, isSigned, storyOf }
}

type Studio = Awaited<ReturnType<typeof openStudio>>

type Receipt = {
  id: string
  status: string
  warnings: string[]
  files: { role: string; url: string; credentials: unknown }[]
}

const isClip = ({ format }: Cell): boolean => format === 'mp4' || format === 'mov'

/** What came of a request, with or without a picture. */
async function receiptOf(service: TestService, cell: Cell, input: Buffer | undefined): Promise<Receipt> {
  const form = new FormData()
  for (const [name, value] of [
    ['model', isClip(cell) ? 'clips' : 'pictures'],
    ['prompt', 'a cat'],
  ] as const)
    form.set(name, value)
  if (input !== undefined) form.set('image', new Blob([Uint8Array.from(input)]), 'input')
  const path = isClip(cell) ? '/api/ai/videos' : '/api/ai/images/generations'
  const answer = await service.call(path, { method: 'POST', body: form })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  const id = answer.headers.get('x-task-id') ?? (JSON.parse(text) as { id: string }).id
  return eventually(async () => {
    const told = await service.call(`/api/ai/tasks/${id}`, { headers: { prefer: 'wait=60' } })
    const receipt = (await told.json()) as Receipt
    return ['success', 'failed'].includes(receipt.status) ? receipt : undefined
  })
}

/** The original as it was stored, or a copy: without a statement, and where there is one in the original, it says so. */
async function checkDelivery({ isSigned }: Studio, answer: Response, original: Buffer | null, of: string) {
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert.equal(answer.status, 200, of)
  assert.equal(answer.headers.get('x-content-credentials'), original === null ? 'not-carried' : null, of)
  if (original !== null) return assert.ok(bytes.equals(original), of)
  assert.equal(await isSigned(bytes), false, of)
  assert.equal((await sharp(bytes).metadata()).xmp, undefined, of)
}

/** A picture at its address. */
async function checkAddress(studio: Studio, url: string, original: Buffer, of: string): Promise<void> {
  const own = sniffMediaType(original)?.mediaType
  for (const [query, isCopy] of [
    ['', false],
    ['?width=64', true],
    // Not wider than that: the original itself.
    ['?width=1024', false],
    ...FORMATS.map((format) => [`?format=${format}`, own !== `image/${format}`] as const),
  ] as const) {
    await checkDelivery(studio, await fetch(`${url}${query}`), isCopy ? null : original, `${of} ${query}`)
    const { headers } = await fetch(`${url}${query}`, { method: 'HEAD' })
    assert.equal(headers.get('x-content-credentials'), isCopy ? 'not-carried' : null, `${of} ${query}`)
  }
}

type Asked = { output_format?: string; output_compression?: number }

/** A picture as text in an answer of the kind of OpenAI. A wished format is that of what is stored; a wished compression makes a copy. */
async function checkAnswer(studio: Studio, service: TestService, { came, format }: Cell, asked: Asked): Promise<void> {
  const json = { model: 'pictures', prompt: 'a cat', response_format: 'b64_json', ...asked }
  const answer = await service.call('/v1/images/generations', { json })
  const { data } = (await answer.json()) as { data: [{ b64_json: string }] }
  const bytes = Buffer.from(data[0].b64_json, 'base64')
  const { output_format: wanted = format, output_compression: compression } = asked
  const of = `${came} ${format} in an answer as ${wanted} ${compression}`
  assert.equal(sniffMediaType(bytes)?.mediaType, `image/${wanted}`, of)
  const isKept = came === 'signed' || came === 'tampered'
  const isCopy = (compression !== undefined && wanted !== 'png') || (isKept && wanted !== format)
  assert.equal(answer.headers.get('x-content-credentials'), isCopy ? 'not-carried' : null, of)
  assert.equal(await studio.isSigned(bytes), !isCopy, of)
  const receipt = await service.call(`/api/ai/tasks/${answer.headers.get('x-task-id')}`)
  const { warnings } = (await receipt.json()) as Receipt
  const told = new RegExp(`Content Credentials, which ${wanted} would lose, so it was kept as ${format}`)
  assert.equal(told.test(warnings.join()), isKept && wanted !== format, of)
}

/** What the statement in a result says of its origin. */
async function checkStatement({ storyOf }: Studio, cell: Cell, original: Buffer, of: string): Promise<void> {
  const { input } = cell
  const { valid, signer, actions, ingredients } = await storyOf(original)
  assert.deepEqual([valid, signer], [true, 'Example studio'], of)
  const hasStory = input === 'signed' || input === 'tampered'
  const isEdit = hasStory && !isClip(cell)
  const names = actions.map(({ action }) => action)
  assert.deepEqual(names, isEdit ? ['c2pa.opened', 'c2pa.edited'] : ['c2pa.created'], of)
  const type = input === 'none' ? 'trainedAlgorithmicMedia' : 'compositeWithTrainedAlgorithmicMedia'
  assert.match(actions.at(-1)?.digitalSourceType ?? '', new RegExp(`/${type}$`), of)
  const hasXmp = cell.format !== 'avif' && cell.format !== 'gif'
  assert.equal(
    original.includes(`Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${type}"`),
    hasXmp,
    of,
  )
  const told = ingredients.map(({ relationship, validation_results: found }) => ({
    relationship,
    isWhole: (found?.activeManifest?.failure ?? []).every(({ code }) => code === 'signingCredential.untrusted'),
  }))
  const expected = { relationship: isEdit ? 'parentOf' : 'inputTo', isWhole: input === 'signed' }
  assert.deepEqual(told, hasStory ? [expected] : [], of)
}

/** Clients of the web interface get a PNG, whatever the model gave. */
async function checkWebInterface(studio: Studio, service: TestService, format: Cell['format'], of: string) {
  const json = { prompt: 'a cat', override_settings: { sd_model_checkpoint: 'pictures' } }
  const answer = await service.call('/sdapi/v1/txt2img', { json })
  const { images } = (await answer.json()) as { images: [string] }
  const isCopy = format !== 'png'
  assert.equal(answer.headers.get('x-content-credentials'), isCopy ? 'not-carried' : null, `${of} /sdapi`)
  assert.equal(await studio.isSigned(Buffer.from(images[0], 'base64')), !isCopy, `${of} /sdapi`)
}

const OURS = { present: true, valid: true, signer: 'Example studio', source: 'service' }

/** A model that gives what it is told to, and a picture beside each clip. */
function answering(t: TestContext) {
  const engine = scriptedEngine({ id: 'matrix' })
  const kinds = [aModel('matrix', { id: 'pictures', kind: 'image' }), aModel('matrix', { id: 'clips' })]
  return {
    open: (env: Readonly<Record<string, string>>) =>
      openService(t, {
        env: { ...env, MEDIAGEN_AUTOMATIC1111: 'on' },
        replacements: { extraEngines: [engine], extraModels: kinds },
      }),
    give: (bytes: Buffer, cover: Buffer | undefined): void => {
      const beside = cover === undefined ? {} : { cover: { from: 'memory', bytes: cover } as const }
      engine.onStart = async () => ({ kind: 'done', outputs: [{ content: { from: 'memory', bytes }, ...beside }] })
    },
  }
}

/** Where a clip is shown: its cover is a result of its own, all else of it are copies. */
async function checkClip(studio: Studio, service: TestService, { id, files }: Receipt, of: string): Promise<void> {
  const [clip, cover] = ['output', 'cover'].map((role) => files.find((file) => file.role === role))
  assert.deepEqual(cover?.credentials, OURS, of)
  const frame = Buffer.from(await (await fetch(cover?.url ?? '')).arrayBuffer())
  await checkAddress(studio, cover?.url ?? '', frame, `${of} cover`)
  await checkDelivery(studio, await fetch(`${clip?.url}?width=64`), null, `${of} small`)
  const sheet = await service.call(`/v1/videos/${id}/content?variant=spritesheet`)
  await checkDelivery(studio, sheet, null, `${of} spritesheet`)
}

test('input × result × format × delivery: the original tells of a signed input and keeps what came signed; a copy says that it carries nothing', async (t) => {
  const studio = await openStudio(t)
  const model = answering(t)
  const service = await model.open(studio.env)
  const cover = await bare('png')
  const checkCell = async (cell: Required<Cell>): Promise<void> => {
    const { input, inputFormat, format, came } = cell
    const of = `${input} ${inputFormat} → ${came} ${format}:`
    const given = await studio.inState(came, await bare(format))
    model.give(given, isClip(cell) ? cover : undefined)
    const shown = input === 'none' ? undefined : await studio.inState(input, await bare(inputFormat))
    const receipt = await receiptOf(service, cell, shown)
    assert.equal(receipt.status, 'success', of)
    const file = receipt.files.find(({ role }) => role === 'output')
    const original = Buffer.from(await (await fetch(file?.url ?? '')).arrayBuffer())
    const theirs = { present: true, valid: came === 'signed', signer: 'Somebody else', source: 'provider' }
    assert.deepEqual(file?.credentials, came === 'plain' ? OURS : theirs, of)
    assert.equal(
      /invalid Content Credentials, which were left unchanged/.test(receipt.warnings.join()),
      came === 'tampered',
      of,
    )
    if (came === 'plain') await checkStatement(studio, cell, original, of)
    else assert.ok(original.equals(given), of)
    if (isClip(cell)) return checkClip(studio, service, receipt, of)
    await checkAddress(studio, file?.url ?? '', original, of)
    // What an answer says does not depend on what the model was shown.
    if (input !== 'none') return
    for (const asked of ANSWERS) await checkAnswer(studio, service, cell, asked)
    await checkWebInterface(studio, service, format, of)
  }
  for (const cell of CELLS) await checkCell({ inputFormat: 'png', came: 'plain', ...cell })
})
