import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { postBytes } from '../harness/http-bytes.ts'
import { loadSide, type LoadSide, type Work } from '../harness/load-side.ts'
import { WorkNotDone, type Row, type RowOptions, type Side } from '../harness/row.ts'
import { sideProgram, startOurs, startSide, type SideProcess } from '../harness/side-process.ts'
import { expectCount, sha256 } from '../harness/verify.ts'
import { ourVersion, versionOf } from '../harness/versions.ts'
import { heavyPng } from '../../test/support/uploads.ts'

const BARE = 'busboy + hash + sync'
const BYTES = 20e6
const BOUNDARY = 'bench-boundary'
// A file takes a fifth of a second: fewer seconds would count too few.
const LONGER = 2

function formWith(picture: Buffer): Buffer {
  const field = (name: string, value: string): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
  const head = Buffer.from(`${field('model', 'sandbox')}${field('prompt', 'a clip')}${file}`)
  return Buffer.concat([head, picture, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}

/** Uploads a picture again and again; each must lie in the folder afterwards, byte by byte. */
function uploads({ folder }: SideProcess, picture: Buffer, request: Buffer): Work {
  const expected = sha256(picture)
  const seen = new Set<string>()
  return {
    request: () => request,
    check({ body }) {
      if (!body.includes('"id":"')) throw new WorkNotDone(`no id: ${body.toString()}`)
    },
    async verify(answered) {
      for (const entry of readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        if (!entry.isFile() || seen.has(path)) continue
        if (sha256(readFileSync(path)) === expected) seen.add(path)
      }
      expectCount('files with the right bytes', seen.size, answered)
    },
  }
}

async function sides(connections: number, options: RowOptions): Promise<Side[]> {
  const picture = await heavyPng(BYTES)
  const type = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const request = postBytes('/api/ai/videos', formWith(picture), type)
  const common: Pick<LoadSide, 'connections' | 'seconds' | 'prepare' | 'also'> = {
    connections,
    seconds: options.seconds * LONGER,
    prepare: async (side) => uploads(side, picture, request),
    also: ({ count, seconds }) => ({ megabytesPerSecond: (count * picture.length) / 1e6 / seconds }),
  }
  return [
    loadSide({ ...common, name: 'mediagen', version: ourVersion(), start: () => startOurs({ role: 'api' }) }),
    loadSide({
      ...common,
      name: BARE,
      version: `${versionOf('@fastify/busboy')}, ${versionOf('fastify')}`,
      start: () => startSide({ command: [sideProgram('upload-busboy.ts')] }),
    }),
  ]
}

const aims = [{ metric: 'megabytesPerSecond', against: BARE, atLeast: 0.8 } as const]

export const upload1: Row = {
  name: 'upload-1',
  what: 'a picture of 20 MB in a form, kept as a reference, 1 at a time',
  rounds: 3,
  aims,
  sides: (options) => sides(1, options),
}

export const upload8: Row = {
  name: 'upload-8',
  what: 'a picture of 20 MB in a form, kept as a reference, 8 at once',
  rounds: 3,
  aims,
  sides: (options) => sides(8, options),
}
