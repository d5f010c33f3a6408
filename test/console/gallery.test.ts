import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { eventually } from '../support/eventually.ts'
import type { TestService } from '../support/service.ts'
import { documentOfFile, keepToasts, letToastsGo, visit, WIDTHS, until } from './support.ts'
import { made, statusOf } from './tasks-support.ts'

const openHere = documentOfFile()

const RATIOS = { one: '1:1', two: '16:9', three: '3:4', four: '1:1' }
type Names = keyof typeof RATIOS

let onWall: Promise<Record<Names, string>> | undefined

/** The wall with four pictures, and the ids of their tasks. */
async function openGallery(t: TestContext) {
  const { service } = await openHere(t)
  onWall ??= makePictures(service)
  const ids = await onWall
  const opened = await openHere(t, '/gallery')
  await opened.page.getByRole('img', { name: 'picture three' }).waitFor()
  return { ...opened, ids }
}

async function makePictures(service: TestService): Promise<Record<Names, string>> {
  const ids = { one: '', two: '', three: '', four: '' }
  for (const [index, name] of (['one', 'two', 'three', 'four'] as const).entries())
    ids[name] = await made(service, { prompt: `picture ${name}`, aspect_ratio: RATIOS[name], seed: index + 1 })
  await made(service, { prompt: 'a failure [[fail no_output]]' })
  return ids
}

test('the wall shows results small, newest first, and leaves out what has none', async (t) => {
  const { page } = await openGallery(t)
  const results = page.getByRole('list', { name: 'Results' }).getByRole('img')
  const names = await Promise.all((await results.all()).map((image) => image.getAttribute('alt')))
  assert.deepEqual(names, ['picture four', 'picture three', 'picture two', 'picture one'])
  const address = new URL((await results.first().getAttribute('src')) ?? '')
  assert.ok(['256', '512'].includes(address.searchParams.get('width') ?? ''), address.href)
  await page.getByRole('searchbox').fill('two')
  await page.getByRole('img', { name: 'picture three' }).waitFor({ state: 'detached' })
  // In between the wall may be empty.
  await page.getByRole('img', { name: 'picture two' }).waitFor()
  assert.equal(await results.count(), 1)
})

test('the lightbox is used by keyboard alone: arrows, zoom, details, and Escape back to the same picture', async (t) => {
  const { page, ids, checkAccess } = await openGallery(t)
  await page.getByRole('button', { name: 'picture three' }).focus()
  await page.keyboard.press('ArrowRight')
  await until(page, `document.activeElement.querySelector('img')?.alt === 'picture two'`)
  await page.keyboard.press('Enter')
  const box = page.getByRole('dialog', { name: 'Result' })
  await box.getByRole('img', { name: 'picture two' }).waitFor()
  assert.equal(new URL(page.url()).searchParams.get('view'), ids.two)
  await box.getByText('3 / 4').waitFor()
  await box.getByText('256×144', { exact: false }).first().waitFor()
  await box.locator('dd').getByText('2', { exact: true }).waitFor()
  await checkAccess()
  const width = async () => (await box.getByRole('img').first().boundingBox())?.width ?? 0
  const before = await width()
  await page.keyboard.press('+')
  await eventually(async () => ((await width()) > before ? true : undefined))
  await box.getByRole('region', { name: 'Enlarged picture' }).waitFor()
  await checkAccess()
  await page.keyboard.press('0')
  await eventually(async () => ((await width()) === before ? true : undefined))
  await page.keyboard.press('ArrowRight')
  await box.getByRole('img', { name: 'picture one' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await box.getByRole('img', { name: 'picture three' }).waitFor()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  await until(page, `document.activeElement.querySelector('img')?.alt === 'picture three'`)
  assert.equal(new URL(page.url()).search, '')
})

test('a star keeps a picture among the favourites of this browser, by mouse and by keys, over a reload', async (t) => {
  const { page, recheckAccess, shoot } = await openGallery(t)
  const starOf = (prompt: string) => page.getByRole('checkbox', { name: `Favorite: ${prompt}` })
  await starOf('picture two').check({ force: true })
  await page.getByRole('button', { name: 'picture one' }).focus()
  await page.keyboard.press('f')
  await page.getByRole('button', { name: 'Favorites', exact: true }).click()
  await page.getByRole('img', { name: 'picture three' }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('img', { name: 'picture one' }).waitFor()
  await page.getByText('2 results').waitFor()
  assert.equal(new URL(page.url()).search, '?starred=1')
  await recheckAccess()
  await shoot('favourites')
  // In the large view it stays while it is looked at.
  await page.getByRole('button', { name: 'picture one' }).click()
  const box = page.getByRole('dialog', { name: 'Result' })
  await box.getByRole('button', { name: 'Favorite' }).click()
  await box.getByText('2 / 2').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('1 result', { exact: true }).waitFor()
  await starOf('picture two').click({ force: true })
  await page.getByRole('heading', { name: 'No favorites here' }).waitFor()
  await shoot('no-favourites')
  await page.getByRole('button', { name: 'Show all results' }).click()
  await page.getByText('4 results').waitFor()
})

test('the large view leads on: to an edit, a clip, or a variation of a result, none of which starts by itself', async (t) => {
  const { service, page } = await openGallery(t)
  const tasks = async (): Promise<number> =>
    ((await (await service.call('/api/ai/tasks')).json()) as { data: unknown[] }).data.length
  const before = await tasks()
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true })
  const titles: unknown[] = []
  const goOn = async (name: string): Promise<void> => {
    await visit(page, '/gallery')
    await page.getByRole('button', { name: 'picture two' }).click()
    const link = page.getByRole('dialog', { name: 'Result' }).getByRole('link', { name, exact: true })
    titles.push(await link.getAttribute('title'))
    await link.click()
    await page.getByRole('button', { name: 'Generate' }).waitFor()
  }
  await goOn('Edit')
  await page.getByRole('button', { name: /^Remove Reference/ }).waitFor()
  assert.equal(await prompt.inputValue(), '')
  assert.equal(await page.getByRole('radio', { name: 'Image' }).isChecked(), true)
  await goOn('Animate')
  await page.getByRole('button', { name: /^Remove First frame/ }).waitFor()
  assert.equal(await page.getByRole('radio', { name: 'Video' }).isChecked(), true)
  await goOn('Vary')
  await eventually(async () => ((await prompt.inputValue()) === 'picture two' ? true : undefined))
  assert.equal(await page.getByRole('textbox', { name: 'Seed' }).inputValue(), '')
  assert.equal(titles.at(-1), 'Fill the form with the same request, without its seed')
  assert.equal(await tasks(), before, 'an address starts nothing')
})

test('results are put into collections of this browser, shown alone, taken out, and kept over a reload', async (t) => {
  const { page, checkAccess, shoot } = await openGallery(t)
  const choose = (prompt: string) => page.getByRole('checkbox', { name: `Select ${prompt}` }).check({ force: true })
  const results = page.getByRole('list', { name: 'Results' }).getByRole('img')
  await keepToasts(page)
  await choose('picture one')
  await choose('picture two')
  await page.getByRole('button', { name: 'Collect' }).click()
  await page.getByRole('menuitem', { name: 'New collection…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New collection' })
  await dialog.getByText('The collection is saved only in this browser.', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('Enter a name.').waitFor()
  await checkAccess()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('spring sale')
  await page.keyboard.press('Enter')
  await page.getByText('2 results added to “spring sale”.').waitFor()
  // The large view adds to it too.
  await page.getByRole('button', { name: 'picture three' }).click()
  const box = page.getByRole('dialog', { name: 'Result' })
  await box.getByRole('button', { name: 'Collect' }).click()
  await page.getByRole('menuitem', { name: 'spring sale' }).click()
  await page.getByText('1 result added to “spring sale”.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Collection' }).selectOption('spring sale')
  await page.reload()
  await page.getByRole('heading', { name: 'spring sale' }).waitFor()
  assert.equal(new URL(page.url()).searchParams.get('collection'), 'spring sale')
  await page.getByText('3 results', { exact: true }).waitFor()
  await choose('picture three')
  await page.getByRole('button', { name: 'Remove from collection' }).click()
  await page.getByText('2 results', { exact: true }).waitFor()
  assert.deepEqual(await Promise.all((await results.all()).map((each) => each.getAttribute('alt'))), [
    'picture two',
    'picture one',
  ])
  await checkAccess()
  await shoot('collection')
  await keepToasts(page)
  await page.getByRole('button', { name: 'Delete collection' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('2 results', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete collection' }).click()
  await page.getByText('4 results', { exact: true }).waitFor()
  assert.equal(await page.getByRole('combobox', { name: 'Collection' }).count(), 0)
  await letToastsGo(page)
})

test('two pictures of one shape are compared by a line between them that arrow keys move, others beside each other', async (t) => {
  const { service, page, ids, checkAccess } = await openGallery(t)
  await page.getByRole('checkbox', { name: 'Select picture one' }).check({ force: true })
  const compare = page.getByRole('button', { name: 'Compare' })
  assert.ok(await compare.isDisabled())
  await page.getByRole('checkbox', { name: 'Select picture four' }).check({ force: true })
  await compare.click()
  const box = page.getByRole('dialog', { name: 'Compare' })
  await box.getByRole('img', { name: 'picture one' }).waitFor()
  assert.equal(new URL(page.url()).searchParams.get('compare'), `${ids.four},${ids.one}`)
  await checkAccess()
  const line = box.getByRole('slider')
  await line.focus()
  for (let times = 0; times < 10; times++) await page.keyboard.press('ArrowRight')
  assert.equal(await line.getAttribute('aria-valuetext'), '60% left, 40% right')
  await until(page, `getComputedStyle(document.querySelector('.compare-stage .left')).clipPath.includes('40%')`)
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })

  await page.goto(`${service.url}/gallery?compare=${ids.one},${ids.three}`)
  const [first, second] = await Promise.all(
    ['one', 'three'].map(async (name) => box.getByRole('img', { name: `picture ${name}` }).boundingBox()),
  )
  assert.ok(first && second && first.x + first.width <= second.x, 'both are whole, side by side')
  assert.equal(await box.getByRole('slider').count(), 0)
  await checkAccess()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
})

test('a result is downloaded, its address copied, and recalled into the playground', async (t) => {
  const { service, page, ids } = await openGallery(t)
  await page.getByRole('button', { name: 'picture one' }).click()
  const box = page.getByRole('dialog', { name: 'Result' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    box.getByRole('link', { name: 'Download' }).click(),
  ])
  assert.match(download.suggestedFilename(), /\.png$/)
  await keepToasts(page)
  await box.getByRole('button', { name: 'Copy URL' }).click()
  await page.getByText('URL copied to the clipboard.').waitFor()
  const address = (await page.evaluate('navigator.clipboard.readText()')) as string
  assert.equal((await fetch(address)).headers.get('content-type'), 'image/png')
  assert.ok(address.startsWith(service.publicUrl))
  const paths = await Promise.all(
    ['Reuse: prompt', 'Reuse: seed', 'Reuse: everything', 'Reuse: as reference', 'Edit', 'Vary', 'Animate'].map(
      (name) => box.getByRole('link', { name, exact: true }).getAttribute('href'),
    ),
  )
  assert.deepEqual(
    paths,
    ['prompt', 'seed', 'all', 'reference', 'edit', 'vary', 'animate'].map((what) => `/?task=${ids.one}&what=${what}`),
  )
  // No model of this service does these.
  for (const name of ['Upscale', 'Cut out']) assert.equal(await box.getByRole('link', { name }).count(), 0)
  await box.getByText('Free', { exact: true }).waitFor()
  await box.getByRole('button', { name: 'Delete' }).click()
  await box.getByRole('img', { name: 'picture two' }).waitFor()
  assert.equal(await statusOf(service, ids.one), 'success')
  await letToastsGo(page)
  await eventually(async () => ((await statusOf(service, ids.one)) === undefined ? true : undefined))
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
})

test('a video plays without sound while somebody points at it, and stays still for who wants stillness', async (t) => {
  const { service, page } = await openHere(t)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await made(service, { prompt: 'a kite', kind: 'video' })
  // What was not asked for before is not waited for.
  await visit(page, '/gallery?kind=video')
  await page.getByRole('img', { name: 'a kite' }).waitFor()
  const tile = page.getByRole('button', { name: 'a kite' })
  const plays = `[...document.querySelectorAll('video')].some((video) => video.muted && video.currentTime > 0)`
  await tile.hover()
  await until(page, plays)
  await page.mouse.move(0, 0)
  await page.locator('video').waitFor({ state: 'detached' })
  await tile.focus()
  await until(page, plays)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.locator('video').waitFor({ state: 'detached' })
  await tile.hover()
  assert.equal(await page.locator('video').count(), 0)
  await tile.click()
  await page.getByRole('dialog').getByLabel('a kite').waitFor()
  await page.getByRole('dialog').getByRole('link', { name: 'Vary' }).waitFor()
  assert.equal(await page.getByRole('dialog').getByRole('link', { name: 'Animate' }).count(), 0, 'it moves already')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('pictures that rush by are not drawn, and come as soon as the page rests', async (t) => {
  const { service, page } = await openHere(t)
  await page.setViewportSize(WIDTHS.phone)
  for (let number = 1; number <= 30; number++) await made(service, { prompt: `quick ${number}`, size: '256x256' })
  await visit(page, '/gallery?q=quick')
  await page.locator('img[alt="quick 30"]').waitFor()
  // From the upper end to the lower and back with every frame, until one of those that come in has no picture.
  await page.evaluate(`
    globalThis.isRushing = true
    const step = () => {
      if (!isRushing) return
      scrollTo({ top: scrollY > 0 ? 0 : document.body.scrollHeight, behavior: 'instant' })
      requestAnimationFrame(step)
    }
    globalThis.sawNone = new Promise((resolve) =>
      new MutationObserver(() => document.querySelector('li span[aria-label^="quick "]') && resolve()).observe(
        document.body,
        { subtree: true, childList: true },
      ),
    )
    step()`)
  await page.evaluate(`sawNone.then(() => {
    isRushing = false
    scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
  })`)
  await page.locator('img[alt="quick 1"]').waitFor()
  await eventually(async () =>
    (await page.locator('li span[aria-label^="quick "]').count()) === 0 ? 'all are there' : undefined,
  )
})
