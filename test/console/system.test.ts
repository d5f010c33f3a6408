import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventOf } from '../../src/core/service-event.ts'
import type { Store } from '../../src/ports/store.ts'
import { aKey } from '../contracts/build.ts'
import { refusal } from '../support/uploads.ts'
import { openHub, serve } from '../weights/hostile-hub.ts'
import { documentOfFile, STATE_LOOKS, visit, until } from './support.ts'

// These go on in one document, on a service that has a past.
const openHere = documentOfFile(async (file) => {
  hub = await openHub(file, serve(WEIGHTS))
  return { env: { MEDIAGEN_MODELS_MIRROR: hub.url }, replacements: { beforeListening: raisePast } }
})
const WEIGHTS = Buffer.alloc(50_000, 5)
let hub: Awaited<ReturnType<typeof openHub>> | undefined

/** What happened a minute ago: an engine failed and came back, and a key came to the end of its budget and its time. */
async function raisePast(store: Store): Promise<void> {
  const at = Date.now()
  const engine = { subject: 'engine/gpus', keyId: null, project: null } as const
  const events = [
    { event: 'engine.down', ...engine, data: { engine: 'gpus', reason: 'away', process: 'a' } },
    { event: 'engine.up', ...engine, data: { engine: 'gpus', process: 'a' } },
    ...[50, 80, 100].map((percent) => ({
      event: 'budget.reached' as const,
      subject: 'key/shop',
      keyId: 'shop',
      project: null,
      data: { period: 'day', begins: '2026-11-18', percent, limitUsd: 10, spentUsd: percent / 10 },
    })),
    {
      event: 'key.expiring',
      subject: 'key/shop',
      keyId: 'shop',
      project: null,
      data: { expiresAt: 'tomorrow', days: 1 },
    },
  ] as const
  await store.keys.insert(aKey('shop', { name: 'shop' }))
  await store.events.raise(
    events.map((event, n) => eventOf({ cause: `cause ${n}`, ...event, createdAt: at - 60_000 + n })),
  )
}

const IMAGES = '/api/ai/images/generations'

test('an engine is paused with a reason and resumed, and the trail says who did it', async (t) => {
  const { page, service, checkAccess, recheckAccess, shoot } = await openHere(t, '/system')
  const engines = page.getByRole('table', { name: 'Engines' })
  await engines.getByRole('button', { name: 'Pause sandbox' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause sandbox' })
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click()
  await dialog.getByText('Enter a reason').waitFor()
  await dialog.getByLabel('Reason').fill('The provider bills twice.')
  await checkAccess()
  await shoot('system-pause')
  await page.keyboard.press('Enter')
  await engines.getByRole('row', { name: /sandbox.*Paused.*The provider bills twice.*test/ }).waitFor()
  await recheckAccess()
  await shoot('system-paused')
  const refused = await service.call(IMAGES, { json: { prompt: 'a boat', model: 'sandbox' } })
  assert.equal((await refusal(refused)).code, 'provider_unavailable')

  await engines.getByRole('button', { name: 'Resume sandbox' }).click()
  await engines.getByRole('button', { name: 'Pause sandbox' }).waitFor()
  assert.equal((await service.call(IMAGES, { json: { prompt: 'a boat', model: 'sandbox' } })).status, 200)

  await page.getByRole('link', { name: 'Keys' }).click()
  await page.getByRole('tab', { name: 'Audit log' }).click()
  const trail = page.getByRole('table', { name: 'Audit log' })
  await trail.getByRole('row', { name: /test Pause engine sandbox.*The provider bills twice/ }).waitFor()
  await trail.getByRole('row', { name: /test Resume engine sandbox/ }).waitFor()
  await recheckAccess()
})

test('events stand on the system page in a sentence each, with what stops work in red', async (t) => {
  const { page, checkAccess, shoot } = await openHere(t, '/system')
  const table = page.getByRole('table', { name: 'Events' })
  await table
    .getByRole('row', { name: /The API key 'shop' has reached 80% of its budget for the day: \$8\.00 of \$10\.00/ })
    .waitFor()
  assert.equal(await table.locator('tbody tr').count(), 5)
  await page.getByRole('button', { name: 'Show older' }).click()
  await table.getByRole('row', { name: /The engine 'gpus' failed to start jobs \(away\)/ }).waitFor()
  const marked = async (kind: string): Promise<string[]> => table.locator(`.badge.${kind}`).allTextContents()
  assert.deepEqual(
    [await marked('bad'), await marked('warn'), await marked('good')],
    [['Budget', 'Engine down'], ['Key expiring', 'Budget', 'Budget'], ['Engine up']],
  )
  await checkAccess()
  await shoot('system-events')
})

test('the system page counts what waits and what is in work, by itself', async (t) => {
  const { page, service } = await openHere(t, '/system')
  const row = page.getByRole('table', { name: 'Engines' }).getByRole('row', { name: /^sandbox/ })
  await row.waitFor()
  const before = await page.getByRole('heading', { name: 'Workers' }).boundingBox()
  await service.call('/api/ai/videos', { json: { prompt: '[[delay 60s]] slow', model: 'sandbox' } })
  await row.getByText('1', { exact: true }).waitFor()
  const after = await page.getByRole('heading', { name: 'Workers' }).boundingBox()
  assert.deepEqual(after, before, 'nothing moved')
  await page.getByText('Ready for work').waitFor()
  await page.getByText('SQLite').waitFor()
})

test('a local model is added with consent, watched, stopped, added again and removed', async (t) => {
  const { page, checkAccess, recheckAccess, shoot } = await openHere(t, '/models')
  assert.ok(hub !== undefined)
  hub.next = [serve(WEIGHTS, { stallsAfter: 20_000 })]
  const models = page.getByRole('table', { name: 'Local models' })
  // What is on, and what a variable turns on.
  await page
    .getByRole('table', { name: 'Available' })
    .getByRole('row', { name: /sandbox.*videos.*Free.*Ready/ })
    .waitFor()
  // The page has its length only now, and the part that the link leads to.
  await page.getByText('Add a neural model').waitFor()
  await page.getByRole('link', { name: 'On this machine' }).click()
  assert.equal(new URL(page.url()).hash, '#on-this-machine')
  await until(page, 'scrollY > 0')
  const fal = page
    .getByRole('list', { name: 'Turn on a provider' })
    .getByRole('listitem')
    .filter({ hasText: 'fal-flux-dev' })
  await fal.getByRole('button', { name: 'Copy FAL_KEY' }).click()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'FAL_KEY=')
  await models.getByRole('row', { name: /klein.*Apache-2\.0.*5\.3 GB.*6\.1 GB.*about \d+/ }).waitFor()
  await models.getByRole('row', { name: /z-image.*Does not run yet: it needs sd-server/ }).waitFor()
  await recheckAccess()
  await shoot('models-local')

  await models.getByRole('button', { name: 'Add sd-turbo' }).click()
  const licensed = page.getByRole('dialog', { name: 'Add SD-Turbo' })
  await licensed.getByRole('button', { name: 'Download' }).click()
  await licensed.getByText('Read the Stability AI Community License and accept it first.').waitFor()
  await licensed.getByLabel('I accept the Stability AI Community License').check()
  await licensed.getByText('about 3 minutes at 10 MB/s (estimate)').waitFor()
  await checkAccess()
  await shoot('models-add')
  await page.keyboard.press('Escape')

  const add = async (): Promise<void> => {
    await models.getByRole('button', { name: 'Add moderate' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Open NSFW' })
    await dialog.getByLabel('Accept files without a known checksum').check()
    await dialog.getByRole('button', { name: 'Download' }).click()
  }
  await add()
  await models.getByRole('progressbar', { name: 'Download of moderate' }).waitFor()
  await models.getByRole('row', { name: /moderate.*20 kB/ }).waitFor()
  await models.getByRole('button', { name: 'Stop moderate' }).click()
  await page.getByRole('button', { name: 'Stop download' }).click()
  await add()
  await models.getByRole('row', { name: /moderate.*Ready/ }).waitFor()
  assert.deepEqual(
    hub.asked.map(({ range }) => range),
    [undefined, 'bytes=20000-'],
  )
  await models.getByRole('button', { name: 'Remove moderate' }).click()
  await page.getByRole('button', { name: 'Remove model' }).click()
  await models.getByRole('button', { name: 'Add moderate' }).waitFor()
})

// Of each row: the lines of its cells, and the left edge of its buttons.
const TEXT_UNDER_BUTTONS = `[...document.querySelectorAll('tr:has(.row-actions)')].filter((row) => {
  const buttons = row.querySelector('.row-actions').getBoundingClientRect()
  const cells = [...row.querySelectorAll('td:not(:has(.row-actions))')]
  const lines = cells.flatMap((cell) => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    return [...range.getClientRects()]
  })
  return buttons.width > 0 && lines.some(({ right }) => right > buttons.left - 8)
}).length`

for (const { width, colorScheme } of STATE_LOOKS)
  test(`the system and the models are readable at ${width} width in ${colorScheme}`, async (t) => {
    const { page, service, checkAccess, shoot } = await openHere(t, '/system', { width, colorScheme })
    const reason = 'The provider bills each of its results twice until somebody there answers.'
    await service.call('/api/ai/admin/engines/sandbox/pause', { json: { reason } })
    await page.getByText(reason).waitFor()
    await page.getByRole('table', { name: 'Workers' }).waitFor()
    await page.getByText('Ready for work').waitFor()
    await checkAccess()
    await shoot(`system-${width}-${colorScheme}`)
    assert.equal(await page.evaluate(TEXT_UNDER_BUTTONS), 0, 'no text runs up to or under the buttons of its row')
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
    await visit(page, '/models')
    await page.getByRole('table', { name: 'Local models' }).waitFor()
    await page.getByRole('list', { name: 'Turn on a provider' }).waitFor()
    await checkAccess()
    await shoot(`models-${width}-${colorScheme}`)
    assert.equal(await page.evaluate(TEXT_UNDER_BUTTONS), 0)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
  })
