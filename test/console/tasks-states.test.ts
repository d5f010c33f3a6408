import { test, type TestContext } from 'node:test'
import { atEnd, lastingUntilClosed } from '../support/at-end.ts'
import { openService } from '../support/service.ts'
import { ensureBuilt, STATE_LOOKS, openPage, visit, type Width } from './support.ts'
import { sharedBrowser } from '../support/browser.ts'
import { ask, fits, made, row } from './tasks-support.ts'

const LONG = 'a prompt that is longer than any line, '.repeat(20)
const WORD = 'w'.repeat(400)

for (const { width, colorScheme } of STATE_LOOKS)
  test(`every state of the list, the wall and a task has no barrier and fits at ${width} width in ${colorScheme}`, (t) =>
    walk(t, width, colorScheme))

async function walk(t: TestContext, width: Width, colorScheme: 'light' | 'dark'): Promise<void> {
  ensureBuilt()
  const service = await openService(t)
  const browser = await sharedBrowser()
  const empty = await service.newKey({ name: 'new' })
  await made(service, { prompt: 'a red fox' })
  await made(service, { prompt: 'a blue whale', aspect_ratio: '9:16' })
  await made(service, { prompt: 'a kite', kind: 'video' })
  const done = await made(service, { prompt: LONG, size: '1023x1000' })
  const failed = await made(service, { prompt: `${WORD} [[fail provider_error]]` })
  const running = await ask(service, { prompt: 'a snail [[delay 60m]]', kind: 'video' })
  type State = [name: string, path: string, heading: string]
  const statesOfNew: State[] = [
    ['tasks-empty', '/tasks', 'No tasks yet'],
    ['gallery-empty', '/gallery', 'No results yet'],
    ['task-missing', `/tasks/${done}`, 'Task not found'],
  ]
  const states: State[] = [
    ['tasks', '/tasks', 'Tasks'],
    ['tasks-nothing-fits', '/tasks?q=unheard', 'No tasks match these filters'],
    ['gallery', '/gallery', 'Gallery'],
    ['gallery-nothing-fits', '/gallery?q=unheard', 'No results match these filters'],
    ['task-done', `/tasks/${done}`, 'Parameters'],
    ['task-failed', `/tasks/${failed}`, 'This task failed'],
    ['task-running', `/tasks/${running}`, 'a snail [[delay 60m]]'],
  ]
  const look = { width, colorScheme, path: '/tasks' }
  const place = { browser, service }
  const walkThrough = async ({ page, checkAccess, shoot }: Awaited<ReturnType<typeof openPage>>, all: State[]) => {
    for (const [name, path, heading] of all) {
      await visit(page, path)
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
      await checkAccess()
      await fits(page)
      await shoot(`${name}-${width}-${colorScheme}`)
    }
  }
  // One page after the other: the second is in the profile of the first, which has read the code of the console.
  const ofNew = lastingUntilClosed()
  atEnd(t, ofNew.close)
  await walkThrough(await openPage(ofNew.t, place, { ...look, signedInWith: empty, expected: /404/ }), statesOfNew)
  await ofNew.close()
  const own = await openPage(t, place, look)
  await walkThrough(own, states)
  const { page, checkAccess, shoot } = own
  await visit(page, '/tasks')
  await page.getByRole('checkbox', { name: 'Select a red fox' }).check()
  await page.getByRole('checkbox', { name: 'Select a snail' }).check()
  await row(page, 'a red fox')
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menu').waitFor()
  await checkAccess()
  await fits(page)
  await shoot(`tasks-chosen-${width}-${colorScheme}`)
}
