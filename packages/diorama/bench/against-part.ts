// One turn of bench/against.ts: what the illustrator of one checkout takes, in a process of its own.
import nodeModule from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Diorama } from '../src/job.ts'
import type * as Program from '../src/diorama.ts'

// Calm and crowded, in a room, outdoors, from far, as a sheet, in three languages: what everybody asks for, not what is quick.
const PROMPTS = [
  'a red fox in a snowy forest at dawn',
  'a cook stirring soup in a kitchen while a cat watches from a shelf',
  'cyberpunk street at night, rain, neon signs, a woman with an umbrella, crowd, reflections, cinematic, wide shot',
  'three children flying kites on a hill',
  'logo for a coffee shop named "BEAN", round badge, brown and cream',
  'ein Hund schläft unter einem Tisch neben einem Korb mit Äpfeln',
  'un velero cruza el lago al atardecer',
  '女孩在窗边读书',
]
const size = { width: 1024, height: 576, seed: 7, references: [] }
const clip = { ...size, width: 1280, height: 720, seconds: 5, framesPerSecond: 24 }
const watch = { signal: new AbortController().signal, onProgress: () => {} }

/** Milliseconds of a warm picture and of the first one of a process, of a clip and of one in which the hour changes; MB at most. */
export type Measured = {
  firstMs: number
  pictureMs: number
  picturesMB: number
  clipMs: number
  clipMB: number
  changingMs: number
  changingMB: number
}

const rootMB = (): number => Math.round((process.resourceUsage().maxRSS * 1024) / 1e6)

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return Math.round(performance.now() - start)
}

async function measure(diorama: Diorama): Promise<Measured> {
  const drawn = (prompt: string) => diorama.drawPicture({ ...size, prompt }, watch)
  const filmed = (prompt: string) => timed(() => diorama.drawClip({ ...clip, prompt }, watch))
  const firstMs = await timed(() => drawn(PROMPTS[0] ?? ''))
  for (const prompt of PROMPTS) await drawn(prompt)
  const all = await timed(async () => {
    for (const prompt of [...PROMPTS, ...PROMPTS]) await drawn(prompt)
  })
  const pictureMs = Math.round(all / PROMPTS.length / 2)
  const picturesMB = rootMB()
  await filmed('a red fox walking by a lake')
  const clipMs = await filmed('a red fox walking by a lake')
  const clipMB = rootMB()
  const changingMs = await filmed('a city street from day to night')
  return { firstMs, pictureMs, picturesMB, clipMs, clipMB, changingMs, changingMB: rootMB() }
}

const [, , root = ''] = process.argv
// As the service does: what was compiled once is kept, beside the program.
nodeModule.enableCompileCache(join(root, '.cache/compiled'))
const program = pathToFileURL(join(root, 'packages/diorama/src/diorama.ts')).href
const { openDiorama } = (await import(program)) as typeof Program
const diorama = openDiorama({ threads: 2 })
process.send?.(await measure(diorama))
await diorama.close()
process.disconnect?.()
