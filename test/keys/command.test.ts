import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCaller } from '../../src/actions/keys/find-caller.ts'
import type { ApiKey } from '../../src/core/keys/api-key.ts'
import { NO_LIMITS } from '../../src/core/money/limits.ts'
import { systemClock } from '../../src/runtime/system.ts'
import { openStore } from '../../src/store/open-store.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { idIn, runKeys, runManyKeys, textIn, type Ran } from './run-keys.ts'

const DAY_MS = 24 * 60 * 60 * 1000
// The commands are processes that take the time of the machine: between two looks at it lies this at most.
const SLACK_MS = 10 * 60_000

async function succeeded(running: Promise<Ran>): Promise<string> {
  const { code, out, err } = await running
  assert.equal(code, 0, err)
  return out
}

async function keyIn(dataDir: string, id: string): Promise<ApiKey> {
  const store = await openStore({ dataDir, url: undefined })
  const key = await store.keys.find(id)
  await store.close()
  assert.ok(key !== undefined)
  return key
}

/** The id of the key that each text stands for now; undefined for one that does not work. */
async function ownersOf(dataDir: string, texts: readonly string[]): Promise<(string | undefined)[]> {
  const store = await openStore({ dataDir, url: undefined })
  const found = await Promise.all(texts.map((text) => findCaller({ store, clock: systemClock }, text)))
  await store.close()
  return found.map((key) => key?.id)
}

test('a key created without scopes can create and read, but not manage keys', async (t) => {
  const dataDir = await temporaryFolder(t)
  const id = idIn(await succeeded(runKeys(dataDir, ['create', '--name', 'app'])))
  const key = await keyIn(dataDir, id)
  assert.deepEqual(key.scopes, ['images:write', 'videos:write', 'tasks:read', 'tasks:write'])
  assert.deepEqual([key.models, key.expiresAt, key.limits, key.userLimits], [null, null, NO_LIMITS, null])
})

test('everything about a key is set when it is made, changed later, and lifted again', async (t) => {
  const dataDir = await temporaryFolder(t)
  const settings = '--name app --scopes images:write,admin --models a,b --expires 30d --rpm 60 --reads 600 --in-work 4'
  const more =
    '--waiting 0 --per-day 5 --per-month 50.25 --user-rpm 5 --user-reads 50 --user-in-work 1 --user-waiting 2'
  const id = idIn(
    await succeeded(runKeys(dataDir, ['create', ...`${settings} ${more}`.split(' '), '--user-per-day=0.1'])),
  )
  const made = await keyIn(dataDir, id)
  assert.deepEqual(
    [made.scopes, made.models],
    [
      ['images:write', 'admin'],
      ['a', 'b'],
    ],
  )
  assert.ok(Math.abs((made.expiresAt ?? 0) - systemClock.now() - 30 * DAY_MS) < SLACK_MS)
  const limits = { createsPerMinute: 60, readsPerMinute: 600, inWork: 4, waiting: 0 }
  assert.deepEqual(made.limits, { ...limits, perDayMicros: 5_000_000, perMonthMicros: 50_250_000 })
  const ofUsers = { createsPerMinute: 5, readsPerMinute: 50, inWork: 1, waiting: 2 }
  assert.deepEqual(made.userLimits, { ...ofUsers, perDayMicros: 100_000, perMonthMicros: null })

  const change =
    '--name other --scopes tasks:read --models all --expires none --rpm none --in-work 8 --user-per-month 3'
  const shown = await succeeded(runKeys(dataDir, ['edit', id, ...change.split(' ')]))
  assert.match(shown, /limits +600 reads\/min, 8 running, 0 queued, \$5\.00\/day, \$50\.25\/month/)
  const edited = await keyIn(dataDir, id)
  assert.deepEqual([edited.name, edited.scopes, edited.models, edited.expiresAt], ['other', ['tasks:read'], null, null])
  assert.deepEqual(edited.limits, { ...made.limits, createsPerMinute: null, inWork: 8 })
  assert.deepEqual(edited.userLimits, { ...made.userLimits, perMonthMicros: 3_000_000 })

  const lift = ['rpm', 'reads', 'in-work', 'waiting', 'per-day', 'per-month'].flatMap((name) => [
    `--user-${name}`,
    'none',
  ])
  await succeeded(runKeys(dataDir, ['edit', id, ...lift]))
  assert.equal((await keyIn(dataDir, id)).userLimits, null)
})

test('a list and a page show state, limits and last use, and never a text or a secret', async (t) => {
  const dataDir = await temporaryFolder(t)
  const made = await succeeded(
    runKeys(dataDir, ['create', '--name', 'app', '--rpm', '60', '--user-per-day', '0.5', '--expires', '2099-01-31']),
  )
  const id = idIn(made)
  const store = await openStore({ dataDir, url: undefined })
  await store.keys.noteUses([{ id, at: Date.UTC(2030, 0, 2, 3, 4, 5) }])
  await store.close()
  const list = await succeeded(runKeys(dataDir, ['list']))
  assert.match(list, /until 2099-01-31 .* all +60\/min; each user: \$0\.50\/day +2030-01-02 03:04 UTC\n/)
  const page = await succeeded(runKeys(dataDir, ['show', id]))
  assert.match(page, /^limits per user +\$0\.50\/day$/m)
  assert.match(page, /^expires +2099-01-31 00:00 UTC$/m)
  const { hash, webhookSecrets } = await keyIn(dataDir, id)
  const audit = await succeeded(runKeys(dataDir, ['audit']))
  for (const secret of [textIn(made), hash, webhookSecrets[0]?.secret ?? ''])
    for (const shown of [list, page, audit]) assert.ok(secret.length > 40 && !shown.includes(secret))
})

test('a rotated key has two texts until the overlap ends, or one at once; the oldest of three goes', async (t) => {
  const dataDir = await temporaryFolder(t)
  const made = await succeeded(runKeys(dataDir, ['create', '--name', 'app']))
  const id = idIn(made)
  const rotated = await succeeded(runKeys(dataDir, ['rotate', id]))
  assert.match(rotated, /The old key works until \d{4}-\d\d-\d\d \d\d:\d\d UTC\./)
  const { former } = await keyIn(dataDir, id)
  assert.ok(Math.abs((former?.until ?? 0) - systemClock.now() - DAY_MS) < SLACK_MS)
  const again = await succeeded(runKeys(dataDir, ['rotate', id, '--overlap', '1h']))
  const texts = [made, rotated, again].map(textIn)
  assert.equal(new Set(texts).size, 3)
  assert.deepEqual(await ownersOf(dataDir, texts), [undefined, id, id])
  const last = await succeeded(runKeys(dataDir, ['rotate', id, '--overlap', '0']))
  assert.match(last, /The old key no longer works\./)
  assert.deepEqual(await ownersOf(dataDir, [...texts, textIn(last)]), [undefined, undefined, undefined, id])
})

test('what was done at the command line is on record, with what was before and after', async (t) => {
  const dataDir = await temporaryFolder(t)
  const other = idIn(await succeeded(runKeys(dataDir, ['create', '--name', 'other'])))
  const id = idIn(await succeeded(runKeys(dataDir, ['create', '--name', 'app', '--in-work', '4'])))
  await succeeded(runKeys(dataDir, ['edit', id, '--in-work', '8', '--per-day', '5', '--models', 'a,b']))
  await succeeded(runKeys(dataDir, ['edit', id, '--in-work', '8']))
  await succeeded(runKeys(dataDir, ['rotate', id]))
  await succeeded(runKeys(dataDir, ['secret', id, '--rotate']))
  await succeeded(runKeys(dataDir, ['revoke', id]))
  const lines = (await succeeded(runKeys(dataDir, ['audit', id]))).trim().split('\n')
  const actions = lines.slice(1).map((line) => /UTC +command line +(.+?) +key_/.exec(line)?.[1])
  assert.deepEqual(actions, ['revoke', 'rotate webhook secret', 'rotate', 'edit', 'create'])
  assert.match(lines[4] ?? '', /models: a,b; limits\.inWork: 4 → 8; limits\.perDayUsd: 5$/)
  assert.match(lines[5] ?? '', /name: app; scopes: images:write,.*; limits\.inWork: 4$/)
  const all = await succeeded(runKeys(dataDir, ['audit', '--limit', '5']))
  assert.match(all, /To show older entries, add --limit/)
  assert.ok((await succeeded(runKeys(dataDir, ['audit']))).includes(other))
})

test('what cannot be meant is refused in words that say what to write, and nothing is changed', async (t) => {
  const dataDir = await temporaryFolder(t)
  const id = idIn(await succeeded(runKeys(dataDir, ['create', '--name', 'app'])))
  const before = await keyIn(dataDir, id)
  const wrong: [string, RegExp][] = [
    ['edit', /Missing required argument 'id'/],
    [`edit ${id}`, /Specify a change, such as --rpm 60/],
    [`edit ${id} --rpm 0`, /--rpm must be a whole number from 1 to 1000000, or none, not '0'/],
    [`edit ${id} --rpm=-1`, /--rpm must be a whole number/],
    [`edit ${id} --rpm 1.5`, /--rpm must be a whole number/],
    [`edit ${id} --rpm 1e3`, /--rpm must be a whole number/],
    [`edit ${id} --in-work many`, /--in-work must be a whole number/],
    [
      `edit ${id} --per-day 0.0000001`,
      /--per-day must be an amount in dollars from 0 to 1000000000, with at most six decimals/,
    ],
    [`edit ${id} --per-day NaN`, /--per-day must be an amount in dollars/],
    [`edit ${id} --per-day 9999999999`, /--per-day must be an amount in dollars/],
    [`edit ${id} --user-per-month five`, /--user-per-month must be an amount in dollars/],
    [`edit ${id} --expires 0d`, /'0d' is not a future time\. Use a form such as 30d, 12h or 2030-01-31, or none/],
    [`edit ${id} --expires 2099-02-31`, /is not a future time/],
    [`edit ${id} --expires 2001-01-01`, /is not a future time/],
    [`edit ${id} --scopes=`, /at least one scope/],
    [`edit ${id} --models=,`, /Specify at least one model, or allow all/],
    [`edit ${id} --name=`, /Give the key a name/],
    [`rotate ${id} --overlap 91d`, /--overlap must be at most 90d/],
    [`rotate ${id} --overlap soon`, /--overlap must be at most 90d/],
    ['show', /Missing required argument 'id'/],
    ['list all', /Too many arguments for 'list'/],
    ['audit --limit 0', /--limit must be a whole number/],
    ['revok key_x', /Unknown command 'revok'\. Did you mean 'revoke'\?/],
    ['list --jsn', /Unknown option '--jsn'\. Did you mean '--json'\?/],
  ]
  const mistyped = await runManyKeys(
    dataDir,
    wrong.map(([line]) => line),
  )
  for (const [index, { code, err }] of mistyped.entries()) {
    const [line = '', words = /^$/] = wrong[index] ?? []
    assert.equal(code, 2, line)
    assert.match(err, words, line)
  }
  const nobodys = ['show key_x', 'edit key_x --rpm 1', 'rotate key_x', 'revoke key_x', 'secret key_x']
  for (const [index, { code, err }] of (await runManyKeys(dataDir, nobodys)).entries()) {
    assert.equal(code, 1, nobodys[index] ?? '')
    assert.match(err, /There is no key with this id\. List the keys/, nobodys[index] ?? '')
  }
  assert.deepEqual(await keyIn(dataDir, id), before)
  await succeeded(runKeys(dataDir, ['revoke', id]))
  const { code, err } = await runKeys(dataDir, ['edit', id, '--rpm', '1'])
  assert.deepEqual([code, /was revoked and cannot be changed/.test(err)], [1, true])
})

test('every command about keys speaks JSON, under the names that HTTP uses, and shows a text only where it is made', async (t) => {
  const dataDir = await temporaryFolder(t)
  type Shown = Record<string, unknown> & { id: string; key: string }
  const run = async <T>(...args: string[]): Promise<T> =>
    JSON.parse(await succeeded(runKeys(dataDir, [...args, '--json']))) as T
  const made = await run<Shown>('create', '--name', 'app', '--per-day', '5')
  assert.match(made.key, /^mg_/)
  assert.match(String(made['webhookSecret']), /^whsec_/)
  assert.deepEqual([made['name'], made['state'], (made['limits'] as Shown)['perDayUsd']], ['app', 'active', 5])
  const { key: _, webhookSecret: __, ...plain } = made
  assert.deepEqual(await run('show', made.id), plain)
  assert.deepEqual(await run('list'), [plain])
  assert.equal((await run<Shown>('edit', made.id, '--name', 'other'))['name'], 'other')
  assert.match((await run<Shown>('rotate', made.id)).key, /^mg_/)
  assert.deepEqual(await run('secret', made.id), { secrets: [made['webhookSecret']] })
  assert.equal((await run<Shown>('revoke', made.id))['state'], 'revoked')
  const actions = (await run<Shown[]>('audit')).map(({ action }) => action)
  assert.deepEqual(actions, ['revoke', 'rotate', 'edit', 'create'])
})
