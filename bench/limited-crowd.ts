// A key over its limits beside another one: how long the other's pictures take, from request to answer, at a service where a
// crowd of the first waits for places, and at one where nobody else is. Then both are sent further requests: there by the
// key over its limits, which are all refused, here as many polls. Picture by picture in turns, so that whatever else the
// machine does meets all alike. A third service is treated like the quiet one: how far two equal ones are apart is how much
// of a difference says nothing.
//   npm run bench:limits -- --waiting 1000 --storm 100
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { endProcess, startServiceProcess } from '../scripts/service-process.ts'
import { createKey, type NewKey } from '../src/actions/keys/create-key.ts'
import { systemClock, systemRandom } from '../src/runtime/system.ts'
import { openStore } from '../src/store/open-store.ts'
import { quantile } from './harness/statistics.ts'

const { values } = parseArgs({
  options: {
    waiting: { type: 'string', default: '1000' },
    storm: { type: 'string', default: '100' },
    pictures: { type: 'string', default: '1000' },
  },
})
const [waiting, aSecond, pictures] = [Number(values.waiting), Number(values.storm), Number(values.pictures)]
const AT_ONCE = 32
const WARM_UP = 100

type House = Awaited<ReturnType<typeof openHouse>>

/** A service with two keys: one with limits, and another one. */
async function openHouse() {
  const dataDir = await mkdtemp(join(tmpdir(), 'mediagen-bench-'))
  const store = await openStore({ dataDir, url: undefined })
  const newKey = async (wish: NewKey): Promise<string> =>
    (await createKey({ store, clock: systemClock, random: systemRandom }, wish)).text
  const other = await newKey({ name: 'other' })
  const greedy = await newKey({ name: 'greedy', limits: { inWork: 1, waiting } })
  await store.close()
  const { child, url } = await startServiceProcess({ dataDir, apiKey: 'a-key-that-nobody-ever-uses' })
  const ask = async (status: number, path: string, key: string, prompt?: string): Promise<string> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ model: 'sandbox', prompt })
    const answer = await fetch(
      new URL(path, url),
      prompt === undefined ? { headers } : { method: 'POST', headers, body },
    )
    const text = await answer.text()
    if (answer.status !== status) throw new Error(`${path} was answered with ${answer.status}: ${text}`)
    return text
  }
  const close = async (): Promise<void> => {
    await endProcess(child, 'SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
  return { other, greedy, ask, close }
}

async function picture({ ask, other }: House): Promise<number> {
  const from = performance.now()
  await ask(200, '/api/ai/images/generations', other, 'a fox')
  return performance.now() - from
}

/** One that hangs has the only place; the others wait for it. */
async function gather({ ask, greedy }: House): Promise<void> {
  for (let from = 0; from <= waiting; from += AT_ONCE) {
    const size = Math.min(AT_ONCE, waiting + 1 - from)
    await Promise.all(Array.from({ length: size }, () => ask(200, '/api/ai/videos', greedy, 'a fox [[hang]]')))
  }
}

/** So many requests a second, until it is told to stop; how many there were. */
function storm(send: () => Promise<unknown>): () => Promise<number> {
  let isOver = false
  const blow = async (): Promise<number> => {
    const sent: Promise<unknown>[] = []
    while (!isOver) {
      sent.push(send())
      await pause(1_000 / aSecond)
    }
    return (await Promise.all(sent)).length
  }
  const blown = blow()
  return () => {
    isOver = true
    return blown
  }
}

async function compare(name: string): Promise<void> {
  const times = new Map(houses.map((house) => [house, [] as number[]]))
  for (let n = 0; n < pictures; n++)
    for (const at of houses.keys()) {
      const house = houses[(at + n) % houses.length] ?? quiet
      times.get(house)?.push(await picture(house))
    }
  const sorted = houses.map((house) => Float64Array.from(times.get(house) ?? []).sort())
  console.log(`${name}: ${pictures} pictures each`)
  for (const share of [0.5, 0.9, 0.99]) {
    const [alone = Number.NaN, again = Number.NaN, beside = Number.NaN] = sorted.map((all) => quantile(all, share))
    const ratios = `${(beside / alone).toFixed(2)} and ${(beside / again).toFixed(2)} of the quiet ones`
    const apart = `which are ${(again / alone).toFixed(2)} of each other`
    const figures = [alone, again, beside].map((ms) => ms.toFixed(2)).join(', ')
    console.log(`  p${share * 100}: ${figures} ms; ${ratios}, ${apart}`)
  }
}

const [quiet, control, crowded] = [await openHouse(), await openHouse(), await openHouse()]
const houses: readonly House[] = [quiet, control, crowded]
await gather(crowded)
for (let n = 0; n < WARM_UP; n++) await Promise.all(houses.map(picture))
await compare(`alone, and beside ${waiting} that wait for a place`)
const pollsOf = async (house: House): Promise<() => Promise<number>> => {
  const { id } = JSON.parse(await house.ask(200, '/api/ai/videos', house.other, 'a fox')) as { id: string }
  return storm(() => house.ask(200, `/api/ai/videos/${id}`, house.other))
}
const storms = [
  await pollsOf(quiet),
  await pollsOf(control),
  storm(() => crowded.ask(429, '/api/ai/videos', crowded.greedy, 'one more')),
]
await compare(`beside ${aSecond} polls a second, and beside as many refused requests`)
const [polls, , refused] = await Promise.all(storms.map((stop) => stop()))
console.log(`${polls} polls, ${refused} refused`)
for (const house of houses) await house.close()
