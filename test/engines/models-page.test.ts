import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { PROVIDERS } from '../../src/engines/ai-sdk/providers.ts'
import type { ProviderRow } from '../../src/engines/ai-sdk/provider-row.ts'
import { ONE_CALL } from '../../src/engines/ai-sdk/row-parts.ts'
import { checkConfig } from '../../src/engines/config/check-config.ts'
import { CURATED } from '../../src/engines/config/curated.ts'
import { planCatalog } from '../../src/engines/config/plan-catalog.ts'
import { readConfigFile } from '../../src/engines/config/read-config-file.ts'
import type { MediagenConfig } from '../../src/engines/define-config.ts'
import { temporaryFolder } from '../support/at-end.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/models.md'), 'utf8')
const ENGINES = join(import.meta.dirname, '../../src/engines')
const ROWS = [...PAGE.matchAll(/^\| `([a-z-]+)` \| ([^|]*) \| (yes|–) \| (yes|–) \| ([^|]*) \|$/gm)]

const IMPORT = "import { defineConfig } from 'mediagen/config'"

const namesIn = (text = ''): string[] => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')

/** All but the one that stands for servers of one's own, which has no variable. */
function providersOfThePage(): [string, ProviderRow][] {
  return Object.entries(PROVIDERS).filter(([id]) => id !== 'openai-compatible-images')
}

test('docs/models.md lists every provider, with its variables, kinds and models', () => {
  const providers = providersOfThePage()
  assert.deepEqual(ROWS.map((row) => row[1]).toSorted(), providers.map(([id]) => id).toSorted())
  for (const [id, row] of providers) {
    const [, , variables, image, video, models] = ROWS.find((each) => each[1] === id)!
    assert.deepEqual(namesIn(variables).toSorted(), Object.values(row.variables).flat().toSorted(), `${id} variables`)
    assert.equal(image === 'yes', row.sizes.image !== undefined, `${id} image`)
    assert.equal(video === 'yes', row.sizes.video !== undefined, `${id} video`)
    const lasting = Object.entries(CURATED[id] ?? {}).filter(([, { retires }]) => retires === undefined)
    assert.deepEqual(
      namesIn(models),
      lasting.map(([name]) => name),
      id,
    )
  }
})

test('docs/models.md lists every ready-made model that goes, with its day and its successor', () => {
  const told = [...PAGE.matchAll(/^\| `([^`]+)` \| `([a-z-]+)` \| (\d{4}-\d{2}-\d{2})[^|]* \| (?:`([^`]+)`|–) \|$/gm)]
  const going = Object.entries(CURATED).flatMap(([provider, set]) =>
    Object.entries(set).flatMap(([name, { retires, successor }]) =>
      retires === undefined ? [] : [[name, provider, retires, successor]],
    ),
  )
  assert.ok(going.length > 0)
  assert.deepEqual(told.map((row) => row.slice(1)).toSorted(), going.toSorted())
})

test('the successor of a ready-made model comes with the same key, makes the same and stays', () => {
  for (const [provider, set] of Object.entries(CURATED)) {
    for (const [name, { kind, successor }] of Object.entries(set)) {
      if (successor === undefined) continue
      assert.equal(set[successor]?.kind, kind, `${provider} ${name}`)
      assert.equal(set[successor]?.retires, undefined, `${provider} ${name}`)
    }
  }
})

test('docs/models.md says of every provider whether a job can be stopped, as its row does', () => {
  const told = new Map<string, string>()
  for (const [, cancelling = '', providers] of PAGE.matchAll(/^\| ((?:stops|has) [^|]*) \| ([^|]*) \|$/gm)) {
    for (const id of namesIn(providers).filter((name) => Object.hasOwn(PROVIDERS, name))) {
      assert.ok(!told.has(id), `${id} is told twice`)
      told.set(id, cancelling)
    }
  }
  for (const [id, row] of providersOfThePage()) {
    const wanted =
      row.cancel !== undefined ? /^stops/ : row.noCancel === ONE_CALL ? /^has no jobs/ : /^has no way to stop/
    assert.match(told.get(id) ?? 'has no line in the table of cancelling', wanted, id)
  }
})

test('the row that docs/models.md shows is one of ours, as it stands', () => {
  const [shown = ''] = [...PAGE.matchAll(/```js\n([\s\S]*?)```/g)].map((match) => match[1])
  assert.match(shown, /^ {2}[a-z-]+: \{\n/)
  assert.ok(readFileSync(join(ENGINES, 'ai-sdk/providers-in-one-call.ts'), 'utf8').includes(shown), shown)
})

test('every recipe and example of docs/models.md is a config that is understood', async (t) => {
  const folder = await temporaryFolder(t)
  const blocks = [...PAGE.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? '')
  assert.ok(blocks.length >= 12)
  for (const [index, block] of blocks.entries()) {
    const file = block.includes('defineConfig(') ? block : `export default defineConfig({${block}})`
    const path = join(folder, `recipe-${index}.ts`)
    await writeFile(path, file.startsWith(IMPORT) ? file : `${IMPORT}\n${file}`)
    const read = await readConfigFile(path)
    assert.ok(read !== undefined && 'value' in read, block)
    const { config, problems } = checkConfig(read.value)
    assert.deepEqual(problems, [], block)
    assert.deepEqual(planned(config), [], block)
  }
})

function planned(config: MediagenConfig): string[] {
  return planCatalog({
    config: { ...config, curated: false },
    variable: () => 'x',
    timeouts: { queueTimeoutMs: 1, runTimeoutMs: 1 },
    comfyui: undefined,
    taken: new Set(['image diorama', 'video diorama']),
  }).problems
}
