import assert from 'node:assert/strict'
import { userAccountId } from '../../src/core/money/account.ts'
import type { Task } from '../../src/core/tasks/task.ts'
import type { Store } from '../../src/ports/store.ts'
import { aClaim, aKey, anEntry, anOutcome, aTask, HOUR, idsOf, insertAll, range, T, usageOf } from './build.ts'
import type { Promised } from './driver.ts'
import { accountOf, aProject, assertNothingLeaked, limitedKey, settled, underLimits } from './limited.ts'

const IN = { kind: 'inserted' } as const
const ALL = { after: '', limit: 99 }
const DAY = 24 * HOUR
const all = (token: string) => aClaim(token, { limit: 100, now: T + 1 })

async function end(store: Store, task: Task | undefined, spentMicros = 0): Promise<void> {
  assert.ok(task !== undefined)
  assert.equal(
    await store.queue.finish({ id: task.id, token: task.leaseToken ?? '' }, settled(task, spentMicros)),
    true,
  )
}

/** Projects: kept as they are, with accounts above those of their keys. */
export function projectPromises(promised: Promised): void {
  promised('a project is kept as it was made, changed by one at a time, and each change is on record', async (pair) => {
    const { a, b } = pair
    const raise = { perDayMicros: 9, until: T + HOUR }
    const first = aProject('proj_1', { inWork: 2, perDayMicros: 5_000 }, { name: 'Ö "x"', raise })
    await a.projects.insert(first, anEntry('proj_1', { action: 'create project' }))
    await a.projects.insert(aProject('proj_2', {}, { createdAt: T + 1 }), anEntry('proj_2'))
    assert.deepEqual(await b.projects.find('proj_1'), first)
    assert.equal(await b.projects.find('proj_3'), undefined)
    assert.deepEqual(idsOf(await b.projects.page(null, 1)), ['proj_2'])
    assert.deepEqual(idsOf(await b.projects.page({ createdAt: T + 1, id: 'proj_2' }, 9)), ['proj_1'])
    const patch = { name: 'new', archivedAt: T + 5, raise: null }
    const entry = anEntry('proj_1', { action: 'edit project', at: T + 5 })
    assert.equal(await b.projects.change(first, patch, entry), true)
    assert.equal(await a.projects.change(first, { name: 'late' }, entry), false)
    assert.deepEqual(await a.projects.find('proj_1'), { ...first, ...patch, version: 1 })
    const told = await a.audit.list({ keyId: 'proj_1', limit: 9 })
    assert.deepEqual(
      told.map(({ action }) => action),
      ['edit project', 'create project'],
    )
  })

  promised('keys are listed by their project, and a key that moves is found there', async ({ a, b }) => {
    for (const n of range(3))
      await a.keys.insert(aKey(`k${n}`, { project: 'proj_1', role: 'member', createdAt: T + n }))
    await a.keys.insert(aKey('k9', { createdAt: T + 9 }))
    assert.deepEqual(idsOf(await b.keys.page(null, 2, 'proj_1')), ['k2', 'k1'])
    assert.deepEqual(idsOf(await b.keys.page({ createdAt: T + 1, id: 'k1' }, 9, 'proj_1')), ['k0'])
    assert.deepEqual(idsOf(await b.keys.page(null, 9)), ['k9', 'k2', 'k1', 'k0'])
    const moved = { project: 'proj_2', role: 'owner' as const, raise: { perDayMicros: 7, until: T } }
    assert.equal(await b.keys.change(aKey('k1'), moved, anEntry('k1')), true)
    assert.deepEqual(await a.keys.findByHash('hash of k1'), aKey('k1', { ...moved, createdAt: T + 1, version: 1 }))
    assert.deepEqual(idsOf(await a.keys.page(null, 9, 'proj_2')), ['k1'])
  })

  promised('a project has money for forty of two hundred requests of ten keys at once', async ({ a, b }) => {
    const project = aProject('proj_1', { perDayMicros: 4_000 })
    await a.projects.insert(project, anEntry('proj_1'))
    // Half of the keys have a budget of their own that would let all of theirs in.
    const keys = range(10).map((n) => aKey(`k${n}`, { limits: { ...aKey('x').limits, inWork: null } }))
    for (const [n, key] of keys.entries()) if (n % 2 === 0) key.limits.perMonthMicros = 2_000
    await Promise.all(keys.map((key) => a.keys.insert(key)))
    const outcomes = await Promise.all(
      range(200).map((n) => {
        const entry = underLimits(keys[n % 10] ?? aKey('none'), String(1000 + n), { project, micros: 100 })
        return (n % 3 === 0 ? a : b).queue.insert(entry)
      }),
    )
    assert.equal(outcomes.filter(({ kind }) => kind === 'inserted').length, 40)
    const refusal = { kind: 'refused', by: 'day', account: 'proj_1' }
    for (const outcome of outcomes.filter(({ kind }) => kind !== 'inserted')) assert.deepEqual(outcome, refusal)
    assert.deepEqual((await a.tasks.counts({ project: 'proj_1', most: 999 })).pending, 40)
    assert.equal((await accountOf(b, 'proj_1')).dayMicros, 4_000)
    const accounts = ['k0', 'k2', 'k4', 'k6', 'k8']
    const ofKeys = await Promise.all(accounts.map((id) => accountOf(a, id)))
    const others = (await b.tasks.list({ keyId: null, limit: 999 })).filter(({ keyId }) => !accounts.includes(keyId))
    // Nothing of what the project refused was taken from a key.
    assert.equal(ofKeys.reduce((sum, { monthMicros }) => sum + monthMicros, 0) / 100 + others.length, 40)
    await assertNothingLeaked(a, null, [...accounts, 'proj_1'])
  })

  promised(
    'places of a project go to whichever of its keys waits longest, and a key gives no more than it has',
    async (pair) => {
      const { a, b } = pair
      const project = aProject('proj_1', { inWork: 2, waiting: 4 })
      await a.projects.insert(project, anEntry('proj_1'))
      const one = await limitedKey(a, { inWork: 1 }, { inWork: 1 }, 'k1')
      const two = await limitedKey(a, {}, undefined, 'k2')
      const ann = userAccountId('k1', 'ann')
      const accounts = ['k1', ann, 'proj_1']
      // One of the first key has a place and one waits for the key; two of the second fill the project and wait for it.
      for (const id of ['1001', '1002']) await a.queue.insert(underLimits(one, id, { project, user: 'ann' }))
      for (const id of ['1003', '1004', '1005'])
        assert.deepEqual(await b.queue.insert(underLimits(two, id, { project })), IN)
      assert.deepEqual(await b.queue.insert(underLimits(two, '1006', { project })), IN)
      const full = { kind: 'refused', by: 'waiting', account: 'proj_1' }
      assert.deepEqual(await a.queue.insert(underLimits(two, '1007', { project })), full)
      const waitsFor = async (id: string) => (await b.tasks.find(id))?.parkedBy
      assert.deepEqual(await Promise.all(['1002', '1004', '1005', '1006'].map(waitsFor)), [
        ann,
        'proj_1',
        'proj_1',
        'proj_1',
      ])
      await assertNothingLeaked(a, null, accounts)
      const claimed = await b.queue.claim(all('x'))
      assert.deepEqual(idsOf(claimed), ['1001', '1003'])
      await end(a, claimed[0])
      // The project's place goes to the second key; the first key's own task now waits for the project.
      assert.deepEqual(idsOf(await b.queue.claim(all('y'))), ['1004'])
      assert.equal(await waitsFor('1002'), 'proj_1')
      await assertNothingLeaked(b, null, accounts)
      await end(b, claimed[1])
      assert.equal((await accountOf(a, 'proj_1')).letIn, 2)
      await assertNothingLeaked(a, null, accounts)
    },
  )

  promised('a task that waits is let in when a project is raised, and after its key was moved', async ({ a, b }) => {
    const [old, fresh] = [aProject('proj_1', { inWork: 1 }), aProject('proj_2', { inWork: 1 })]
    for (const project of [old, fresh]) await a.projects.insert(project, anEntry(project.id))
    const key = await limitedKey(a, { inWork: 2 })
    for (const id of ['1001', '1002']) await a.queue.insert(underLimits(key, id, { project: old }))
    // The key was moved: what it makes now counts for the other project, and waits for the key's own place.
    await a.queue.insert(underLimits(key, '1003', { project: fresh }))
    await a.queue.insert(underLimits(key, '1004', { project: fresh }))
    const accounts = ['k1', 'proj_1', 'proj_2']
    await assertNothingLeaked(a, null, accounts)
    const [first] = await b.queue.claim(all('x'))
    assert.equal(first?.id, '1001')
    await end(b, first)
    await b.accounts.letIn(ALL)
    await assertNothingLeaked(b, null, accounts)
    assert.deepEqual(idsOf(await a.queue.claim(all('y'))), ['1002', '1003'].slice(0, 2))
    assert.equal(await a.projects.change(fresh, { limits: { ...fresh.limits, inWork: 9 } }, anEntry('proj_2')), true)
    assert.equal(await a.keys.change(key, { limits: { ...key.limits, inWork: 9 } }, anEntry('k1')), true)
    assert.deepEqual((await b.accounts.letIn(ALL)).engines, ['e'])
    assert.deepEqual(idsOf(await a.queue.claim(all('z'))), ['1004'])
    await assertNothingLeaked(b, null, accounts)
  })

  promised('what a project was never given back is counted anew', async ({ a, b }) => {
    const project = aProject('proj_1', { inWork: 1 })
    await a.projects.insert(project, anEntry('proj_1'))
    const key = await limitedKey(a, {})
    for (const id of ['1001', '1002']) await a.queue.insert(underLimits(key, id, { project }))
    const [first] = await a.queue.claim(all('x'))
    await a.queue.finish({ id: '1001', token: first?.leaseToken ?? '' }, anOutcome(aTask('1001')))
    assert.deepEqual(await b.queue.claim(all('y')), [])
    await b.accounts.recount(ALL)
    assert.deepEqual(idsOf(await b.queue.claim(all('z'))), ['1002'])
    await assertNothingLeaked(b, null, ['proj_1'])
  })

  promised('tasks and usage are read by project, also once a key has left it and days were added up', async (pair) => {
    const { a, b } = pair
    const ofProject = range(4).map((n) => aTask(String(1000 + n), { keyId: n < 2 ? 'k1' : 'k2', project: 'proj_1' }))
    const others = [aTask('2000', { keyId: 'k1' }), aTask('2001', { keyId: 'k1', project: 'proj_2' })]
    await insertAll(a, [...ofProject, ...others])
    for (const task of [...ofProject, ...others].slice(1)) {
      await a.queue.finishAny(task.id, anOutcome(task, { finishedAt: T, status: 'success' }))
    }
    const list = async (filter: object) =>
      idsOf(await b.tasks.list({ keyId: null, project: 'proj_1', limit: 9, ...filter })).sort()
    assert.deepEqual(await list({}), ['1000', '1001', '1002', '1003'])
    assert.deepEqual(await list({ statuses: ['success'] }), ['1001', '1002', '1003'])
    assert.deepEqual(await list({ keyId: 'k1' }), ['1000', '1001'])
    assert.deepEqual(await list({ models: ['none'] }), [])
    const { pending, success } = await b.tasks.counts({ project: 'proj_1', most: 9 })
    assert.deepEqual([pending, success], [1, 3])
    const tasksUsed = async (read: 'sums' | 'sumsOfProject', id: string) => {
      const { sums } = await b.usage[read](id, 0, 100)
      return sums.reduce((sum, { tasks }) => sum + tasks, 0)
    }
    const whole = async () => [
      await tasksUsed('sumsOfProject', 'proj_1'),
      await tasksUsed('sumsOfProject', 'proj_2'),
      await tasksUsed('sums', 'k1'),
      await tasksUsed('sums', 'k2'),
    ]
    assert.deepEqual(await whole(), [3, 1, 3, 2])
    let after: string | undefined = ''
    while (after !== undefined) after = await a.usage.condense(T + 2 * DAY, { after, limit: 2 })
    assert.deepEqual(await whole(), [3, 1, 3, 2])
    assert.equal((await usageOf(a, 'k1')).length > 0, true)
  })
}
