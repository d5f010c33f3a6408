import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postJson } from '../harness/http-bytes.ts'
import { loadSide, type Work } from '../harness/load-side.ts'
import { photo } from '../harness/photo.ts'
import { WorkNotDone, type Row, type RowOptions, type Side } from '../harness/row.ts'
import { runningPeer, sideProgram, startOurs, startSide, type SideProcess } from '../harness/side-process.ts'
import { urlIn } from '../harness/url-in.ts'
import { countIn, expectCount, expectFiles, sha256 } from '../harness/verify.ts'
import { ourVersion } from '../harness/versions.ts'
import { peerVersion } from '../peers/install.ts'
import { portkeyHeaders, startPortkey } from '../peers/portkey.ts'

const PROMPT = 'a red fox in a snowy forest at dawn'

type Form = 'b64_json' | 'url'
type Gateway = { form: Form; connections: number; seconds: number; upstream: SideProcess; picture: Buffer }

/** Pictures over OpenAI's interface: each answer as long as it must be, the first of each round the very bytes. */
function openAiPictures({ form, picture }: Gateway, headers: Record<string, string>, model = 'picture'): Work {
  const request = postJson('/v1/images/generations', { model, prompt: PROMPT, n: 1, response_format: form }, headers)
  const base64 = picture.toString('base64')
  let isSeen = false
  return {
    request: () => request,
    check({ body }) {
      if (form === 'url') return void urlIn(body)
      if (body.length < base64.length) throw new WorkNotDone(`an answer of ${body.length} bytes holds no picture`)
      if (!isSeen && !body.includes(base64)) throw new WorkNotDone('the answer has another picture')
      isSeen = true
    },
    async verify() {
      isSeen = false
    },
  }
}

/** Pictures through our service: each is kept, durably, and read back. */
function ourPictures(side: SideProcess, { picture }: Gateway): Work {
  const request = postJson('/api/ai/images/generations', { model: 'picture', prompt: PROMPT })
  const expected = sha256(picture)
  let urls: string[] = []
  return {
    request: () => request,
    check: ({ body }) => void urls.push(urlIn(body)),
    async verify(answered) {
      const made = `SELECT count(*) FROM tasks WHERE status = 'success'`
      expectCount('pictures', countIn(join(side.folder, 'mediagen.db'), made), answered)
      await expectFiles(side.port, urls, (bytes) => sha256(bytes) === expected)
      urls = []
    },
  }
}

async function startConfigured({ form, upstream }: Gateway): Promise<SideProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-bench-'))
  const engine = { type: 'openai-compatible', baseURL: `${upstream.url}/v1` }
  const model = { kind: 'image', engine: 'upstream', model: 'picture', options: { response_format: form } }
  const config = { engines: { upstream: engine }, models: { picture: { ...model, sizes: ['1024x1024'] } } }
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  const side = await startOurs({ role: 'all', folder, env: { MEDIAGEN_CONFIG: '{folder}/config.json' } })
  const close = async (): Promise<void> => {
    await side.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...side, close }
}

async function openUpstream(options: RowOptions, picture: Buffer): Promise<SideProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-upstream-'))
  const file = join(folder, 'picture.png')
  writeFileSync(file, picture)
  const upstream = await startSide({
    folder,
    command: [sideProgram('upstream.ts'), String(options.upstreamPort), file],
  })
  options.atEnd(async () => {
    await upstream.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return upstream
}

async function sides(form: Form, connections: number, options: RowOptions): Promise<Side[]> {
  const { seconds } = options
  const picture = await photo()
  const upstream = await openUpstream(options, picture)
  const gateway: Gateway = { form, connections, seconds, upstream, picture }
  return [
    loadSide({
      connections,
      seconds,
      name: 'mediagen, stored durably',
      version: ourVersion(),
      start: () => startConfigured(gateway),
      prepare: async (side) => ourPictures(side, gateway),
    }),
    loadSide({
      connections,
      seconds,
      name: 'upstream alone',
      version: process.version,
      start: async () => ({ ...upstream, close: async () => {} }),
      prepare: async () => openAiPictures(gateway, {}),
    }),
    loadSide({
      connections,
      seconds,
      name: 'Portkey, passed on',
      version: peerVersion('@portkey-ai/gateway'),
      start: startPortkey,
      prepare: async () => openAiPictures(gateway, portkeyHeaders(upstream)),
    }),
    ...options.peers.map((peer) =>
      loadSide({
        connections,
        seconds,
        name: `${peer.name}, passed on`,
        version: peer.name,
        start: async () => runningPeer(peer.url, peer.pid),
        prepare: async () => openAiPictures(gateway, { authorization: `Bearer ${peer.key}` }, peer.model),
      }),
    ),
  ]
}

export const gatewayInline: Row = {
  name: 'gateway-base64-20',
  what: 'a picture of 1.5 MB from an OpenAI-compatible server as base64, 20 connections',
  rounds: 5,
  aims: [
    { metric: 'perSecond', atLeast: 100 },
    { metric: 'cpuMs', atMost: 15 },
  ],
  sides: (options) => sides('b64_json', 20, options),
}

export const gatewayUrl: Row = {
  name: 'gateway-url-1',
  what: 'the same by address, 1 connection; the copy is made by ours alone',
  rounds: 5,
  aims: [{ metric: 'p50Ms', atMost: 12 }],
  sides: (options) => sides('url', 1, options),
}
