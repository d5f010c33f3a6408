import assert from 'node:assert/strict'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { test, type TestContext } from 'node:test'
import { allTestFiles, chooseFiles, shown } from './choose-files.ts'
import { costTable } from './costs.ts'
import { nearTo } from './near-names.ts'
import { needsOf } from './needs.ts'
import { readOptions, RunError } from './options.ts'
import { inOrderOf } from './worker.ts'
import { lookAround } from './process-tree.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { longTest } from '../support/long.ts'
import { rowsOf } from '../support/postgres.ts'

const ROOT = resolve(import.meta.dirname, '../..')

async function folderWith(t: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder(t)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), `import { test, after } from 'node:test'\n${text}\n`)
  }
  return folder
}

function startRunner(args: string[], own: Record<string, string> = {}): ChildProcessWithoutNullStreams {
  // Without this the runner takes itself for a test file and runs nothing.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return spawn(process.execPath, [join(ROOT, 'test/run.ts'), ...args], { env: { ...env, ...own } })
}

async function runTests(
  args: string[],
  own: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const child = startRunner(args, own)
  let output = ''
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

const STAY = 'setInterval(() => {}, 1_000_000)'

longTest(
  'whatever hangs fails with its name: a test, a file before its tests or after them, a hook, an endless loop',
  async (t) => {
    const tests = await folderWith(t, {
      'never.test.ts': `test('never settles', ({ signal }) => new Promise(() => {
      const stay = ${STAY}
      signal.onabort = () => clearInterval(stay)
    }))`,
      'quiet.test.ts': `test('waits for nothing', () => new Promise(() => {}))`,
    })
    const files = await folderWith(t, {
      'top.test.ts': `${STAY}\nawait new Promise(() => {})`,
      'open.test.ts': `test('leaves something open', () => { ${STAY} })`,
      'hook.test.ts': `after(() => new Promise(() => { ${STAY} }))\ntest('fine', () => {})`,
      // Its event loop gets no turn, as in an endless loop, and it takes no time of others.
      'loop.test.ts': `test('stands still', () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) })`,
    })
    // One limit for each run: a process that is slow to start would come to that of its file before its test came to its own.
    const [late, long] = await Promise.all([
      runTests([tests, '--test-timeout=1000', '--test-isolation=process']),
      runTests([files, '--file-timeout=30000', '--test-concurrency=5', '--test-isolation=process']),
    ])
    assert.equal(late.code, 1, late.output)
    assert.match(late.output, /✖ never settles[^]*test timed out/)
    assert.match(late.output, /✖ waits for nothing/)
    const { code, output } = long
    assert.equal(code, 1, output)
    for (const name of ['top', 'open', 'loop']) assert.match(output, new RegExp(`✖ .*${name}\\.test\\.ts`), output)
    for (const name of ['top', 'open', 'hook'])
      assert.match(output, new RegExp(`${name}\\.test\\.ts has not ended after 30 s\\. Still open: .*Timeout`), output)
    assert.match(output, /✖ .*hook\.test\.ts/)
    assert.match(output, /loop\.test\.ts was killed/)
  },
)

test('what does nothing any more fails where it waits, or is ended long before its limit, with its name; the others go on', async (t) => {
  const folder = await folderWith(t, {
    'ship.test.ts': `import { eventually } from ${JSON.stringify(join(ROOT, 'test/support/eventually.ts'))}
      test('looks for a ship', () => eventually(() => globalThis.ship))
      test('sails on', () => {})`,
    'idle.test.ts': `test('waits for nobody', () => new Promise(() => { ${STAY} }))`,
    // To ask what it has taken is work of the system, of which it would take more than of its own.
    'busy.test.ts': `test('works', () => { for (let n = 0; process.cpuUsage().user < 1_500_000;) for (let i = 0; i < 1e6; i++) n += i })`,
  })
  const { code, output } = await runTests([folder, '--idle-timeout=1000'])
  assert.equal(code, 1, output)
  assert.match(output, /idle\.test\.ts hangs at the test "waits for nobody": none of its processes did anything/)
  assert.match(output, /✔ works/)
  assert.match(output, /✖ looks for a ship[^]*never saw what was waited for: \(\) => globalThis\.ship/)
  assert.match(output, /✔ sails on/)
  assert.match(output, /did not come to their end: [^,]*idle\.test\.ts\n/)
})

longTest('a page on which nothing comes any more fails sooner than anything else', async (t) => {
  const folder = await folderWith(t, {
    'page.test.ts': `// needs: chromium
      import { eventually } from ${JSON.stringify(join(ROOT, 'test/support/eventually.ts'))}
      test('looks for a text', () => eventually(() => globalThis.text))
      test('reads on', () => {})`,
  })
  const { code, output } = await runTests([folder, '--browser-idle-timeout=1000'], { CHROMIUM_PATH: process.execPath })
  assert.equal(code, 1, output)
  assert.match(output, /✖ looks for a text[^]*never saw what was waited for: \(\) => globalThis\.text/)
  assert.match(output, /✔ reads on/)
})

test('who ends the runner ends all that it started: tests, what these started, PostgreSQL, their folders', async (t) => {
  const folder = await folderWith(t, {
    'a.test.ts': `// needs: postgres
      import { spawn } from 'node:child_process'
      import { writeFileSync } from 'node:fs'
      const { TEST_RUN_FOLDER: runFolder, TEST_POSTGRES_PORT: port } = process.env
      test('goes on', () => new Promise(() => {
        const deaf = "process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1_000)"
        const { pid, stdout } = spawn(process.execPath, ['-e', deaf])
        process.on('SIGTERM', () => {})
        const told = JSON.stringify({ pids: [process.pid, pid], runFolder, port })
        stdout.once('data', () => writeFileSync(process.env.TOLD, told))
      }))`,
  })
  const told = join(folder, 'told.json')
  const child = startRunner([folder], { TOLD: told })
  const { pids, runFolder, port } = await eventually(async () => {
    const text = await readFile(told, 'utf8').catch(() => '')
    return text === '' ? undefined : (JSON.parse(text) as { pids: number[]; runFolder: string; port: number })
  })
  assert.equal(existsSync(runFolder), true)
  child.kill('SIGTERM')
  const [code] = (await once(child, 'close')) as [number | null]
  assert.equal(code, 143)
  for (const pid of pids) await eventually(() => (isThere(pid) ? undefined : true))
  assert.equal(existsSync(runFolder), false)
  await assert.rejects(rowsOf(`postgres://mediagen@127.0.0.1:${port}/postgres`, 'SELECT 1'), { code: 'ECONNREFUSED' })
})

longTest('who ends the runner while it starts PostgreSQL leaves nothing of that behind', async (t) => {
  const folder = await folderWith(t, { 'a.test.ts': `// needs: postgres\ntest('never begun', () => {})` })
  const space = join(folder, 'tmp')
  await mkdir(space)
  // The server may run as another user, and has its folder there.
  for (const each of [folder, space]) await chmod(each, 0o711)
  const child = startRunner([folder], { TMPDIR: space })
  await eventually(async () => ((await readdir(space)).some((name) => name.includes('postgres')) ? true : undefined))
  child.kill('SIGTERM')
  const [code] = (await once(child, 'close')) as [number | null]
  assert.equal(code, 143)
  assert.deepEqual(await readdir(space), [])
})

function isThere(pid: number): boolean {
  return lookAround().has(pid)
}

test('files share a process, and each has its hooks for itself; one that cannot be loaded fails, an error that nobody catches fails the test that it came from, the others run', async (t) => {
  const folder = await folderWith(t, {
    'a.test.ts': `import { before } from 'node:test'
      before(() => { globalThis.steps = ['a begins'] })
      after(() => globalThis.steps.push('a ends'))
      test('first of a', () => {})`,
    'b.test.ts': `throw new Error('will not load')`,
    'c.test.ts': `import { deepEqual } from 'node:assert'
      test('after a has ended', () => deepEqual(globalThis.steps, ['a begins', 'a ends']))`,
    'd.test.ts': `import { setTimeout as pause } from 'node:timers/promises'
      import { readFile } from 'node:fs'
      const fails = (name, later) => test(name, async () => {
        await pause(1)
        later(() => { throw new Error('thrown: ' + name) })
        await new Promise(() => {})
      })
      await pause(1)
      fails('in a timer', (then) => setTimeout(then, 1))
      fails('in a tick', (then) => process.nextTick(then))
      fails('in a callback', (then) => readFile('/nowhere', then))
      fails('in a promise', (then) => void pause(1).then(then))
      test('after these', async (t) => await t.test('a part', () => {}))`,
  })
  const { code, output } = await runTests([folder, '--test-concurrency=1'])
  assert.equal(code, 1, output)
  assert.match(output, /✔ after a has ended/)
  assert.match(output, /✖ .*b\.test\.ts[^]*will not load/)
  for (const name of ['in a timer', 'in a tick', 'in a callback', 'in a promise'])
    assert.match(output, new RegExp(`✖ ${name} .*\n +Error: thrown: ${name}`), output)
  assert.match(output, /▶ after these\n +✔ a part/)
  assert.match(output, /8 tests of 4 files/)
})

test('one worker runs what needs a browser while the others have anything else to do', async (t) => {
  const list = { root: '/', files: ['a', 'page b', 'c', 'page d'], inBrowser: ['page b', 'page d'] }
  assert.deepEqual(inOrderOf(1, list), ['page b', 'page d', 'a', 'c'])
  assert.deepEqual(inOrderOf(2, list), ['a', 'c', 'page d', 'page b'])

  const page = (name: string): string => `// needs: chromium\ntest('page ${name}', () => {})`
  const tests = Object.fromEntries(['x', 'y', 'z'].map((name) => [`${name}.test.ts`, page(name)]))
  const folder = await folderWith(t, { 'a.test.ts': `test('first in the alphabet', () => {})`, ...tests })
  // Anything that runs is taken for a browser.
  const { output } = await runTests([folder, '--test-concurrency=1'], { CHROMIUM_PATH: process.execPath })
  assert.match(output, /page x[^]*page y[^]*page z[^]*first in the alphabet/)
})

test('a process that ends in the middle fails the run with the names of the files that were not finished', async (t) => {
  const folder = await folderWith(t, {
    'a.test.ts': `test('leaves', () => process.exit(0))`,
    'b.test.ts': `test('never begun', () => {})`,
  })
  const { code, output } = await runTests([folder, '--test-concurrency=1'])
  assert.equal(code, 1, output)
  assert.match(output, /did not come to their end: .*a\.test\.ts.*b\.test\.ts/)
})

test('what a file needs is found in the modules of the tests that it imports', async (t) => {
  const folder = await folderWith(t, {
    'test/support/film.ts': '// needs: ffmpeg\n',
    'test/support/page.ts': `import './film.ts'\nexport * from './film.ts'\n// needs: chromium`,
    'test/a.test.ts': `import * as page from './support/page.ts'`,
    'test/b.test.ts': '',
  })
  const [a, b] = ['test/a.test.ts', 'test/b.test.ts'].map((name) => join(folder, name))
  const needs = needsOf([a ?? '', b ?? ''])
  assert.deepEqual([...(needs.get(a ?? '') ?? [])].sort(), ['chromium', 'ffmpeg'])
  assert.deepEqual([...(needs.get(b ?? '') ?? [])], [])
})

test('without a browser the files that need one are left out and named last, and the run succeeds', async (t) => {
  const folder = await folderWith(t, {
    'test/a.test.ts': `// needs: chromium\ntest('in a browser', () => {})`,
    'test/b.test.ts': `test('without one', () => {})`,
  })
  const { code, output } = await runTests([folder], { CHROMIUM_PATH: 'none' })
  assert.equal(code, 0, output)
  assert.match(output, /1 tests of 1 files/)
  assert.match(
    output.trimEnd().split('\n').at(-1) ?? '',
    /^Left out: .*a\.test\.ts\. Why: CHROMIUM_PATH is none, which is no/,
  )
})

test('tests are chosen by name, and what they cost is told', async (t) => {
  const folder = await folderWith(t, {
    'one/a.test.ts': `test('red', () => {})\ntest('blue', () => { throw new Error('not to be run') })`,
    'two/b.test.ts': `test('red too', () => {})`,
  })
  const red = await runTests([folder, '--test-name-pattern', 'red', '--costs'])
  assert.equal(red.code, 0, red.output)
  assert.match(red.output, /tests 2\b/)
  assert.match(red.output, /\d\.\d {2}100 % {2}all 2/)
  assert.match(red.output, /\d\.\d {2}.*one\/a\.test\.ts: red/)
  const none = await runTests([folder, '--test-name-pattern=green'])
  assert.equal(none.code, 1)
  assert.match(none.output, /No test was run/)
  assert.equal((await runTests([folder, '--test-skip-pattern=blue', '--test-reporter=dot'])).code, 0)
  assert.equal((await runTests([folder])).code, 1)
})

test('a word means the file, the folder or all paths that contain it', () => {
  const chosen = (...words: string[]): string[] =>
    chooseFiles(ROOT, { words, long: false }).map((file) => shown(ROOT, file))
  assert.deepEqual(chosen('src/core/tasks/size.test.ts'), ['src/core/tasks/size.test.ts'])
  assert.deepEqual(chosen('streams', 'service/streams'), ['test/service/streams.test.ts'])
  assert.deepEqual(chosen('service\\videos'), ['test/service/videos.test.ts'])
  assert.ok(chosen('test/chaos').every((file) => file.startsWith('test/chaos/')))
  assert.ok(chosen('diorama').length > 5)
  assert.deepEqual(
    chosen(),
    allTestFiles(ROOT)
      .map((file) => shown(ROOT, file))
      .filter((file) => !file.endsWith('.long.test.ts')),
  )
  assert.deepEqual(chooseFiles(ROOT, { words: [], long: true }), allTestFiles(ROOT))
  for (const part of ['src/', 'test/service/', 'packages/diorama/src/', 'packages/diorama/test/'])
    assert.ok(
      chosen().some((file) => file.startsWith(part)),
      part,
    )
})

test('a word that means no file is an error with the names that are near', () => {
  assert.throws(
    () => chooseFiles(ROOT, { words: ['vidoes'], long: false }),
    /No test file has 'vidoes' in its path[^]*test\/service\/videos\.test\.ts/,
  )
  assert.deepEqual(
    nearTo('sise', ['src/core/errors.test.ts', 'src/core/tasks/size.test.ts'])[0],
    'src/core/tasks/size.test.ts',
  )
  assert.equal(
    nearTo('chores', ['a/x.test.ts', 'test/reliability/chores-and-more.test.ts'])[0],
    'test/reliability/chores-and-more.test.ts',
  )
})

test('options that do not exist or make no sense are refused in words', () => {
  for (const wrong of [
    '--fast',
    '--test-timeout=soon',
    '--test-concurrency=0',
    '--test-shard=3/2',
    '--test-name-pattern',
  ])
    assert.throws(() => readOptions([wrong]), RunError, wrong)
  assert.deepEqual(readOptions(['--test-shard=2/3', 'x']).shard, { index: 2, total: 3 })
  const timeouts = (...args: string[]) => {
    const { idleTimeoutMs, browserIdleTimeoutMs } = readOptions(args)
    return [idleTimeoutMs, browserIdleTimeoutMs]
  }
  assert.deepEqual(timeouts(), [300_000, 60_000], 'a page is given up sooner than anything else')
  assert.deepEqual(timeouts('--idle-timeout=30000'), [30_000, 30_000])
})

test('costs are added up for each part', () => {
  const files = [
    { name: 'src/core/a.test.ts', seconds: 1 },
    { name: 'src/b.test.ts', seconds: 1 },
    { name: 'test/chaos/c.test.ts', seconds: 5 },
    { name: 'test/d.test.ts', seconds: 1 },
    { name: 'packages/diorama/src/e.test.ts', seconds: 2 },
  ]
  const table = costTable({ files, tests: [] }, false)
  assert.match(table, /5\.0 {3}50 % {2}test\/chaos \(1 file\)\n/)
  assert.match(table, /2\.0 {3}20 % {2}src \(2 files\)\n/)
  assert.match(table, /2\.0 {3}20 % {2}packages\/diorama \(1 file\)\n/)
  assert.match(table, /1\.0 {3}10 % {2}test \(1 file\)\n/)
  assert.match(table, /10\.0 {2}100 % {2}all 5\n/)
})
