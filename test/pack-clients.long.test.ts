import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { clientProject, compileProgram, runProgram, SAID } from './support/client-project.ts'
import { packInto } from './support/installed-pack.ts'
import { openService } from './support/service.ts'
import { temporaryFolder } from './support/at-end.ts'

test('the packed clients, installed into an empty project, pass its strict types and work against a live service', async (t) => {
  const folder = await temporaryFolder(t)
  const project = join(folder, 'project')
  clientProject(packInto(join(folder, 'packed')), project)
  for (const on of ['node', 'web'] as const) assert.equal(compileProgram(project, 'use-client', on), '', on)
  assert.equal(compileProgram(project, 'use-ai-sdk', 'node'), '')
  assert.deepEqual(readdirSync(join(project, 'node_modules/@mediagen/client')).toSorted(), [
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
  ])

  const { url, key } = await openService(t)
  const where = { folder: project, url, key }
  assert.deepEqual(await runProgram([process.execPath], 'use-client', where), SAID['use-client'])
  assert.ok(readdirSync(project).includes('clip.mp4'))
  assert.deepEqual(await runProgram([process.execPath], 'use-ai-sdk', where), SAID['use-ai-sdk'])
})
