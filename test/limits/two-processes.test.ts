import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKey } from '../../src/actions/keys/create-key.ts'
import { createProject } from '../../src/actions/projects/change-project.ts'
import { COMMAND_LINE } from '../../src/core/keys/audit.ts'
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
const PAID_FOR_TOGETHER = 40
const AND_TOGETHER = {
  sqlite: '',
  postgres: `, and of twice as many by ten keys, that of their project ${PAID_FOR_TOGETHER}`,
}

async function ask(url: string | undefined, key: string): Promise<string> {
  const answer = await fetch(new URL('/api/ai/images/generations', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(PRICED),
  })
  return answer.status === 200 ? '200' : `${answer.status} ${await codeOf(answer)}`
}

for (const driver of ['sqlite', 'postgres'] as const) {
  test(`${driver}: of ${REQUESTS} requests at once to two processes, a budget for ${PAID_FOR} starts ${PAID_FOR}${AND_TOGETHER[driver]}`, async (t) => {
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
    const answers = await Promise.all(range(REQUESTS).map((n) => ask(processes[n % 2]?.url, text)))
    const count = (what: string): number => answers.filter((each) => each === what).length
    assert.deepEqual([count('200'), count('402 budget_exceeded')], [PAID_FOR, REQUESTS - PAID_FOR], answers.join())
    assert.equal(provider.starts, PAID_FOR)
    const [account] = await store.accounts.find([key.id])
    assert.deepEqual([account?.dayMicros, account?.monthMicros], [PAID_FOR * PRICE_MICROS, PAID_FOR * PRICE_MICROS])
    await assertNothingLeaked(store, key.id, [key.id])

    // In one process SQLite promises the same to the contract of the store.
    if (driver === 'sqlite') return
    // Above its keys, a project lets in as exactly: half of them have budgets of their own that would let in everything.
    const perDayMicros = PAID_FOR_TOGETHER * PRICE_MICROS
    const deps = { store, clock: systemClock, random: systemRandom }
    const project = await createProject(deps, { name: 'shared', limits: { perDayMicros } }, COMMAND_LINE)
    const keys = await Promise.all(
      range(10).map((n) => {
        const own = n % 2 === 0 ? {} : { limits: { perMonthMicros: REQUESTS * PRICE_MICROS } }
        return createKey(deps, { name: `${n}`, project: project.id, ...own })
      }),
    )
    const shared = await Promise.all(
      range(2 * REQUESTS).map((n) => ask(processes[n % 2]?.url, keys[n % keys.length]?.text ?? '')),
    )
    const accepted = shared.filter((each) => each === '200').length
    const refused = shared.filter((each) => each === '402 budget_exceeded').length
    assert.deepEqual([accepted, refused], [PAID_FOR_TOGETHER, 2 * REQUESTS - PAID_FOR_TOGETHER], shared.join())
    assert.equal(provider.starts, PAID_FOR + PAID_FOR_TOGETHER)
    const [together] = await store.accounts.find([project.id])
    assert.deepEqual([together?.dayMicros, together?.monthMicros], [perDayMicros, perDayMicros])
    await assertNothingLeaked(store, null, [project.id, ...keys.map((each) => each.key.id)])
  })
}
