import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openConsole, type Width } from './support.ts'

for (const width of ['phone', 'desk'] as Width[])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the page of the visual language shows every part at ${width} width in ${colorScheme}`, async (t) => {
      const { page, checkAccess, shoot } = await openConsole(t, { path: '/look', width, colorScheme })
      await page.getByRole('heading', { level: 1, name: 'Look' }).waitFor()
      await checkAccess()
      await shoot(`look-${width}-${colorScheme}`)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
      await page.getByRole('button', { name: 'Open a dialog' }).click()
      await page.getByRole('dialog', { name: 'A dialog' }).waitFor()
      await checkAccess()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Ask a question' }).click()
      await page.getByRole('alertdialog').waitFor()
      await checkAccess()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Sample menu' }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
      await checkAccess()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Say what went wrong' }).click()
      await page.getByText('The service did not answer.').waitFor()
      await checkAccess()
    })
