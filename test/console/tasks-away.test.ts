import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryFolder } from '../support/at-end.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { manualClock, type ManualClock } from '../support/manual-clock.ts'
import { openService, type TestService } from '../support/service.ts'
import { ensureBuilt, openConsole, openPage } from './support.ts'
import { sharedBrowser } from '../support/browser.ts'
import { ask, made, row } from './tasks-support.ts'

const AWAY = /Failed to load resource|ERR_/

test('without a connection the list stays as it is and says so; it goes on by itself afterwards', async (t) => {
  const { service, page, checkAccess } = await openConsole(t, { path: '/tasks', expected: AWAY })
  await made(service, { prompt: 'before the tunnel' })
  await row(page, 'before the tunnel').waitFor()
  await page.context().setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await made(service, { prompt: 'in the tunnel' })
  assert.equal(await row(page, 'before the tunnel').count(), 1)
  await checkAccess()
  await page.context().setOffline(false)
  await page.getByText('You are offline.').waitFor({ state: 'detached' })
  await row(page, 'in the tunnel').waitFor()
})

/** Stops a service whose clock stands still: by that clock it also lets those hang up who hold on to it. */
async function stopUnder(clock: ManualClock, service: TestService): Promise<void> {
  let isOver = false
  const stopped = service.stop().finally(() => (isOver = true))
  await eventuallyOn(clock, 0, async () => (isOver ? true : undefined))
  await stopped
}

test('the list, the wall and the page of a task survive a restart of the service', async (t) => {
  ensureBuilt()
  const dataDir = await temporaryFolder(t)
  const port = await freePort()
  const env = { PORT: String(port) }
  // It stands still, so that what is in work stays so until every page has shown it.
  const clock = manualClock(Date.now())
  const first = await openService(t, { dataDir, env, replacements: { clock } })
  const browser = await sharedBrowser()
  const place = { browser, service: first }
  const done = await made(first, { prompt: 'made before' })
  const running = await ask(first, { prompt: 'in work during [[delay 15s]] [[progress 50]]', kind: 'video' })
  const list = await openPage(t, place, { path: '/tasks', expected: AWAY })
  const wall = await openPage(t, place, { path: '/gallery', expected: AWAY })
  const task = await openPage(t, place, { path: `/tasks/${running}`, expected: AWAY })
  await row(list.page, 'made before').waitFor()
  await wall.page.getByRole('img', { name: 'made before' }).waitFor()
  await task.page.getByRole('progressbar').waitFor()
  await stopUnder(clock, first)
  await list.page.getByText('The service is not responding').waitFor()
  assert.equal(await row(list.page, 'made before').count(), 1)
  const second = await openService(t, { dataDir, env, replacements: { clock } })
  const after = await ask(second, { prompt: 'made after' }, first.key)
  assert.notEqual(after, done)
  await row(list.page, 'made after').waitFor()
  await wall.page.getByRole('img', { name: 'made after' }).waitFor()
  await eventuallyOn(clock, 500, async () => ((await task.page.locator('video').count()) > 0 ? true : undefined))
  await row(list.page, 'in work during').getByText('Done').waitFor()
})
