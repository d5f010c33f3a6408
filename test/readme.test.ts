import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { eventually } from './support/eventually.ts'
import { IS_LONG } from './support/long.ts'
import { atEnd, temporaryFolder } from './support/at-end.ts'

const ROOT = resolve(import.meta.dirname, '..')
const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
const QUICK_START = readFileSync(join(ROOT, 'docs/quickstart.md'), 'utf8')
const TEST_COMMAND = 'npm ci && npm test'
const START = /^git clone \S+ mediagen && cd mediagen\nnpm ci\nnpm start$/

type Block = { language: string; text: string }

function blocks(page: string): Block[] {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** A checkout as a newcomer has it after `npm ci`, with nothing of ours in its data folder. */
async function freshCheckout(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t)
  const names = [
    'src',
    'docs',
    'migrations',
    'node_modules',
    'packages',
    'scripts',
    'package.json',
    'package-lock.json',
  ]
  for (const name of names) {
    await symlink(join(ROOT, name), join(folder, name))
  }
  return folder
}

/** One shell for all blocks, as a reader would paste them one after another. */
function openShell(t: TestContext, folder: string) {
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, detached: true })
  const closed = once(shell, 'close')
  atEnd(t, async () => {
    if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL')
    await closed
  })
  const lines: Interface = createInterface({ input: shell.stdout })
  const seen: string[] = []
  lines.on('line', (line) => seen.push(line))
  shell.stderr.on('data', (chunk: Buffer) => seen.push(...chunk.toString().split('\n')))
  let pastes = 0
  return {
    output: () => seen.join('\n'),
    async paste(text: string): Promise<string> {
      const mark = `--done-${++pastes}--`
      const from = seen.length
      shell.stdin.write(`${text}\necho; echo "${mark} $?"\n`)
      const end = await eventually(() => {
        const index = seen.findIndex((line) => line.startsWith(mark))
        return index === -1 ? undefined : index
      })
      assert.equal(seen[end], `${mark} 0`, `${text}\nfailed:\n${seen.slice(from).join('\n')}`)
      return seen.slice(from, end).join('\n')
    },
  }
}

function keysOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keysOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, keysOf(inner)]))
}

function jsonIn(text: string): Record<string, unknown> {
  const line = text.split('\n').find((each) => each.startsWith('{'))
  assert.ok(line !== undefined, `no JSON in: ${text}`)
  return JSON.parse(line) as Record<string, unknown>
}

test('CI runs the test command of the README and nothing else', () => {
  assert.ok(blocks(README).some(({ text }) => text.trim() === TEST_COMMAND))
  assert.ok(readFileSync(join(ROOT, '.ci/run'), 'utf8').trimEnd().endsWith(`\n${TEST_COMMAND}`))
})

test('every command of the README and the quick start works when it is pasted, and answers as the page shows', async (t) => {
  const folder = await freshCheckout(t)
  const [port, hookPort] = [await freePort(), await freePort()]
  const shell = openShell(t, folder)
  let answer = ''
  let taskId = ''
  let checked = 0
  for (const { language, text } of [...blocks(README), ...blocks(QUICK_START)]) {
    const pasted = text.replaceAll('8080', String(port)).replaceAll('9000', String(hookPort)).trim()
    // A clip of five seconds is a minute of work: in the short run the quickest model makes it.
    const here = IS_LONG
      ? pasted
      : pasted.replace('"model": "diorama", "prompt": "a sailing', '"model": "sandbox", "prompt": "a sailing')
    if (language === 'js') {
      await writeFile(join(folder, 'receiver.mjs'), here)
    } else if (language === 'json') {
      const shown = JSON.parse(text) as Record<string, unknown>
      if (shown['object'] === 'video') answer = await success(shell, taskId, port)
      assert.deepEqual(keysOf(jsonIn(answer)), keysOf(shown))
      checked++
    } else if (START.test(here)) {
      await shell.paste(
        `export PORT=${port} MEDIAGEN_URL=http://127.0.0.1:${port} MEDIAGEN_LOG_LEVEL=error; npm start & until curl -sf http://127.0.0.1:${port}/readyz; do sleep 0.2; done`,
      )
      await eventually(() => /mg_[0-9A-Za-z]{49}/.exec(shell.output())?.[0])
    } else if (here !== TEST_COMMAND) {
      answer = await shell.paste(here.replace(/TASK=\d+/, `TASK=${taskId}`))
      if (here.includes('/api/ai/videos') && here.includes('-d ')) taskId = String(jsonIn(answer)['id'])
    }
  }
  assert.equal(checked, 3, 'the image, the video as it is submitted, the video as it is ready')
  await eventually(() => (shell.output().includes(`genuine {"id":"${taskId}"`) ? true : undefined))
})

async function success(shell: ReturnType<typeof openShell>, taskId: string, port: number): Promise<string> {
  return eventually(async () => {
    const address = `http://127.0.0.1:${port}/api/ai/videos/${taskId}`
    const answer = await shell.paste(`curl -s ${address} -H "Authorization: Bearer $KEY"`)
    const { status, error } = jsonIn(answer)
    assert.notEqual(status, 'failed', JSON.stringify(error))
    return status === 'success' ? answer : undefined
  })
}
