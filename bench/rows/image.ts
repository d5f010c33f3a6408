import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postJson } from '../harness/http-bytes.ts'
import { loadSide, type Work } from '../harness/load-side.ts'
import type { Row, RowOptions, Side } from '../harness/row.ts'
import { mainOf, sideProgram, startOurs, startSide, type SideProcess } from '../harness/side-process.ts'
import { urlIn } from '../harness/url-in.ts'
import { countIn, expectCount, expectFiles } from '../harness/verify.ts'
import { ourVersion, versionOf } from '../harness/versions.ts'
import { makeCertificates } from '../../src/media/credentials/make-certificates.ts'

const BARE = 'Fastify, durable twice, file synced'
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/** Asks for pictures; each must have ended as a row, and its file be there. */
function pictures(side: SideProcess, databaseFile: string): Work {
  const request = postJson('/api/ai/images/generations', { model: 'sandbox', prompt: 'a red fox in the snow' })
  let urls: string[] = []
  return {
    request: () => request,
    check: ({ body }) => void urls.push(urlIn(body)),
    async verify(answered) {
      const made = `SELECT count(*) FROM tasks WHERE status = 'success'`
      expectCount('pictures', countIn(join(side.folder, databaseFile), made), answered)
      await expectFiles(side.port, urls, (bytes) => bytes.subarray(0, PNG.length).equals(PNG))
      urls = []
    },
  }
}

function sides(connections: number, { seconds, root }: RowOptions): Side[] {
  const common = { connections, seconds }
  return [
    loadSide({
      ...common,
      name: 'mediagen',
      version: ourVersion(root),
      start: () => startOurs({ role: 'all', main: mainOf(root) }),
      prepare: async (side) => pictures(side, 'mediagen.db'),
    }),
    loadSide({
      ...common,
      name: BARE,
      version: versionOf('fastify'),
      start: () => startSide({ command: [sideProgram('image-fastify.ts')] }),
      prepare: async (side) => pictures(side, 'bare.db'),
    }),
  ]
}

const UNSIGNED = 'mediagen, unsigned'

/** The same service twice: what a caller waits longer where results are signed. */
async function signedSides({ root, atEnd, ...options }: RowOptions): Promise<Side[]> {
  // A round that the host disturbs is repeated, and a signed picture has ten times the work of a poll: the row has to end.
  const seconds = Math.min(options.seconds, 1)
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-bench-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const { chain, key } = makeCertificates('bench', Date.now())
  const files = {
    MEDIAGEN_CREDENTIALS_CERT: join(folder, 'chain.pem'),
    MEDIAGEN_CREDENTIALS_KEY: join(folder, 'key.pem'),
  }
  writeFileSync(files.MEDIAGEN_CREDENTIALS_CERT, chain)
  writeFileSync(files.MEDIAGEN_CREDENTIALS_KEY, key, { mode: 0o600 })
  const side = (name: string, env: Readonly<Record<string, string>>): Side =>
    loadSide({
      connections: 1,
      seconds,
      name,
      version: ourVersion(root),
      start: () => startOurs({ role: 'all', main: mainOf(root), env }),
      prepare: async (started) => pictures(started, 'mediagen.db'),
    })
  return [side('mediagen, signed', { MEDIAGEN_CREDENTIALS: 'required', ...files }), side(UNSIGNED, {})]
}

export const imageSigned: Row = {
  name: 'image-signed',
  what: 'a picture of the sandbox in the answer, signed and not, 1 connection',
  rounds: 3,
  aims: [
    { metric: 'p50Ms', against: UNSIGNED, atMost: 3 },
    { metric: 'cpuMs', against: UNSIGNED, atMost: 4 },
  ],
  sides: signedSides,
}

export const image1: Row = {
  name: 'image-1',
  what: 'a picture of the sandbox in the answer, 1 connection',
  rounds: 5,
  aims: [{ metric: 'p50Ms', atMost: 4 }],
  sides: (options) => sides(1, options),
}

export const image50: Row = {
  name: 'image-50',
  what: 'a picture of the sandbox in the answer, 50 connections',
  rounds: 5,
  aims: [{ metric: 'perSecond', against: BARE, atLeast: 0.6 }],
  sides: (options) => sides(50, options),
}
