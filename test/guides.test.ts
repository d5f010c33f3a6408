import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { temporaryFolder } from './support/at-end.ts'
import { serviceOfFile } from './support/service.ts'

const openHere = serviceOfFile()

const ROOT = resolve(import.meta.dirname, '..')
const GUIDES = ['polling', 'idempotency', 'references', 'batch']

const blocksOf = (guide: string, language: string): string[] => {
  const page = readFileSync(join(ROOT, 'docs', `${guide}.md`), 'utf8')
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code)
}

async function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const program = spawn(command, args, { cwd, env: { PATH: process.env['PATH'], ...env } })
  const [printed, complaint] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'close')])
  assert.equal(program.exitCode, 0, `${args.join(' ')}\n${printed}${complaint}`)
  return printed
}

/** A folder such as the service runs in, with its key and the pictures that the guides use. */
async function folderOf(t: TestContext, key: string): Promise<string> {
  const folder = await temporaryFolder(t)
  await symlink(join(ROOT, 'docs'), join(folder, 'docs'))
  await run('mkdir', ['data'], folder, {})
  await writeFile(join(folder, 'data/api-key'), key)
  return folder
}

for (const guide of GUIDES) {
  test(`the lines of docs/${guide}.md work when they are pasted one after the other`, async (t) => {
    const service = await openHere()
    const folder = await folderOf(t, service.key)
    const lines = blocksOf(guide, 'sh').join('\n').replaceAll('http://127.0.0.1:8080', service.url)
    assert.match(lines, /curl/)
    const printed = await run('bash', ['-euo', 'pipefail', '-c', lines], folder, {})
    assert.match(printed, /"id"/)
    assert.doesNotMatch(printed, /"code":/, 'none was refused')
  })
}

test('a repeat with the same key gives the same task, as the guide shows', async (t) => {
  const service = await openHere()
  const folder = await folderOf(t, service.key)
  const lines = blocksOf('idempotency', 'sh').join('\n').replaceAll('http://127.0.0.1:8080', service.url)
  const ids = (await run('bash', ['-c', lines], folder, {})).match(/\d{20,}/g) ?? []
  assert.equal(ids.length, 2)
  assert.equal(new Set(ids).size, 1)
})

if (spawnSync('python3', ['--version']).status === 0) {
  test('the loop in Python waits for a video as it is printed', async (t) => {
    const { url, key } = await openHere()
    const [program = ''] = blocksOf('polling', 'python')
    const printed = await run('python3', ['-c', program], await temporaryFolder(t), { BASE: url, KEY: key })
    assert.match(printed, /^success http:\/\/127\.0\.0\.1:\d+\/files\/\w+\.mp4\n$/)
  })
}
