import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKey } from '../../src/actions/keys/create-key.ts'
import type { Store } from '../../src/ports/store.ts'
import { systemClock, systemRandom } from '../../src/runtime/system.ts'
import { openStore } from '../../src/store/open-store.ts'
import { startProcess } from '../cluster/fleet.ts'
import { assertNothingLeaked } from '../contracts/limited.ts'
import { range } from '../contracts/build.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { codeOf, PRICE_MICROS, PRICED, pricedModel } from './priced.ts'

const REQUESTS = 100
const PAID_FOR = 10

for (const driver of ['sqlite', 'postgres'] as const) {
  test(`${driver}: of ${REQUESTS} requests at once to two processes, a budget for ${PAID_FOR} starts ${PAID_FOR}`, async (t) => {
    const { env, provider } = await pricedModel(t)
    const dataDir = await temporaryFolder(t)
    const url = driver === 'sqlite' ? undefined : await (await sharedPostgres()).newDatabase()
    const store: Store = await openStore({ dataDir, url, syncsApart: false })
    atEnd(t, () => store.close())
    const limits = { perDayMicros: PAID_FOR * PRICE_MICROS }
    const wish = { name: 'limited', limits }
    const { key, text } = await createKey({ store, clock: systemClock, random: systemRandom }, wish)
    const settings = {
      ...env,
      ...(url === undefined ? {} : { DATABASE_URL: url }),
      PORT: '0',
      MEDIAGEN_DATA_DIR: dataDir,
      MEDIAGEN_API_KEY: 'another-key-without-limits',
    }
    const processes = await Promise.all(range(2).map(() => startProcess(t, ['serve'], settings)))
    const answers = await Promise.all(
      range(REQUESTS).map(async (n) => {
        const answer = await fetch(new URL('/api/ai/images/generations', processes[n % 2]?.url), {
          method: 'POST',
          headers: { authorization: `Bearer ${text}`, 'content-type': 'application/json' },
          body: JSON.stringify(PRICED),
        })
        return answer.status === 200 ? '200' : `${answer.status} ${await codeOf(answer)}`
      }),
    )
    const count = (what: string): number => answers.filter((each) => each === what).length
    assert.deepEqual([count('200'), count('402 budget_exceeded')], [PAID_FOR, REQUESTS - PAID_FOR], answers.join())
    assert.equal(provider.starts, PAID_FOR)
    const [account] = await store.accounts.find([key.id])
    assert.deepEqual([account?.dayMicros, account?.monthMicros], [PAID_FOR * PRICE_MICROS, PAID_FOR * PRICE_MICROS])
    await assertNothingLeaked(store, key.id, [key.id])
  })
}
