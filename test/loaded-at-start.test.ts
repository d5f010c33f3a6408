import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { eventually } from './support/eventually.ts'
import { atEnd, temporaryFolder } from './support/at-end.ts'

const MAIN = resolve(import.meta.dirname, '../src/main.ts')

/** Prints the name of every package when it is first loaded. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const seen = new Set()
  registerHooks({
    load(url, context, next) {
      const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)(?!.*node_modules)/.exec(url)?.[1]
      if (name !== undefined && !seen.has(name)) process.stdout.write('loaded ' + name + '\\n')
      seen.add(name)
      return next(url, context)
    },
  })
`)}`

// Each is large, and used by some processes, or some requests, alone.
const FOR_LATER =
  /^(@ai-sdk|@aws-sdk|@mediagen|@modelcontextprotocol|ajv|jose|openid-client|oauth4webapi|@opentelemetry|mediabunny|pg|prom-client|sharp|undici|yaml|zod)/

for (const role of ['all', 'api', 'worker'])
  test(`a service with the role '${role}' starts without what only some requests need`, async (t) => {
    const env = {
      PATH: process.env['PATH'],
      PORT: '0',
      HOST: '127.0.0.1',
      MEDIAGEN_API_KEY: 'key-of-this-test-and-no-other',
      MEDIAGEN_PUBLIC_URL: 'http://127.0.0.1:1',
      MEDIAGEN_DATA_DIR: await temporaryFolder(t),
    }
    const child = spawn(process.execPath, ['--import', WATCH, MAIN, 'serve', '--role', role], { env })
    const ended = once(child, 'close')
    atEnd(t, async () => {
      child.kill('SIGKILL')
      await ended
    })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    const isReady = /ready at http/
    await eventually(() => (isReady.test(out) ? true : undefined))
    const loaded = [...out.matchAll(/^loaded (.*)$/gm)].map(([, name = '']) => name)
    assert.ok(loaded.includes('fastify'), `the watch is blind: ${loaded.join(' ')}`)
    assert.deepEqual(
      loaded.filter((name) => FOR_LATER.test(name)),
      [],
    )
  })
