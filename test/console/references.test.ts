import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { pngOf } from '../support/uploads.ts'
import type { TestService } from '../support/service.ts'
import { openConsole, until } from './support.ts'

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

test('a video from a pasted first frame and a chosen last one, which can be swapped', async (t) => {
  const { page, service, checkAccess, shoot } = await openConsole(t)
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
  const { page, service, checkAccess, shoot } = await openConsole(t)
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
  // To edit a result is to work from it alone; to animate it, to begin a clip with it.
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: /^Remove Reference: \w+\.png/ }).waitFor()
  assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 1)
  await page.getByRole('button', { name: 'Animate' }).click()
  await page.getByRole('button', { name: /^Remove First frame/ }).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Prompt' }).inputValue(), '')
})

test('what is no picture is not taken, and the page says so', async (t) => {
  const { page, checkAccess } = await openConsole(t)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Reference', exact: true }).click()
  await (await choosing).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
  await page.getByText(/^Reference images must be PNG/).waitFor()
  await checkAccess()
})
