import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { systemClock } from '../src/runtime/system.ts'
import { temporaryFolder } from './support/at-end.ts'

const MAIN = resolve(import.meta.dirname, '../src/main.ts')
const DAY_MS = 24 * 60 * 60 * 1000

/** A day counted from today, since commands go by the clock of the machine. */
const inDays = (days: number): string => new Date(systemClock.now() + days * DAY_MS).toISOString().slice(0, 10)

/** The settings of a service with a model that goes soon, one that has gone, and one of which neither is true. */
async function settings(t: TestContext): Promise<Record<string, string>> {
  const folder = await temporaryFolder(t)
  const path = join(folder, 'mediagen.config.json')
  const model = { kind: 'image', engine: 'own', model: 'x' }
  const config = {
    engines: { own: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:1/v1' } },
    models: {
      going: { ...model, retires: inDays(30), successor: 'diorama' },
      gone: { ...model, retires: inDays(-1), successor: 'diorama' },
      'gone-unnoticed': { ...model, retires: inDays(-1) },
      staying: { ...model, retires: inDays(90) },
    },
    aliases: { 'gpt-image-1': 'going', 'dall-e-3': 'gone' },
  }
  await writeFile(path, JSON.stringify(config))
  // Whoever runs this may be logged in to a service, and would be told of its models.
  return {
    XDG_CONFIG_HOME: folder,
    MEDIAGEN_CONFIG: path,
    MEDIAGEN_DATA_DIR: join(folder, 'data'),
    MEDIAGEN_FFMPEG: 'off',
  }
}

async function run(command: string, env: Record<string, string>, args: readonly string[] = []): Promise<string> {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MEDIAGEN_')))
  const options = { env: { ...clean, ...env } }
  const ran = promisify(execFile)(process.execPath, [MAIN, command, ...args], options)
  // The doctor fails here, for there is no server at that address; what it says is what counts.
  const { stdout } = await ran.catch((error: unknown) => error as { stdout: string })
  return stdout
}

test('the command models shows aliases and days, hides what has gone and tells of what goes soon', async (t) => {
  const out = await run('models', await settings(t))
  assert.match(out, new RegExp(`^going +image .* ${inDays(30)} +gpt-image-1$`, 'm'))
  assert.match(out, new RegExp(`^staying +image .* ${inDays(90)} +–$`, 'm'))
  assert.doesNotMatch(out, /^gone/m)
  assert.match(out, /^The model 'going' will be shut down by its provider on [\d-]+; use 'diorama' instead\.$/m)
  assert.doesNotMatch(out, /The model 'staying'/)
})

test('models --local --json is JSON, of one kind where that is asked for', async (t) => {
  const out = await run('models', await settings(t), ['--local', '--json', '--kind', 'image'])
  const models = JSON.parse(out) as { id: string; kind: string; aliases: string[] }[]
  assert.deepEqual(models.map(({ id }) => id).toSorted(), ['diorama', 'going', 'sandbox', 'staying'])
  assert.ok(models.every(({ kind }) => kind === 'image'))
  assert.deepEqual(models.find(({ id }) => id === 'going')?.aliases, ['gpt-image-1'])
})

test('the doctor warns of models that go soon and of aliases that lead to one that has gone, and of nothing else', async (t) => {
  const out = await run('doctor', await settings(t))
  assert.match(out, /^ok {4}models: 6 offered/m)
  assert.match(
    out,
    /^WARN {2}model going: The model 'going' will be shut down .*Aliases that lead to it: gpt-image-1\.$/m,
  )
  assert.match(out, /^WARN {2}model gone: The model 'gone' was shut down .*Aliases that lead to it: dall-e-3\.$/m)
  assert.equal(out.match(/^WARN/gm)?.length, 2)
})
