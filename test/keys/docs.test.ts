import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { SCOPES } from '../../src/core/keys/api-key.ts'
import { LIMIT_NAMES, shownLimitName } from '../../src/core/money/limits.ts'
import { allRoutes } from '../support/all-routes.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { idIn, runCommand } from './run-keys.ts'

const pageOf = (name: string): Promise<string> => readFile(resolve(import.meta.dirname, '../../docs', name), 'utf8')
const page = await pageOf('keys.md')
const projects = await pageOf('projects.md')

test('every command of docs/keys.md and docs/projects.md works as it stands, with the id of a key', async (t) => {
  const dataDir = await temporaryFolder(t)
  // Two pages that each make a project of this name: the second is another one.
  const other = projects.replaceAll(/\bshop\b/g, 'store')
  const lines = `${page}\n${other}`.replaceAll('\\\n', ' ').split('\n')
  const commands = lines
    .filter((line) => /^mediagen (keys|projects) /.test(line))
    .map((line) => line.split('#', 1)[0] ?? '')
  assert.ok(commands.length > 10)
  let id = ''
  for (const command of commands) {
    const [, group = '', ...words] = command.trim().split(/\s+/)
    const { code, out, err } = await runCommand(dataDir, [group, ...words.map((word) => (word === 'ID' ? id : word))])
    assert.equal(code, 0, `${command}\n${err}`)
    if (group === 'keys' && words[0] === 'create') id = idIn(out)
  }
})

test('docs/keys.md tells every scope, every limit and every route of operators', async () => {
  for (const scope of SCOPES) assert.match(page, new RegExp(`^\\| \`${scope}\` \\|`, 'm'))
  for (const name of LIMIT_NAMES) assert.ok(page.includes(`\`${shownLimitName(name)}\``), name)
  for (const { method, url } of await allRoutes()) {
    if (method === 'HEAD' || !url.startsWith('/api/ai/admin/')) continue
    const address = url.replaceAll(/:(\w+)/g, '{$1}')
    assert.match(page, new RegExp(`\\| \`${method} ${address.replaceAll(/[{}]/g, '\\$&')}[\`?]`), `${method} ${url}`)
  }
})
