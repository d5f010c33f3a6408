import { createHash } from 'node:crypto'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { saveOutputs, type SaveDeps } from '../src/actions/running/save-outputs.ts'
import type { Model } from '../src/core/tasks/model.ts'
import type { Task } from '../src/core/tasks/task.ts'
import { openAiCompatibleEngine } from '../src/engines/openai-compatible/engine.ts'
import { localFiles } from '../src/files/local.ts'
import { sharpImages } from '../src/media/sharp-images.ts'
import { guardedFetch } from '../src/net/guarded-fetch.ts'
import { systemClock, systemRandom } from '../src/runtime/system.ts'

/**
 * What it takes to copy results: from a provider's answer or address until they are kept, described and hashed. Each round
 * runs in a process of its own. `node bench/inline-answers.ts [part of a name]`.
 */
const MB = 1_000_000
const ROUNDS = [
  { name: 'pictures of 1.5 MB, 20 at once', at: 'inside', jobs: 20, times: 15, megabytes: 1.5 },
  { name: '200 MB inside of JSON', at: 'inside', jobs: 1, times: 1, megabytes: 200 },
  { name: '500 MB inside of JSON', at: 'inside', jobs: 1, times: 1, megabytes: 500 },
  { name: '500 MB at an address', at: 'address', jobs: 1, times: 1, megabytes: 500 },
  { name: '16 x 100 MB inside of JSON', at: 'inside', jobs: 16, times: 1, megabytes: 100 },
  { name: '16 x 100 MB at an address', at: 'address', jobs: 16, times: 1, megabytes: 100 },
] as const
const PIECE = Buffer.alloc(48_000, 'a clip, and then nothing that a player looks at')

/** A clip of one second with a box behind it that players pass over: as large as any, and still whole. */
async function* clip(megabytes: number): AsyncGenerator<Buffer> {
  const film = await readFile(new URL('../test/fixtures/tiny.mp4', import.meta.url))
  const pieces = Math.ceil((megabytes * MB) / PIECE.length)
  // A multiple of three bytes, so that each piece can be written in base64 by itself.
  const head = Buffer.alloc(8 + ((film.length + 8) % 3 === 0 ? 0 : 3 - ((film.length + 8) % 3)))
  head.writeUInt32BE(head.length + pieces * PIECE.length, 0)
  head.write('free', 4, 'latin1')
  yield Buffer.concat([film, head])
  for (let sent = 0; sent < pieces; sent++) yield PIECE
}

async function* answer(megabytes: number): AsyncGenerator<Buffer> {
  yield Buffer.from('{"created":1,"data":[{"b64_json":"')
  for await (const piece of clip(megabytes)) yield Buffer.from(piece.toString('base64'))
  yield Buffer.from('"}]}')
}

async function hashOf(megabytes: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of clip(megabytes)) hash.update(piece)
  return hash.digest('hex')
}

/** The provider, in a process of its own so that its memory does not count. */
async function provide(): Promise<void> {
  const server = createServer((request, response: ServerResponse) => {
    const [, at, megabytes = ''] = /\/(inside|address|clip)\/([\d.]+)/.exec(request.url ?? '') ?? []
    request.resume()
    const send = (type: string, body: Readable): void => {
      response.writeHead(200, { 'content-type': type })
      body.pipe(response)
    }
    if (at === 'clip') return send('video/mp4', Readable.from(clip(Number(megabytes))))
    if (at === 'inside') return send('application/json', Readable.from(answer(Number(megabytes))))
    // Another name than the one by which the server is asked, or it would be taken for the server's own address.
    const url = `http://localhost:${(server.address() as AddressInfo).port}/clip/${megabytes}`
    send('application/json', Readable.from([JSON.stringify({ created: 1, data: [{ url }] })]))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send?.((server.address() as AddressInfo).port)
}

async function round(port: number, { name, at, jobs, times, megabytes }: (typeof ROUNDS)[number]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'inline-answers-'))
  const files = await localFiles(folder, systemRandom)
  const log = { debug() {}, info() {}, warn: console.error, error: console.error }
  const images = sharpImages()
  const engine = openAiCompatibleEngine({
    id: 'bench',
    baseURL: `http://127.0.0.1:${port}/${at}/${megabytes}/v1`,
    key: undefined,
    concurrency: jobs,
    clock: systemClock,
    spool: (source, limit) => files.spool(source, limit),
    modelSettings: () => ({ options: {}, inputs: {} }),
  })
  const model = { id: 'm', kind: 'image', engineModel: 'gpt-image-1' } as Model
  const parameters = { ratio: '1:1', width: 1024, height: 1024, resolution: null, seed: null }
  const job = { taskId: '1', model, prompt: 'x', parameters, settings: null, references: [], startKey: 'k' }
  const watch = { signal: new AbortController().signal, onProgress: () => {} }
  const task = { id: '1', keyId: 'k', kind: 'video' } as Task
  const fetch = guardedFetch({ allow: ['127.0.0.0/8'], clock: systemClock })
  const parts = {
    files,
    images,
    fetch,
    describeClip: images.describeClip,
    clock: systemClock,
    random: systemRandom,
    log,
  }
  const deps = { ...parts, maxOutputBytes: 2 ** 31 } as unknown as SaveDeps
  const copyOne = async (): Promise<string | undefined> => {
    const state = await engine.start(job, watch)
    if (state.kind !== 'done') throw new Error(JSON.stringify(state))
    return (await saveOutputs(deps, { task }, state.outputs)).files[0]?.sha256
  }
  await copyOne()
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  const hashes: (string | undefined)[] = []
  await Promise.all(
    Array.from({ length: jobs }, async () => {
      for (let time = 0; time < times; time++) hashes.push(await copyOne())
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  await engine.close()
  await rm(folder, { recursive: true })
  const expected = await hashOf(megabytes)
  if (hashes.some((hash) => hash !== expected)) throw new Error('a result is not what was sent')
  const peakMb = (process.resourceUsage().maxRSS * 1_024) / MB
  const cpuMs = (user + system) / 1_000 / hashes.length
  const cells = [name, seconds.toFixed(1), (hashes.length / seconds).toFixed(1), cpuMs.toFixed(1), peakMb.toFixed(0)]
  console.log(`| ${cells.join(' | ')} |`)
}

const [role = '', port, index] = process.argv.slice(2)
if (role === 'provider') await provide()
else if (role === 'round') await round(Number(port), ROUNDS[Number(index)] ?? ROUNDS[0])
else {
  const provider = fork(import.meta.filename, ['provider'])
  const [at] = (await once(provider, 'message')) as [number]
  console.log('| results | seconds | results/s | CPU ms each | peak MB |\n|---|---|---|---|---|')
  for (const [each, { name }] of ROUNDS.entries()) {
    if (!name.includes(role)) continue
    const child = fork(import.meta.filename, ['round', String(at), String(each)])
    await once(child, 'exit')
  }
  provider.kill()
}
