import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS } from '../../src/core/errors.ts'
import { IS_LONG } from '../support/long.ts'
import { serviceOfFile } from '../support/service.ts'
import { keysOf } from './keys-alone.ts'
import { ensureBuilt, openConsole, STATE_LOOKS } from './support.ts'

const openHere = serviceOfFile({ env: { MEDIAGEN_AUTOMATIC1111: 'on' } })

// The others are drawn by the same code.
const FURTHER = IS_LONG
  ? ([
      ['Automatic1111', '/txt2img'],
      ['mediagen', '/api/ai/me'],
    ] as const)
  : []

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
    // And what the service sends by itself.
    await page.locator('.endpoint').nth(operations).waitFor()
    const shown = new Set(await page.locator('.endpoint-path').allTextContents())
    for (const path of Object.keys(paths)) assert.ok(shown.has(path), path)
    const groups = await page.locator('.reference-group').allTextContents()
    const headings = await page.locator('.reference-section h2').allTextContents()
    assert.deepEqual(groups, headings, 'the side list has the order of the page')
    await page.locator('#errors tr td').first().waitFor()
    const codes = await page.locator('#errors tr td:first-child').allInnerTexts()
    assert.deepEqual(codes, Object.keys(ERRORS))
    // Who is not signed in has a way to be.
    assert.equal(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href'), '/')
    await shoot(`docs-${width}-${colorScheme}`)
    const ink = await page.evaluate<string>('getComputedStyle(document.body).color')
    assert.equal(ink, colorScheme === 'light' ? 'rgb(30, 28, 25)' : 'rgb(237, 234, 228)')
    await page.getByRole('button', { name: 'post Create a video' }).click()
    await page.getByRole('heading', { name: 'Responses' }).waitFor()
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
  const first = page.locator('.endpoint').first()
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
  await page.locator('#endpoint-createVideo').getByRole('button', { name: 'Try it' }).waitFor()
  assert.equal(new URL(page.url()).hash, '#/Videos/createVideo')
  await shoot('docs-endpoints')
  await endpoints.getByRole('link').last().focus()
  const { press, tabTo } = keysOf(page)
  await tabTo(first.getByRole('button').first())
  await press('Enter')
  await tabTo(first.getByRole('button', { name: 'Try it' }))

  const operation = page.locator('#endpoint-listModels')
  await operation.getByRole('button', { name: 'get List' }).click()
  await operation.getByRole('button', { name: 'Try it' }).click()
  await operation.getByRole('button', { name: 'Send' }).click()
  const response = operation.getByRole('region', { name: 'Response', exact: true })
  await response.getByText('200').waitFor()
  await response.getByText('sandbox').first().waitFor()
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
