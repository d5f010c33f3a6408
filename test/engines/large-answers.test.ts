import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { answerSource, MAX_HELD_BYTES, readAll } from '../../src/engines/transport/answer-source.ts'
import { liftJson, partBehind } from '../../src/engines/transport/lift-answer.ts'
import { openAiCompatibleEngine } from '../../src/engines/openai-compatible/engine.ts'
import { localFiles } from '../../src/files/local.ts'
import type { EngineBytes, EngineState } from '../../src/ports/engine.ts'
import { systemRandom } from '../../src/runtime/system.ts'
import { eventually } from '../support/eventually.ts'
import { IS_LONG, someOf } from '../support/long.ts'
import { AI_SDK_SUBJECTS, FURTHER_SUBJECTS } from './protocols/ai-sdk-subjects.ts'
import { SERVER_SUBJECTS } from './protocols/server-subjects.ts'
import { CLIP, failure, follow, openSubject, PICTURE, WATCH, type Subject } from './support/contract.ts'
import type { Reply } from './support/fake-provider.ts'
import { temporaryFolder } from '../support/at-end.ts'

const SMALL = Buffer.from(PICTURE).toString('base64')

/** A picture with so much behind it that no provider's answer is read as a whole. */
const large = (bytes: number, small: Uint8Array = PICTURE): Buffer =>
  Buffer.concat([small, Buffer.alloc(bytes, 'largely nothing')])

function enlarged(reply: Reply, small: Uint8Array, result: Buffer): Reply {
  if (reply.json === undefined) return { ...reply, body: result }
  const [from, to] = [Buffer.from(small).toString('base64'), result.toString('base64')]
  return { ...reply, json: JSON.parse(JSON.stringify(reply.json).replaceAll(from, to)) }
}

async function bytesOf(content: EngineBytes | undefined): Promise<Buffer> {
  assert.ok(content !== undefined && content.from !== 'url')
  if (content.from === 'memory') return Buffer.from(content.bytes)
  const chunks: Uint8Array[] = []
  for await (const chunk of await content.open()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function onlyContent(state: EngineState): EngineBytes | undefined {
  assert.ok(state.kind === 'done', JSON.stringify(state))
  return state.outputs[0]?.content
}

const inline = [...AI_SDK_SUBJECTS, ...FURTHER_SUBJECTS, ...SERVER_SUBJECTS].filter(({ result }) => result === 'inline')
for (const subject of someOf(inline, 4)) {
  test(`${subject.name}: a large result inside of an answer is the same byte for byte`, async (t) => {
    const opened = await openSubject(t, subject)
    const { protocol, kind } = subject
    const small = kind === 'image' ? PICTURE : CLIP
    const result = large(300_000, small)
    // The result is in the answer to the start, or in that to the last question.
    if (protocol.done === undefined) opened.fake.onStart.push(enlarged(protocol.started(opened.fake), small, result))
    else opened.fake.onStatus.push(enlarged(protocol.done(opened.fake), small, result))
    const state = await follow(opened, await opened.engine.start(opened.job, WATCH))
    assert.ok((await bytesOf(onlyContent(state))).equals(result))
  })
}

const compatible = SERVER_SUBJECTS.find(({ name }) => name.startsWith('openai-compatible image'))!

async function spooling(
  t: Parameters<typeof openSubject>[0],
): Promise<{ subject: Subject; spooled: () => Promise<string[]> }> {
  const folder = await temporaryFolder(t)
  const files = await localFiles(folder, systemRandom)
  const engine: Subject['engine'] = (url, clock) =>
    openAiCompatibleEngine({
      id: 'my server',
      baseURL: `${url}/v1`,
      key: 'a-secret-key',
      concurrency: 1,
      clock,
      spool: (source, limit) => files.spool(source, limit),
      modelSettings: () => ({ options: {}, inputs: {} }),
    })
  return { subject: { ...compatible, engine }, spooled: () => readdir(join(folder, 'spool')) }
}

test('what is too large to hold is put aside on disk, can be read again, and is gone when it is let go', async (t) => {
  const { subject, spooled } = await spooling(t)
  const opened = await openSubject(t, subject)
  const picture = large(5 * 2 ** 20)
  opened.fake.onStart.push({ json: { created: 1, data: [{ b64_json: picture.toString('base64') }] } })
  const content = onlyContent(await opened.engine.start(opened.job, WATCH))
  assert.ok(content?.from === 'stream')
  assert.equal((await spooled()).length, 1)
  for (let time = 0; time < 2; time++) assert.deepEqual(await bytesOf(content), picture)
  await content.discard?.()
  assert.deepEqual(await spooled(), [])
})

test('what many answers hold together has a bound: beyond it pictures go to disk, and let go they make room', async (t) => {
  const { subject, spooled } = await spooling(t)
  const opened = await openSubject(t, subject)
  const picture = large(3 * 2 ** 20)
  const held: EngineBytes[] = []
  const next = async (): Promise<EngineBytes> => {
    opened.fake.onStart.push({ json: { created: 1, data: [{ b64_json: picture.toString('base64') }] } })
    const content = onlyContent(await opened.engine.start(opened.job, WATCH))
    assert.ok(content !== undefined && content.from !== 'url')
    assert.deepEqual(await bytesOf(content), picture)
    held.push(content)
    return content
  }
  while ((await next()).from === 'memory') assert.ok(held.length * picture.length < 64 * 2 ** 20, 'no bound was found')
  assert.equal((await spooled()).length, 1)
  for (const content of held) if (content.from !== 'url') await content.discard?.()
  assert.equal((await next()).from, 'memory')
  for (const content of held) if (content.from !== 'url') await content.discard?.()
  assert.deepEqual(await spooled(), [])
})

test('the memory of a picture that is let go is free at once, whether or not its length was told before', async (t) => {
  const { subject } = await spooling(t)
  const opened = await openSubject(t, subject)
  const json = { created: 1, data: [{ b64_json: large(2 ** 20).toString('base64') }] }
  const body = Buffer.from(JSON.stringify(json))
  for (const reply of [
    { json },
    { body, headers: { 'content-type': 'application/json', 'content-length': String(body.length) } },
  ]) {
    opened.fake.onStart.push(reply)
    const content = onlyContent(await opened.engine.start(opened.job, WATCH))
    assert.ok(content?.from === 'memory')
    assert.deepEqual(await bytesOf(content), large(2 ** 20))
    for (let time = 0; time < 2; time++) await content.discard?.()
    assert.equal(content.bytes.length, 0)
  }
})

test('of large answers that are held whole one is held at a time, and one that waits can be called off', async () => {
  const chunk = Buffer.alloc(2 ** 20 + 1)
  const ends: (() => void)[] = []
  let begun = 0
  const answer = async function* (): AsyncGenerator<Uint8Array> {
    yield chunk
    begun++
    await new Promise<void>((resolve) => ends.push(resolve))
  }
  const stop = new AbortController()
  const read = (): Promise<Uint8Array> => readAll(answerSource(answer(), MAX_HELD_BYTES), stop.signal)
  const first = read()
  const second = read()
  await eventually(() => begun === 1 || undefined)
  await new Promise(setImmediate)
  assert.equal(begun, 1)
  const third = read()
  ends[0]?.()
  assert.equal((await first).length, chunk.length)
  await eventually(() => begun === 2 || undefined)
  stop.abort(new Error('called off'))
  await assert.rejects(third, /called off/)
  ends[1]?.()
  assert.equal((await second).length, chunk.length)
})

test('parts of an answer that become no result are not left behind', async (t) => {
  const { subject, spooled } = await spooling(t)
  const opened = await openSubject(t, subject)
  const draft = large(5 * 2 ** 20).toString('base64')
  opened.fake.onStart.push({ json: { data: [{ b64_json: SMALL }], draft } })
  assert.equal(onlyContent(await opened.engine.start(opened.job, WATCH))?.from, 'memory')
  assert.deepEqual(await spooled(), [])
})

test('an answer larger than anything we take ends the job: asking again would bring the same', async (t) => {
  const words = 'too much to say. '.repeat(600_000)
  for (const name of ['xai video', 'fal image']) {
    const subject = AI_SDK_SUBJECTS.find((each) => each.name === name)!
    const opened = await openSubject(t, subject)
    const started = await opened.engine.start(opened.job, WATCH)
    assert.ok(started.kind === 'running')
    opened.fake.onStatus.push({ json: { status: 'done', words } })
    const failed = failure(await opened.engine.status(started.operation, opened.job, WATCH))
    assert.deepEqual([failed.code, failed.final, failed.ourOwn], ['provider_error', true, true])
    assert.match(failed.message, /too large for this service/)
  }
  const opened = await openSubject(t, compatible)
  opened.fake.onStart.push({ json: { words } })
  const failed = failure(await opened.engine.start(opened.job, WATCH))
  assert.deepEqual([failed.code, failed.final, failed.notStarted], ['start_unknown', true, undefined])
  assert.match(failed.message, /too large for this service/)
})

async function lifted(
  json: string,
  chunkBytes: number,
  { length }: { length?: number } = {},
): Promise<{ text: string; parts: EngineBytes[] }> {
  const bytes = Buffer.from(json)
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  const parts: EngineBytes[] = []
  // Nothing in these answers is so large that it would go there.
  const spool = length === undefined ? undefined : (): never => assert.fail('put on disk')
  const text = await liftJson(answerSource(chunks(), Infinity, length), { parts, spool })
  return { text: Buffer.from(text).toString(), parts }
}

test('only long base64 is lifted out of JSON, however its text is cut, and everything else stays as it is', async () => {
  const clip = large(100_001).toString('base64')
  const escaped = clip.replaceAll('/', '\\/').replaceAll('+', '\\u002B')
  const prose = `${'a "quoted" back\\slash, "'.repeat(6_000)}\\`
  const rest = { a: 'x"y\\', n: [1, 2.5, null, true], prose, url: 'https://example.com/?a=b', empty: '' }
  const json = `{"first":"${clip}","rest":${JSON.stringify(rest)},"second":"data:image\\/png;base64,${escaped}"}`
  for (const chunkBytes of IS_LONG ? [7, 61, 4_096, 65_536, 1_000_000] : [61, 4_096, 1_000_000]) {
    const { text, parts } = await lifted(json, chunkBytes)
    const found = JSON.parse(text) as { first: string; rest: unknown; second: string }
    assert.deepEqual(found.rest, rest)
    assert.match(found.second, /^data:image\/png;base64,/)
    if (chunkBytes > json.length / 2) continue
    for (const base64 of [found.first, found.second.slice(found.second.indexOf(',') + 1)]) {
      const part = partBehind(Buffer.from(base64, 'base64'), parts)
      assert.equal((await bytesOf(part)).toString('base64'), clip)
    }
  }
})

test('results come out of an answer byte for byte, also where it tells a wrong length, however they are padded and cut', async () => {
  const pictures = [0, 1, 2].map((more) => randomBytes(66_000 + more))
  const json = JSON.stringify({ data: pictures.map((picture) => picture.toString('base64')) })
  for (const length of [json.length, json.length * 3, 100_000, 0]) {
    for (const chunkBytes of [61, 4_096, 16_385]) {
      const { parts } = await lifted(json, chunkBytes, { length })
      for (const [at, part] of parts.entries()) assert.ok((await bytesOf(part)).equals(pictures[at]!), `${length}`)
      assert.equal(parts.length, pictures.length)
    }
  }
})

test('an answer that ends inside of a picture is no answer', async () => {
  const cut = `{"data":"${large(100_000).toString('base64')}`
  await assert.rejects(lifted(cut, 4_096), { name: 'TransportError' })
})

for (const [name, wrong] of [
  ['a sign of no alphabet', '*'],
  ['a blank', ' '],
  ['an end in the middle', '='],
  ['a letter beyond ASCII', 'é'],
  ['an unknown escape', '\\t'],
  ['an escaped letter beyond ASCII', '\\u0141'],
] as const) {
  test(`a picture whose base64 is broken by ${name} is no answer`, async () => {
    const base64 = large(100_000).toString('base64')
    for (const at of [90_000, 90_001, 90_002, 90_003]) {
      const broken = `{"data":"${base64.slice(0, at)}${wrong}${base64.slice(at + 1)}"}`
      for (const chunkBytes of [61, 4_096]) await assert.rejects(lifted(broken, chunkBytes), { name: 'TransportError' })
    }
  })
}
