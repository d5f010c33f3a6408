import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Engine, EngineState } from '../../src/ports/engine.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { ended, runMediagen, runMediagenAlone, startMediagen, type Ran } from '../support/run-mediagen.ts'
import { openService, type OpenOptions, type TestService } from '../support/service.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'

const MAIN = resolve(import.meta.dirname, '../../src/main.ts')

type Made = { ids: string[]; files: { path: string; id: string; sha256: string }[]; failures: { code: string }[] }

/** A service, an empty folder, and the command line in it. */
async function open(t: TestContext, options: OpenOptions = {}) {
  const service = await openService(t, options)
  const cwd = await temporaryFolder(t)
  const env = { MEDIAGEN_URL: service.url, MEDIAGEN_API_KEY: service.key }
  const run = (args: string[], input = ''): Promise<Ran> => runMediagen(args, { cwd, env, input })
  const runAlone = (args: string[], input = ''): Promise<Ran> => runMediagenAlone(args, { cwd, env, input })
  return { service, cwd, env, run, runAlone }
}

async function receipt(service: TestService, id: string): Promise<Record<string, unknown>> {
  return (await (await service.call(`/api/ai/tasks/${id}`)).json()) as Record<string, unknown>
}

const sha256 = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

/** What was not left open. */
function given(asked: unknown): object {
  return Object.fromEntries(Object.entries(asked as object).filter(([, value]) => value !== null))
}

test('an image is made, saved under the name that was asked for, checked, and told in JSON where nobody looks', async (t) => {
  const { cwd, runAlone, service } = await open(t)
  const made = await runAlone(['image', 'a', 'red fox', '-m', 'sandbox', '--seed', '7', '-o', 'deep/down/fox.png'])
  assert.equal(made.code, 0, made.err)
  const { ids, files, failures } = JSON.parse(made.out) as Made
  assert.deepEqual([ids.length, failures], [1, []])
  assert.equal(files[0]?.path, 'deep/down/fox.png')
  assert.equal(await sha256(join(cwd, 'deep/down/fox.png')), files[0]?.sha256)
  const { prompt, asked } = await receipt(service, ids[0] ?? '')
  assert.deepEqual([prompt, given(asked)], ['a red fox', { seed: 7 }])
})

test('a video with first and last frame is made from pictures by path, in the order of the command line', async (t) => {
  const { cwd, run, service } = await open(t)
  for (const [name, seed] of [
    ['first.png', '1'],
    ['last.png', '2'],
  ] as const)
    assert.equal((await run(['image', name, '-m', 'sandbox', '--seed', seed, '-o', name])).code, 0)
  const made = await run(['video', 'a boat', '-m', 'sandbox', '-i', 'first.png', '-i', 'last.png', '-o', 'clip.mp4'])
  assert.equal(made.code, 0, made.err)
  assert.match((await readFile(join(cwd, 'clip.mp4'))).subarray(0, 12).toString('latin1'), /ftyp/)
  const { files } = (await receipt(service, (JSON.parse(made.out) as Made).ids[0] ?? '')) as {
    files: { role: string; sha256: string }[]
  }
  const references = files.filter(({ role }) => role === 'reference').map((file) => file.sha256)
  assert.deepEqual(references, [await sha256(join(cwd, 'first.png')), await sha256(join(cwd, 'last.png'))])

  const rolesOf = async ({ code, out, err }: Ran): Promise<(string | null)[]> => {
    assert.equal(code, 0, err)
    const [id = ''] = /\d{19,}/.exec(out) ?? []
    const asked = (await receipt(service, id)) as { files: { role: string; reference_role: string | null }[] }
    return asked.files.filter(({ role }) => role === 'reference').map((file) => file.reference_role)
  }
  const clip = ['video', 'a boat', '-m', 'sandbox', '--async', '--last-frame', 'last.png', '--first-frame', 'first.png']
  assert.deepEqual(await rolesOf(await run(clip)), ['first_frame', 'last_frame'])
  const edit = ['image', 'a hat', '-m', 'sandbox', '--async', '-i', 'first.png', '--mask', 'last.png']
  assert.deepEqual(await rolesOf(await run(edit)), ['reference', 'mask'])
  const [id = ''] = (JSON.parse(made.out) as Made).ids
  for (const video of [id, 'clip.mp4']) {
    const work = ['video', 'at night', '-m', 'sandbox', '-o', `${video.length}.mp4`, '--video', video]
    assert.deepEqual(await rolesOf(await run(work)), ['video'])
  }
})

test('a file that is there is never replaced unless that was asked for, and that is known before anything is made', async (t) => {
  const { cwd, run, service } = await open(t)
  await writeFile(join(cwd, 'fox.png'), 'mine')
  const refused = await run(['image', 'a fox', '-m', 'sandbox', '-o', 'fox.png'])
  assert.equal(refused.code, 2)
  assert.match(refused.err, /fox\.png already exists\. Use -f to replace it/)
  // What several images will be called is known too, and so is a pattern without the type of the result.
  await writeFile(join(cwd, 'a-fox-2.png'), 'mine')
  for (const args of [
    ['--n', '2', '-o', 'a-fox.png'],
    ['--n', '2', '--download', 'a-fox.png'],
    ['--n', '2', '--download', '{slug}-{index}.png'],
    ['--download', '{slug}-2.png'],
  ]) {
    const { code, err } = await run(['image', 'a fox', '-m', 'sandbox', ...args])
    assert.equal(code, 2, `${args.join(' ')}: ${err}`)
    assert.match(err, /a-fox-2\.png already exists\. Use -f to replace it/)
  }
  await rm(join(cwd, 'a-fox-2.png'))
  assert.equal((await service.store.tasks.list({ keyId: service.apiKey.id, limit: 5 })).length, 0)
  assert.equal(await readFile(join(cwd, 'fox.png'), 'utf8'), 'mine')
  assert.equal((await run(['image', 'a fox', '-m', 'sandbox', '-o', 'fox.png', '-f'])).code, 0)
  assert.notEqual(await readFile(join(cwd, 'fox.png'), 'utf8'), 'mine')
  for (const expected of ['a-fox.png', 'a-fox-2.png']) {
    const { files } = JSON.parse((await run(['image', 'A fox!', '-m', 'sandbox'])).out) as Made
    assert.equal(files[0]?.path, expected)
  }
})

test('a name that proves taken after the work is told with what was saved, and how to save the rest', async (t) => {
  const { cwd, run } = await open(t)
  await writeFile(join(cwd, 'a-fox-2.png'), 'mine')
  // The type of the result is not known before.
  const half = await run(['image', 'a fox', '-m', 'sandbox', '--n', '2', '--download', '{slug}-{index}.{ext}'])
  assert.equal(half.code, 1, half.err)
  const { ids, files } = JSON.parse(half.out) as Made
  assert.deepEqual(
    files.map(({ id, path }) => [id, path]),
    [[ids[0], 'a-fox-1.png']],
  )
  const { error } = JSON.parse(half.err) as { error: { message: string; details: string; task_id: string } }
  assert.match(error.message, /^a-fox-2\.png already exists\./)
  assert.equal(error.task_id, ids[1])
  const [, rest = ''] =
    /^To save the result with a key that has the tasks:read scope, run: mediagen (download \d+)$/.exec(error.details) ??
    []
  assert.equal((await run([...rest.split(' '), '-o', 'second.png'])).code, 0)
  assert.ok(existsSync(join(cwd, 'second.png')))
  assert.equal(await readFile(join(cwd, 'a-fox-2.png'), 'utf8'), 'mine')
})

test('a disk that takes no more is told as what it is, after one attempt, and leaves no part of a file', async (t) => {
  const { cwd, env } = await open(t)
  // The shell lets its children put nothing into files, as a disk that is full.
  const command = `ulimit -f 0; exec '${process.execPath}' '${MAIN}' image 'a fox' -m sandbox -o fox.png --no-json`
  const child = spawn('sh', ['-c', command], { cwd, env: { ...env, PATH: process.env['PATH'] ?? '', HOME: cwd } })
  const { code, err } = await ended(child)
  assert.equal(code, 1, err)
  assert.match(
    err,
    /^fox\.png cannot be written: EFBIG.*\nTo save the result with a key that has the tasks:read scope, run: mediagen download \d+\n$/,
  )
  assert.deepEqual(await readdir(cwd), [])
})

test('a place that takes nothing is told before anything is made', async (t) => {
  const { cwd, run, service } = await open(t)
  await writeFile(join(cwd, 'file'), '')
  for (const args of [
    ['-o', 'file/fox.png'],
    ['--download', 'file/{id}.{ext}'],
    ['-o', 'file/'],
  ]) {
    const { code, err } = await run(['image', 'a fox', '-m', 'sandbox', ...args, '--no-json'])
    assert.equal(code, 2, err)
    assert.match(err, /^file is a file, not a folder\. Choose another folder with -o\.\n/)
  }
  for (const [args, words] of [
    [['-o', ''], /^-o and --download require a name/],
    [['--download', '{name}.{ext}'], /^Unknown placeholder \{name\} in --download\. Known: \{id\}, \{index\}, \{ext\}/],
  ] as const) {
    const { code, err } = await run(['image', 'a fox', '-m', 'sandbox', ...args, '--no-json'])
    assert.equal(code, 2, err)
    assert.match(err, words)
  }
  assert.equal((await service.store.tasks.list({ keyId: service.apiKey.id, limit: 5 })).length, 0)
})

test('an option of the model is a number where JSON would read one, and text otherwise', async (t) => {
  const { run, service } = await open(t)
  const optionsOf = async (...options: string[]): Promise<unknown> => {
    const asked = await run([
      'image',
      'a fox',
      '-m',
      'sandbox',
      '--async',
      ...options.flatMap((each) => ['--option', each]),
    ])
    assert.equal(asked.code, 0, asked.err)
    const known = await receipt(service, (JSON.parse(asked.out) as Made).ids[0] ?? '')
    return (known['asked'] as { options: unknown }).options
  }
  assert.deepEqual(await optionsOf('steps=20', 'sampler=euler'), { steps: 20, sampler: 'euler' })
  const padded = await run(['image', 'a fox', '-m', 'sandbox', '--option', 'steps=007'])
  assert.equal(padded.code, 1)
  assert.match(padded.err, /options\.steps/)
})

test('several images get names of their own, by number or by pattern, and in words each is a line', async (t) => {
  const { cwd, run } = await open(t)
  const numbered = await run(['image', 'a fox', '-m', 'sandbox', '--n', '3', '-o', 'fox.png', '--no-json'])
  assert.deepEqual(numbered.out.trim().split('\n'), ['fox-1.png', 'fox-2.png', 'fox-3.png'])
  const patterned = await run(['image', 'a fox', '-m', 'sandbox', '--n', '2', '--download', 'out/{id}_{index}.{ext}'])
  const { ids } = JSON.parse(patterned.out) as Made
  assert.deepEqual((await readdir(join(cwd, 'out'))).toSorted(), [`${ids[0]}_1.png`, `${ids[1]}_2.png`].toSorted())
  for (const args of [
    ['--download', 'more/{slug}.{ext}'],
    ['-f', '--download', 'more/{slug}.{ext}'],
    ['--download', 'more'],
  ])
    assert.equal((await run(['image', 'a fox', '-m', 'sandbox', '--n', '2', ...args])).code, 0)
  const expected = ['a-fox-1-2.png', 'a-fox-1.png', 'a-fox-2-2.png', 'a-fox-2.png']
  assert.deepEqual((await readdir(join(cwd, 'more'))).toSorted(), expected)
})

test('several files of one task get names of their own, as those of a workflow', async (t) => {
  const twice = (state: EngineState): EngineState =>
    state.kind === 'done' ? { ...state, outputs: [...state.outputs, ...state.outputs] } : state
  const wrapEngine = (engine: Engine): Engine => ({
    ...engine,
    start: async (job, watch) => twice(await engine.start(job, watch)),
  })
  const { cwd, run } = await open(t, { replacements: { wrapEngine } })
  await writeFile(join(cwd, 'p.txt'), 'a fox\n')
  for (const args of [
    ['a fox', '-o', 'out/fox.png'],
    ['a fox', '-f', '-o', 'out/'],
    ['--file', 'p.txt', '-o', 'out/'],
  ]) {
    const made = await run(['image', '-m', 'sandbox', ...args])
    assert.equal(made.code, 0, `${made.out}${made.err}`)
  }
  const expected = ['001-a-fox-1.png', '001-a-fox-2.png', 'a-fox-1.png', 'a-fox-2.png', 'fox-1.png', 'fox-2.png']
  assert.deepEqual((await readdir(join(cwd, 'out'))).toSorted(), expected)
})

test('the prompt may come from a pipe, and the picture may go into one', async (t) => {
  const { cwd, run, runAlone, service } = await open(t)
  const made = await runAlone(['image', '-m', 'sandbox', '-o', '-'], 'a fox\nin two lines\n')
  assert.equal(made.code, 0, made.err)
  assert.match(made.out, /PNG/)
  assert.deepEqual(await readdir(cwd), [])
  const [task] = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 1 })
  assert.equal((await service.store.tasks.find(task?.id ?? ''))?.prompt, 'a fox\nin two lines')
  const fetched = await runAlone(['download', String(task?.id), '-o', '-'])
  assert.deepEqual([fetched.code, fetched.out], [0, made.out], fetched.err)
  assert.deepEqual(await readdir(cwd), [])
  assert.match((await run(['image', '-m', 'sandbox'], '')).err, /A prompt is required/)
})

test('with --async only the id comes, and download fetches the result when it is there', async (t) => {
  const { cwd, run } = await open(t)
  const asked = await run(['video', 'a boat [[delay 1s]]', '-m', 'sandbox', '--async', '--no-json'])
  assert.match(asked.out, /^\d{19,24}\n$/)
  const fetched = await run(['download', asked.out.trim(), '-o', 'boat.mp4', '--no-json'])
  assert.deepEqual([fetched.code, fetched.out], [0, 'boat.mp4\n'], fetched.err)
  assert.ok(existsSync(join(cwd, 'boat.mp4')))
})

test('exit codes: 1 for a task that failed, 2 for a line that was written wrong, 3 without a service or a good key', async (t) => {
  const { run, runAlone, env, cwd } = await open(t)
  const failed = await runAlone(['image', 'x [[fail content_policy_violation]]', '-m', 'sandbox'])
  assert.equal(failed.code, 1)
  const { error } = JSON.parse(failed.err) as { error: { code: string; task_id: string } }
  assert.equal(error.code, 'content_policy_violation')
  assert.match(error.task_id, /^\d+$/)
  assert.equal((await run(['image', 'x', '-m', 'no-such-model'])).code, 1)
  for (const wrong of [
    ['image', 'x', '--sized', '1'],
    ['image', 'x', '--n', '11'],
    ['tasks', '--status', 'lost'],
    ['task'],
    ['task', 'x'],
  ]) {
    const { code, err } = await run([...wrong, '--no-json'])
    assert.equal(code, 2, wrong.join(' '))
    assert.match(err, /^[A-Z'-].+\nSee: mediagen \w+ --help\n$/, wrong.join(' '))
  }
  assert.equal((await runAlone(['task'])).code, 2)
  const elsewhere = { ...env, MEDIAGEN_URL: 'http://127.0.0.1:9' }
  const away = await runMediagenAlone(['tasks', '--no-json'], { cwd, env: elsewhere })
  assert.deepEqual([away.code, away.out], [3, ''])
  assert.match(away.err, /^The service is not responding\. Start a service with 'mediagen serve'/)
  const stranger = await runMediagen(['tasks', '--no-json'], { cwd, env: { ...env, MEDIAGEN_API_KEY: 'mg_wrong' } })
  assert.equal(stranger.code, 3)
  assert.match(stranger.err, /mediagen login/)
})

test('a key that may only generate gets its images, each paid for once, and is told the id of what it cannot get', async (t) => {
  const { service, cwd } = await open(t, { env: { MEDIAGEN_IMAGE_WAIT_SECONDS: '1' } })
  const { key, apiKey } = await service.withKey({ scopes: ['images:write', 'videos:write'] })
  const env = { MEDIAGEN_URL: service.url, MEDIAGEN_API_KEY: key }
  const run = (args: string[]): Promise<Ran> => runMediagen([...args, '-m', 'sandbox'], { cwd, env })
  const tasks = () => service.store.tasks.list({ keyId: apiKey.id, limit: 9 })
  const kindsOf = ({ out }: Ran): unknown[] =>
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; code?: string })
      .map(({ kind, code }) => code ?? kind)

  // Longer than one request waits.
  const made = await run(['image', 'a fox [[delay 2s]]', '--n', '2', '-o', 'fox.png'])
  assert.equal(made.code, 0, made.err)
  const { ids, files } = JSON.parse(made.out) as Made
  assert.deepEqual(
    files.map(({ id, path }) => [id, path]),
    [
      [ids[0], 'fox-1.png'],
      [ids[1], 'fox-2.png'],
    ],
  )
  await writeFile(join(cwd, 'p.txt'), 'a hare\n')
  const batch = await run(['image', '--file', 'p.txt'])
  assert.equal(batch.code, 0, batch.err)
  assert.deepEqual((await readdir(cwd)).toSorted(), [
    '001-a-hare.png',
    'fox-1.png',
    'fox-2.png',
    'p.txt',
    'p.txt.mediagen-journal',
  ])
  // A day later, the service would take the same request for a new one.
  const journal = join(cwd, 'p.txt.mediagen-journal')
  const [first, asked, answered] = (await readFile(journal, 'utf8')).split('\n')
  const longAgo = { ...(JSON.parse(asked ?? '') as object), askedAt: Date.now() - 25 * 60 * 60 * 1000 }
  await writeFile(journal, [first, JSON.stringify(longAgo), answered, ''].join('\n'))
  await rm(join(cwd, '001-a-hare.png'))
  await writeFile(join(cwd, 'p.txt'), 'a hare\na hen\nx [[fail provider_error]]\n')
  const resumed = await run(['image', '--file', 'p.txt'])
  assert.deepEqual(kindsOf(resumed), ['not_done', 'made', 'provider_error'], resumed.err)
  assert.match(resumed.err, /tasks:read/)
  assert.equal((await tasks()).length, 5)
  assert.deepEqual(kindsOf(await run(['image', '--file', 'p.txt'])), ['not_done', 'done before', 'provider_error'])
  assert.equal((await tasks()).length, 5)
  const anew = await run(['image', '--file', 'p.txt', '--retry-failed'])
  assert.deepEqual(kindsOf(anew), ['made', 'done before', 'provider_error'], anew.err)
  assert.equal((await tasks()).length, 7)
  // What was made and saved is not paid for again because its file was moved away.
  const aged = (await readFile(journal, 'utf8')).replaceAll(
    /"askedAt":\d+/g,
    `"askedAt":${Date.now() - 25 * 3_600_000}`,
  )
  await writeFile(journal, aged)
  await rm(join(cwd, '002-a-hen.png'))
  await writeFile(join(cwd, 'p.txt'), 'a hare\na hen\n')
  for (const more of [['--retry-failed'], []]) {
    const moved = await run(['image', '--file', 'p.txt', ...more])
    assert.deepEqual(kindsOf(moved), ['done before', 'not_done'], moved.err)
    assert.match(moved.err, /Line 2: The images were saved as 002-a-hen\.png.*tasks:read/)
  }
  assert.equal((await tasks()).length, 7)

  for (const code of ['content_policy_violation', 'timeout']) {
    const failed = await run(['image', `x [[fail ${code}]]`])
    const [task] = await tasks()
    assert.equal(failed.code, 1, failed.err)
    const { error } = JSON.parse(failed.err) as { error: object }
    assert.partialDeepStrictEqual(error, { code, task_id: task?.id })
  }
  const clip = await run(['video', 'a boat'])
  const [ofClip] = await tasks()
  assert.equal(clip.code, 3, clip.err)
  assert.partialDeepStrictEqual(JSON.parse(clip.err), {
    error: {
      task_id: ofClip?.id,
      details: `To save the result with a key that has the tasks:read scope, run: mediagen download ${ofClip?.id}`,
    },
  })
})

test('the first Ctrl-C cancels what is under way, says so, and ends with 130', async (t) => {
  const { service, env, cwd } = await open(t)
  const child = startMediagen(['video', 'a boat [[hang]]', '-m', 'sandbox'], { env, cwd })
  const over = ended(child)
  const of = { keyId: service.apiKey.id, limit: 1 }
  const task = await eventually(async () => {
    const [first] = await service.store.tasks.list(of)
    return first?.status === 'processing' ? first : undefined
  })
  child.kill('SIGINT')
  const { code, err } = await over
  assert.equal(code, 130)
  assert.match(err, new RegExp(`Cancelled: ${task.id}`))
  assert.equal((await service.store.tasks.find(task.id))?.error?.code, 'cancelled')
})

test('a Ctrl-C while waiting for a task that was asked for elsewhere leaves the task alone', async (t) => {
  const { service, env, cwd, run } = await open(t)
  const { ids } = JSON.parse((await run(['video', 'x [[hang]]', '-m', 'sandbox', '--async'])).out) as Made
  let connections = 0
  const proxy = await openTcpProxy(() => {
    connections++
    return Number(new URL(service.url).port)
  })
  atEnd(t, () => proxy.close())
  const through = { ...env, MEDIAGEN_URL: `http://127.0.0.1:${proxy.port}` }
  const child = startMediagen(['task', ids[0] ?? '', '--wait'], { env: through, cwd })
  const over = ended(child)
  await eventually(() => (connections > 0 ? true : undefined))
  child.kill('SIGINT')
  assert.equal((await over).code, 130)
  assert.equal((await service.store.tasks.find(ids[0] ?? ''))?.error, null)
})

test('tasks are listed, shown, cancelled and deleted; what cannot be done for one does not keep the others from it', async (t) => {
  const { run } = await open(t)
  const { ids } = JSON.parse((await run(['image', 'a fox', '-m', 'sandbox', '--n', '2'])).out) as Made
  const waiting = JSON.parse((await run(['video', 'x [[hang]]', '-m', 'sandbox', '--async'])).out) as Made
  const listed = await run(['tasks', '--kind', 'image', '--no-json'])
  assert.equal(listed.out.trim().split('\n').length, 3)
  assert.match(
    listed.out,
    new RegExp(`^ID +STATUS +MODEL +AGE +TOOK +PROMPT\n[\\s\\S]*${ids[0]} +done +sandbox .* a fox\n`),
  )
  const shown = JSON.parse((await run(['task', ids[0] ?? ''])).out) as { prompt: string; group: string[] }
  assert.deepEqual([shown.prompt, shown.group], ['a fox', ids])
  assert.match((await run(['task', ids[0] ?? '', '--no-json'])).out, /^Task +\d+\nStatus +success\n/)
  const cancelled = await run(['cancel', ids[0] ?? '', waiting.ids[0] ?? '', '--no-json'])
  assert.deepEqual([cancelled.code, cancelled.out], [1, `Cancelled: ${waiting.ids[0]}\n`])
  assert.match(cancelled.err, /already ended/)
  assert.equal((await run(['cancel'])).code, 2)
  assert.equal((await run(['cancel', '--pending', '--no-json'])).out, 'There are no queued tasks.\n')
  assert.equal((await run(['delete', ...ids])).code, 0)
  assert.equal((await run(['task', ids[0] ?? ''])).code, 1)
})

test('an ended task is asked for once more, and what comes of it is saved like any other', async (t) => {
  const { cwd, run, service } = await open(t)
  const { ids } = JSON.parse((await run(['image', 'a fox', '-m', 'sandbox', '--seed', '4'])).out) as Made
  const again = await run(['retry', ids[0] ?? '', '-o', 'again.png'])
  assert.equal(again.code, 0, again.err)
  const made = JSON.parse(again.out) as Made
  assert.notEqual(made.ids[0], ids[0])
  assert.equal(await sha256(join(cwd, 'again.png')), await sha256(join(cwd, 'a-fox.png')))
  assert.deepEqual(given((await receipt(service, made.ids[0] ?? ''))['asked']), { seed: 4 })
})

test('models are those of the service where one is named; usage counts what was made', async (t) => {
  const { run } = await open(t)
  const models = JSON.parse((await run(['models', '--kind', 'video'])).out) as { id: string; kind: string }[]
  assert.deepEqual(new Set(models.map(({ kind }) => kind)), new Set(['video']))
  assert.match((await run(['models', '--local', '--no-json'])).out, /ENGINE[\s\S]*No config file/)
  await run(['image', 'a fox', '-m', 'sandbox', '--n', '2'])
  assert.equal((await run(['estimate', 'a fox', '--n', '3', '--no-json'])).out, 'Free.\n')
  assert.equal(JSON.parse((await run(['estimate', 'a fox', '--kind', 'video'])).out).kind, 'exact')
  assert.match((await run(['usage', '--no-json'])).out, /sandbox +image +2 +2 +2 /)
})

test('an engine is listed, paused and resumed from the command line', async (t) => {
  const { run } = await open(t)
  assert.match((await run(['engines', '--no-json'])).out, /^sandbox +ready +0 +0$/m)
  const paused = await run(['engines', 'pause', 'sandbox', '--reason', 'they bill twice', '--no-json'])
  assert.equal(paused.out, 'sandbox is paused. Running tasks finish; queued tasks wait.\n')
  assert.match((await run(['engines', '--no-json'])).out, /^sandbox +paused: they bill twice +0 +0$/m)
  assert.equal(JSON.parse((await run(['engines', 'resume', 'sandbox'])).out).paused, false)
  const wrong = await run(['engines', 'pause', 'sandbax', '--no-json'])
  assert.equal(wrong.code, 1)
  assert.match(wrong.err, /There is no engine 'sandbax'\. Known: .*sandbox/)
})

test('a service that was started in this folder needs no login: its first key is found beside it', async (t) => {
  const { service, cwd } = await open(t)
  await mkdir(join(cwd, 'data'))
  await writeFile(join(cwd, 'data/api-key'), `${service.key}\n`)
  // Named by its address, or by the port that it was started with.
  for (const [args, env] of [
    [['--url', service.url], {}],
    [[], { PORT: new URL(service.url).port }],
  ] as const) {
    const found = await runMediagen(['tasks', ...args], { cwd, env })
    assert.deepEqual([found.code, found.out], [0, '[]\n'], found.err)
  }
})

test('a file is uploaded once, and its id stands for it in later commands', async (t) => {
  const { run, service } = await open(t)
  const made = await run(['image', 'a fox', '-m', 'sandbox', '-o', 'fox.png'])
  assert.equal(made.code, 0, made.err)
  const uploaded = await run(['upload', 'fox.png', '--json'])
  const [{ id } = { id: '' }] = JSON.parse(uploaded.out) as { id: string }[]
  assert.match(id, /^upload_/)
  const used = await run(['image', 'as a postcard', '-m', 'sandbox', '-i', id, '-o', 'card.png'])
  assert.equal(used.code, 0, used.err)
  const { files } = await receipt(service, (JSON.parse(used.out) as Made).ids[0] ?? '')
  assert.deepEqual(
    (files as { role: string }[]).map(({ role }) => role),
    ['output', 'reference'],
  )
})
