import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Model } from '../src/core/model.ts'
import { aiSdkEngine } from '../src/engines/ai-sdk/engine.ts'
import { PROVIDERS } from '../src/engines/ai-sdk/providers.ts'
import { localFiles } from '../src/files/local.ts'
import type { EngineBytes } from '../src/ports/engine.ts'
import { systemClock, systemRandom } from '../src/runtime/system.ts'

// How much memory it takes when providers put results into their answers: each round runs in a process of its own.
const MB = 1_000_000
const ROUNDS = [
  { jobs: 1, megabytes: 200 },
  { jobs: 16, megabytes: 100 },
] as const

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

function* answer(megabytes: number): Generator<Buffer> {
  yield Buffer.from('{"created":1,"data":[{"b64_json":"')
  const piece = Buffer.from(Buffer.alloc(48_000, 'a picture').toString('base64'))
  for (let sent = 0; sent < megabytes * MB; sent += 48_000) yield piece
  yield Buffer.from('"}]}')
}

/** The provider, in a process of its own so that its memory does not count. */
async function provide(): Promise<void> {
  const server = createServer((request, response) => {
    const megabytes = Number(/\/(\d+)\//.exec(request.url ?? '')?.[1])
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' })
    Readable.from(answer(megabytes)).pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send?.((server.address() as AddressInfo).port)
}

async function lengthOf(
  content: EngineBytes | undefined,
  files: Awaited<ReturnType<typeof localFiles>>,
): Promise<number> {
  if (content === undefined || content.from === 'url') throw new Error('no result inside of the answer')
  const source = content.from === 'memory' ? Readable.from([content.bytes]) : await content.open()
  const spooled = await files.spool(source, { maxBytes: Infinity, tooLarge: 'provider_error' })
  if (content.from === 'stream') await content.discard?.()
  await spooled.discard()
  return spooled.bytes
}

async function round(port: number, jobs: number, megabytes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'inline-answers-'))
  const files = await localFiles(folder, systemRandom)
  const engine = aiSdkEngine({
    id: 'bench',
    row: PROVIDERS.openai,
    settings: { apiKey: 'k', baseURL: `http://127.0.0.1:${port}/${megabytes}/v1` },
    concurrency: jobs,
    clock: systemClock,
    log: quiet,
    spool: (source, limit) => files.spool(source, limit),
    modelSettings: () => ({ options: {}, inputs: {} }),
  })
  const model = { id: 'm', kind: 'image', engineModel: 'gpt-image-1' } as Model
  const parameters = { ratio: '1:1', width: 1024, height: 1024, resolution: null, seed: null }
  const job = { taskId: '1', model, prompt: 'x', parameters, references: [], startKey: 'k' }
  const watch = { signal: new AbortController().signal, onProgress: () => {} }
  const beforeMb = process.memoryUsage().rss / MB
  const startedAt = performance.now()
  const lengths = await Promise.all(
    Array.from({ length: jobs }, async () => {
      const state = await engine.start(job, watch)
      if (state.kind !== 'done') throw new Error(JSON.stringify(state))
      return lengthOf(state.outputs[0]?.content, files)
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  await engine.close()
  await rm(folder, { recursive: true })
  const peakMb = (process.resourceUsage().maxRSS * 1_024) / MB
  if (lengths.some((length) => length < megabytes * MB)) throw new Error('a result was cut')
  console.log(
    `${jobs} x ${megabytes} MB inside of JSON: ${beforeMb.toFixed(0)} MB before, ${peakMb.toFixed(0)} MB at most, ${seconds.toFixed(1)} s`,
  )
}

const [role, port, jobs, megabytes] = process.argv.slice(2)
if (role === 'provider') await provide()
else if (role === 'round') await round(Number(port), Number(jobs), Number(megabytes))
else {
  const provider = fork(import.meta.filename, ['provider'])
  const [at] = (await once(provider, 'message')) as [number]
  for (const each of ROUNDS) {
    const child = fork(import.meta.filename, ['round', String(at), String(each.jobs), String(each.megabytes)])
    await once(child, 'exit')
  }
  provider.kill()
}
