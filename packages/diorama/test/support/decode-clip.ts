// needs: ffmpeg
import { spawn } from 'node:child_process'

type Pixels = { width: number; height: number; rgba: Uint8Array }

/** All frames of an MP4 as pixels, decoded by ffmpeg, which knows nothing of how we encoded them. */
export async function decodeClip(clip: { bytes: Uint8Array; width: number; height: number }): Promise<Pixels[]> {
  const { width, height } = clip
  const args = '-hide_banner -loglevel error -i pipe:0 -fps_mode passthrough -f rawvideo -pix_fmt rgba pipe:1'.split(
    ' ',
  )
  const raw = await through(args, clip.bytes)
  const size = width * height * 4
  return Array.from({ length: raw.length / size }, (_, index) => ({
    width,
    height,
    rgba: raw.subarray(index * size, (index + 1) * size),
  }))
}

function through(args: string[], input: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('ffmpeg', args, { stdio: ['pipe', 'pipe', 'inherit'] })
    const parts: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => parts.push(part))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(Buffer.concat(parts)) : reject(new Error(`ffmpeg exited ${code}`)),
    )
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}
