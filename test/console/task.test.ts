import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { initCredentials } from '../../src/compose/credentials.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openReceiver, says, yes } from '../webhooks/receiver.ts'
import { consoleOfFile, documentOfFile, keepToasts, letToastsGo, openConsole, visit, until } from './support.ts'
import { ask, ended, made, statusOf } from './tasks-support.ts'

const openHere = consoleOfFile()

test('a task in work is followed live: its progress rises, its end brings the result, without a reload', async (t) => {
  // It stands still, so that nothing is over before it has been seen.
  const clock = manualClock(Date.now())
  const { service, page, recheckAccess } = await openConsole(t, { path: null, replacements: { clock } })
  const id = await ask(service, { prompt: 'a snail [[progress 20]] [[delay 8s]]', kind: 'video' })
  await page.goto(`${service.url}/tasks/${id}`)
  const bar = page.getByRole('progressbar', { name: 'Progress' })
  await bar.waitFor()
  const first = Number(await bar.getAttribute('aria-valuenow'))
  type Receipt = { progress: number }
  await eventuallyOn(clock, 100, async () => {
    const { progress } = (await (await service.call(`/api/ai/tasks/${id}`)).json()) as Receipt
    return progress > first ? true : undefined
  })
  await until(page, `Number(document.querySelector('[role=progressbar]')?.ariaValueNow) > ${first}`)
  await recheckAccess()
  const video = page.locator('video[aria-label="a snail [[progress 20]] [[delay 8s]]"]')
  await eventuallyOn(clock, 500, async () => ((await video.count()) > 0 ? true : undefined))
  assert.equal(await bar.count(), 0)
  assert.deepEqual(await page.locator('.stage-name').allTextContents(), ['Accepted', 'Started', 'Saved'])
})

test("another key's task, and one that never was, are not found, with what to do", async (t) => {
  const { service, page, recheckAccess } = await openHere(t, { path: null, expected: /404/ })
  const other = await service.newKey({ name: 'another' })
  const foreign = await ask(service, { prompt: 'a secret of somebody else' }, other)
  await page.goto(`${service.url}/tasks/${foreign}`)
  for (const id of [foreign, '1234567890123456789012']) {
    await visit(page, `/tasks/${id}`)
    await page.getByRole('main').getByText(id).waitFor()
    await page.getByRole('heading', { name: 'Task not found' }).waitFor()
    await page.getByText('belongs to another key').waitFor()
    assert.doesNotMatch(await page.content(), /a secret of somebody else/)
    await recheckAccess()
  }
  await visit(page, '/tasks')
  await page.getByRole('heading', { name: 'No tasks yet' }).waitFor()
})

// These go on in one document, on a service that signs what it makes.
const goOn = documentOfFile(async (file) => {
  const { chain, key } = await initCredentials(join(await temporaryFolder(file), 'credentials'), 'Example studio')
  return { env: { MEDIAGEN_CREDENTIALS: 'on', MEDIAGEN_CREDENTIALS_CERT: chain, MEDIAGEN_CREDENTIALS_KEY: key } }
})

test('a finished task shows its timeline, what was changed and chosen, its files, and the webhook that arrived', async (t) => {
  const receiver = await openReceiver(t)
  const { service, page, recheckAccess, shoot } = await goOn(t)
  const wish = { prompt: 'a paper boat', size: '1023x1000', seed: 7, webhookUrl: receiver.url }
  const id = await made(service, wish)
  await receiver.came(1)
  await visit(page, `/tasks/${id}`)
  await page.getByRole('heading', { level: 1, name: 'a paper boat' }).waitFor()
  await page.getByRole('img', { name: 'a paper boat' }).waitFor()
  const stages = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await stages.filter({ hasText: 'Webhook' }).locator('time').waitFor()
  assert.deepEqual(await stages.locator('.stage-name').allTextContents(), ['Accepted', 'Started', 'Saved', 'Webhook'])
  assert.equal(await stages.locator('time').count(), 4)
  assert.deepEqual(await page.locator('.scale-words dt').allTextContents(), ['Queued', 'Running', 'Webhook'])
  const receipt = (await (await service.call(`/api/ai/tasks/${id}`)).json()) as {
    warnings: string[]
    files: { sha256: string }[]
  }
  const asked = page.getByRole('region', { name: 'Parameters' })
  await asked.getByRole('row', { name: 'Size 1023×1000 1024×1000 changed' }).waitFor()
  await asked.getByRole('row', { name: 'Seed 7 7 as requested' }).waitFor()
  assert.deepEqual(await asked.locator('.warnings li').allTextContents(), receipt.warnings)
  assert.ok(receipt.warnings.length > 0)
  const mark = page.getByRole('region', { name: 'Files' }).getByText('Content Credentials, signed by Example studio')
  await mark.scrollIntoViewIfNeeded()
  await shoot('task-credentials')
  await page.getByRole('button', { name: 'Copy SHA-256' }).click()
  await until(
    page,
    `navigator.clipboard.readText().then((text) => text === ${JSON.stringify(receipt.files[0]?.sha256)})`,
  )
  await page.getByRole('article', { name: 'Delivery 1' }).getByText('Delivered', { exact: true }).waitFor()
  await page.getByText('Raw receipt').click()
  await page.getByRole('region', { name: 'receipt as JSON' }).getByText(`"id": "${id}"`).waitFor()
  await recheckAccess()
})

test('a failed task says why, what to do, and leads to the list of errors', async (t) => {
  const { service, page, recheckAccess } = await goOn(t)
  const id = await made(service, { prompt: 'a sunken ship [[fail content_policy_violation]]' })
  await visit(page, `/tasks/${id}`)
  const failure = page.getByRole('region', { name: 'Why it failed' })
  await failure.getByText('The sandbox was told to fail with content_policy_violation.').waitFor()
  await failure.getByText('What to do: Change the prompt or the reference images').waitFor()
  assert.equal(await failure.getByRole('link', { name: 'About this error' }).getAttribute('href'), '/docs#errors')
  assert.deepEqual(await page.locator('.stage-name').allTextContents(), ['Accepted', 'Started', 'Failed'])
  await recheckAccess()
})

test('a task is cancelled, retried and deleted from its page', async (t) => {
  const { service, page } = await goOn(t)
  const id = await ask(service, { prompt: 'a long wait [[delay 60m]]', kind: 'video' })
  await visit(page, `/tasks/${id}`)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Cancelled' }).waitFor()
  assert.equal(await ended(service, id), 'failed')
  const retries: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/retry') && retries.push(request.url())))
  // The second half of a double click makes no second task.
  await page.getByRole('button', { name: 'Retry' }).dblclick()
  await page.waitForURL((url) => url.pathname.startsWith('/tasks/') && !url.pathname.endsWith(id))
  assert.equal(retries.length, 1)
  const second = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.getByRole('button', { name: 'Cancel' }).click()
  await keepToasts(page)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/tasks')
  const rows = page.getByRole('link', { name: 'a long wait' })
  await rows.waitFor()
  assert.equal(await rows.count(), 1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await rows.nth(1).waitFor()
  await letToastsGo(page)
  assert.equal(await statusOf(service, second), 'failed')
})

test('a webhook that was given up, or refused, is sent again from the page of its task', async (t) => {
  const receiver = await openReceiver(t, says(410, {}, 'moved away'))
  const { service, page, recheckAccess } = await goOn(t)
  const id = await made(service, { prompt: 'a letter', webhookUrl: receiver.url })
  await receiver.came(1)
  await visit(page, `/tasks/${id}`)
  const delivery = page.getByRole('article', { name: 'Delivery 1' })
  await delivery.getByText('Failed', { exact: true }).waitFor()
  await delivery.getByText('Response').first().click()
  await delivery.getByText('moved away').first().waitFor()
  await recheckAccess()
  receiver.answer(yes)
  await delivery.getByRole('button', { name: 'Resend' }).click()
  await delivery.getByText('Delivered', { exact: true }).waitFor()
  assert.equal(receiver.arrivals.length, 2)
})

test('a long prompt is cut after three lines, and shown whole to who asks', async (t) => {
  const { service, page, recheckAccess } = await goOn(t)
  const short = await made(service, { prompt: 'a paper boat' })
  const long = await made(service, { prompt: 'a prompt that is longer than any line, '.repeat(20) })
  await visit(page, `/tasks/${long}`)
  const heading = page.getByRole('heading', { level: 1, name: /^a prompt that is longer/ })
  await heading.waitFor()
  const height = async () => (await heading.boundingBox())?.height ?? 0
  const cut = await height()
  await page.getByRole('button', { name: 'Show all', expanded: false }).click()
  await page.getByRole('button', { name: 'Show less', expanded: true }).waitFor()
  assert.ok((await height()) > cut)
  await recheckAccess()
  await page.getByRole('button', { name: 'Show less' }).click()
  await page.getByRole('button', { name: 'Show all' }).waitFor()
  assert.equal(await height(), cut)
  await page.goto(`${service.url}/gallery?view=${long}`)
  await page.getByRole('dialog', { name: 'Result' }).getByRole('button', { name: 'Show all' }).waitFor()
  await visit(page, `/tasks/${short}`)
  await page.getByRole('heading', { level: 1, name: 'a paper boat' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Show all' }).count(), 0)
})
