import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS } from '../../src/core/errors.ts'
import { IS_LONG } from '../support/long.ts'
import { serviceOfFile } from '../support/service.ts'
import { keysOf } from './keys-alone.ts'
import { ensureBuilt, openConsole, STATE_LOOKS } from './support.ts'

const openHere = serviceOfFile({ env: { MEDIAGEN_AUTOMATIC1111: 'on' } })

// The others are drawn by the same code, and the native one takes seconds.
const FURTHER = IS_LONG
  ? ([
      ['Automatic1111', '/txt2img'],
      ['mediagen', '/api/ai/me'],
    ] as const)
  : []

// To open one draws the whole page again, and all that its answers and webhooks hold: the largest of them takes seconds.
const OPENED = IS_LONG ? '#operations-Videos-createVideo' : '#operations-Webhooks-testWebhook'

// The page of all operations is the dearest of all pages, so each visit looks at many things.
for (const { width, colorScheme } of STATE_LOOKS)
  test(`the interface is shown at /docs without a key, from our own files alone, and reads well at ${width} width in ${colorScheme}`, async (t) => {
    const look = { width, colorScheme, signedInWith: null, path: null }
    const { page, service, checkAccess, shoot } = await openConsole(t, { ...look, service: await openHere() })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${service.url}/docs`)
    await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor()
    const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>
    }
    const operations = Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0)
    await page
      .locator('.opblock')
      .nth(operations - 1)
      .waitFor()
    const shown = await page.locator('.opblock-summary-path').allInnerTexts()
    const plain = new Set(shown.map((each) => each.replaceAll(/[\s\u200B]/g, '')))
    for (const path of Object.keys(paths)) assert.ok(plain.has(path), path)
    const groups = await page.locator('.reference-group').allTextContents()
    const headings = await page.evaluate(
      "[...document.querySelectorAll('.opblock-tag')].map(({ dataset }) => dataset.tag)",
    )
    assert.deepEqual(groups, headings, 'the side list has the order of the page')
    await page.locator('#errors tr td').first().waitFor()
    const codes = await page.locator('#errors tr td:first-child').allInnerTexts()
    assert.deepEqual(codes, Object.keys(ERRORS))
    // Who is not signed in has a way to be.
    assert.equal(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href'), '/')
    await shoot(`docs-${width}-${colorScheme}`)
    const ink = await page.evaluate<string>('getComputedStyle(document.body).color')
    assert.equal(ink, colorScheme === 'light' ? 'rgb(30, 28, 25)' : 'rgb(237, 234, 228)')
    const operation = page.locator(OPENED)
    await operation.getByRole('button').first().click()
    await operation.getByRole('heading', { name: 'Responses' }).waitFor()
    await shoot(`docs-open-${width}-${colorScheme}`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
    await checkAccess()
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(`${service.url}/`) && !/^(?:data|blob):/.test(url)),
      [],
      'what was asked for elsewhere',
    )
  })

test('an operation is opened at /docs by keyboard alone and tried with the key of this browser; other interfaces have their place', async (t) => {
  const { page, service, shoot } = await openConsole(t, { path: '/docs?of=OpenAI', service: await openHere() })
  const first = page.locator('.opblock').first()
  await first.waitFor()
  // In the frame of the console, with all endpoints at its side.
  assert.equal(
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'API reference' })
      .getAttribute('aria-current'),
    'page',
  )
  const endpoints = page.getByRole('navigation', { name: 'Endpoints' })
  await endpoints.getByRole('link', { name: 'post Create a video', exact: true }).click()
  await page.locator('#operations-Videos-createVideo').getByRole('button', { name: 'Try it out' }).waitFor()
  assert.equal(new URL(page.url()).hash, '#/Videos/createVideo')
  await shoot('docs-endpoints')
  await endpoints.getByRole('link').last().focus()
  const { press, tabTo } = keysOf(page)
  await tabTo(first.getByRole('button').first())
  await press('Enter')
  await first.getByRole('button', { name: 'Try it out' }).waitFor()
  await tabTo(first.getByRole('button', { name: 'Try it out' }))

  const operation = page.locator('#operations-Models-listModels')
  await operation.getByRole('button', { name: /get/i }).first().click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  await operation.locator('.live-responses-table').getByText('200').first().waitFor()
  await operation.locator('.live-responses-table').getByText('sandbox').first().waitFor()
  await operation.getByText('Bearer $MEDIAGEN_API_KEY').first().waitFor()
  assert.ok(!(await page.content()).includes(service.key), 'the key is nowhere on the page')
  await shoot('docs-tried')

  const documents = page.getByRole('navigation', { name: 'Documents' })
  assert.deepEqual(await documents.getByRole('link').allInnerTexts(), ['mediagen', 'OpenAI', 'Automatic1111'])
  const current = documents.locator('[aria-current=page]')
  assert.equal(await current.innerText(), 'OpenAI')
  for (const [name, words] of FURTHER) {
    await documents.getByRole('link', { name }).click()
    await page.getByText(words).first().waitFor()
    assert.equal(await current.innerText(), name)
  }
})

test('who runs no script is led to the document itself', async () => {
  ensureBuilt()
  const service = await openHere()
  const page = await (await fetch(`${service.url}/docs`)).text()
  assert.match(page, /<noscript>[^]*href="\/openapi\.json"[^]*<\/noscript>/)
})
