import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { someOf } from './support/long.ts'
import { openService } from './support/service.ts'
import { temporaryFolder } from './support/at-end.ts'

const ROOT = resolve(import.meta.dirname, '..')

for (const path of ['packages/client/README.md', 'packages/ai-sdk/README.md', 'docs/batch.md']) {
  test(`programs on ${path} run as they are printed, but with the quickest model`, async (t) => {
    const page = readFileSync(join(ROOT, path), 'utf8')
    const programs = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, program = '']) => program)
    assert.ok(programs.length > 0, 'the page has programs')
    const { url, key } = await openService(t)
    const folder = await temporaryFolder(t)
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const env = { PATH: process.env['PATH'], MEDIAGEN_URL: url, MEDIAGEN_API_KEY: key }
    // Each is a process with a client of its own.
    for (const [index, program] of someOf([...programs.entries()], 3)) {
      const file = `program-${index}.mts`
      await writeFile(join(folder, file), program.replaceAll("'diorama'", "'sandbox'"))
      const child = spawn(process.execPath, [file], { cwd: folder, env })
      const [, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
      assert.equal(child.exitCode, 0, `${program}\n${err}`)
    }
  })
}
