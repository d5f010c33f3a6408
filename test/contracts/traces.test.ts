import assert from 'node:assert/strict'
import { test } from 'node:test'
import { range } from './build.ts'
import { commandsOf, traceOf, type Subject } from './commands.ts'
import { ReferenceStore } from './reference-store.ts'
import { compareTraces, postgresAlone, sqliteInMemory } from './traces.ts'
import { atEnd } from '../support/at-end.ts'
import { someOf } from '../support/long.ts'

// `npm run seeds -- 1000` takes the time for more.
const SEEDS = 40

test('the same seeds tell the same story on every driver as on the reference', async (t) => {
  const sqlite = sqliteInMemory()
  const postgres = postgresAlone()
  atEnd(t, () => Promise.all([sqlite.close(), postgres.close()]))
  const drivers = { sqlite: sqlite.emptied, postgres: postgres.emptied }
  const { seeds, lines } = await compareTraces(drivers, someOf(range(SEEDS), 12))
  t.diagnostic(`${seeds} seeds, ${lines} lines, identical on sqlite and postgres`)
})

test('the seeds reach what they are about', async () => {
  const traces = await Promise.all(range(4 * SEEDS).map((seed) => traceOf(new ReferenceStore(), commandsOf(seed))))
  const all = traces.flat().join('\n')
  for (const sign of [
    '"kind":"repeated"',
    '"kind":"conflict"',
    '"attempts":3',
    '→ "lost"',
    'finish.*→ false',
    'finish.*→ true',
    'finish.*→ \\[true,\\[\\{',
    'claim.*→ .*"step":"starting","prompt".*"attempts":1,',
    'cancel.*→ true',
    'record.*→ false',
    '"status":"dead"',
    '"number":2',
    'resend.*→ [1-9]',
    'remove.*→ \\{"ids":\\["',
    '"place":[3-9]',
    'bury.*,[1-9]\\]\n',
    '"crowd":[2-9]',
    '"soloCuts":1',
  ]) {
    assert.match(all, new RegExp(sign), `no seed shows ${sign}`)
  }
})

test('a store that forgets its fence is found out', async () => {
  const unfenced = (): Subject => {
    const store = new ReferenceStore()
    const holder = async (id: string): Promise<string> => (await store.tasks.find(id))?.leaseToken ?? ''
    const advance: Subject['queue']['advance'] = async ({ id }, change) =>
      store.queue.advance({ id, token: await holder(id) }, change)
    return Object.assign(Object.create(store) as ReferenceStore, { queue: { ...store.queue, advance } })
  }
  const seeds = range(SEEDS).map((seed) => commandsOf(seed))
  const differ = await Promise.all(
    seeds.map(async (commands) => {
      const [honest, faulty] = await Promise.all([
        traceOf(new ReferenceStore(), commands),
        traceOf(unfenced(), commands),
      ])
      return honest.join('\n') !== faulty.join('\n')
    }),
  )
  assert.ok(differ.includes(true))
})
