import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ContactSheetOf, SheetGrid } from '../../ports/images.ts'
import { pngHeader } from '../picture-header.ts'

const run = promisify(execFile)

// A clip of some seconds takes a fraction of one; a request that waits for an answer has no more than this.
const TIMEOUT_MS = 8_000
const MAX_SHEET_BYTES = 16 * 2 ** 20
const GLANCE: SheetGrid = { columns: 3, rows: 2, frameWidth: 256 }

/** Puts frames from all over a clip side by side; nothing when ffmpeg cannot read the clip in time. */
export function ffmpegContactSheet(ffmpeg: string): ContactSheetOf {
  return async (path, durationMs, { columns, rows, frameWidth } = GLANCE) => {
    const frames = columns * rows
    const everyNth = `fps=${(frames * 1000) / Math.max(1, durationMs)}:round=up`
    const filter = `${everyNth},scale=${frameWidth}:-2,tile=${columns}x${rows}`
    // The clip comes from elsewhere: nothing but the file itself may be opened, whatever it names.
    const input = ['-nostdin', '-v', 'error', '-threads', '1', '-protocol_whitelist', 'file', '-i', `file:${path}`]
    const output = ['-map', '0:v:0', '-vf', filter, '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', 'pipe:1']
    try {
      const options = {
        encoding: 'buffer',
        timeout: TIMEOUT_MS,
        maxBuffer: MAX_SHEET_BYTES,
        killSignal: 'SIGKILL',
      } as const
      const { stdout } = await run(ffmpeg, [...input, ...output], options)
      if (stdout.length === 0) return undefined
      const { width, height } = pngHeader(stdout)
      return { bytes: stdout, width, height, frames }
    } catch {
      return undefined
    }
  }
}
