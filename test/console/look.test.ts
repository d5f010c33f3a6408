import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STATE_LOOKS, openConsole } from './support.ts'

const TEXT_UNDER_COPY = `[...document.querySelectorAll('.code-block')].filter((block) =>
  block.querySelector('pre').getBoundingClientRect().right >
  block.querySelector('.copy-button').getBoundingClientRect().left).length`

for (const { width, colorScheme } of STATE_LOOKS)
  test(`the page of the visual language shows every part at ${width} width in ${colorScheme}`, async (t) => {
    const { page, checkAccess, shoot } = await openConsole(t, { path: '/look', width, colorScheme })
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
    await page.getByRole('button', { name: 'Bad toast' }).click()
    await page.getByText('Something went wrong.').waitFor()
    await checkAccess()
  })
