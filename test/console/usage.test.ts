import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { SCOPES } from '../../src/core/keys/api-key.ts'
import { PRICED, pricedModel } from '../limits/priced.ts'
import { consoleOfFile, STATE_LOOKS, openConsole } from './support.ts'
import type { TestService } from '../support/service.ts'

const openHere = consoleOfFile()

const IMAGES = '/api/ai/images/generations'

async function make(service: TestService, key: string, count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    const answer = await service.call(IMAGES, { key, json: { prompt: `picture ${made}`, model: 'sandbox' } })
    assert.equal(answer.status, 200)
  }
}

test('usage shows what was made as a chart with its table, of the own key or of all, and as CSV', async (t) => {
  const { env } = await pricedModel(t)
  const { page, service, recheckAccess } = await openConsole(t, { path: null, env })
  const other = await service.newKey({ name: 'web-shop' })
  await make(service, service.key, 2)
  await make(service, other, 3)
  await service.call(IMAGES, { json: PRICED })
  // As where a browser runs without a desktop: the language is no language tag.
  await page.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix', configurable: true })",
  )
  await page.goto(`${service.url}/usage`)
  const byModel = page.getByRole('table', { name: 'Usage by model' })
  await byModel.getByRole('row', { name: /^sandbox 2 2/ }).waitFor()
  // A key without a budget has no account: what its tasks cost is shown all the same.
  await page.getByText('$0.04 · no limit').first().waitFor()
  const chart = page.getByRole('figure', { name: /by day/ })
  await chart.locator('canvas').waitFor()
  await recheckAccess()

  await page.getByRole('radio', { name: 'All keys' }).check()
  await byModel.getByRole('row', { name: /^sandbox 5 5/ }).waitFor()
  await page.getByRole('radio', { name: 'Key', exact: true }).check()
  const byKey = page.getByRole('table', { name: 'Usage by key' })
  await byKey.getByRole('row', { name: /^web-shop 3 3/ }).waitFor()
  await byKey.getByRole('row', { name: /^test 3 3/ }).waitFor()
  await page.getByRole('radio', { name: 'Day', exact: true }).check()
  const today = new Date().toISOString().slice(0, 10)
  await page
    .getByRole('table', { name: 'Usage by day' })
    .getByRole('row', { name: new RegExp(today) })
    .waitFor()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'mediagen-usage-7-days.csv')
  const [head, ...rows] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  assert.match(head ?? '', /^day,key_id,key_name,model,kind,tasks/)
  assert.deepEqual(rows.map((row) => row.split(',')[2]).toSorted(), ['test', 'test', 'web-shop'])
})

test('a key sees its own budget and usage, and nobody else s', async (t) => {
  const limits = { perDayMicros: 5_000_000, inWork: 2 }
  const mine = { name: 'mine', scopes: ['images:write', 'tasks:read'], limits } as const
  const { page, service, recheckAccess } = await openHere(t, { path: null, key: mine })
  await make(service, service.key, 1)
  await make(service, await service.newKey({ scopes: SCOPES }), 4)
  await page.goto(`${service.url}/usage`)
  await page.getByText('$0 of $5.00').waitFor()
  await page.getByText('0 of 2').waitFor()
  await page.getByRole('row', { name: /^sandbox 1 1/ }).waitFor()
  assert.equal(await page.getByRole('radio', { name: 'All keys' }).count(), 0)
  await recheckAccess()
})

for (const { width, colorScheme } of STATE_LOOKS)
  test(`usage is readable at ${width} width in ${colorScheme}, empty and full`, async (t) => {
    const { page, service, checkAccess, shoot } = await openHere(t, { path: '/usage', width, colorScheme })
    await page.getByRole('heading', { name: 'No usage in this period' }).waitFor()
    await checkAccess()
    await shoot(`usage-empty-${width}-${colorScheme}`)
    await make(service, service.key, 3)
    await service.call(IMAGES, { json: { prompt: 'a lighthouse', model: 'diorama', size: '256x256' } })
    await page.reload()
    await page.locator('canvas').waitFor()
    await checkAccess()
    await shoot(`usage-${width}-${colorScheme}`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
  })
