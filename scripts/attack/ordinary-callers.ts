import { quantile, type Target } from './target.ts'

const REQUESTS = 400
const TOGETHER = 4

/** The middle p99 of several rounds: a single one is at the mercy of whatever else the machine does. */
export async function rounds(target: Target, count: number): Promise<number> {
  const all: number[] = []
  for (let round = 0; round < count; round++) all.push(await p99(target))
  return quantile(all, 0.5)
}

async function p99({ url, apiKey }: Target): Promise<number> {
  const took: number[] = []
  const workers = Array.from({ length: TOGETHER }, async () => {
    for (let n = 0; n < REQUESTS; n++) {
      const begun = performance.now()
      const answer = await fetch(`${url}/api/ai/tasks?limit=1`, { headers: { authorization: `Bearer ${apiKey}` } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`an ordinary caller got ${answer.status}`)
      took.push(performance.now() - begun)
    }
  })
  await Promise.all(workers)
  return quantile(took, 0.99)
}
