import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The ffmpeg for encoding: `auto` takes one that works and supports H.264, `off` none, anything else must work. */
export async function findFfmpeg(setting: string): Promise<string | undefined> {
  if (setting === 'off') return undefined
  const path = setting === 'auto' ? 'ffmpeg' : setting
  const works = await encodesH264(path)
  if (works) return path
  if (setting === 'auto') return undefined
  throw new Error(`MEDIAGEN_FFMPEG is '${setting}', but that is no ffmpeg with the libx264 encoder`)
}

async function encodesH264(path: string): Promise<boolean> {
  try {
    const { stdout } = await run(path, ['-hide_banner', '-encoders'], { timeout: 10_000 })
    return stdout.includes('libx264')
  } catch {
    return false
  }
}
