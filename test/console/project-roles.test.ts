import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProject } from '../../src/actions/projects/change-project.ts'
import { COMMAND_LINE } from '../../src/core/keys/audit.ts'
import { SCOPES } from '../../src/core/keys/api-key.ts'
import type { NewKey } from '../../src/actions/keys/create-key.ts'
import { systemClock, systemRandom } from '../../src/runtime/system.ts'
import { atEnd, lastingUntilClosed } from '../support/at-end.ts'
import { sharedBrowser } from '../support/browser.ts'
import { IS_LONG } from '../support/long.ts'
import { openService } from '../support/service.ts'
import { ensureBuilt, openPage, visit } from './support.ts'

const PAGES = ['Gallery', 'Tasks', 'Usage', 'Webhooks', 'Keys', 'Projects']
const READING = ['Tasks', 'Gallery', 'Models', 'Usage', 'Webhooks']

test('viewers, members, owners and operators see what they may use, and no button that would be refused', async (t) => {
  ensureBuilt()
  const service = await openService(t)
  const deps = { store: service.store, clock: systemClock, random: systemRandom }
  const limits = { perDayMicros: 20_000_000 }
  const { id: project } = await createProject(deps, { name: 'shop', limits }, COMMAND_LINE)
  const keyOf = (name: string, wish: Partial<NewKey>): Promise<string> => service.newKey({ name, ...wish })
  const member = await keyOf('shop-member', { project })
  const colleague = await keyOf('shop-colleague', { project })
  const make = async (prompt: string, key: string): Promise<string> => {
    const json = { model: 'sandbox', prompt }
    const answer = await service.call('/api/ai/images/generations', { json, key })
    await answer.arrayBuffer()
    return answer.headers.get('x-task-id') ?? ''
  }
  const [own, theirs] = [await make('a fox of mine', member), await make('a fox of a colleague', colleague)]
  type Role = { key: string; pages: string[]; mayChange: string[] }
  const roles: Record<string, Role> = {
    viewer: { key: await keyOf('shop-viewer', { project, role: 'viewer' }), pages: READING, mayChange: [] },
    member: { key: member, pages: ['Playground', ...READING], mayChange: [own] },
    owner: {
      key: await keyOf('shop-owner', {
        project,
        role: 'owner',
        scopes: SCOPES.filter((scope) => scope !== 'videos:write' && scope !== 'admin'),
        models: ['sandbox'],
        expiresAt: Date.now() + 86_400_000,
      }),
      pages: ['Playground', ...READING, 'Keys'],
      mayChange: [],
    },
    operator: {
      key: await keyOf('operator', { scopes: SCOPES }),
      pages: ['Playground', ...READING, 'Keys', 'Projects', 'System'],
      mayChange: [],
    },
  }
  for (const [role, { key, pages, mayChange }] of Object.entries(roles)) {
    // One after the other in the browser's shared profile, which has read the code of the console before.
    const opened = lastingUntilClosed()
    atEnd(t, opened.close)
    const { page, checkAccess, recheckAccess, shoot } = await openPage(
      opened.t,
      { browser: await sharedBrowser(), service },
      { path: '/', signedInWith: key, expected: /status of 40[34]/ },
    )
    const links = page.getByRole('navigation', { name: 'Pages' }).locator('.rail-list > li > a')
    await links.first().waitFor()
    const names = (await links.allInnerTexts()).map((each) => each.replaceAll(/\d/g, '').trim())
    assert.deepEqual(names, pages, role)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await shoot(`${role}-start`)
    await recheckAccess()
    // A viewer's pages differ most from those of an operator, at which all other tests look.
    for (const name of IS_LONG || role === 'viewer' ? PAGES : []) {
      await visit(page, `/${name.toLowerCase()}`)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await page.locator('.skeleton').first().waitFor({ state: 'detached' })
      await shoot(`${role}-${name.toLowerCase()}`)
      await checkAccess()
    }
    for (const id of [own, theirs]) {
      await visit(page, `/tasks/${id}`)
      const name = id === own ? 'a fox of mine' : 'a fox of a colleague'
      // An operator looks among all keys to see it: here the page says that it is not found.
      const main = page.getByRole('main')
      await (role === 'operator' ? main.getByText(id) : main.getByRole('heading', { level: 1, name })).waitFor()
      await page.locator('.skeleton').first().waitFor({ state: 'detached' })
      await shoot(`${role}-task-${id === own ? 'own' : 'theirs'}`)
      if (role !== 'operator')
        assert.equal(
          await page.getByRole('button', { name: 'Delete' }).isVisible(),
          mayChange.includes(id),
          `${role} ${id}`,
        )
      const mayMake = role !== 'viewer' && role !== 'operator'
      assert.equal(await page.getByRole('button', { name: 'Retry' }).isVisible(), mayMake, role)
      assert.equal(await page.getByRole('link', { name: 'Reuse: prompt' }).isVisible(), mayMake, role)
    }
    if (role === 'owner') {
      // What its own key lacks is not chosen for a new one, so that the form as it opens is not refused.
      await visit(page, '/keys')
      await page.getByRole('button', { name: 'New key' }).click()
      await page.getByLabel('Name').fill('shop-web')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('dialog', { name: 'Key shop-web' }).waitFor()
    }
    // The budget of the project is everybody's business who works in it.
    await visit(page, '/usage')
    await page.getByRole('heading', { name: 'Your key' }).waitFor()
    const hasProject = await page.getByRole('heading', { name: 'Your project' }).isVisible()
    assert.equal(hasProject, role !== 'operator', role)
    await opened.close()
  }
})
