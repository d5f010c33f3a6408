import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { WorkNotDone, type Row, type RowOptions, type Side } from '../harness/row.ts'
import { sideProgram } from '../harness/side-process.ts'
import { ourVersion } from '../harness/versions.ts'
import { standInClip } from '../../src/engines/sandbox/stand-in.ts'

const PLAIN = 'copied and hashed'
const CLIP_BYTES = 40_000_000

type Told = { isDone: boolean; ms: number; peakMib: number; cpuMs: number }

async function told(program: string, words: readonly string[]): Promise<Told> {
  const child = fork(program, [...words])
  const { promise, resolve, reject } = Promise.withResolvers<Told>()
  child.once('message', (message) => resolve(message as Told))
  child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)))
  return promise
}

async function fileOf(kind: 'picture' | 'clip'): Promise<Buffer> {
  if (kind === 'clip') {
    // A second box of frames that no table points to: players pass it over, and the signature covers it.
    const more = Buffer.alloc(CLIP_BYTES, randomBytes(4096))
    more.writeUInt32BE(CLIP_BYTES, 0)
    more.write('mdat', 4)
    return Buffer.concat([standInClip({ width: 1280, height: 720 }, 'a clip').bytes, more])
  }
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width: 1024, height: 576, channels: 3, background: '#246', noise } })
    .png()
    .toBuffer()
}

function sidesFor(kind: 'picture' | 'clip') {
  return async ({ atEnd, root }: RowOptions): Promise<Side[]> => {
    const folder = mkdtempSync(join(tmpdir(), 'mediagen-bench-'))
    atEnd(async () => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, kind), await fileOf(kind))
    const side = (name: string, how: 'signed' | 'plain'): Side => ({
      name,
      version: ourVersion(root),
      open: async () => ({
        round: async () => {
          const { isDone, ms, peakMib, cpuMs } = await told(sideProgram('credentials.ts', root), [folder, kind, how])
          if (!isDone) throw new WorkNotDone('the file carries no credentials')
          return { p50Ms: ms, cpuMs, peakMib }
        },
        close: async () => {},
      }),
    })
    return [side('mediagen, signed', 'signed'), side(PLAIN, 'plain')]
  }
}

/** Signing against the least that keeping a result takes. */
const rowOf = (kind: 'picture' | 'clip', row: Pick<Row, 'name' | 'what' | 'aims'>): Row => ({
  ...row,
  rounds: 2,
  sides: sidesFor(kind),
})

export const credentials = rowOf('picture', {
  name: 'credentials',
  what: 'a picture of 1.5 MB is signed, in a process that has signed before',
  aims: [{ metric: 'cpuMs', atMost: 150 }],
})

export const credentialsClip = rowOf('clip', {
  name: 'credentials-clip',
  what: 'a clip of 40 MB is signed, in a process of its own',
  aims: [{ metric: 'peakMib', atMost: 600 }],
})
