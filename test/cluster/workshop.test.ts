import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import { temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { longTest, someOf } from '../support/long.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { cleanEnvironment, KEY, startProcess, type Process } from './fleet.ts'

const DATABASES: readonly [name: string, settings: () => Promise<Record<string, string>>][] = [
  ['SQLite', async () => ({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: await (await sharedPostgres()).newDatabase() })],
]

const TAKES_OVER = /a second process runs long tasks from now on/g
const RUN_APART = /tasks of a dead process run in quarantine/
const ENDED_WELL = 'kind="video",model="sandbox",status="success",code="none"'

async function serve(t: TestContext, own: Record<string, string | undefined>): Promise<Process> {
  const folder = await temporaryFolder(t)
  const usual = { PORT: '0', MEDIAGEN_DATA_DIR: folder, MEDIAGEN_API_KEY: KEY, MEDIAGEN_FFMPEG: 'off' }
  return startProcess(t, ['serve'], { ...cleanEnvironment(), ...usual, MEDIAGEN_WORKSHOP: 'on', ...own })
}

/** Processes that this one has started for its work, by their numbers. */
async function workshopsOf({ pid }: Process): Promise<number[]> {
  // One that has ended between the look and the reading is none.
  const read = (path: string): Promise<string> => readFile(`/proc/${path}`, 'utf8').catch(() => '')
  const children = (await read(`${pid}/task/${pid}/children`)).split(' ').filter((each) => each !== '')
  const found = await Promise.all(
    children.map(async (child) => {
      const [command, stat] = await Promise.all([read(`${child}/cmdline`), read(`${child}/stat`)])
      const [state] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return /worker-process\/program[^]*\0tasks\0/.test(command) && state !== 'Z' ? [Number(child)] : []
    }),
  )
  return found.flat()
}

async function ask(service: Process, prompt: string): Promise<string> {
  const answer = await service.call('/api/ai/videos', { json: { model: 'sandbox', prompt } })
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { id: string }).id
}

async function receiptOf(service: Process, id: string): Promise<Record<string, unknown>> {
  return (await (await service.call(`/api/ai/tasks/${id}`)).json()) as Record<string, unknown>
}

async function until(service: Process, id: string, status: string): Promise<Record<string, unknown>> {
  return eventually(async () => {
    const receipt = await receiptOf(service, id)
    return receipt['status'] === status ? receipt : undefined
  })
}

async function cancel(service: Process, id: string): Promise<void> {
  const answer = await service.call(`/api/ai/tasks/${id}/cancel`, { method: 'POST' })
  assert.equal(answer.status, 200)
  const { error } = await until(service, id, 'failed')
  assert.equal((error as { code: string }).code, 'cancelled')
}

/** The first clip calls for the second process; from then on it makes them. */
async function untilItWorks(service: Process, times = 1): Promise<number> {
  await until(service, await ask(service, 'the one that calls for it'), 'success')
  return eventually(async () => {
    if ((service.output().match(TAKES_OVER)?.length ?? 0) < times) return undefined
    return (await workshopsOf(service))[0]
  })
}

// A clip takes seconds, and who makes it does not depend on the database.
for (const [name, settings] of someOf(DATABASES, 1)) {
  test(`clips are made by a second process, whose work the metrics tell of, which is not waited for where it stands still, and which ends with the service (${name})`, async (t) => {
    const service = await serve(t, { ...(await settings()), NODE_COMPILE_CACHE: undefined })
    assert.deepEqual(await workshopsOf(service), [], 'it comes when it is needed')
    const workshop = await untilItWorks(service)
    const environment = await readFile(`/proc/${workshop}/environ`, 'utf8')
    assert.match(environment, /(?:^|\0)NODE_COMPILE_CACHE=/, 'it begins with what the first one has compiled')
    const ids = await Promise.all(['one', 'two', 'three'].map((prompt) => ask(service, prompt)))
    for (const id of ids) await until(service, id, 'success')
    const ended = new RegExp(`^mediagen_tasks_ended_total\\{${ENDED_WELL}\\} 4$`, 'm')
    await eventually(async () => (ended.test(await (await service.call('/metrics')).text()) ? true : undefined))
    const picture = await service.call('/api/ai/images/generations', { json: { model: 'sandbox', prompt: 'a fox' } })
    assert.equal(picture.status, 200)
    process.kill(workshop, 'SIGSTOP')
    await until(service, await ask(service, 'made by the first one'), 'success')
    process.kill(workshop, 'SIGCONT')
    await until(service, await ask(service, 'made by either'), 'success')
    assert.equal(await service.stop(), 0)
    assert.deepEqual(await workshopsOf(service), [])
  })

  test(`a second process that is killed takes no answer and no task with it, and another comes; a service that is killed leaves none behind (${name})`, async (t) => {
    const service = await serve(t, await settings())
    const workshop = await untilItWorks(service)
    const id = await ask(service, 'in hand when it dies [[hang]]')
    await until(service, id, 'processing')
    process.kill(workshop, 'SIGKILL')
    await eventually(() => (service.output().includes('the worker process has died') ? true : undefined))
    const picture = await service.call('/api/ai/images/generations', { json: { model: 'sandbox', prompt: 'a fox' } })
    assert.equal(picture.status, 200)
    await until(service, await ask(service, 'asked for while there is none'), 'success')
    // Its work goes on elsewhere, and can be stopped there.
    await until(service, id, 'processing')
    await cancel(service, id)
    const next = await eventually(async () => {
      await until(service, await ask(service, 'calls for the next'), 'success')
      return (await workshopsOf(service))[0]
    })
    assert.notEqual(next, workshop)

    await service.kill()
    await eventually(() => {
      try {
        process.kill(next, 0)
        return undefined
      } catch {
        return 'gone'
      }
    })
  })
}

longTest('what was in hand when a process died is run apart, and the metrics tell of it all the same', async (t) => {
  const service = await serve(t, {})
  let made = 0
  // The first process may be the one that has it in hand, or it may be over before it is seen in work: then another is tried.
  while (!RUN_APART.test(service.output())) {
    const workshop = await eventually(async () => {
      await until(service, await ask(service, 'calls for the second process'), 'success')
      made++
      return (await workshopsOf(service))[0]
    })
    const id = await ask(service, 'in hand when it dies [[delay 3s]]')
    await eventually(async () => ((await receiptOf(service, id))['status'] === 'pending' ? undefined : true))
    process.kill(workshop, 'SIGKILL')
    await until(service, id, 'success')
    made++
  }
  const ended = new RegExp(`^mediagen_tasks_ended_total\\{${ENDED_WELL}\\} ${made}$`, 'm')
  await eventually(async () => (ended.test(await (await service.call('/metrics')).text()) ? true : undefined))
})

test('a stop gives back what the second process has in hand, and the next start goes on with it', async (t) => {
  const settings = { MEDIAGEN_DATA_DIR: await temporaryFolder(t), MEDIAGEN_DRAIN_SECONDS: '0' }
  const service = await serve(t, settings)
  await untilItWorks(service)
  const id = await ask(service, 'goes on [[hang]]')
  await until(service, id, 'processing')
  assert.equal(await service.stop(), 0)
  assert.deepEqual(await workshopsOf(service), [])
  const next = await serve(t, settings)
  await until(next, id, 'processing')
  await cancel(next, id)
})

test('where one process is wanted, all work is done in it', async (t) => {
  const service = await serve(t, { MEDIAGEN_WORKSHOP: 'off' })
  for (const prompt of ['one', 'two']) await until(service, await ask(service, prompt), 'success')
  assert.deepEqual(await workshopsOf(service), [])
  assert.doesNotMatch(service.output(), TAKES_OVER)
})
