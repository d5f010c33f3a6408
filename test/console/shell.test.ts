import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openConsole, type Width } from './support.ts'

for (const width of ['phone', 'desk'] as Width[])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`every page opens at ${width} width in ${colorScheme}, without a complaint and without a barrier`, async (t) => {
      const { page, checkAccess, shoot } = await openConsole(t, { width, colorScheme })
      for (const name of ['Playground', 'Tasks', 'Gallery', 'Usage', 'Webhooks', 'Keys', 'System']) {
        const path = name === 'Playground' ? '/' : `/${name.toLowerCase()}`
        if (path !== '/') await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
        await page.getByRole('heading', { level: 1, name }).waitFor()
        assert.equal(await page.title(), `${name} · mediagen`)
        await checkAccess()
        await shoot(`${name.toLowerCase()}-${width}-${colorScheme}`)
        // Nothing is wider than the screen.
        assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, name)
      }
    })
