import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentOfFile, isLookOfStates, LOOKS, openConsole, STATE_LOOKS, visit } from './support.ts'

const NAMES = ['Playground', 'Tasks', 'Gallery', 'Models', 'Usage', 'Webhooks', 'Keys', 'System', 'Look']

for (const { width, colorScheme } of LOOKS)
  test(`every page opens at ${width} width in ${colorScheme}, without a complaint and without a barrier`, async (t) => {
    const { page, checkAccess, recheckAccess, shoot } = await openConsole(t, { width, colorScheme })
    for (const name of NAMES) {
      const path = name === 'Playground' ? '/' : `/${name.toLowerCase()}`
      if (path !== '/') await visit(page, path)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      assert.equal(await page.title(), `${name} · mediagen`)
      // In the look of all states, tests of each page have checked it.
      await (isLookOfStates({ width, colorScheme }) ? recheckAccess() : checkAccess())
      await shoot(`${name.toLowerCase()}-${width}-${colorScheme}`)
      // Nothing is wider than the screen.
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, name)
    }
  })

// These go on in one document.
const openHere = documentOfFile()

test('on a phone the pages that do not fit at the bottom are behind More', async (t) => {
  const { page, checkAccess, shoot } = await openHere(t, '/', { width: 'phone' })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'More pages' })
  await sheet.getByRole('link', { name: 'System' }).waitFor()
  await checkAccess()
  await shoot('more')
  await sheet.getByRole('link', { name: 'System' }).click()
  await page.getByRole('heading', { level: 1, name: 'System', exact: true }).waitFor()
  assert.equal(await sheet.isVisible(), false)
  // The page is behind More, which says so.
  assert.equal(await page.getByRole('button', { name: 'More', exact: true }).getAttribute('aria-current'), 'true')
})

test('dialogs, menus and toasts are usable by keys, and give the focus back', async (t) => {
  const { page, recheckAccess, shoot } = await openHere(t, '/look')
  const focused = (): Promise<string> => page.evaluate('document.activeElement.innerText')
  await page.getByRole('button', { name: 'Dialog' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'A dialog' }).waitFor()
  await recheckAccess()
  await shoot('dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(await focused(), 'Dialog')
  await page.getByRole('button', { name: 'Menu' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
  await recheckAccess()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Delete it?' })
  await question.waitFor()
  await recheckAccess()
  assert.equal(await focused(), 'Go back')
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Error toast' }).click()
  await page.getByRole('status').getByText('Something went wrong.').waitFor()
  await recheckAccess()
  await page.getByRole('button', { name: 'Dismiss' }).click()
})

const TEXT_UNDER_COPY = `[...document.querySelectorAll('.code-block')].filter((block) =>
  block.querySelector('pre').getBoundingClientRect().right >
  block.querySelector('.copy-button').getBoundingClientRect().left).length`

for (const { width, colorScheme } of STATE_LOOKS)
  test(`the page of the visual language shows every part at ${width} width in ${colorScheme}`, async (t) => {
    const { page, checkAccess, shoot } = await openHere(t, '/look', { width, colorScheme })
    await page.getByRole('heading', { level: 1, name: 'Look' }).waitFor()
    await checkAccess()
    await shoot(`look-${width}-${colorScheme}`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
    await page.getByRole('button', { name: 'Copy a command' }).waitFor()
    assert.equal(await page.evaluate(TEXT_UNDER_COPY), 0, 'no code lies under the button that copies it')
    await page.getByRole('button', { name: 'Dialog' }).click()
    await page.getByRole('dialog', { name: 'A dialog' }).waitFor()
    await checkAccess()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Question' }).click()
    await page.getByRole('alertdialog').waitFor()
    await checkAccess()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
    await checkAccess()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Error toast' }).click()
    await page.getByText('Something went wrong.').waitFor()
    await checkAccess()
  })
