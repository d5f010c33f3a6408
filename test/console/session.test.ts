import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Dialog, Page } from 'playwright-core'
import type { NewKey } from '../../src/actions/keys/create-key.ts'
import { SCOPES } from '../../src/core/keys/api-key.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'
import { sharedBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openService } from '../support/service.ts'
import { becomesFocused, keysOf } from './keys-alone.ts'
import { documentOfFile, ensureBuilt, openConsole, openPage, visit } from './support.ts'

// What a browser says of requests that nobody answers, pieces of pages among them.
const AWAY = /Failed to (?:load resource|fetch dynamically)|ERR_(?:CONNECTION|INTERNET)|status of 50\d|preload/

const MAIN = resolve(import.meta.dirname, '../../src/main.ts')

test('from a fresh start the printed link leads to the first picture, and the key leaves the address', async (t) => {
  ensureBuilt()
  const dataDir = await temporaryFolder(t)
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    MEDIAGEN_DATA_DIR: dataDir,
    MEDIAGEN_FFMPEG: 'off',
    MEDIAGEN_RENDER_THREADS: '1',
  }
  const child = spawn(process.execPath, [MAIN, 'serve'], { env })
  const ended = once(child, 'close')
  atEnd(t, async () => {
    child.kill('SIGTERM')
    await ended
  })
  let out = ''
  let log = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const link = await eventually(() => /(http:\S+\/#key=mg_\w{49})$/m.exec(out)?.[1])
  const key = readFileSync(join(dataDir, 'api-key'), 'utf8').trim()
  assert.ok(link.endsWith(`#key=${key}`))

  const profile = await (await sharedBrowser()).newContext()
  atEnd(t, () => profile.close())
  const page = await profile.newPage()
  page.setDefaultTimeout(0)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(link)
  // The illustrator's first picture is that of the quickstart; here the way to it is looked at.
  await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('sandbox')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('the first picture')
  assert.equal(page.url(), `${new URL(link).origin}/`)
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('img', { name: 'the first picture' }).waitFor()
  // The key went in headers alone: no address, no line of the log has it.
  assert.deepEqual(
    asked.slice(1).filter((url) => url.includes(key)),
    [],
  )
  const lines = out.split('\n').filter((line) => line.startsWith('{'))
  assert.ok(log.length + lines.length > 0, 'no log was seen')
  assert.equal([log, ...lines].join('\n').includes(key), false)
  await page.goBack().catch(() => undefined)
  assert.equal(page.url().includes(key), false)
})

test('offline, and while the service is restarted, the page says so and goes on by itself', async (t) => {
  ensureBuilt()
  const dataDir = await temporaryFolder(t)
  const options = { dataDir, env: { PORT: String(await freePort()) } }
  const first = await openService(t, options)
  const browser = await sharedBrowser()
  const expected = AWAY
  const { page, checkAccess, recheckAccess, shoot } = await openPage(t, { browser, service: first }, { expected })
  await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('sandbox')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('kept through it all')

  await page.context().setOffline(true)
  await page.getByText(/^You are offline/).waitFor()
  await checkAccess()
  await page.context().setOffline(false)
  await page.getByText(/^You are offline/).waitFor({ state: 'detached' })

  await first.stop()
  await page.getByRole('link', { name: 'Usage' }).click()
  await page.getByRole('link', { name: 'Playground' }).click()
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByText(/^The service is not responding/).waitFor()
  await recheckAccess()
  await shoot('away')
  await openService(t, options)
  await page.getByText(/^The service is not responding/).waitFor({ state: 'detached' })
  // The click went through after all, once.
  await page.getByRole('img', { name: 'kept through it all' }).waitFor()
})

test('a request that the limit refuses is told so at once', async (t) => {
  const { page, recheckAccess } = await openConsole(t, {
    // It stands still: no minute is over before the second click.
    replacements: { clock: manualClock(Date.now()) },
    key: { name: 'slow', scopes: SCOPES, limits: { createsPerMinute: 1 } },
    expected: /status of 429/,
  })
  await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('sandbox')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('one a minute')
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('img', { name: 'one a minute' }).waitFor()
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByText('rate_limit_exceeded').waitFor()
  await page.getByRole('button', { name: 'Generate' }).waitFor()
  await recheckAccess()
})

test('a page that is first opened while nobody can send it comes by itself afterwards', async (t) => {
  const { page, checkAccess, shoot } = await openConsole(t, { expected: AWAY, hasNewProfile: true })
  await page.getByRole('textbox', { name: 'Prompt' }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('heading', { name: 'This page cannot be loaded yet' }).waitFor()
  await checkAccess()
  await shoot('page-not-here')
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor()
})

// These go on in one window of the browser, each as in a tab that was never used before.
const openWindow = documentOfFile({ signedInWith: null })

type Tab = {
  path?: string
  /** Whose key the browser keeps: one that is made for this test, a text, or none; that of the file unless said. */
  key?: Partial<NewKey> | string | null
  colorScheme?: 'light' | 'dark'
  expected?: RegExp
}

async function openTab(t: TestContext, { path = '/', key, ...wanted }: Tab = {}) {
  const opened = await openWindow(t, undefined, wanted)
  const service = typeof key === 'object' && key !== null ? await opened.service.withKey(key) : opened.service
  const kept = typeof key === 'string' || key === null ? key : service.key
  await opened.page.evaluate(`(() => {
    localStorage.clear()
    sessionStorage.clear()
    if (${kept !== null}) localStorage.setItem('mediagen.key', ${JSON.stringify(kept)})
  })()`)
  await opened.page.goto(service.url + path)
  return { ...opened, service }
}

function answerQuestions(t: TestContext, page: Page, answer: (dialog: Dialog) => void): void {
  page.on('dialog', answer)
  atEnd(t, () => page.off('dialog', answer))
}

test('without a key there is a calm card that, by keyboard alone, tries one and keeps it; signing out forgets it', async (t) => {
  const { page, service, checkAccess, shoot } = await openTab(t, { key: null, expected: /status of 401/ })
  const { press, type, tabTo, backTo } = keysOf(page)
  const field = page.getByLabel('API key')
  await field.waitFor()
  await checkAccess()
  await shoot('sign-in')
  await tabTo(page.getByRole('button', { name: 'Sign in' }))
  await press('Enter')
  await page.getByText('Paste a key first.').waitFor()
  await backTo(field)
  await type('mg_wrong')
  await press('Enter')
  await page.getByText('This key does not work here.').waitFor()
  await checkAccess()
  await press('Control+a')
  await type(service.key)
  await press('Enter')
  await page.getByRole('textbox', { name: 'Prompt' }).waitFor()
  await page.reload()
  await page.getByRole('textbox', { name: 'Prompt' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await field.waitFor()
  assert.equal(await page.evaluate('JSON.stringify(localStorage).includes("mg_")'), false)
})

test('a key that no longer works is told so', async (t) => {
  const { page, recheckAccess } = await openTab(t, { key: 'mg_of-long-ago', expected: /status of 401/ })
  await page.getByText(/^The saved key no longer works/).waitFor()
  await recheckAccess()
})

test('a link with another key signs in with that one, also where the page is open, and forgets what was said before', async (t) => {
  const { page, service } = await openTab(t, { key: null })
  await page.getByLabel('API key').waitFor()
  const follow = (key: string): Promise<unknown> => page.evaluate(`location.href = '/#key=${key}'`)
  await follow(service.key)
  await page.getByRole('textbox', { name: 'Prompt' }).fill('only for the first')
  // Anybody can send such a link: another key replaces the kept one only where that is wanted.
  const asked: string[] = []
  let answer = false
  answerQuestions(t, page, (dialog) => {
    asked.push(dialog.message())
    void (answer ? dialog.accept() : dialog.dismiss())
  })
  const second = await service.newKey({ name: 'second' })
  await follow(second)
  await page.getByText('Key: test', { exact: true }).waitFor()
  assert.equal(await page.evaluate("localStorage.getItem('mediagen.key')"), service.key)
  assert.equal(await page.getByRole('textbox', { name: 'Prompt' }).inputValue(), 'only for the first')
  answer = true
  await follow(second)
  await page.getByText('Key: second', { exact: true }).waitFor()
  assert.equal(asked.length, 2)
  assert.match(asked[0] ?? '', /different API key \(mg_\w{3}…\) .*Use the new key from now on\?/)
  assert.equal(await page.getByRole('textbox', { name: 'Prompt' }).inputValue(), '')
  assert.equal(new URL(page.url()).hash, '')
})

test('what was written with one key is gone when the tab comes back with another', async (t) => {
  const { page, service } = await openTab(t, { key: null })
  await page.getByLabel('API key').fill(service.key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.fill('only for the first')
  assert.ok(await page.evaluate("JSON.stringify(sessionStorage).includes('only for the first')"))
  await page.goto('about:blank')
  answerQuestions(t, page, (dialog) => void dialog.accept())
  await page.goto(`${service.url}/#key=${await service.newKey({ name: 'second' })}`)
  await page.getByText('Key: second', { exact: true }).waitFor()
  assert.equal(await prompt.inputValue(), '')
})

test('pages that a key may not use are not in the menu, and a direct visit names the scope', async (t) => {
  const { page, checkAccess } = await openTab(t, { path: '/keys', key: { name: 'reader', scopes: ['tasks:read'] } })
  await page.getByRole('heading', { name: 'You cannot open Keys' }).waitFor()
  await page.getByText('admin', { exact: true }).waitFor()
  await checkAccess()
  const menu = page.getByRole('navigation', { name: 'Pages' })
  const names = await menu.getByRole('listitem').allInnerTexts()
  assert.deepEqual(
    names.map((name) => name.trim()).filter((name) => name !== ''),
    ['Tasks', 'Gallery', 'Models', 'Usage', 'Webhooks'],
  )
  // People who cannot make anything begin with the tasks.
  await visit(page, '/')
  await page.getByRole('heading', { name: 'Tasks', exact: true }).waitFor()
})

test('the palette goes to pages and to a task by its id, with keys alone', async (t) => {
  const { page, service, checkAccess, shoot } = await openTab(t, { expected: /status of 404/ })
  await page.getByRole('textbox', { name: 'Prompt' }).waitFor()
  const { press, type } = keysOf(page)
  await press('Control+k')
  await becomesFocused(page.getByRole('combobox', { name: /^Search pages/ }))
  await checkAccess()
  await shoot('palette')
  await type('usa')
  await press('Enter')
  await page.getByRole('heading', { name: 'Usage', exact: true }).waitFor()
  // Prompts are found too; all that have the words are a list away.
  const made = await service.call('/api/ai/images/generations', { json: { prompt: 'a red fox', model: 'sandbox' } })
  assert.equal(made.status, 200)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('fox')
  await page.getByRole('option', { name: /^a red fox/ }).waitFor()
  await page.getByRole('option', { name: /^Search all tasks for “fox”/ }).click()
  await eventually(() => (page.url().endsWith('/tasks?q=fox') ? true : undefined))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('1234567890123456789')
  await page.keyboard.press('Enter')
  await eventually(() => (page.url().endsWith('/tasks/1234567890123456789') ? true : undefined))
  // At once: the next letter would otherwise go to the page.
  const focused = await page.evaluate(`(async () => {
    dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }))
    await undefined
    return document.activeElement?.getAttribute('role')
  })()`)
  assert.equal(focused, 'combobox')
  await page.getByRole('dialog', { name: 'Search' }).waitFor()
  await press('Escape')
  await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'detached' })
  await press('Tab')
  // What the browser says of a task that is not there belongs to this test, not to the next one in this document.
  await page.getByRole('heading', { name: 'Task not found' }).waitFor()
})

test('colours follow the system unless one is chosen, which is kept', async (t) => {
  const { page } = await openTab(t, { colorScheme: 'dark' })
  await page.getByRole('textbox', { name: 'Prompt' }).waitFor()
  const background = (): Promise<string> => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
  const dark = await background()
  await page.getByRole('radio', { name: 'Light' }).check()
  // The colours change with the next frame.
  const light = await eventually(async () => {
    const now = await background()
    return now === dark ? undefined : now
  })
  await page.reload()
  await page.getByRole('textbox', { name: 'Prompt' }).waitFor()
  assert.equal(await background(), light)
  await page.getByRole('radio', { name: 'Match system' }).check()
  await eventually(async () => ((await background()) === dark ? true : undefined))
})

test('a request that a reload broke off goes on afterwards, and makes one task', async (t) => {
  const { page, service } = await openTab(t)
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('sandbox')
  await prompt.fill('asked before the reload')
  let wasTaken = (): void => undefined
  const taken = new Promise<void>((resolve) => (wasTaken = resolve))
  // The service gets it, and the page never hears of it.
  await page.route('**/images/generations', async (route) => {
    await route.fetch()
    wasTaken()
  })
  await page.getByRole('button', { name: 'Generate' }).click()
  await taken
  await page.getByText('Sending').waitFor()
  await page.unroute('**/images/generations')
  await page.reload()
  await page.getByRole('img', { name: 'asked before the reload' }).waitFor()
  await page.getByRole('button', { name: 'Generate' }).waitFor()
  const { data } = (await (await service.call('/api/ai/tasks')).json()) as { data: { prompt: string }[] }
  assert.equal(data.filter((each) => each.prompt === 'asked before the reload').length, 1)
})

test('a key that is revoked while the page is open leads back to the card that asks for one', async (t) => {
  const { page, service } = await openTab(t, { path: '/tasks', key: { name: 'soon gone' }, expected: /status of 401/ })
  await page.getByRole('heading', { name: 'Tasks', exact: true }).waitFor()
  const operator = await service.newKey({ name: 'operator', scopes: SCOPES })
  await service.call(`/api/ai/admin/keys/${service.apiKey.id}`, { method: 'DELETE', key: operator })
  // The list looks for news by itself, so nothing is pressed here: whatever could be is gone as soon as it has looked.
  await page.getByText(/no longer works/).waitFor()
})
