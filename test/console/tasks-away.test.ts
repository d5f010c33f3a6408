import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryFolder } from '../support/at-end.ts'
import { freePort } from '../support/free-port.ts'
import { openService } from '../support/service.ts'
import { ensureBuilt, openConsole, openPage, sharedBrowser } from './support.ts'
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

test('the list, the wall and the page of a task survive a restart of the service', async (t) => {
  ensureBuilt()
  const dataDir = await temporaryFolder(t)
  const port = await freePort()
  const env = { PORT: String(port) }
  const first = await openService(t, { dataDir, env })
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
  await first.stop()
  await list.page.getByText('The service does not answer').waitFor()
  assert.equal(await row(list.page, 'made before').count(), 1)
  const second = await openService(t, { dataDir, env })
  const after = await ask(second, { prompt: 'made after' }, first.key)
  assert.notEqual(after, done)
  await row(list.page, 'made after').waitFor()
  await wall.page.getByRole('img', { name: 'made after' }).waitFor()
  await task.page.locator('video').waitFor()
  await row(list.page, 'in work during').getByText('Done').waitFor()
})
