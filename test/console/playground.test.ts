import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { openFakeComfyUi, painterSettings } from '../engines/support/fake-comfyui.ts'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import type { TestService } from '../support/service.ts'
import { pngOf } from '../support/uploads.ts'
import { documentOfFile, STATE_LOOKS, keepToasts, letToastsGo, openConsole, until, visit } from './support.ts'
import { made } from './tasks-support.ts'

const promptOf = (page: Page) => page.getByRole('textbox', { name: 'Prompt' })
const generate = (page: Page) => page.getByRole('button', { name: 'Generate' })

/** Chooses the model that answers at once. */
async function useSandbox(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('sandbox')
}

/** Waits until every picture on the page was loaded. */
async function picturesLoaded(page: Page): Promise<void> {
  await until(page, '[...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)')
}

/** On a small screen: the prompt, examples, one row of settings that opens, and no word of keys that are not there. */
async function checkFold(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Video' }).check()
  await page.getByRole('heading', { name: 'Make a video' }).waitFor()
  await page.getByRole('radio', { name: 'Image' }).check()
  const examples = page.getByRole('list', { name: 'Example prompts' }).getByRole('button')
  const words = await examples.first().innerText()
  await examples.first().click()
  assert.equal(await promptOf(page).inputValue(), words)
  assert.equal(await page.getByText('Ctrl+Enter').count(), 0)
  assert.equal(await page.getByRole('combobox', { name: 'Model', exact: true }).count(), 0)
  await page.getByText('Settings').click()
}

for (const { width, colorScheme } of STATE_LOOKS)
  test(`results are seen and handled at ${width} width in ${colorScheme}`, async (t) => {
    const { page, checkAccess, shoot } = await openConsole(t, { width, colorScheme })
    if (width === 'phone') await checkFold(page)
    assert.equal(await page.getByRole('combobox', { name: 'Model', exact: true }).inputValue(), 'diorama')
    await useSandbox(page)
    await promptOf(page).fill('a cosy reading room with books and a cat')
    await generate(page).click()
    const picture = page.getByRole('img', { name: /^a cosy/ })
    await picture.waitFor()
    await picturesLoaded(page)
    if (width === 'phone') {
      assert.equal(await page.getByRole('combobox', { name: 'Model', exact: true }).count(), 0, 'settings fold again')
      assert.equal(await page.getByRole('list', { name: 'Example prompts' }).count(), 0)
      const { y = 0, height = 0 } = (await picture.boundingBox()) ?? {}
      assert.ok(height > 0 && y + height < 752, `the result ends at ${y + height}, below the first screen`)
    }
    await checkAccess()
    await shoot(`result-${width}-${colorScheme}`)
    await promptOf(page).fill('badly [[fail provider_error]]')
    await generate(page).click()
    await page.getByRole('button', { name: 'Retry' }).waitFor()
    await checkAccess()
    await shoot(`failure-${width}-${colorScheme}`)
    await page.getByRole('button', { name: 'Show as code' }).click()
    await page.getByRole('tab', { name: 'Python' }).click()
    await checkAccess()
    await shoot(`code-${width}-${colorScheme}`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
  })

test('progress is shown as it is made, with the time it took and, once others tell, how long it will still take', async (t) => {
  const clock = manualClock(Date.now())
  const { page, service, recheckAccess, shoot } = await openConsole(t, { replacements: { clock } })
  /** Lets time pass until the newest task is as wanted, and no longer: the page is told without it. */
  const comesTo = (isSo: (task: { status: string; progress: number }) => boolean): Promise<true> =>
    eventuallyOn(clock, 1_000, async () => {
      const { data } = (await (await service.call('/api/ai/tasks?limit=1')).json()) as { data: Parameters<typeof isSo> }
      return data[0] !== undefined && isSo(data[0]) ? true : undefined
    })
  await useSandbox(page)
  await promptOf(page).fill('slowly [[delay 30s]] [[progress 10]]')
  await generate(page).click()
  await comesTo(({ progress }) => progress > 0)
  await page.getByText(/^Running, \d+%$/).waitFor()
  const bar = page.getByRole('progressbar')
  const value = Number(await bar.getAttribute('aria-valuenow'))
  assert.ok(value > 0 && value < 100, String(value))
  await page.getByText(/^\d+ (?:s|min)/).waitFor()
  await recheckAccess()
  await shoot('in-work')
  await comesTo(({ status }) => status === 'success')
  await page.getByRole('img', { name: /^slowly/ }).waitFor()
  // Now there is one to go by, for who looks again after a while.
  await clock.advance(5_000)
  await promptOf(page).fill('as long as it takes [[hang]]')
  await generate(page).click()
  const expectation = page.getByText(/ · (?:about|up to|\d).* left$/)
  await comesTo(({ status }) => status === 'processing')
  await expectation.waitFor()
  await shoot('expected')
})

test('a picture is seen while it is made, where the model shows it', async (t) => {
  const comfy = await openFakeComfyUi(t)
  const { page, checkAccess, shoot } = await openConsole(t, { env: await painterSettings(t, comfy) })
  await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('painter')
  await promptOf(page).fill('a boat')
  await generate(page).click()
  await eventually(() => comfy.jobs().length > 0 || undefined)
  comfy.run()
  await eventually(() => comfy.listeners().length > 0 || undefined)
  comfy.show(await pngOf(96, 64))
  await page.getByRole('img', { name: 'Preview: a boat' }).waitFor()
  await picturesLoaded(page)
  await checkAccess()
  await shoot('preview')
  comfy.files.set('a.png', await pngOf(96, 64))
  comfy.finish()
  await page.getByRole('img', { name: 'a boat', exact: true }).waitFor()
  // The model takes no seed, so the same is asked for without one.
  const vary = page.getByRole('button', { name: 'Vary' })
  assert.equal(await vary.getAttribute('title'), 'Send the same request again')
  await vary.click()
  await eventually(() => comfy.jobs().length > 0 || undefined)
})

// These go on in one document, and begin with the same form.
const openDocument = documentOfFile()

const BEGINNING = 'how the form begins'
let beginning: Promise<string> | undefined

type Made = { id: string; prompt: string; error: { code: string } | null }

/** What was asked for with this prompt, newest first. */
async function tasksOf(service: TestService, prompt: string): Promise<Made[]> {
  const { data } = (await (await service.call('/api/ai/tasks?limit=100')).json()) as { data: Made[] }
  return data.filter((each) => each.prompt === prompt)
}

/** The playground with a form that says nothing but the model that answers at once, whatever was said there before. */
async function openForm(t: TestContext, { expected }: { expected?: RegExp } = {}) {
  const { service } = await openDocument(t)
  const id = await (beginning ??= made(service, { prompt: BEGINNING }))
  const opened = await openDocument(t, `/?task=${id}&what=vary`, { ...(expected !== undefined && { expected }) })
  await until(opened.page, `document.querySelector('.prompt-input')?.value === ${JSON.stringify(BEGINNING)}`)
  await promptOf(opened.page).fill('')
  return opened
}

test('a picture: its cost before the click, then the result with its facts, its address and its request as code', async (t) => {
  const { page, service, recheckAccess, shoot } = await openForm(t)
  assert.ok(await generate(page).isDisabled())
  await promptOf(page).fill('a red fox in a snowy forest at dawn')
  await page.getByText('Cost: Free').waitFor()
  await page.getByRole('radio', { name: '4:3' }).check()
  await generate(page).click()
  const picture = page.getByRole('img', { name: 'a red fox in a snowy forest at dawn' })
  await picture.waitFor()
  await picturesLoaded(page)
  const size = await picture.evaluate((it) => {
    const { naturalWidth, naturalHeight } = it as unknown as { naturalWidth: number; naturalHeight: number }
    return { naturalWidth, naturalHeight }
  })
  // Sides are even, so that it may be a pixel off.
  assert.ok(Math.abs(size.naturalWidth / size.naturalHeight - 4 / 3) < 0.01)
  await page.getByText(/^seed \d+$/).waitFor()
  await recheckAccess()
  await shoot('made')

  await keepToasts(page)
  await page.getByRole('button', { name: 'Copy URL' }).click()
  await page.getByText('URL copied to the clipboard.').waitFor()
  const address = await page.evaluate<string>('navigator.clipboard.readText()')
  assert.match(address, new RegExp(`^${service.url}/files/\\w+\\.png$`))
  assert.equal((await fetch(address)).headers.get('content-type'), 'image/png')
  assert.equal(await page.getByRole('link', { name: 'Download' }).getAttribute('href'), address)
  await letToastsGo(page)

  await page.getByRole('button', { name: 'Show as code' }).click()
  await page.getByRole('dialog', { name: 'Request as code' }).waitFor()
  await recheckAccess()
  await shoot('as-code')
  for (const [language, words] of [
    ['curl', '"aspect_ratio": "4:3"'],
    ['TypeScript', 'client.images.generate({'],
    ['Python', 'requests.post('],
    ['Command line', '--aspect-ratio 4:3'],
  ] as const) {
    await page.getByRole('tab', { name: language }).click()
    await page.getByRole('region', { name: language }).getByText(words).waitFor()
  }
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('again with a new seed, and a seed that is locked gives the same picture', async (t) => {
  const { page, service } = await openForm(t)
  await promptOf(page).fill('a whale')
  await generate(page).click()
  await page.getByRole('img', { name: 'a whale' }).waitFor()
  const shown = page.getByText(/^seed \d+$/)
  const firstSeed = await shown.innerText()
  const strip = page.getByRole('navigation', { name: 'Earlier in this tab' }).getByRole('button', { name: /a whale/ })
  const vary = page.getByRole('button', { name: 'Vary' })
  assert.equal(await vary.getAttribute('title'), 'Send the same request with a new seed')
  await vary.click()
  // The strip shows both.
  await strip.nth(1).waitFor()
  await eventually(async () => ((await shown.innerText()) === firstSeed ? undefined : true))
  await page.getByRole('button', { name: 'Lock this seed' }).click()
  const seed = await page.getByRole('textbox', { name: 'Seed' }).inputValue()
  assert.match(seed, /^\d+$/)
  await generate(page).click()
  await strip.nth(2).waitFor()
  await page.getByRole('button', { name: 'Lock this seed' }).waitFor()
  type Receipt = { effective: { seed: number }; files: { role: string; sha256: string }[] }
  const tasks = await tasksOf(service, 'a whale')
  const receipts = await Promise.all(
    tasks.map(async ({ id }) => (await (await service.call(`/api/ai/tasks/${id}`)).json()) as Receipt),
  )
  const [third, second, first] = receipts
  assert.equal(receipts.length, 3)
  assert.equal(String(third?.effective.seed), seed)
  assert.equal(third?.files[0]?.sha256, second?.files[0]?.sha256)
  assert.notEqual(second?.effective.seed, first?.effective.seed)
})

test('a run is cancelled, and others are started meanwhile', async (t) => {
  const { page, service, recheckAccess, shoot } = await openForm(t)
  await promptOf(page).fill('never [[hang]]')
  // The second half of a double click is not meant.
  await generate(page).dblclick()
  await page.getByText('Running', { exact: true }).first().waitFor()
  // The form takes the next one at once; the first goes on in the strip.
  await promptOf(page).fill('at once')
  await generate(page).click()
  await page.getByRole('img', { name: 'at once' }).waitFor()
  const strip = page.getByRole('navigation', { name: 'Earlier in this tab' })
  assert.equal(await strip.getByRole('button', { name: /at once/ }).count(), 1)
  assert.equal(await strip.getByRole('button', { name: /never/ }).count(), 1)
  await strip.getByRole('button', { name: /never.*\(running\)/ }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Cancelled' }).waitFor()
  await strip.getByRole('button', { name: /never.*\(failed\)/ }).waitFor()
  await recheckAccess()
  await shoot('cancelled')
  const codesOf = async (prompt: string) => (await tasksOf(service, prompt)).map(({ error }) => error?.code)
  assert.deepEqual(await codesOf('at once'), [undefined])
  assert.deepEqual(await codesOf('never [[hang]]'), ['cancelled'])
})

test('a failure says why and what to do, and can be tried again', async (t) => {
  const { page, service, recheckAccess, shoot } = await openForm(t)
  await promptOf(page).fill('badly [[fail content_policy_violation]]')
  await generate(page).click()
  const failure = page.getByRole('alert')
  await failure.getByText('Change the prompt or the reference images.').waitFor()
  assert.match(await failure.innerText(), /content_policy_violation/)
  assert.equal(await failure.getByRole('button', { name: 'Retry' }).count(), 0)
  await recheckAccess()
  await shoot('failed')
  await promptOf(page).fill('badly [[fail timeout]]')
  await generate(page).click()
  await failure.getByText('Try a smaller size, or retry.').waitFor()
  await failure.getByRole('button', { name: 'Retry' }).click()
  // It fails again at once, too quickly for anybody to see Cancel in between: the second task tells that it was tried.
  await eventually(async () => ((await tasksOf(service, 'badly [[fail timeout]]')).length === 2 ? true : undefined))
  await failure.getByText('Try a smaller size').waitFor()
})

test('what the service does not take is said before the click, and why', async (t) => {
  const expected = /status of 400/
  const { page, recheckAccess } = await openForm(t, { expected })
  await promptOf(page).fill('a cat')
  await page.getByRole('radio', { name: 'Custom' }).check()
  await page.getByRole('spinbutton', { name: 'Width' }).fill('9000')
  await page.getByText(/9000x768/).waitFor()
  await generate(page).click()
  await page.getByRole('alert').getByText('invalid_parameter').waitFor()
  await recheckAccess()
})

test('several models and several pictures come side by side', async (t) => {
  const { page, recheckAccess, shoot } = await openForm(t)
  await promptOf(page).fill('a lighthouse')
  await page.getByRole('radio', { name: 'Custom' }).check()
  for (const side of ['Width', 'Height']) await page.getByRole('spinbutton', { name: side }).fill('256')
  await page.getByRole('button', { name: 'Compare with another model' }).click()
  await page.getByRole('button', { name: 'One more' }).click()
  await generate(page).click()
  await eventually(async () =>
    (await page.getByRole('img', { name: 'a lighthouse' }).count()) === 4 ? true : undefined,
  )
  await picturesLoaded(page)
  const models = await Promise.all(
    (await page.getByRole('article').all()).map(async (card) => (await card.getAttribute('aria-label')) ?? ''),
  )
  assert.deepEqual(
    models.map((label) => label.split(':')[0]),
    ['sandbox', 'sandbox', 'diorama', 'diorama'],
  )
  await recheckAccess()
  await shoot('side-by-side')
})

test('a model is asked only for what it takes', async (t) => {
  const { page } = await openForm(t)
  await page.getByRole('radio', { name: 'Video' }).check()
  await page.getByRole('radio', { name: '720p' }).waitFor()
  await page.getByRole('button', { name: 'First frame' }).waitFor()
  assert.ok(await page.getByRole('button', { name: 'Last frame' }).isDisabled())
  assert.equal(await page.getByText('Images', { exact: true }).count(), 0)
  await page.getByRole('radio', { name: 'Image' }).check()
  await page.getByText('Images', { exact: true }).waitFor()
  assert.equal(await page.getByRole('radio', { name: '720p' }).count(), 0)
})

test('what was said survives another page and a reload, and so do the results', async (t) => {
  const { page } = await openForm(t)
  await promptOf(page).fill('to be kept')
  await page.getByRole('radio', { name: '1:1' }).check()
  await generate(page).click()
  await page.getByRole('img', { name: 'to be kept' }).waitFor()
  const look = async (): Promise<void> => {
    await page.getByRole('img', { name: 'to be kept' }).waitFor()
    assert.equal(await promptOf(page).inputValue(), 'to be kept')
    assert.ok(await page.getByRole('radio', { name: '1:1' }).isChecked())
    assert.equal(await page.getByRole('combobox', { name: 'Model', exact: true }).inputValue(), 'sandbox')
  }
  await page.getByRole('link', { name: 'Usage' }).click()
  await page.getByRole('heading', { name: 'Usage', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Playground' }).click()
  await look()
  await page.reload()
  await look()
})

test('the address of a task brings what it asked for into the form, once', async (t) => {
  const { page, service } = await openForm(t)
  const wish = { model: 'sandbox', prompt: 'from before', size: '16:9', seed: 77 }
  const { id } = (await (await service.call('/api/ai/videos', { json: wish })).json()) as { id: string }
  await page.goto(`${service.url}/?task=${id}`)
  await until(page, `document.querySelector('textarea')?.value === 'from before'`)
  assert.ok(await page.getByRole('radio', { name: 'Video' }).isChecked())
  assert.equal(await page.getByRole('textbox', { name: 'Seed' }).inputValue(), '77')
  assert.ok(await page.getByRole('radio', { name: '16:9', exact: true }).isChecked())
  assert.equal(new URL(page.url()).search, '')
  await promptOf(page).fill('changed since')
  await visit(page, `/?task=${id}&what=seed`)
  await until(page, `location.search === ''`)
  assert.equal(await promptOf(page).inputValue(), 'changed since')
})
