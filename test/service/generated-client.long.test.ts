import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { installFolder } from '../../scripts/install-folder.ts'
import { openService } from '../support/service.ts'
import { temporaryFolder } from '../support/at-end.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const JUDGES = join(ROOT, 'tools/judges')
const TSC = join(ROOT, 'node_modules/.bin/tsc')

type Generator = { generateSource: (document: string) => Promise<string> }

/** Not among the packages of the checkout: it brings a TypeScript of its own. */
function generator(): Generator {
  installFolder(JUDGES)
  return createRequire(join(JUDGES, 'package.json'))('oazapfts') as Generator
}

test('a client that is generated from openapi.json compiles, and makes an image', async (t) => {
  const service = await openService(t)
  const folder = await temporaryFolder(t)
  const document = join(folder, 'openapi.json')
  await writeFile(document, await (await fetch(`${service.url}/openapi.json`)).text())
  await writeFile(join(folder, 'client.ts'), await generator().generateSource(document))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    types: [],
    lib: ['es2024', 'dom', 'dom.iterable'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['client.ts'] }))
  await symlink(join(JUDGES, 'node_modules'), join(folder, 'node_modules'))
  const compiled = await promisify(execFile)(TSC, ['--project', folder]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
  assert.equal(compiled, '')
  const client = (await import(join(folder, 'client.js'))) as {
    createImage: (body: object, more: object, options: object) => Promise<{ status: number; data: { data: unknown[] } }>
  }
  const options = { baseUrl: service.url, headers: { authorization: `Bearer ${service.key}` } }
  const made = await client.createImage({ prompt: 'a cat', model: 'sandbox' }, {}, options)
  assert.deepEqual([made.status, made.data.data.length], [200, 1])
})
