import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { eventually } from './support/eventually.ts'
import { atEnd, temporaryFolder } from './support/at-end.ts'

test('a signal to npm stops the service that npm started, in the usual way', async (t) => {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:MEDIAGEN_|npm_)/.test(name)))
  const env = { ...clean, PORT: '0', MEDIAGEN_DATA_DIR: await temporaryFolder(t), MEDIAGEN_FFMPEG: 'off' }
  // A group of its own: should the promise not hold, what is left of it can be ended.
  const npm = spawn('npm', ['start'], { cwd: resolve(import.meta.dirname, '..'), env, detached: true })
  let output = ''
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  // The service writes to the same pipe: it closes when the last of them has ended.
  const closed = once(npm, 'close').then(() => true)
  atEnd(t, async () => {
    if (!output.includes('Stopping') && npm.pid !== undefined) process.kill(-npm.pid, 'SIGKILL')
    await closed
  })
  const url = await eventually(() => (output.includes('Try it') ? /http:\/\/[\d.:]+/.exec(output)?.[0] : undefined))
  assert.equal((await fetch(`${url}/readyz`)).status, 200)
  npm.kill('SIGTERM')
  await closed
  assert.match(output, /Stopping after the current steps/)
  await assert.rejects(fetch(`${url}/readyz`))
})
