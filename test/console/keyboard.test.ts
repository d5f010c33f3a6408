import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
import { openReceiver, says } from '../webhooks/receiver.ts'
import { keepToasts, openConsole, until } from './support.ts'
import { ask, ended, made, row, statusOf } from './tasks-support.ts'

// More than any page here has: who presses Tab more often than this goes round in circles.
const MOST_STEPS = 150
const FOR_EVER = '[[delay 60m]]'

/**
 * What is wrong with the place of the focus; nothing where it can be seen. A box that is drawn by its label, such as one of
 * a few segments, has its ring there; what is drawn over a picture has it on top.
 */
const WRONG_WITH_FOCUS = `(() => {
  const focused = document.activeElement
  if (focused === null || focused === document.body || focused === document.documentElement) return 'the focus is lost'
  const name = focused.tagName + ' ' + (focused.ariaLabel ?? focused.textContent ?? '').trim().slice(0, 60)
  const hasOutline = (it, part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(it, part)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
  }
  const around = [focused, focused.parentElement, focused.parentElement?.parentElement].filter(Boolean)
  const hasShadow = [undefined, '::after'].some((part) => getComputedStyle(focused, part).boxShadow !== 'none')
  const ringed = around.find((it) => hasOutline(it)) ?? (hasShadow || hasOutline(focused, '::after') ? focused : undefined)
  if (ringed === undefined) return 'no ring around ' + name
  const box = ringed.getBoundingClientRect()
  const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)]
  const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)]
  if (right - left < 8 || bottom - top < 8) return 'out of sight: ' + name
  const points = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]]
  const isSeen = points.some(([x, y]) => {
    const seen = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)
    return seen !== null && (ringed.contains(seen) || seen.contains(ringed))
  })
  return isSeen ? '' : 'covered: ' + name
})()`

type Keys = {
  /** Presses a key; the focus must be somewhere that can be seen afterwards. */
  press: (key: string) => Promise<void>
  type: (text: string) => Promise<void>
  /** Presses Tab until it is reached, each step of the way in sight. */
  tabTo: (target: Locator) => Promise<void>
  /** The same backwards. */
  backTo: (target: Locator) => Promise<void>
}

/** A page that is used with keys alone. */
function keysOf(page: Page): Keys {
  const isSeen = async (): Promise<void> => {
    let wrong = ''
    await eventually(async () => {
      wrong = await page.evaluate<string>(WRONG_WITH_FOCUS)
      return wrong === '' ? true : undefined
    }).catch(() => assert.fail(`${wrong} at ${page.url()}`))
  }
  const press = async (key: string): Promise<void> => {
    await page.keyboard.press(key)
    await isSeen()
  }
  const walk = async (key: string, target: Locator): Promise<void> => {
    await target.first().waitFor({ state: 'attached' })
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      await press(key)
      if (await isFocused(target)) return
    }
    assert.fail(`${key} never reached ${String(target)}`)
  }
  return {
    press,
    type: (text) => page.keyboard.type(text),
    tabTo: (target) => walk('Tab', target),
    backTo: (target) => walk('Shift+Tab', target),
  }
}

function isFocused(target: Locator): Promise<boolean> {
  return target
    .first()
    .evaluate((it) => it === (globalThis as unknown as { document: { activeElement: unknown } }).document.activeElement)
}

async function becomesFocused(target: Locator): Promise<void> {
  await eventually(async () => ((await isFocused(target)) ? true : undefined), undefined, {
    words: `focus on ${String(target)}`,
  })
}

test('by keyboard alone: signing in, and going to a page by the palette', async (t) => {
  const { page, service } = await openConsole(t, { signedInWith: null })
  const { press, type, tabTo } = keysOf(page)
  await tabTo(page.getByLabel('API key'))
  await type(service.key)
  await press('Enter')
  await page.getByRole('textbox', { name: 'Prompt' }).waitFor()
  await press('Control+k')
  await becomesFocused(page.getByRole('combobox', { name: /^Search pages/ }))
  await type('usa')
  await press('Enter')
  await page.getByRole('heading', { name: 'Usage' }).waitFor()
  await press('Control+k')
  await page.getByRole('dialog', { name: 'Search' }).waitFor()
  await press('Escape')
  await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'detached' })
  await press('Tab')
})

test('by keyboard alone: the playground, from the prompt to what is done with the result', async (t) => {
  const { page } = await openConsole(t)
  const { press, type, tabTo, backTo } = keysOf(page)
  await tabTo(page.getByRole('textbox', { name: 'Prompt' }))
  await type('a red fox')
  const model = page.getByRole('combobox', { name: 'Model', exact: true })
  await tabTo(model)
  // One letter: browsers forget what was typed so far where the next one is late.
  await press('s')
  assert.equal(await model.inputValue(), 'sandbox')
  await tabTo(page.getByRole('radio', { name: 'Auto' }))
  await press('ArrowRight')
  assert.equal(await page.getByRole('radio', { name: 'Auto' }).isChecked(), false)
  const generate = page.getByRole('button', { name: 'Generate' })
  await tabTo(generate)
  await press('Enter')
  await page.getByRole('img', { name: 'a red fox' }).waitFor()
  await generate.waitFor()
  const code = page.getByRole('button', { name: 'Show as code' })
  await tabTo(code)
  await press('Enter')
  await page.getByRole('dialog', { name: 'As code' }).waitFor()
  await tabTo(page.getByRole('tab', { name: 'curl' }))
  await press('ArrowRight')
  await press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await becomesFocused(code)
  await backTo(page.getByRole('button', { name: 'Copy URL' }))
  await keepToasts(page)
  await press('Space')
  await page.getByText('The URL is on the clipboard.').waitFor()
})

test('by keyboard alone: what is made in the playground is cancelled, and focus goes on', async (t) => {
  const { page } = await openConsole(t)
  const { press, type, tabTo } = keysOf(page)
  await tabTo(page.getByRole('textbox', { name: 'Prompt' }))
  await type(`a long wait ${FOR_EVER}`)
  await tabTo(page.getByRole('combobox', { name: 'Model', exact: true }))
  await press('s')
  await tabTo(page.getByRole('button', { name: 'Generate' }))
  await press('Enter')
  await becomesFocused(page.getByRole('button', { name: 'Generate' }))
  await tabTo(page.getByRole('button', { name: 'Cancel' }))
  await press('Enter')
  await page.getByRole('heading', { name: 'Cancelled' }).waitFor()
  await tabTo(page.getByRole('button', { name: 'Retry' }))
})

test('by keyboard alone: tasks are filtered, a menu is opened, a task is opened', async (t) => {
  const { page, service } = await openConsole(t, { path: '/tasks' })
  for (const name of ['one', 'two', 'three']) await made(service, { prompt: `picture ${name}` })
  await row(page, 'picture three').waitFor()
  const { press, type, tabTo, backTo } = keysOf(page)
  await tabTo(page.getByRole('searchbox', { name: 'Words of the prompt' }))
  await type('two')
  await row(page, 'picture three').waitFor({ state: 'detached' })
  await tabTo(page.getByRole('button', { name: /^Done/ }))
  await press('Space')
  await until(page, `location.search.includes('status=success')`)
  await tabTo(page.getByRole('button', { name: 'Clear filters' }))
  await press('Enter')
  await row(page, 'picture three').waitFor()
  await tabTo(page.getByRole('link', { name: 'picture three' }))
  await press('ArrowDown')
  await becomesFocused(page.getByRole('link', { name: 'picture two' }))
  await tabTo(page.getByRole('button', { name: 'Actions for picture two' }))
  await press('Enter')
  await page.getByRole('menuitem', { name: 'Open' }).waitFor()
  await press('ArrowDown')
  await press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await becomesFocused(page.getByRole('button', { name: 'Actions for picture two' }))
  await backTo(page.getByRole('link', { name: 'picture two' }))
  await press('Enter')
  await page.getByRole('heading', { level: 1, name: 'picture two' }).waitFor()
  await press('Tab')
})

test('by keyboard alone: a task is cancelled on its own page, asked for again, and deleted', async (t) => {
  const { page, service } = await openConsole(t, { path: '/look' })
  const id = await ask(service, { prompt: `a long wait ${FOR_EVER}`, kind: 'video' })
  await page.goto(`${service.url}/tasks/${id}`)
  const { press, tabTo } = keysOf(page)
  await tabTo(page.getByRole('button', { name: 'Cancel' }))
  await press('Enter')
  await page.getByRole('heading', { name: 'Cancelled' }).waitFor()
  assert.equal(await ended(service, id), 'failed')
  const summary = page.getByText('Raw receipt')
  await tabTo(summary)
  await press('Enter')
  await page.getByRole('button', { name: /receipt as JSON/ }).waitFor()
  await page.reload()
  await tabTo(page.getByRole('button', { name: 'Retry' }))
  await press('Enter')
  await until(page, `!location.pathname.endsWith(${JSON.stringify(id)})`)
  await page.getByRole('button', { name: 'Cancel' }).waitFor()
  await press('Tab')
  await page.goto(`${service.url}/tasks/${id}`)
  await keepToasts(page)
  await tabTo(page.getByRole('button', { name: 'Delete' }))
  await press('Enter')
  await page.getByRole('heading', { name: 'Tasks' }).waitFor()
  await tabTo(page.getByRole('button', { name: 'Undo' }))
  await press('Enter')
  await row(page, 'a long wait').nth(1).waitFor()
  assert.equal(await statusOf(service, id), 'failed')
})

test('by keyboard alone: the gallery, its large pictures, and back to the same one', async (t) => {
  const { page, service } = await openConsole(t, { path: '/gallery' })
  for (const name of ['one', 'two']) await made(service, { prompt: `picture ${name}` })
  await page.getByRole('img', { name: 'picture two' }).waitFor()
  const { press, tabTo } = keysOf(page)
  await tabTo(page.getByRole('button', { name: 'picture two', exact: true }))
  await press('Enter')
  const box = page.getByRole('dialog', { name: 'Result' })
  await box.getByRole('img', { name: 'picture two' }).waitFor()
  await press('ArrowRight')
  await box.getByRole('img', { name: 'picture one' }).waitFor()
  for (let steps = 0; steps < 6; steps++) await press('Tab')
  await press('Escape')
  await box.waitFor({ state: 'detached' })
  await becomesFocused(page.getByRole('button', { name: 'picture one', exact: true }))
})

test('by keyboard alone: a delivery is opened, and a sample is sent', async (t) => {
  const { page, service } = await openConsole(t, { path: '/look' })
  const receiver = await openReceiver(t, says(410))
  await made(service, { prompt: 'a boat', kind: 'video', webhookUrl: receiver.url })
  await page.goto(`${service.url}/webhooks`)
  const { press, type, tabTo, backTo } = keysOf(page)
  const open = page.getByRole('button', { name: /^Open delivery/ })
  await tabTo(open)
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delivery' })
  await dialog.waitFor()
  for (let steps = 0; steps < 4; steps++) await press('Tab')
  await press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await becomesFocused(open)
  await backTo(page.getByRole('tab', { name: 'Deliveries' }))
  await press('ArrowRight')
  await press('Enter')
  await tabTo(page.getByLabel('Address'))
  await type(receiver.url)
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await tabTo(send)
  await press('Enter')
  await page.getByText('Not received').waitFor()
  await becomesFocused(send)
  await press('Tab')
})

test('by keyboard alone: the time and the tables of usage are chosen', async (t) => {
  const { page, service } = await openConsole(t, { path: '/look' })
  await made(service, { prompt: 'a boat' })
  await page.goto(`${service.url}/usage`)
  const { press, tabTo } = keysOf(page)
  await tabTo(page.getByRole('radio', { name: '30 days' }))
  await press('ArrowRight')
  assert.ok(await page.getByRole('radio', { name: '90 days' }).isChecked())
  await tabTo(page.getByRole('radio', { name: 'Model', exact: true }))
  await press('ArrowRight')
  await page.getByRole('table', { name: /^Usage by/ }).waitFor()
})

test('by keyboard alone: a key is made and its dialogs are closed', async (t) => {
  const { page } = await openConsole(t, { path: '/keys' })
  const { press, type, tabTo } = keysOf(page)
  const make = page.getByRole('button', { name: 'New key' })
  await tabTo(make)
  await press('Enter')
  await tabTo(page.getByRole('dialog').getByLabel('Name'))
  await type('shop')
  await press('Enter')
  await page.getByRole('dialog', { name: 'The key shop' }).waitFor()
  await tabTo(page.getByRole('button', { name: 'Done, I saved it' }))
  await press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /^shop/ }).waitFor()
  await becomesFocused(make)
  await tabTo(page.getByRole('button', { name: 'Actions for shop' }))
  await press('Enter')
  await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
  await press('Escape')
  await becomesFocused(page.getByRole('button', { name: 'Actions for shop' }))
})

test('by keyboard alone: an engine is paused and resumed', async (t) => {
  const { page } = await openConsole(t, { path: '/system' })
  const { press, type, tabTo } = keysOf(page)
  await tabTo(page.getByRole('button', { name: 'Pause sandbox' }))
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Pause sandbox' })
  await dialog.waitFor()
  await tabTo(dialog.getByLabel('Reason'))
  await type('to see')
  await press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const resume = page.getByRole('button', { name: 'Resume sandbox' })
  await resume.waitFor()
  await becomesFocused(resume)
  await press('Space')
  await page.getByRole('button', { name: 'Pause sandbox' }).waitFor()
  await becomesFocused(page.getByRole('button', { name: 'Pause sandbox' }))
})

test('by keyboard alone: an operation is opened at /docs', async (t) => {
  const { page } = await openConsole(t, { path: '/docs' })
  const operation = page.locator('.opblock').first()
  await operation.waitFor()
  const { press, tabTo } = keysOf(page)
  await tabTo(operation.getByRole('button').first())
  await press('Enter')
  await operation.getByRole('button', { name: 'Try it out' }).waitFor()
  await tabTo(operation.getByRole('button', { name: 'Try it out' }))
})
