import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { someOf } from '../support/long.ts'
import {
  consoleOfFile,
  documentOfFile,
  keepToasts,
  letToastsGo,
  openConsole,
  visit,
  type Width,
  until,
} from './support.ts'
import { ask, ended, fits, made, receiptOf, row, statusOf } from './tasks-support.ts'

const openHere = consoleOfFile()

const promptsOf = (page: Page) => page.locator('.task-prompt').allTextContents()
const FOR_EVER = '[[delay 60m]]'

test('the list is live: new tasks come on top, progress rises, and a task that ends keeps its place', async (t) => {
  // It moves only when told, so that what is in work stays so until it has been seen.
  const clock = manualClock(Date.now())
  const { service, page } = await openConsole(t, { path: '/tasks', replacements: { clock } })
  await page.getByRole('heading', { name: 'No tasks yet' }).waitFor()
  await ask(service, { prompt: `the first ${FOR_EVER}`, kind: 'video' })
  await row(page, 'the first').getByText('Running').waitFor()
  await clock.advance(1_000)
  const second = await ask(service, { prompt: 'the second [[progress 10]] [[delay 10s]]', kind: 'video' })
  await row(page, 'the second').getByText('Running').waitFor()
  // Time passes until there is progress, and no longer: the page is told of it without, however long that takes.
  await eventuallyOn(clock, 100, async () => ((await receiptOf(service, second))?.progress ? true : undefined))
  await row(page, 'the second').getByRole('progressbar').waitFor()
  await ask(service, { prompt: `the third ${FOR_EVER}`, kind: 'video' })
  await row(page, 'the third').waitFor()
  await eventuallyOn(clock, 500, async () => ((await statusOf(service, second)) === 'success' ? true : undefined))
  await row(page, 'the second').getByText('Done').waitFor()
  await row(page, 'the second').locator('img').waitFor()
  const prompts = await promptsOf(page)
  assert.deepEqual(
    prompts.map((each) => each.replace(/ \[\[.*/, '')),
    ['the third', 'the second', 'the first'],
  )
  // As a badge in the rail and in the title of the tab.
  await page.getByRole('link', { name: 'Tasks 2 under way' }).waitFor()
  await until(page, `document.title === '(2) Tasks · mediagen'`)
  assert.equal(await row(page, 'the second').locator('.task-cost').textContent(), 'Free')
})

test('all that wait are cancelled after a question that says how many, and what is in work goes on', async (t) => {
  const { service, page, recheckAccess } = await openHere(t, {
    path: '/tasks',
    key: { name: 'narrow', limits: { inWork: 1 } },
  })
  const running = await ask(service, { prompt: `in work ${FOR_EVER}`, kind: 'video' })
  const waiting: string[] = []
  for (const name of ['first', 'second', 'third'])
    waiting.push(await ask(service, { prompt: `waits ${name} ${FOR_EVER}`, kind: 'video' }))
  await row(page, 'waits third').getByText('Queued').waitFor()
  await page.getByRole('button', { name: 'Cancel all queued' }).click()
  const question = page.getByRole('alertdialog', { name: 'Cancel 3 queued tasks?' })
  await question.waitFor()
  await recheckAccess()
  await question.getByRole('button', { name: 'Cancel 3 tasks' }).click()
  await row(page, 'waits first').getByText('Cancelled').waitFor()
  for (const id of waiting) assert.equal(await ended(service, id), 'failed')
  assert.equal(await statusOf(service, running), 'processing')
})

test('a bulk cancel that fails on the way says how many it has cancelled', async (t) => {
  const { service, page } = await openHere(t, {
    path: '/tasks',
    key: { name: 'narrow too', limits: { inWork: 1 } },
    expected: /status of 403/,
  })
  for (const name of ['first', 'second']) await ask(service, { prompt: `waits ${name} ${FOR_EVER}`, kind: 'video' })
  await row(page, 'waits second').getByText('Queued').waitFor()
  let requests = 0
  await page.route('**/api/ai/tasks/cancel', async (route) => {
    const error = { code: 'insufficient_scope', message: 'Not allowed.', type: 'permission_error', param: null }
    const ids = Array.from({ length: 100 }, (_, index) => String(index))
    await (requests++ === 0
      ? route.fulfill({ json: { cancelled: ids, refused: [], has_more: true } })
      : route.fulfill({ status: 403, json: { error: { ...error, request_id: 'req_1' } } }))
  })
  await page.getByRole('button', { name: 'Cancel all queued' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel 1 task' }).click()
  await page.getByText('Not cancelled: Not allowed.').waitFor()
  await page.getByText('100 tasks cancelled.').waitFor()
})

for (const width of someOf<Width>(['phone', 'desk'], 1))
  test(`an operator sees the tasks of all keys, opens one and cancels it, at ${width} width`, async (t) => {
    const { service, page, checkAccess, shoot } = await openHere(t, { path: null, width })
    const other = await service.newKey({ name: 'web-shop' })
    await made(service, { prompt: 'my own picture' })
    const id = await ask(service, { prompt: `a slow boat ${FOR_EVER}`, kind: 'video' }, other)
    await page.goto(`${service.url}/tasks`)
    await row(page, 'my own picture').waitFor()
    assert.equal(await row(page, 'a slow boat').count(), 0)
    await page.getByRole('radio', { name: 'All keys' }).check()
    await row(page, 'a slow boat').getByText('web-shop').waitFor()
    await row(page, 'my own picture').getByText('Key test').waitFor()
    await row(page, 'a slow boat').getByText('Running').waitFor()
    assert.equal(new URL(page.url()).search, '?of=all')
    await checkAccess()
    await fits(page)
    await shoot(`tasks-of-all-${width}`)
    await row(page, 'a slow boat')
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem').first().waitFor()
    assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), ['Open', 'Copy id', 'Cancel'])
    await page.getByRole('menuitem', { name: 'Open' }).click()
    await page.getByRole('heading', { level: 1, name: 'a slow boat' }).waitFor()
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, `/tasks/${id}?of=all`)
    await page.getByText('web-shop', { exact: true }).waitFor()
    await checkAccess()
    await fits(page)
    await shoot(`task-of-another-${width}`)
    assert.equal(await page.getByRole('heading', { name: 'Reuse' }).count(), 0)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'Cancelled' }).waitFor()
    const receipt = (await (await service.call(`/api/ai/tasks/${id}`, { key: other })).json()) as { status: string }
    assert.equal(receipt.status, 'failed')
    for (const name of ['Retry', 'Delete', 'Cancel']) assert.equal(await page.getByRole('button', { name }).count(), 0)
    await page.getByRole('main').getByRole('link', { name: 'Tasks', exact: true }).click()
    await row(page, 'a slow boat').getByText('Cancelled').waitFor()
    await page.getByRole('searchbox', { name: 'Words in the prompt' }).fill('boat')
    await row(page, 'my own picture').waitFor({ state: 'detached' })
    await page.getByRole('radio', { name: 'Your key' }).check()
    await page.getByRole('heading', { name: 'No tasks match these filters' }).waitFor()
  })

test('an operator sees the tasks of one project alone, as its address says, until all or the own are asked for', async (t) => {
  const { service, page, recheckAccess } = await openHere(t, { path: null })
  const json = { name: 'shop' }
  const { id } = (await (await service.call('/api/ai/admin/projects', { json })).json()) as { id: string }
  await made(service, { prompt: 'outside of it' })
  await ask(service, { prompt: 'in the shop' }, await service.newKey({ name: 'shop-member', project: id }))
  await page.goto(`${service.url}/projects`)
  await page.getByRole('row', { name: /^shop/ }).getByRole('link', { name: 'Tasks' }).click()
  await row(page, 'in the shop').waitFor()
  assert.deepEqual(await promptsOf(page), ['in the shop'])
  const project = page.getByRole('search').getByRole('combobox', { name: 'Project' })
  await project.getByRole('option', { name: 'shop', selected: true }).waitFor({ state: 'attached' })
  await recheckAccess()
  await project.selectOption('All projects')
  await row(page, 'outside of it').waitFor()
  assert.equal(new URL(page.url()).search, '?of=all')
  await project.selectOption('shop')
  await row(page, 'outside of it').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await row(page, 'outside of it').waitFor()
  await project.selectOption('shop')
  await row(page, 'outside of it').waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: 'Your key' }).check()
  await row(page, 'outside of it').waitFor()
  assert.equal(new URL(page.url()).search, '')
  assert.equal(await project.count(), 0)
})

test('of several that an operator cancels, one that has just ended keeps none of the others running', async (t) => {
  const clock = manualClock(Date.now())
  const { service, page } = await openConsole(t, { path: null, replacements: { clock }, expected: /status of 409/ })
  const older = await ask(service, { prompt: `older barge ${FOR_EVER}`, kind: 'video' })
  const newer = await ask(service, { prompt: 'newer barge [[delay 10s]]', kind: 'video' })
  await page.goto(`${service.url}/tasks?of=all`)
  for (const name of ['older', 'newer']) await page.getByRole('checkbox', { name: `Select ${name} barge` }).check()
  // It ends while the request is on its way; the page begins with the newest.
  await page.route(`**/admin/tasks/${newer}/cancel`, async (route) => {
    await eventuallyOn(clock, 500, async () => ((await statusOf(service, newer)) === 'success' ? true : undefined))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Cancel 2' }).click()
  await page.getByText('1 task cancelled. 1 task had already ended.').waitFor()
  assert.equal(await statusOf(service, older), 'failed')
})

test('a key that may only read is offered nothing that it may not do, nor the tasks of others, whatever the address says', async (t) => {
  const { service, page } = await openHere(t, { path: null, key: { name: 'reader', scopes: ['tasks:read'] } })
  await ask(service, { prompt: 'not for you' }, await service.newKey({ name: 'web-shop' }))
  await page.goto(`${service.url}/tasks?of=all`)
  await page.getByRole('heading', { name: 'No tasks yet' }).waitFor()
  for (const name of ['Cancel all queued', 'Retry', 'Delete'])
    assert.equal(await page.getByRole('button', { name }).count(), 0)
  assert.equal(await page.getByRole('radio', { name: 'All keys' }).count(), 0)
  assert.equal(await row(page, 'not for you').count(), 0)
})

for (const path of ['/tasks', '/gallery'])
  test(`on a phone the choices of ${path} are folded until they are asked for, or narrow what is shown`, async (t) => {
    const { service, page } = await openHere(t, { path: null, width: 'phone' })
    await made(service, { prompt: 'a red fox' })
    await page.goto(service.url + path)
    const kind = page.getByRole('combobox', { name: 'Kind' })
    const fold = page.getByRole('button', { name: 'More filters' })
    await fold.waitFor()
    assert.equal(await kind.isVisible(), false)
    await fold.click()
    await kind.selectOption('image')
    await page.getByRole('button', { name: 'Clear filters' }).waitFor()
    await page.reload()
    await kind.waitFor()
    assert.equal(await fold.getAttribute('aria-expanded'), 'true')
    await fits(page)
  })

// These go on in one document: their tasks do not meet, and what is asked for the first time is not waited for.
const goOn = documentOfFile()

test('the filter finds by status, kind, model, time and words, is kept in the address, and says where nothing fits', async (t) => {
  const { service, page } = await goOn(t)
  await made(service, { prompt: 'a red fox' })
  await made(service, { prompt: 'a blue whale' })
  await made(service, { prompt: 'a red kite', kind: 'video' })
  await made(service, { prompt: 'a sunken ship [[fail no_output]]' })
  await visit(page, '/tasks')
  await row(page, 'a sunken ship').waitFor()
  const shows = (...prompts: string[]) =>
    eventually(async () => {
      const seen = (await promptsOf(page)).map((each) => each.replace(/ \[\[.*/, ''))
      return JSON.stringify(seen) === JSON.stringify(prompts) ? true : undefined
    })
  await page.getByRole('searchbox', { name: 'Words in the prompt' }).fill('RED')
  await shows('a red kite', 'a red fox')
  await page.getByLabel('Kind').selectOption('video')
  await shows('a red kite')
  assert.equal(new URL(page.url()).search, '?q=RED&kind=video')
  await page.reload()
  await shows('a red kite')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await shows('a sunken ship', 'a red kite', 'a blue whale', 'a red fox')
  await page.getByRole('button', { name: 'Failed 1' }).click()
  await shows('a sunken ship')
  await page.getByRole('button', { name: 'Done 3' }).click()
  await shows('a sunken ship', 'a red kite', 'a blue whale', 'a red fox')
  await page.getByRole('button', { name: 'Failed 1' }).click()
  await page.getByLabel('Time').selectOption('1h')
  await page.getByLabel('Model').selectOption('sandbox')
  await shows('a red kite', 'a blue whale', 'a red fox')
  assert.equal(new URL(page.url()).search, '?status=success&within=1h&model=sandbox')
  await page.getByLabel('Time').selectOption('between')
  await page.getByLabel('To', { exact: true }).fill('2020-01-31')
  await page.getByRole('heading', { name: 'No tasks match these filters' }).waitFor()
})

test('one is cancelled and retried from its row', async (t) => {
  const { service, page } = await goOn(t)
  const id = await ask(service, { prompt: `a long wait ${FOR_EVER}`, kind: 'video' })
  await visit(page, '/tasks?q=wait')
  await row(page, 'a long wait')
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Cancel' }).click()
  await row(page, 'a long wait').getByText('Cancelled').waitFor()
  assert.equal(await ended(service, id), 'failed')
  await row(page, 'a long wait')
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Retry' }).click()
  await row(page, 'a long wait').getByText('Running').waitFor()
  assert.equal(await row(page, 'a long wait').count(), 2)
})

test('several are deleted at once, and that can be undone for a while; then they are gone for good', async (t) => {
  const { service, page } = await goOn(t)
  const ids: string[] = []
  for (const name of ['one', 'two', 'three', 'four']) ids.push(await made(service, { prompt: `picture ${name}` }))
  await visit(page, '/tasks?q=picture')
  await row(page, 'picture four').waitFor()
  await page.getByRole('checkbox', { name: 'Select picture one' }).check()
  // Shift takes all between the two.
  await page.getByRole('checkbox', { name: 'Select picture three' }).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
  await bar.getByText('3 selected').waitFor()
  await keepToasts(page)
  await bar.getByRole('button', { name: 'Delete 3' }).click()
  await row(page, 'picture two').waitFor({ state: 'detached' })
  assert.equal(await row(page, 'picture four').count(), 1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(page, 'picture two').waitFor()
  for (const id of ids) assert.equal(await statusOf(service, id), 'success')

  await row(page, 'picture two').getByRole('button', { name: 'Actions for picture two' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await row(page, 'picture two').waitFor({ state: 'detached' })
  assert.equal(await statusOf(service, ids[1] ?? ''), 'success')
  await letToastsGo(page)
  await eventually(async () => ((await statusOf(service, ids[1] ?? '')) === undefined ? true : undefined))
  assert.equal(await statusOf(service, ids[0] ?? ''), 'success')
})

test('who has scrolled is told of new tasks, and nothing moves until they ask for them', async (t) => {
  const { service, page } = await goOn(t)
  // While one is in work the list looks for news more often.
  await ask(service, { prompt: `task number 0 ${FOR_EVER}`, kind: 'video' })
  for (let number = 1; number <= 24; number++) await made(service, { prompt: `task number ${number}` })
  await visit(page, '/tasks?q=number')
  await row(page, 'task number 24').waitFor()
  await page.mouse.wheel(0, 600)
  await until(page, 'scrollY > 300')
  const place = () => row(page, 'task number 12').evaluate((element) => element.getBoundingClientRect().top)
  await row(page, 'task number 12').waitFor()
  const before = await place()
  await ask(service, { prompt: 'a newcomer, number 25' })
  const pill = page.getByRole('button', { name: '1 new' })
  await pill.waitFor()
  assert.equal(await place(), before)
  assert.equal(await row(page, 'a newcomer, number 25').count(), 0)
  await pill.click()
  await row(page, 'a newcomer, number 25').waitFor()
  assert.equal(await page.evaluate('scrollY'), 0)
})
