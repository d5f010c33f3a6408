import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

// One frame takes a fraction of a second; a clip that keeps ffmpeg busy for longer is not worth a cover.
const TIMEOUT_MS = 20_000
const MAX_COVER_BYTES = 64 * 2 ** 20

/** Makes the picture that stands for a clip out of its first frame; none when ffmpeg cannot read the clip. */
export function ffmpegCover(ffmpeg: string): (path: string) => Promise<Uint8Array | undefined> {
  return async (path) => {
    // The clip comes from elsewhere: nothing but the file itself may be opened, whatever it names.
    const input = ['-nostdin', '-v', 'error', '-threads', '1', '-protocol_whitelist', 'file', '-i', `file:${path}`]
    const output = ['-map', '0:v:0', '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', 'pipe:1']
    try {
      const options = {
        encoding: 'buffer',
        timeout: TIMEOUT_MS,
        maxBuffer: MAX_COVER_BYTES,
        killSignal: 'SIGKILL',
      } as const
      const { stdout } = await run(ffmpeg, [...input, ...output], options)
      return stdout.length === 0 ? undefined : stdout
    } catch {
      return undefined
    }
  }
}
