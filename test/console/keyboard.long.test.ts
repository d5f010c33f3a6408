import { test } from 'node:test'
import { becomesFocused, keysOf } from './keys-alone.ts'
import { openConsole } from './support.ts'

const FOR_EVER = '[[delay 60m]]'

test('by keyboard alone: what is made in the playground is cancelled, and focus goes on', async (t) => {
  const { page } = await openConsole(t)
  const { press, type, tabTo } = keysOf(page)
  await becomesFocused(page.getByRole('textbox', { name: 'Prompt' }))
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
