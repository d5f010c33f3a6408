// How long a small picture of one key waits while another key has sixteen heavy ones in flight, beside the same picture
// alone, and what it takes in memory. Linux alone, because it reads /proc.
//   npm run bench:decoding -- --rounds 20 --format avif|png
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp, { type Sharp } from 'sharp'
import { sharpImages } from '../src/media/sharp-images.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    heavy: { type: 'string', default: '16' },
    side: { type: 'string', default: '2900' },
    format: { type: 'string', default: 'avif' },
  },
})
const [rounds, heavy, side] = [Number(values.rounds), Number(values.heavy), Number(values.side)]
const LIMITS = { maxPixels: 40_000_000 }
const images = sharpImages()
const folder = await mkdtemp(join(tmpdir(), 'mediagen-bench-'))

type Spooled = Parameters<typeof images.inspect>[0]

async function spool(name: string, bytes: Buffer): Promise<Spooled> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return { path, bytes: bytes.length, sha256: '', head: bytes.subarray(0, 64), discard: async () => {} }
}

function flat(width: number): Sharp {
  return sharp({ create: { width, height: width, channels: 3, background: '#123456' } })
}

async function rss(): Promise<number> {
  const own = await readFile('/proc/self/task/' + process.pid + '/children', 'utf8')
  const all = [String(process.pid), ...own.split(' ').filter((pid) => pid !== '')]
  const sizes = await Promise.all(
    all.map(async (pid) => /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1]),
  )
  return sizes.reduce((sum, size) => sum + Number(size ?? 0) / 1024, 0)
}

async function waitOf(small: Spooled): Promise<number> {
  const begin = performance.now()
  await images.inspect(small, LIMITS, 'small')
  return performance.now() - begin
}

function share(sorted: readonly number[], part: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
}

try {
  const picture = flat(side)
  const large = await (
    values.format === 'png' ? picture.png({ progressive: true }) : picture.avif({ effort: 0, quality: 10 })
  ).toBuffer()
  const [big, small] = [await spool('big', large), await spool('small', await flat(64).png().toBuffer())]
  await images.inspect(small, LIMITS, 'small')
  const restMib = await rss()
  let peakMib = restMib
  const meter = setInterval(() => void rss().then((now) => (peakMib = Math.max(peakMib, now))), 20)
  const [alone, crowded]: [number[], number[]] = [[], []]
  const refused = new Map<string, number>()
  for (let round = 0; round < rounds; round++) alone.push(await waitOf(small))
  const crowd = async (): Promise<void> => {
    await images.inspect(big, LIMITS, 'heavy').catch((error: { code: string }) => {
      refused.set(error.code, (refused.get(error.code) ?? 0) + 1)
    })
  }
  for (let round = 0; round < rounds; round++) {
    const all = Array.from({ length: heavy }, crowd)
    crowded.push(await waitOf(small))
    await Promise.all(all)
  }
  clearInterval(meter)
  const row = (waits: number[]) => {
    const sorted = waits.toSorted((a, b) => a - b)
    return { p50Ms: share(sorted, 0.5), p99Ms: share(sorted, 0.99) }
  }
  console.table({ alone: row(alone), [`with ${heavy} heavy`]: row(crowded) })
  console.log(`rss ${Math.round(restMib)} MiB, peak ${Math.round(peakMib)} MiB, all processes; refused:`, refused)
} finally {
  await rm(folder, { recursive: true, force: true })
}
