import { execFileSync, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { WorkNotDone, type Row, type RowOptions, type Side } from '../harness/row.ts'
import { sideProgram } from '../harness/side-process.ts'
import { ourVersion } from '../harness/versions.ts'

const BARE = 'ffmpeg on the same frames'
const WITH_FFMPEG = 'mediagen, ffmpeg'
const FRAMES = 120
const DIORAMA_PART = resolve(import.meta.dirname, '../../packages/diorama/bench/diorama-part.ts')

/** Runs a program to its end; gives back what it said. */
async function told<T>(program: string, words: readonly string[]): Promise<T> {
  const child = fork(program, [...words])
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  child.once('message', (message) => resolve(message as T))
  child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)))
  return promise
}

/** Reads the whole clip with another program than the one that made it. */
function expectClip(file: string): void {
  const words = `-v error -count_frames -select_streams v -show_entries stream=width,height,nb_read_frames -of csv=p=0 ${file}`
  const found = execFileSync('ffprobe', words.split(' '), { encoding: 'utf8' }).trim()
  if (found !== `1280,720,${FRAMES}`) throw new WorkNotDone(`the clip has ${found}, not 1280,720,${FRAMES}`)
}

function clipSide(name: string, folder: string, encoder: readonly string[]): Side {
  const file = join(folder, `${encoder.length}.mp4`)
  const round = async () => {
    const { ms, peakMib } = await told<{ ms: number; peakMib: number }>(sideProgram('clip.ts'), [file, ...encoder])
    expectClip(file)
    return { clipMs: ms, peakMib }
  }
  return { name, version: ourVersion(), open: async () => ({ round, close: async () => {} }) }
}

function ffmpegVersion(): string {
  return execFileSync('ffmpeg', ['-version'], { encoding: 'utf8' }).split(' ').slice(0, 3).join(' ')
}

function sides({ atEnd }: RowOptions): Side[] {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-bench-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const encoding = async () => {
    const { rgba } = await told<{ rgba: number }>(DIORAMA_PART, ['baseline'])
    return { clipMs: rgba }
  }
  return [
    clipSide('mediagen, WebAssembly', folder, []),
    clipSide(WITH_FFMPEG, folder, ['ffmpeg']),
    { name: BARE, version: ffmpegVersion(), open: async () => ({ round: encoding, close: async () => {} }) },
  ]
}

export const clip: Row = {
  name: 'clip',
  what: 'a clip of 5 s in 1280 by 720, the second one of a process; needs ffmpeg on PATH',
  rounds: 3,
  aims: [
    { metric: 'clipMs', against: BARE, atMost: 1.8 },
    { metric: 'clipMs', of: WITH_FFMPEG, against: BARE, atMost: 1.8 },
  ],
  sides,
}
