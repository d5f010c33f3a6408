import assert from 'node:assert/strict'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { survivePoison } from './crash-run.ts'
import { gateIn, KILLER } from './crowd-orders.ts'
import { summarize } from './summary.ts'
import { sqliteStorage } from './storage.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'

const PROGRAM = join(import.meta.dirname, 'crowd-program.ts')
const KEY = 'mg_sixtyTasksInWorkAtOnceAndFiveKillsFromOutside'

type Running = { child: ChildProcess; url: string }

async function openCrowd(t: TestContext) {
  const dataDir = await temporaryFolder(t)
  const env = {
    ...process.env,
    PORT: '0',
    MEDIAGEN_DATA_DIR: dataDir,
    MEDIAGEN_API_KEY: KEY,
    MEDIAGEN_LOG_LEVEL: 'error',
  }
  let running: Running | undefined
  const start = async (): Promise<Running> => {
    const child = fork(PROGRAM, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const [{ url }] = (await once(child, 'message')) as [{ url: string }]
    return (running = { child, url })
  }
  const kill = async (): Promise<void> => {
    const exit = running === undefined ? undefined : once(running.child, 'exit')
    running?.child.kill('SIGKILL')
    await exit
  }
  atEnd(t, kill)
  const storage = sqliteStorage(dataDir)
  // What the dead held stays written until they are buried, and is in nobody's hand.
  const ofTheDead = new Set<string>()
  return {
    start,
    async kill(): Promise<void> {
      await kill()
      for (const { lease_token } of (await storage.rows()).tasks) if (lease_token !== null) ofTheDead.add(lease_token)
    },
    current: () => running,
    letThemEnd: () => writeFile(gateIn(dataDir), ''),
    async submit(prompt: string): Promise<void> {
      const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ model: 'crowd', prompt })
      const answer = await fetch(`${running?.url}/api/ai/videos`, { method: 'POST', headers, body })
      assert.equal(answer.status, 200, await answer.text())
    },
    rows: async () => (await storage.rows()).tasks,
    /** Waits until this many are in hand at once. */
    inHand: (count: number) =>
      eventually(async () => {
        const leases = (await storage.rows()).tasks.map(({ lease_token }) => lease_token)
        const held = leases.filter((token) => token !== null && !ofTheDead.has(token))
        return held.length >= count ? true : undefined
      }),
    allEnded: () =>
      eventually(async () => {
        const { tasks } = await storage.rows()
        return tasks.every(({ finished_at }) => finished_at !== null) ? tasks : undefined
      }),
  }
}

test('sixty harmless tasks in work and five kills from outside in a row: all succeed', async (t) => {
  const crowd = await openCrowd(t)
  await crowd.start()
  for (let each = 0; each < 60; each++) await crowd.submit('harmless')
  for (let kill = 0; kill < 5; kill++) {
    await crowd.inHand(60)
    await crowd.kill()
    await crowd.start()
  }
  await crowd.letThemEnd()
  const began = performance.now()
  const tasks = await crowd.allEnded()
  t.diagnostic(`all ended ${Math.round(performance.now() - began)} ms after the last start`)
  assert.deepEqual([...new Set(tasks.map(({ status }) => status))], ['success'])
  assert.deepEqual([...new Set(tasks.map(({ attempts }) => attempts))], [6], 'each was cut off five times')
})

test('one task among sixty that kills its process is found, its neighbours succeed, and the service dies of it once', async (t) => {
  const crowd = await openCrowd(t)
  await crowd.letThemEnd()
  const { child } = await crowd.start()
  const died = once(child, 'exit')
  for (let each = 0; each < 59; each++) await crowd.submit('harmless')
  await crowd.submit(KILLER)
  await died
  const second = await crowd.start()
  const tasks = await crowd.allEnded()
  assert.equal(second.child.exitCode ?? second.child.signalCode, null, 'the service lives on')
  const ends = Map.groupBy(tasks, ({ status, error_code }) => `${status} ${error_code ?? ''}`.trim())
  assert.deepEqual([...ends].map(([end, of]) => [end, of.length]).sort(), [
    ['failed internal_error', 1],
    ['success', 59],
  ])
  t.diagnostic(`attempts of the one: ${ends.get('failed internal_error')?.[0]?.attempts}`)
})

test('a task that kills its process is found and given up, those in work beside it all succeed, and the service lives', async (t) => {
  const { kills, evidence } = await survivePoison(await temporaryFolder(t))
  assert.equal(kills, 1, 'after the first time, only the process for suspects dies of it')
  const { ends, faults } = summarize(evidence)
  assert.deepEqual(ends, { success: 6, internal_error: 1 })
  assert.deepEqual(faults, [])
})
