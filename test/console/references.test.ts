import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { SERVER_SUBJECTS } from '../engines/protocols/server-subjects.ts'
import { PICTURE } from '../engines/support/contract.ts'
import { openFake, type FakeProvider } from '../engines/support/fake-provider.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { pngOf } from '../support/uploads.ts'
import type { TestService } from '../support/service.ts'
import { documentOfFile, openConsole, until } from './support.ts'

/** Puts a picture on the clipboard and pastes it, as a person would. */
async function pastePicture(page: Page, picture: Buffer): Promise<void> {
  await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (each) => each.charCodeAt(0))
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })])
  })()`)
  await page.getByRole('textbox', { name: 'Prompt' }).focus()
  await page.keyboard.press('Control+V')
}

type Receipt = { kind: string; files: { role: string; width: number }[] }

/** The widths of the pictures that the latest task worked from, in order. */
async function latestReferences(service: TestService): Promise<{ kind: string; widths: number[] }> {
  const { data } = (await (await service.call('/api/ai/tasks')).json()) as { data: { id: string }[] }
  const receipt = (await (await service.call(`/api/ai/tasks/${data[0]?.id}`)).json()) as Receipt
  const references = receipt.files.filter(({ role }) => role === 'reference')
  return { kind: receipt.kind, widths: references.map(({ width }) => width) }
}

/** A service with a provider that takes masks, and the provider. */
async function openPainter(t: TestContext) {
  const protocol = SERVER_SUBJECTS.find(({ name }) => name === 'openai-compatible image in base64')?.protocol
  const provider = await openFake(t, protocol ?? assert.fail('the protocol is gone'), PICTURE)
  const model = { kind: 'image', engine: 'server', model: 'm', takes: { roles: ['mask'] } }
  const config = {
    engines: { server: { type: 'openai-compatible', baseURL: `${provider.url}/v1` } },
    models: { painter: model, larger: { kind: 'image', engine: 'server', model: 'x4', does: 'upscale' } },
  }
  const path = join(await temporaryFolder(t), 'mediagen.config.json')
  await writeFile(path, JSON.stringify(config))
  return { provider, ...(await openConsole(t, { env: { MEDIAGEN_CONFIG: path } })) }
}

/** The opacity of every pixel of the mask that arrived at the provider. */
async function maskAt(provider: FakeProvider): Promise<number[]> {
  const { headers, body } = provider.seen.find(({ method }) => method === 'POST') ?? assert.fail('nothing was sent')
  const sent = new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } })
  const mask = (await sent.formData()).get('mask')
  if (!(mask instanceof Blob)) assert.fail('there is no mask')
  const { data, info } = await sharp(await mask.arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height, info.channels], [96, 64, 4])
  return Array.from({ length: 96 * 64 }, (_, at) => data[at * 4 + 3] ?? 0)
}

/** How much of every pixel is painted on the canvas. */
async function paintedOn(canvas: Locator): Promise<number[]> {
  return canvas.evaluate((it) => {
    type Context = { getImageData: (...box: number[]) => { data: ArrayLike<number> } }
    const painted = it as unknown as { width: number; height: number; getContext: (kind: '2d') => Context }
    const { data } = painted.getContext('2d').getImageData(0, 0, painted.width, painted.height)
    return Array.from({ length: painted.width * painted.height }, (_, at) => data[at * 4 + 3] ?? 0)
  })
}

test('a mask is painted by mouse and by keys, and arrives at the provider pixel for pixel', async (t) => {
  const { page, service, provider, checkAccess, recheckAccess, shoot } = await openPainter(t)
  await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('painter')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a red scarf')
  await pastePicture(page, await pngOf(96, 64))
  await page.getByRole('button', { name: /^Paint mask for/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Paint a mask' })
  const canvas = dialog.getByRole('application')
  await until(page, 'document.querySelector(".mask-picture canvas")?.width === 96')
  assert.ok(await dialog.getByRole('button', { name: 'Use mask' }).isDisabled())
  const box = (await canvas.boundingBox()) ?? assert.fail('the canvas is not there')
  const draw = async (from: number, to: number): Promise<void> => {
    await page.mouse.move(box.x + box.width * from, box.y + box.height * from)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * to, box.y + box.height * to)
    await page.mouse.up()
  }
  await draw(0.1, 0.4)
  const first = await paintedOn(canvas)
  assert.ok(first.some((part) => part === 255) && first.some((part) => part === 0))
  await dialog.getByText(/^\d+% is painted\.$/).waitFor()
  await draw(0.5, 0.9)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  assert.deepEqual(await paintedOn(canvas), first)
  await canvas.click()
  assert.ok(sumOf(await paintedOn(canvas)) > sumOf(first), 'a click paints a dot')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByRole('radio', { name: 'Eraser' }).check()
  await draw(0.1, 0.2)
  const erased = await paintedOn(canvas)
  assert.ok(sumOf(erased) < sumOf(first))
  await dialog.getByRole('radio', { name: 'Brush' }).check()
  await canvas.focus()
  await page.keyboard.down(' ')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.up(' ')
  await page.keyboard.press(']')
  await dialog.getByText('9%', { exact: true }).waitFor()
  await checkAccess()
  await shoot('mask')
  const painted = await paintedOn(canvas)
  assert.ok(sumOf(painted) > sumOf(erased))
  await dialog.getByRole('button', { name: 'Use mask' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('combobox', { name: /^Role of/ }).inputValue(), 'source')
  await page.getByRole('button', { name: /^Edit mask for/ }).waitFor()
  await recheckAccess()
  await shoot('masked')
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('img', { name: 'a red scarf' }).waitFor()
  assert.deepEqual(
    await maskAt(provider),
    painted.map((part) => 255 - part),
  )
  // One step on the result, by the one model that has it; nothing here cuts out.
  const results = page.getByRole('region', { name: 'Results' })
  assert.equal(await results.getByRole('button', { name: 'Cut out' }).count(), 0)
  await results.getByRole('button', { name: 'Upscale' }).click()
  await page.getByRole('article', { name: 'larger: a red scarf' }).getByRole('img', { name: 'a red scarf' }).waitFor()
  assert.deepEqual(await latestReferences(service), { kind: 'image', widths: [await widthOf(PICTURE)] })
  assert.match(String(provider.seen.at(-1)?.body), /name="model"\r\n\r\nx4/)
  await shoot('upscaled')
  // What was painted is there when it is opened again, and can be taken away.
  await page.getByRole('button', { name: /^Edit mask for/ }).click()
  await eventually(async () => ((await paintedOn(canvas)).join() === painted.join() ? true : undefined))
  await dialog.getByRole('button', { name: 'Remove mask' }).click()
  await page.getByRole('button', { name: /^Paint mask for/ }).waitFor()
})

async function widthOf(picture: Uint8Array): Promise<number> {
  return (await sharp(picture).metadata()).width
}

function sumOf(parts: readonly number[]): number {
  return parts.reduce((sum, part) => sum + part, 0)
}

// These go on in one document.
const openHere = documentOfFile()

/** The playground with an empty form, whatever was said there before. */
async function openForm(t: TestContext) {
  const opened = await openHere(t, '/?new=image')
  await until(opened.page, `location.search === '' && document.querySelector('.prompt-input')?.value === ''`)
  return opened
}

test('a video from a pasted first frame and a chosen last one, which can be swapped', async (t) => {
  const { page, service, checkAccess, shoot } = await openForm(t)
  await page.getByRole('radio', { name: 'Video' }).check()
  await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('sandbox')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('from here to there')
  await pastePicture(page, await pngOf(96, 64))
  await page.getByRole('img', { name: /^First frame/ }).waitFor()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Last frame', exact: true }).click()
  await (await choosing).setFiles({ name: 'end.png', mimeType: 'image/png', buffer: await pngOf(80, 64) })
  await page.getByRole('img', { name: 'Last frame: end.png' }).waitFor()
  await checkAccess()
  await shoot('frames')
  await page.getByRole('button', { name: 'Swap' }).click()
  await page.getByRole('img', { name: 'First frame: end.png' }).waitFor()
  // There is one of each: who takes the place of the other leaves it its own.
  const role = page.getByRole('combobox', { name: 'Role of end.png' })
  await role.selectOption('Last frame')
  await page.getByRole('img', { name: /^First frame: (?!end)/ }).waitFor()
  await role.selectOption('First frame')
  await page.getByRole('img', { name: 'First frame: end.png' }).waitFor()
  await page.getByText('Cost: Free').waitFor()
  await page.getByRole('button', { name: 'Generate' }).click()
  const clip = page.locator('video[aria-label="from here to there"]')
  await clip.waitFor()
  await until(page, 'document.querySelector("video").readyState > 0')
  assert.deepEqual(await latestReferences(service), { kind: 'video', widths: [80, 96] })
  await checkAccess()
  await shoot('clip')
})

test('a picture from one that was dropped and one that was made before', async (t) => {
  const { page, service, checkAccess, shoot } = await openForm(t)
  const made = { model: 'sandbox', prompt: 'made before', size: '128x64' }
  assert.equal((await service.call('/api/ai/images/generations', { json: made })).status, 200)
  await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('sandbox')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('of both')
  const picture = (await pngOf(72, 72)).toString('base64')
  const dropped = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob('${picture}'), (each) => each.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }))
    return transfer
  })()`)
  // Beside its place: the browser would open it instead of the page.
  await page.getByRole('region', { name: 'Results' }).dispatchEvent('drop', { dataTransfer: dropped })
  await page.getByRole('img', { name: 'Reference: dropped.png' }).waitFor()
  await page.getByRole('button', { name: 'From history' }).click()
  await page.getByRole('dialog', { name: 'From history' }).waitFor()
  await page.getByRole('button', { name: 'made before' }).waitFor()
  await checkAccess()
  await shoot('history')
  await page.getByRole('button', { name: 'made before' }).click()
  await page
    .getByRole('button', { name: /^Remove Reference/ })
    .nth(1)
    .waitFor()
  await page.reload()
  await page.getByRole('img', { name: 'Reference: dropped.png' }).waitFor()
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('img', { name: 'of both' }).waitFor()
  assert.deepEqual(await latestReferences(service), { kind: 'image', widths: [72, 128] })
  // A result is dragged to the form by its own address, not as a copy.
  await page.getByRole('button', { name: 'Generate' }).scrollIntoViewIfNeeded()
  await page.getByRole('img', { name: 'of both' }).dragTo(page.getByRole('button', { name: 'Add images', exact: true }))
  await page
    .getByRole('button', { name: /^Remove Reference: \w+\.png/ })
    .nth(2)
    .waitFor()
  // To edit a result is to work from it alone; to animate it, to begin a clip with it.
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: /^Remove Reference: \w+\.png/ }).waitFor()
  assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 1)
  await page.getByRole('button', { name: 'Animate' }).click()
  await page.getByRole('button', { name: /^Remove First frame/ }).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Prompt' }).inputValue(), '')
})

test('what is no picture is not taken, and the page says so', async (t) => {
  const { page, checkAccess } = await openForm(t)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add images', exact: true }).click()
  await (await choosing).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
  await page.getByText(/^Reference images must be PNG/).waitFor()
  await checkAccess()
})
