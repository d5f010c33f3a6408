import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleOfFile, until } from './support.ts'

const openHere = consoleOfFile()

// Around the widths at which pages change: a tablet, and just above and below where tables fold and the rail gets its words.
const BETWEEN = [720, 768, 899, 900, 1000, 1100]
const LIMITS = { createsPerMinute: 600, readsPerMinute: 6000, inWork: 4, waiting: 100, perDayUsd: 5, perMonthUsd: 50 }

// One page load for all: what is looked at is where things stand, not what they do.
test('between a phone and a desk nothing is wider than the screen, and things stand where the eye expects them', async (t) => {
  const { page, service } = await openHere(t, { path: '/system', colorScheme: 'dark' })
  const keys: { id: string }[] = []
  for (const name of ['shop, pictures of products for all countries', 'intern', 'ci'])
    keys.push(
      (await (
        await service.call('/api/ai/admin/keys', {
          method: 'POST',
          json: { name, models: ['sandbox'], limits: LIMITS },
        })
      ).json()) as { id: string },
    )
  await service.call(`/api/ai/admin/keys/${keys[1]?.id}`, { method: 'DELETE' })
  const letters = 'w'.repeat(300)
  const made = await service.call('/api/ai/images/generations', { json: { model: 'sandbox', prompt: letters } })
  const id = made.headers.get('x-task-id')
  await service.call('/api/ai/images/generations', { json: { model: 'sandbox', prompt: 'صورة ثعلب أحمر في غابة' } })

  const go = async (path: string, name: string): Promise<void> => {
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }
  // The page hears of its new width a moment after the browser.
  const widen = async (width: number): Promise<void> => {
    await page.setViewportSize({ width, height: 900 })
    await until(page, `innerWidth === ${width}`)
  }
  // Both at one moment.
  const bothLeft = (one: string, other: string): Promise<[number, number]> =>
    page.evaluate<[number, number]>(
      `${JSON.stringify([one, other])}.map((each) => document.querySelector(each).getBoundingClientRect().left)`,
    )
  const fits = async (): Promise<void> => {
    for (const width of BETWEEN) {
      await page.setViewportSize({ width, height: 900 })
      // What folds by script does so a frame later.
      await until(page, `innerWidth === ${width} && document.documentElement.scrollWidth === innerWidth`)
    }
    await widen(1440)
  }

  await page.getByRole('table', { name: 'Engines' }).waitFor()
  await fits()
  // A table in a panel begins where its heading does.
  const panel = '.panel:has([aria-label="Engines"])'
  assert.equal(...(await bothLeft(`${panel} td .engine-name`, `${panel} h2`)))
  // No number is left alone in a row of its own.
  await widen(768)
  const rows = await page.evaluate<number[]>(
    "[...document.querySelectorAll('.tiles > div')].map((each) => Math.round(each.getBoundingClientRect().top))",
  )
  for (const top of rows) assert.ok(rows.filter((each) => each === top).length > 1, `tiles at ${rows.join(', ')}`)

  await go('/models', 'Models')
  await page.getByRole('link', { name: 'diorama' }).first().waitFor()
  await widen(1440)
  const models = '.panel:has([aria-label="Available"])'
  assert.equal(...(await bothLeft(`${models} td .model-name`, `${models} h2`)))

  await go('/keys', 'Keys')
  const table = page.getByRole('table', { name: 'Keys' })
  await table.getByText('revoked', { exact: true }).waitFor()
  await fits()
  // What no longer works comes last.
  assert.match(await table.getByRole('row').last().innerText(), /^intern\s+revoked/)

  await go('/tasks', 'Tasks')
  await page.getByRole('link', { name: letters }).waitFor()
  await fits()
  // A prompt keeps room to be read on a tablet, and begins at the left in every script.
  await widen(768)
  const lefts = "[...document.querySelectorAll('.task-prompt')].map((each) => each.getBoundingClientRect().left)"
  await until(page, `new Set(${lefts}).size === 1`)
  const latin = await page.locator('.task-prompt').nth(1).boundingBox()
  assert.ok((latin?.width ?? 0) > 200, `${latin?.width} px for a prompt`)
  assert.equal(await page.evaluate("getComputedStyle(document.querySelector('.task-prompt')).textAlign"), 'left')
  // A box that can be ticked is dark in the dark, not grey as if it could not.
  const colours = await page.evaluate<string[]>(
    "[getComputedStyle(document.querySelector('.task-row input')).backgroundColor, getComputedStyle(document.documentElement).backgroundColor]",
  )
  assert.deepEqual(colours, ['rgb(16, 15, 14)', 'rgb(22, 21, 19)'])

  // Search tells the age of a task, and shows it.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('www')
  const found = page.getByRole('option', { name: letters })
  await found.locator('time').waitFor()
  await found.locator('.thumb img').waitFor()
  await page.keyboard.press('Escape')

  await go(`/tasks/${id}`, letters)
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  await fits()
  // The parts of the timeline are to scale.
  const parts = await page.evaluate<{ px: number; seconds: number }[]>(`
    [...document.querySelectorAll('.scale > span')].map((bar, index) => ({
      px: bar.getBoundingClientRect().width,
      seconds: parseFloat(document.querySelectorAll('.scale-words dd')[index].title),
    }))`)
  const whole = { px: sum(parts.map(({ px }) => px)), seconds: sum(parts.map(({ seconds }) => seconds)) }
  const LEAST_PX = 4
  for (const { px, seconds } of parts)
    assert.ok(
      Math.abs(px - Math.max(LEAST_PX, (seconds / whole.seconds) * whole.px)) <= 2 * LEAST_PX,
      JSON.stringify(parts),
    )
})

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
