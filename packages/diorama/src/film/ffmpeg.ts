import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stepBackChild } from '../threads/priority.ts'

export type FfmpegOptions = {
  path: string
  width: number
  height: number
  framesPerSecond: number
  signal: AbortSignal
}

/** A running ffmpeg. `write` takes planar 4:2:0 frames in order, whose memory is free again when it is done; `close` ends the process and removes its file. */
export type FfmpegEncoder = {
  write(yuv: Uint8Array): Promise<void>
  finish(): Promise<Uint8Array>
  close(): Promise<void>
}

/** Starts the operator's ffmpeg as a child process that encodes H.264 into a temporary MP4 with its index in front. */
export async function openFfmpeg(options: FfmpegOptions): Promise<FfmpegEncoder> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-clip-'))
  const file = join(folder, 'clip.mp4')
  const child = spawn(options.path, [...ffmpegArguments(options), file], {
    stdio: ['pipe', 'ignore', 'pipe'],
    signal: options.signal,
    killSignal: 'SIGKILL',
  })
  stepBackChild(child.pid)
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-400)
  })
  // A broken pipe is told by the exit below, with ffmpeg's own words; unheard it would end this process.
  child.stdin.on('error', () => {})
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`ffmpeg could not be started: ${error.message}`, { cause: error })))
    child.on('close', (code, signal) => {
      if (code === 0) resolve()
      else
        reject(
          new Error(`ffmpeg failed (${signal ?? `exit code ${code}`}): ${complaint.trim() || 'no reason was given'}`),
        )
    })
  })
  ended.catch(() => {})

  return {
    write: async (yuv) => {
      const error = await new Promise((resolve) => child.stdin.write(yuv, resolve))
      if (!error) return
      await ended
      throw new Error('ffmpeg ended before it had read all frames', { cause: error })
    },
    finish: async () => {
      child.stdin.end()
      await ended
      return readFile(file).catch((error: unknown) => {
        throw new Error('ffmpeg ended without a complaint but wrote no file', { cause: error })
      })
    },
    close: async () => {
      child.kill('SIGKILL')
      await ended.catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function ffmpegArguments({ width, height, framesPerSecond }: FfmpegOptions): string[] {
  const input = `-f rawvideo -pix_fmt yuv420p -s ${width}x${height} -r ${framesPerSecond} -color_range tv`
  const codec = '-c:v libx264 -preset veryfast -crf 20 -pix_fmt yuv420p'
  const colour = '-color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709'
  return `-hide_banner -loglevel error -nostdin -y ${input} -i pipe:0 ${codec} ${colour} -movflags +faststart`.split(
    ' ',
  )
}
