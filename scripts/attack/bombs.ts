import { HOSTILE_PICTURES } from '../../test/support/hostile-pictures.ts'
import { pngOf } from '../../test/support/uploads.ts'
import type { Figure, Target } from './target.ts'

const LOOK_EVERY_MS = 20
// The quickest of several is what a refusal takes; the others tell what else the machine had to do.
const TRIES = 7

type Picture = { name: string; within: string; bytes: Buffer }

/** Pictures that are small to send and dear to unpack: how long a refusal takes, and how much memory all of them cost. */
export async function bombs(target: Target): Promise<Figure[]> {
  const pictures = await Promise.all(
    HOSTILE_PICTURES.map(async ({ name, make, within }) => ({ name, within, bytes: await make() })),
  )
  // The programs that decode are started by the first pictures that come together.
  for (let n = 0; n < 3; n++) await Promise.all(Array.from({ length: 8 }, async () => send(target, await pngOf())))
  const isBomb = ({ within }: Picture): boolean => within !== 'limits'
  const refused = await sendAll(target, pictures.filter(isBomb))
  const decoded = await sendAll(
    target,
    pictures.filter((picture) => !isBomb(picture)),
  )
  console.log(`  bombs: grown by ${refused.own} MiB itself, ${refused.all} MiB with its decoders`)
  console.log(`  what is decoded: grown by ${decoded.own} MiB itself, ${decoded.all} MiB with its decoders`)
  return [
    { what: 'slowest refusal of a bomb', value: refused.slowestMs, most: 300, unit: 'ms' },
    { what: 'growth by all bombs at once, decoders included', value: refused.all, most: 150, unit: 'MiB' },
    { what: 'growth of the process by what is decoded', value: decoded.own, most: 150, unit: 'MiB' },
  ]
}

async function sendAll(target: Target, pictures: readonly Picture[]) {
  const before = target.memoryMib()
  let peak = before
  const looks = setInterval(() => {
    const { own, withChildren } = target.memoryMib()
    peak = { own: Math.max(peak.own, own), withChildren: Math.max(peak.withChildren, withChildren) }
  }, LOOK_EVERY_MS)
  let slowestMs = 0
  for (const { name, within, bytes } of pictures) {
    let ms = Infinity
    for (let n = 0; n < (within === 'limits' ? 1 : TRIES); n++) {
      const sent = await send(target, bytes)
      if ((sent.code ?? 'limits') !== within) throw new Error(`${name} got ${sent.code ?? 'in'}, not ${within}`)
      ms = Math.min(ms, sent.ms)
    }
    slowestMs = Math.max(slowestMs, ms)
    console.log(`  ${name}: ${bytes.length} bytes, ${within}, ${Math.round(ms)} ms`)
  }
  await Promise.all(pictures.map(({ bytes }) => send(target, bytes)))
  clearInterval(looks)
  const grown = { own: peak.own - before.own, all: peak.withChildren - before.withChildren }
  return { slowestMs, own: Math.round(grown.own), all: Math.round(grown.all) }
}

async function send({ url, apiKey }: Target, picture: Buffer): Promise<{ code: string | undefined; ms: number }> {
  const body = new FormData()
  for (const [name, value] of Object.entries({ prompt: 'a cat', model: 'sandbox' })) body.set(name, value)
  body.set('image', new Blob([new Uint8Array(picture)]), 'picture')
  const begun = performance.now()
  const headers = { authorization: `Bearer ${apiKey}` }
  const answer = await fetch(`${url}/api/ai/videos`, { method: 'POST', headers, body })
  const { error } = (await answer.json()) as { error?: { code: string } }
  return { code: error?.code, ms: performance.now() - begun }
}
