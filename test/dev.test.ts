import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { eventually } from './support/eventually.ts'
import { atEnd, temporaryFolder } from './support/at-end.ts'

const ROOT = resolve(import.meta.dirname, '..')

test('npm run dev starts the service anew after a change, on the same data, and waits where the code is wrong', async (t) => {
  const folder = await temporaryFolder(t)
  for (const name of ['src', 'scripts']) await cp(join(ROOT, name), join(folder, name), { recursive: true })
  for (const name of ['migrations', 'packages', 'node_modules', 'package.json', 'package-lock.json'])
    await symlink(join(ROOT, name), join(folder, name))
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MEDIAGEN_')))
  const env = { ...clean, PORT: '0', MEDIAGEN_DATA_DIR: join(folder, 'data'), MEDIAGEN_FFMPEG: 'off' }
  const dev = spawn(process.execPath, [join(folder, 'scripts/dev.ts')], { cwd: folder, env })
  let output = ''
  for (const pipe of [dev.stdout, dev.stderr]) pipe.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const closed = once(dev, 'close')
  atEnd(t, async () => {
    dev.kill('SIGTERM')
    await closed
  })
  const times = (words: RegExp): number => output.match(words)?.length ?? 0
  /** Does something and waits until these words are said once more than before. */
  const untilSaid = async (words: RegExp, work: () => Promise<unknown>): Promise<void> => {
    const before = times(words)
    await work()
    await eventually(() => times(words) > before || undefined)
  }
  const READY = /ready at [^ ]+ [^]*?Try it/g
  const WAITING = /ended by itself \(1\)\. Waiting for a change/g

  await untilSaid(READY, async () => undefined)
  const key = /mg_[0-9A-Za-z]{49}/.exec(output)?.[0] ?? ''
  const ask = async (): Promise<number> => {
    const url = [...output.matchAll(/ready at (\S+)/g)].at(-1)?.[1] ?? ''
    return (await fetch(`${url}/api/ai/tasks`, { headers: { authorization: `Bearer ${key}` } })).status
  }
  const line = /^\d\d:\d\d:\d\d GET \/api\/ai\/tasks 200 /gm
  await untilSaid(line, async () => assert.equal(await ask(), 200))

  const file = join(folder, 'src/core/tasks/size.ts')
  await untilSaid(READY, () => appendFile(file, '\n// changed\n'))
  assert.match(output, /size\.ts changed[^]*\nStopping [^]*ready at/)
  assert.equal(await ask(), 200)

  const good = await readFile(file, 'utf8')
  // In one step, as editors do: a file that is half there would be wrong in another way.
  const replace = async (text: string): Promise<void> => {
    await writeFile(`${file}.new`, text)
    await rename(`${file}.new`, file)
  }
  await untilSaid(WAITING, () => replace(`${good}\nexport const wrong: = 1\n`))
  assert.match(output, /SyntaxError[^]*Expected/)
  await untilSaid(READY, () => replace(good))
  assert.equal(await ask(), 200)

  await untilSaid(/^Stopping /gm, async () => dev.kill('SIGTERM'))
  assert.deepEqual(await closed, [0, null])
  await assert.rejects(ask())
})
