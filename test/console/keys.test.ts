import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { LIMIT_FIELDS } from '../../packages/console/src/pages/keys/limit-fields.ts'
import { LIMIT_NAMES, LIMIT_RULES } from '../../src/core/money/limits.ts'
import { manualClock } from '../support/manual-clock.ts'
import { refusal } from '../support/uploads.ts'
import { consoleOfFile, STATE_LOOKS, openConsole, until } from './support.ts'

const openHere = consoleOfFile()

const IMAGES = '/api/ai/images/generations'
const PICTURE = { prompt: 'a boat', model: 'sandbox' }

test('the form for keys has the bounds of the interface', () => {
  const shown = LIMIT_NAMES.map((name) => {
    const { shown: label, least, most, scale } = LIMIT_RULES[name]
    return { name: label, least, most, usd: scale !== 1 }
  })
  assert.deepEqual(
    LIMIT_FIELDS.map(({ name, least, most, usd }) => ({ name, least, most, usd })),
    shown,
  )
})

/** What a dialog shows once, as it is copied. */
async function copied(page: Page, label: string): Promise<string> {
  const shown = await page.getByRole('region', { name: label }).innerText()
  await page.getByRole('button', { name: `Copy ${label}` }).click()
  await until(page, `navigator.clipboard.readText().then((text) => text === ${JSON.stringify(shown)})`)
  return shown
}

async function choose(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('a key is made, shown once, works, is limited, rotated and revoked, and the trail says who did it', async (t) => {
  // It stands still: what may be made each minute is not given anew on the way.
  const clock = manualClock(Date.now())
  const { page, service, checkAccess, recheckAccess, shoot } = await openConsole(t, {
    path: '/keys',
    replacements: { clock },
  })
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('Enter a name that says who uses the key.').waitFor()
  await dialog.getByLabel('Name').fill('shop')
  await dialog.getByLabel('Requests per minute (create)').fill('0')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('Enter a whole number from 1 to 1,000,000').waitFor()
  await recheckAccess()
  await shoot('keys-form')
  await dialog.getByLabel('Requests per minute (create)').fill('')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('dialog', { name: 'Key shop' }).waitFor()
  // Nothing but its button closes it.
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  const text = await copied(page, 'API key')
  assert.match(text, /^mg_\w{40,}$/)
  assert.match(await copied(page, 'Webhook secret'), /^whsec_/)
  await checkAccess()
  await shoot('keys-shown-once')
  assert.equal(await dialog.getByRole('button', { name: 'Close' }).count(), 0)
  await page.getByRole('button', { name: 'Done, I saved it' }).press('Enter')
  await page.getByRole('row', { name: /^shop/ }).waitFor()
  assert.ok(!(await page.content()).includes(text), 'the text is nowhere on the page any more')
  assert.equal((await service.call(IMAGES, { key: text, json: PICTURE })).status, 200)
  await page.getByRole('row', { name: /^shop .*\$0/ }).waitFor()

  await choose(page, 'shop', 'Edit')
  await dialog.getByLabel('Daily budget (USD)').fill('0.0000001')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('at most six decimals').waitFor()
  await dialog.getByLabel('Daily budget (USD)').fill('2.5')
  await dialog.getByLabel('Requests per minute (create)').fill('1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /shop.*1 request\/min \(create\) \$2\.50 a day/ }).waitFor()
  await service.call(IMAGES, { key: text, json: PICTURE })
  const refused = await service.call(IMAGES, { key: text, json: PICTURE })
  assert.equal((await refusal(refused)).code, 'rate_limit_exceeded')

  await choose(page, 'shop', 'Rotate')
  await dialog.getByLabel('The old key works for').selectOption('No time (the old key has leaked)')
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('dialog', { name: 'New key for shop' }).waitFor()
  const second = await copied(page, 'API key')
  await page.getByRole('button', { name: 'Done, I saved it' }).click()
  const me = async (key: string): Promise<number> => (await service.call('/api/ai/me', { key })).status
  assert.deepEqual([await me(text), await me(second)], [401, 200])

  await choose(page, 'shop', 'Revoke')
  await page.getByRole('alertdialog').waitFor()
  await recheckAccess()
  await shoot('keys-revoke')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('row', { name: /shop.*revoked.*Revoked/ }).waitFor()
  assert.equal(await me(second), 401)

  await choose(page, 'shop', 'Audit log')
  const trail = page.getByRole('table', { name: 'Audit log' })
  for (const action of ['Create', 'Edit', 'Rotate', 'Revoke'])
    await trail.getByRole('row', { name: new RegExp(`test ${action} shop`) }).waitFor()
  assert.equal(await trail.getByRole('row').count(), 5)
  // Amounts are dollars, and what is made is not named twice.
  await trail.getByRole('row', { name: /Edit shop .*Daily budget \$2\.50/ }).waitFor()
  assert.equal(await trail.getByText('Name', { exact: true }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'New key' }).count(), 0)
  await recheckAccess()
  await shoot('keys-audit')
})

for (const { width, colorScheme } of STATE_LOOKS)
  test(`keys are readable at ${width} width in ${colorScheme}`, async (t) => {
    const { page, service, checkAccess, shoot } = await openHere(t, { path: null, width, colorScheme })
    const limits = {
      createsPerMinute: 60,
      inWork: 4,
      waiting: 100,
      perDayMicros: 5_000_000,
      perMonthMicros: 50_000_000,
    }
    await service.newKey({ name: 'Web shop, pictures of products', models: ['sandbox', 'diorama'] })
    await service.newKey({ name: 'mobile-app', scopes: ['images:write', 'tasks:read'] })
    const { data } = (await (await service.call('/api/ai/admin/keys')).json()) as { data: { id: string }[] }
    const { perDayMicros, perMonthMicros, ...rest } = limits
    const shown = { ...rest, perDayUsd: perDayMicros / 1e6, perMonthUsd: perMonthMicros / 1e6 }
    await service.call(`/api/ai/admin/keys/${data[0]?.id}`, { method: 'PATCH', json: { limits: shown } })
    await page.goto(`${service.url}/keys`)
    await page.getByRole('row', { name: /mobile-app/ }).waitFor()
    await checkAccess()
    await shoot(`keys-${width}-${colorScheme}`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('dialog').getByLabel('Limit each end user').check()
    await checkAccess()
    await shoot(`keys-form-${width}-${colorScheme}`)
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Audit log' }).click()
    await page.getByRole('row', { name: /Edit/ }).waitFor()
    await checkAccess()
    await shoot(`keys-audit-${width}-${colorScheme}`)
  })
