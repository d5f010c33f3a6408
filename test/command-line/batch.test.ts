import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { IS_LONG } from '../support/long.ts'
import { ended, runMediagen, startMediagen } from '../support/run-mediagen.ts'
import { openService } from '../support/service.ts'

async function open(t: TestContext) {
  const service = await openService(t)
  const cwd = await temporaryFolder(t)
  const env = { MEDIAGEN_URL: service.url, MEDIAGEN_API_KEY: service.key }
  const tasks = () => service.store.tasks.list({ keyId: service.apiKey.id, limit: 1000 })
  return { service, cwd, env, tasks, run: (args: string[]) => runMediagen(args, { cwd, env }) }
}

type Line = { line: number; kind: string; ids: string[]; files?: string[]; code?: string }
const linesOf = (out: string): Line[] =>
  out
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each) as Line)

const PROMPTS = IS_LONG ? 200 : 60
const KILLS = IS_LONG ? 6 : 3

test('a batch of many prompts that is killed at random points and run again makes each prompt once', async (t) => {
  const { service, cwd, env, run, tasks } = await open(t)
  const prompts = Array.from({ length: PROMPTS }, (_, index) => `a fox, number ${index}`)
  await writeFile(join(cwd, 'prompts.txt'), prompts.join('\n'))
  const args = ['image', '--file', 'prompts.txt', '-m', 'sandbox', '--parallel', '8', '-o', 'out/']
  const journal = async (): Promise<number> =>
    (await readFile(join(cwd, 'prompts.txt.mediagen-journal'), 'utf8').catch(() => '')).split('\n').length
  const points: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const child = startMediagen(args, { cwd, env })
    const over = ended(child)
    const before = await journal()
    const point = before + Math.ceil(Math.random() * ((3 * PROMPTS) / (KILLS + 2)))
    points.push(point)
    await eventually(async () => ((await journal()) >= point || child.exitCode !== null ? true : undefined))
    child.kill('SIGKILL')
    const { signal, err } = await over
    assert.equal(signal, 'SIGKILL', `it ended by itself before the kill at ${points.join(' ')}: ${err}`)
  }
  assert.ok((await tasks()).length < PROMPTS, `every kill came too late: ${points.join(' ')}`)
  const last = await run(args)
  assert.equal(last.code, 0, `${points.join(' ')}: ${last.err}`)

  const made = await tasks()
  const places = `killed at ${points.join(' ')}`
  assert.equal(made.length, PROMPTS, places)
  assert.deepEqual(made.map(({ prompt }) => prompt).toSorted(), prompts.toSorted(), places)
  const wanted = await Promise.all(
    made.map(async ({ id }) => (await service.store.files.ofTask(id)).find(({ role }) => role === 'output')?.sha256),
  )
  const names = await readdir(join(cwd, 'out'))
  const digests = await Promise.all(
    names.map(async (name) =>
      createHash('sha256')
        .update(await readFile(join(cwd, 'out', name)))
        .digest('hex'),
    ),
  )
  assert.equal(names.length, PROMPTS, places)
  assert.deepEqual(digests.toSorted(), wanted.toSorted(), places)

  const again = await run(args)
  assert.equal(again.code, 0)
  assert.ok(linesOf(again.out).every(({ kind }) => kind === 'done before'))
  assert.equal((await tasks()).length, PROMPTS)
})

test('what was asked for but never answered is found again by its key, and what has an id is fetched by it', async (t) => {
  const { cwd, run, tasks } = await open(t)
  await writeFile(join(cwd, 'p.txt'), '# not a prompt\n\na fox\na fox\n')
  const args = ['image', '--file', 'p.txt', '-m', 'sandbox', '--parallel', '1']
  const first = linesOf((await run(args)).out)
  assert.deepEqual(
    first.map(({ line, kind }) => [line, kind]),
    [
      [3, 'made'],
      [4, 'made'],
    ],
  )
  // As a kill between the request and its answer, and one before the download, leave it.
  const journal = join(cwd, 'p.txt.mediagen-journal')
  const [batch, asked, answered, , askedToo] = (await readFile(journal, 'utf8')).split('\n')
  assert.match(asked ?? '', /"askedAt"/)
  assert.match(answered ?? '', /"ids"/)
  await writeFile(journal, `${[batch, asked, answered, askedToo].join('\n')}\n{"name":"cut o`)
  for (const { files = [] } of first) for (const file of files) await rm(join(cwd, file))
  const second = linesOf((await run(args)).out)
  assert.deepEqual(
    second.map(({ ids }) => ids),
    first.map(({ ids }) => ids),
  )
  assert.equal((await tasks()).length, 2)
  for (const { files = [] } of second) for (const file of files) await readFile(join(cwd, file))
})

test('an hour or a month later nothing is paid for twice: ids are kept, and what nobody knows of is not asked for again', async (t) => {
  const { service, cwd, run, tasks } = await open(t)
  await writeFile(join(cwd, 'p.txt'), 'a fox\n')
  const args = ['image', '--file', 'p.txt', '-m', 'sandbox']
  await run(args)
  const journal = join(cwd, 'p.txt.mediagen-journal')
  const [batch, asked] = (await readFile(journal, 'utf8')).split('\n')
  const longAgo = { ...(JSON.parse(asked ?? '') as object), askedAt: Date.now() - 25 * 60 * 60 * 1000 }
  await writeFile(journal, `${batch}\n${JSON.stringify(longAgo)}\n`)
  const late = await run(args)
  assert.equal(late.code, 1)
  assert.match(late.err, /Line 1: The request was sent more than a day ago/)
  assert.equal((await tasks()).length, 1)
  await rm(join(cwd, '001-a-fox.png'))
  assert.equal((await run([...args, '--retry-failed'])).code, 0)
  assert.equal((await tasks()).length, 2)
  // Nor is what was saved once, when its file was moved away and its task is no longer there.
  await rm(join(cwd, '001-a-fox.png'))
  for (const { id } of await tasks()) await service.call(`/api/ai/tasks/${id}`, { method: 'DELETE' })
  for (const more of [[], ['--retry-failed'], ['--retry-failed']]) {
    const moved = await run([...args, ...more])
    assert.match(moved.err, /Line 1: The results were saved as 001-a-fox\.png.*Move the files back/)
  }
  assert.equal((await tasks()).length, 0)
})

test('lines of JSON have parameters of their own, and lines that fail are named without stopping the others', async (t) => {
  const { service, cwd, env, run, tasks } = await open(t)
  await writeFile(
    join(cwd, 'jobs.jsonl'),
    [
      { prompt: 'a fox', seed: 3, aspect_ratio: '1:1' },
      { prompt: 'x [[fail provider_error]]' },
      { prompt: 'two', n: 2 },
      { prompt: 'y', model: 'no-such-model' },
    ]
      .map((each) => JSON.stringify(each))
      .join('\n'),
  )
  const args = ['image', '--file', 'jobs.jsonl', '-m', 'sandbox', '--download', 'o/{line}_{index}.{ext}']
  const { code, out, err } = await run(args)
  assert.equal(code, 1)
  const kinds = linesOf(out).map(({ line, kind, code: why }) => [line, kind, why])
  assert.deepEqual(kinds, [
    [1, 'made', undefined],
    [2, 'failed', 'provider_error'],
    [3, 'made', undefined],
    [4, 'failed', 'model_not_found'],
  ])
  assert.match(err, /^Line 2: .*\nLine 4: .*\n4 prompts: 2 made, 2 failed\.\n$/)
  assert.deepEqual((await readdir(join(cwd, 'o'))).toSorted(), ['001_1.png', '003_1.png', '003_2.png'])
  const seeded = (await tasks()).find(({ prompt }) => prompt === 'a fox')
  assert.deepEqual([seeded?.askedSeed, seeded?.askedRatio], [3, '1:1'])
  const before = (await tasks()).length
  assert.equal((await run(args)).code, 1)
  assert.equal((await tasks()).length, before, 'a failed task is asked for again only on demand')
  await run([...args, '--retry-failed'])
  assert.equal((await tasks()).length, before + 1)
  // Of a key that may use some models only, the lines with another fail alone, and only once.
  const { key } = await service.withKey({ models: ['sandbox'] })
  await writeFile(join(cwd, 'some.jsonl'), '{"prompt":"one","model":"diorama"}\n{"prompt":"two"}\n{"prompt":"three"}\n')
  const some = ['image', '--file', 'some.jsonl', '-m', 'sandbox', '--parallel', '1']
  for (const kind of ['made', 'done before']) {
    const half = await runMediagen(some, { cwd, env: { ...env, MEDIAGEN_API_KEY: key } })
    assert.equal(half.code, 1, half.err)
    assert.deepEqual(
      linesOf(half.out).map((each) => each.code ?? each.kind),
      ['model_not_allowed', kind, kind],
    )
  }
  // Without {index} in the pattern, several images of a line still get names of their own.
  await writeFile(join(cwd, 'two.jsonl'), '{"prompt":"two","n":2}\n')
  const two = await run(['image', '--file', 'two.jsonl', '-m', 'sandbox', '-f', '--download', 'two/{line}.{ext}'])
  assert.equal(two.code, 0, two.err)
  assert.deepEqual((await readdir(join(cwd, 'two'))).toSorted(), ['001-1.png', '001-2.png'])
})

test('a batch that cannot be meant is refused before anything is sent', async (t) => {
  const { cwd, run, tasks } = await open(t)
  await writeFile(join(cwd, 'bad.jsonl'), '{"prompt":"a fox"}\n{"promt":"a fox"}\n')
  await writeFile(join(cwd, 'p.txt'), 'a\nb\n')
  await writeFile(join(cwd, 'p.txt.mediagen-journal'), 'something else\n')
  for (const [args, words] of [
    [['--file', 'bad.jsonl'], /Line 2: unknown parameter 'promt'/],
    [['--file', 'none.txt'], /none\.txt cannot be read \(ENOENT\)/],
    [['--file', '-'], /requires a progress file: --journal FILE/],
    [['--file', 'p.txt', '--download', 'same.png'], /Add \{id\} or \{line\} to --download/],
    [['--file', 'p.txt', '-o', 'same.png'], /-o names one file/],
    [['--file', 'p.txt'], /is not a batch progress file/],
    [['--file', 'p.txt', 'and words'], /--file contains the prompts/],
  ] as const) {
    const { code, err } = await run(['image', '-m', 'sandbox', ...args])
    assert.equal(code, 2, args.join(' '))
    assert.match(err, words)
  }
  assert.equal((await tasks()).length, 0)
})
