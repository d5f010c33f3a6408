import assert from 'node:assert/strict'
import { appendFile, cp, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { consoleStamp, PLACES } from '../../scripts/console-stamp.ts'
import { temporaryFolder } from '../support/at-end.ts'

const ROOT = resolve(import.meta.dirname, '../..')

test('the console is stale after a change of its sources, of the client, or of a package that it takes, and after no other', async (t) => {
  const folder = await temporaryFolder(t)
  for (const path of [...PLACES, 'package-lock.json'])
    await cp(join(ROOT, path), join(folder, path), { recursive: true })
  let before = consoleStamp(folder)
  assert.equal(before, consoleStamp(ROOT))
  const change = async (work: Promise<unknown>): Promise<boolean> => {
    await work
    const now = consoleStamp(folder)
    const isStale = now !== before
    before = now
    return isStale
  }
  const lockOf = async (name: string): Promise<void> => {
    const path = join(folder, 'package-lock.json')
    const lock = JSON.parse(await readFile(path, 'utf8')) as { packages: Record<string, { version: string }> }
    const entry = lock.packages[`node_modules/${name}`]
    assert.ok(entry !== undefined, name)
    entry.version = '99.0.0'
    await writeFile(path, JSON.stringify(lock))
  }
  const source = (path: string): Promise<void> => appendFile(join(folder, path), ' ')
  assert.ok(await change(source('packages/console/src/look/tokens.css')))
  assert.ok(await change(source('packages/console/index.html')))
  assert.ok(await change(source('packages/client/src/tasks.ts')))
  assert.ok(await change(source('docs/webhooks.md')))
  assert.ok(await change(lockOf('react')))
  // Brought along by another.
  assert.ok(await change(lockOf('@tanstack/query-core')))
  assert.equal(await change(lockOf('fastify')), false)
  assert.equal(await change(writeFile(join(folder, 'packages/console/src/app/x.test.ts'), '')), false)
  assert.equal(await change(writeFile(join(folder, 'packages/console/NOTES.md'), '')), false)
})
