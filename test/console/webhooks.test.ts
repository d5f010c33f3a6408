import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Mediagen } from '@mediagen/client'
import { eventually } from '../support/eventually.ts'
import type { TestService } from '../support/service.ts'
import { openReceiver, says } from '../webhooks/receiver.ts'
import { consoleOfFile, documentOfFile, keepToasts, STATE_LOOKS, until } from './support.ts'

const openHere = consoleOfFile()

async function announce(service: TestService, webhookUrl: string, key = service.key): Promise<void> {
  const json = { prompt: 'a boat', model: 'sandbox', webhookUrl }
  assert.equal((await service.call('/api/ai/videos', { key, json })).status, 200)
}

async function waitForDeliveries(service: TestService, wanted: Record<string, number>): Promise<void> {
  await eventually(async () => {
    const answer = await service.call('/api/ai/webhooks/deliveries')
    const { data } = (await answer.json()) as { data: { status: string }[] }
    const isThere = Object.entries(wanted).every(
      ([status, count]) => data.filter((each) => each.status === status).length >= count,
    )
    return isThere ? true : undefined
  })
}

test('before the first delivery there is a way to a sample; all that was missed later is sent again, after its number was told, counted anew for each question', async (t) => {
  const receiver = await openReceiver(t)
  const { page, service, checkAccess, recheckAccess, shoot } = await openHere(t, { path: '/webhooks' })
  await page.getByRole('heading', { name: 'No deliveries in the last 7 days' }).waitFor()
  // Nothing to choose from yet: a request to paste, and the way to a sample.
  assert.equal(await page.getByRole('radio', { name: 'Failed' }).count(), 0)
  await page.getByRole('region', { name: 'the command' }).getByText('"webhookUrl"').waitFor()
  await page.getByRole('button', { name: 'Send a sample' }).click()
  await page.getByRole('heading', { name: 'Send a sample' }).waitFor()
  await page.getByRole('tab', { name: 'Deliveries' }).click()
  await recheckAccess()
  await shoot('webhooks-empty')
  receiver.answer(says(410))
  await announce(service, receiver.url)
  await waitForDeliveries(service, { dead: 1 })
  await page.getByRole('button', { name: 'Resend failed…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resend failed' })
  await dialog.getByText('1 not delivered.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  for (let count = 0; count < 2; count++) await announce(service, receiver.url)
  await waitForDeliveries(service, { dead: 3 })
  receiver.answer(says(204))
  await announce(service, receiver.url)
  await waitForDeliveries(service, { delivered: 1 })
  await page.getByRole('button', { name: 'Resend failed…' }).click()
  await dialog.getByText('3 not delivered.').waitFor()
  await checkAccess()
  await shoot('webhooks-recover')
  await keepToasts(page)
  await dialog.getByRole('button', { name: 'Resend 3' }).click()
  await page.getByText('Resending 3 webhooks.').waitFor()
  await waitForDeliveries(service, { delivered: 4 })
  await page.getByRole('button', { name: 'Resend failed…' }).click()
  await dialog.getByText('All webhooks were delivered.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Failed' }).check()
  await page.getByRole('heading', { name: 'No match' }).waitFor()
  await page.getByRole('radio', { name: 'Delivered' }).check()
  await page
    .getByRole('row', { name: /Delivered.*204/ })
    .first()
    .waitFor()
})

test('a key that only reads sees deliveries, and nothing that changes them', async (t) => {
  const receiver = await openReceiver(t)
  const reader = { name: 'reader', scopes: ['tasks:read', 'videos:write'] } as const
  const { page, service, recheckAccess } = await openHere(t, { path: null, key: reader })
  await announce(service, receiver.url)
  await page.goto(`${service.url}/webhooks`)
  await page.getByRole('button', { name: /Open delivery/ }).click()
  await page.getByText('"task_result"').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Resend' }).count(), 0)
  await page.keyboard.press('Escape')
  assert.equal(await page.getByRole('button', { name: 'Resend failed…' }).count(), 0)
  await page.getByRole('tab', { name: 'Receiving' }).click()
  await page.getByRole('region', { name: 'Verify' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Reveal' }).count(), 0)
  await recheckAccess()
})

// These go on in one document.
const goOn = documentOfFile()

/** The page as it begins, by way of another. */
async function openWebhooks(t: TestContext, wanted: Parameters<typeof goOn>[2] = {}) {
  const { page } = await goOn(t, '/usage', wanted)
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor()
  return goOn(t, '/webhooks', wanted)
}

test('a delivery shows its request, attempts and answers, and is sent again', async (t) => {
  const receiver = await openReceiver(t)
  const { page, service, recheckAccess, shoot } = await goOn(t)
  receiver.answer(says(410, {}, 'gone for good'))
  await announce(service, receiver.url)
  await waitForDeliveries(service, { dead: 1 })
  await openWebhooks(t)
  const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: /Failed.*410 in \d+ ms/ })
  await row
    .first()
    .getByRole('button', { name: /Open delivery/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Delivery' })
  await dialog.getByText('"object": "task_result"').waitFor()
  await dialog.getByText('gone for good').waitFor()
  await recheckAccess()
  await shoot('webhooks-delivery')

  receiver.answer(says(200, {}, 'thank you'))
  await dialog.getByRole('button', { name: 'Resend' }).click()
  await dialog.getByText('thank you').waitFor()
  await dialog.getByText('Delivered', { exact: true }).waitFor()
  await recheckAccess()
  assert.equal(receiver.arrivals.length, 2)
  const [first, second] = receiver.arrivals
  assert.equal(first?.body, second?.body)
  assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id'])
  await page.keyboard.press('Escape')
})

test('the secret is hidden until it is revealed, and rotating it leaves the old one signing beside it', async (t) => {
  const receiver = await openReceiver(t)
  const expected = /status of 400 .*webhooks\/test/
  const { page, service, recheckAccess, shoot } = await openWebhooks(t, { expected })
  await page.getByRole('tab', { name: 'Receiving' }).click()
  const panel = page.getByRole('region', { name: 'Secret' })
  const secrets = async (): Promise<string[]> =>
    (await panel.locator('code').allInnerTexts()).filter((each) => !each.includes('•'))
  assert.deepEqual(await secrets(), [])
  await panel.getByRole('button', { name: 'Reveal' }).click()
  await panel.getByText('current').waitFor()
  const [before = ''] = await secrets()
  assert.match(before, /^whsec_/)
  await panel.getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('alertdialog').getByText('keeps signing for another 24 hours').waitFor()
  await recheckAccess()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate' }).click()
  await panel.getByText(/previous, signs until/).waitFor()
  const [now = '', former] = await secrets()
  assert.notEqual(now, before)
  assert.equal(former, before)
  await recheckAccess()
  await shoot('webhooks-secret')

  const sender = page.getByRole('region', { name: 'Send a sample' })
  await sender.getByLabel('URL').fill('not an address')
  await page.keyboard.press('Enter')
  await sender.getByText(/http/).waitFor()
  await recheckAccess()
  receiver.answer(says(200, {}, 'got it'))
  await sender.getByLabel('URL').fill(receiver.url)
  await page.keyboard.press('Enter')
  await sender.getByText('Received').waitFor()
  await sender.getByText('got it').waitFor()
  const [{ headers, body } = assert.fail()] = receiver.arrivals
  for (const secret of [now, before]) {
    const client = new Mediagen({ baseURL: service.url, apiKey: service.key })
    const event = await client.webhooks.unwrap({ body, headers }, { secret })
    assert.equal(event.object, 'task_result')
  }
  await panel.getByRole('button', { name: 'Hide' }).click()
  assert.deepEqual(await secrets(), [])
})

test('verifiers of the guide can be copied in four languages', async (t) => {
  const { page } = await openWebhooks(t)
  await page.getByRole('tab', { name: 'Receiving' }).click()
  const panel = page.getByRole('region', { name: 'Verify' })
  const tabs = await panel.getByRole('tab').allInnerTexts()
  assert.deepEqual(tabs, ['Node', 'Node (no library)', 'Python', 'Go', 'PHP'])
  for (const [name, part] of [
    ['Python', 'def is_genuine'],
    ['Go', 'func isGenuine'],
    ['PHP', 'function is_genuine'],
  ] as const) {
    await panel.getByRole('tab', { name }).click()
    await panel.getByRole('button', { name: `Copy the verifier in ${name}` }).click()
    await until(page, `navigator.clipboard.readText().then((text) => text.includes(${JSON.stringify(part)}))`)
  }
})

for (const { width, colorScheme } of STATE_LOOKS)
  test(`webhooks are readable at ${width} width in ${colorScheme}`, async (t) => {
    const receiver = await openReceiver(t)
    const { service } = await goOn(t)
    await announce(service, receiver.url)
    await waitForDeliveries(service, { delivered: 1 })
    receiver.answer(says(410, {}, 'gone for good'))
    await announce(service, receiver.url)
    await waitForDeliveries(service, { dead: 1 })
    const { page, checkAccess, shoot } = await openWebhooks(t, { width, colorScheme })
    // What was not asked for before is not waited for.
    await page.getByLabel('Time').selectOption('all')
    await page
      .getByRole('row', { name: /Failed/ })
      .first()
      .waitFor()
    await checkAccess()
    await shoot(`webhooks-${width}-${colorScheme}`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
    await page
      .getByRole('button', { name: /Open delivery/ })
      .first()
      .click()
    await page.getByText('"task_result"').waitFor()
    await checkAccess()
    await shoot(`webhooks-delivery-${width}-${colorScheme}`)
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Receiving' }).click()
    await page.getByRole('region', { name: 'Verify' }).waitFor()
    await checkAccess()
    await shoot(`webhooks-receiving-${width}-${colorScheme}`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
  })
