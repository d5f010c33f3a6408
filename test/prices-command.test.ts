import assert from 'node:assert/strict'
import { readFile, readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { temporaryFolder } from './support/at-end.ts'
import { runInHost, type Ran } from './support/command-host.ts'
import { runCommands } from './support/run-commands.ts'
import { runMediagenAlone } from './support/run-mediagen.ts'

const LIST = {
  sample_spec: { litellm_provider: 'one of many', mode: 'one of many' },
  'gemini/veo-3.1-generate-preview': {
    litellm_provider: 'gemini',
    mode: 'video_generation',
    output_cost_per_second: 0.5,
  },
  'gemini/gemini-3.1-flash-image': { litellm_provider: 'gemini', mode: 'image_generation', output_cost_per_image: 0 },
}

async function open(t: TestContext) {
  const folder = await temporaryFolder(t)
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MEDIAGEN_')))
  const env = { ...clean, GEMINI_API_KEY: 'x' }
  const run = (...args: string[]): Promise<Ran> => runInHost({ args, env, cwd: folder, input: '' })
  const put = async (name: string, content: unknown): Promise<string> => {
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
    return name
  }
  return { folder, env, run, put }
}

test('prices import shows what would change and writes nothing, until it is told to', async (t) => {
  const { folder, run, put } = await open(t)
  const file = await put('list.json', LIST)
  const shown = await run('prices', 'import', file)
  assert.equal(shown.code, 0, shown.err)
  assert.match(
    shown.out,
    /^veo-3\.1 +video +\$0\.60 a second at 2160p; \$0\.40 a second \(curated\) +\$0\.50 a second \(imported\)$/m,
  )
  assert.match(shown.out, /gemini\/gemini-3\.1-flash-image: its price is 0, which is unlikely/)
  assert.match(shown.out, /No price found for: .*veo-3\.1-fast/)
  assert.match(shown.out, /Found 1 prices. Save them with --write/)
  assert.deepEqual(await readdir(folder), ['list.json'])

  const written = await run('prices', 'import', file, '--write', 'mediagen.prices.json', '--as-of', '2026-10-01')
  assert.match(written.out, /Wrote 1 prices to .*mediagen\.prices\.json/)
  assert.deepEqual(JSON.parse(await readFile(join(folder, 'mediagen.prices.json'), 'utf8')), {
    asOf: '2026-10-01',
    prices: { 'google video veo-3.1-generate-preview': [{ perSecond: 0.5 }] },
  })
  assert.match((await run('models')).out, /^veo-3\.1 .*\$0\.50 a second \(imported\)/m)
  assert.match((await run('prices', 'import', file, '--believe-zero')).out, /^gemini-3\.1-flash-image .*Free/m)
})

test('a file that is hostile, huge or something else ends in a sentence, and so does a wrong command', async (t) => {
  const { folder, env, put } = await open(t)
  await put('huge.json', '')
  await truncate(join(folder, 'huge.json'), 65 * 2 ** 20)
  const files = [
    ['nowhere.json', /there is no such file/],
    [await put('cut.json', '{"a": '), /cannot be used: .*JSON/],
    [await put('list.json', []), /it is not the list of prices that LiteLLM publishes/],
    [await put('other.json', { a: 1, b: null, c: { price: 3 } }), /it is not the list of prices/],
    [await put('deep.json', '['.repeat(200_000)), /cannot be used/],
    ['huge.json', /it is larger than 64 MiB/],
    ['.', /it is not a file/],
  ] as const
  const ran = await runCommands(
    files.map(([name]) => ['prices', 'import', name]),
    { cwd: folder, env },
  )
  for (const [index, [name, words]] of files.entries()) {
    const { code, err = '' } = ran[index] ?? {}
    assert.deepEqual([code, err.split('\n').length], [1, 2], `${name}: ${err}`)
    assert.match(err, words)
  }
  const alone = await runMediagenAlone(['prices', 'import', 'nowhere.json'], { cwd: folder })
  assert.deepEqual(alone, { code: 1, signal: null, out: '', err: ran[0]?.err })
  const wrong = [
    [],
    ['export'],
    ['import'],
    ['import', 'a', 'b'],
    ['import', 'a', '--as-of', 'now'],
    ['import', 'a', '--wirte', 'b'],
  ].map((argv) => ['prices', ...argv])
  for (const [index, { code }] of (await runCommands(wrong, { cwd: folder, env })).entries())
    assert.equal(code, 2, String(wrong[index]))
})
