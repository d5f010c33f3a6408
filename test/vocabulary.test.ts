import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { openService } from './support/service.ts'
import { VOCABULARY } from './vocabulary.ts'

const ROOT = resolve(import.meta.dirname, '..')

const FORBIDDEN = VOCABULARY.flatMap(({ say, not }) => not.map((words) => ({ say, words })))
const PATTERN = new RegExp(
  `(?<![\\w-])(?:${FORBIDDEN.map(({ words }) => words.replaceAll(' ', String.raw`\s+`)).join('|')})(?![\\w-])`,
  'gi',
)

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** What a page says in its own words: no code, no targets of links, no quoted prompts. */
function proseOf(page: string): string {
  return page
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/"[^"\n]*"/g, '')
}

/** The texts in a source that a person may read: of at least two words, as comments and names are not. */
function textsOf(source: string): string {
  const code = source.replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '')
  const literals = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`([^`]*)`|>([^<>{}]+)</g)
  return [...literals]
    .map(([, single, double, template, inTag]) => single ?? double ?? template ?? inTag ?? '')
    .filter((text) => /\w \w/.test(text) || /^[A-Z]/.test(text))
    .join('\n')
}

function found(text: string): string[] {
  return [...text.matchAll(PATTERN)].map(([words]) => {
    const plain = words.toLowerCase().replaceAll(/\s+/g, ' ')
    const say = FORBIDDEN.find((row) => row.words.toLowerCase() === plain)?.say ?? ''
    return `"${plain}": say "${say}"`
  })
}

/** Every finding of these files, each after its path. */
function findingsIn(paths: readonly string[], wordsOf: (text: string) => string): string[] {
  return paths.flatMap((path) => found(wordsOf(read(path))).map((finding) => `${path}: ${finding}`))
}

test('a forbidden word is found in every case and over the end of a line, and not inside of code or other words', () => {
  assert.deepEqual(found(proseOf('Whoever asks')), ['"whoever": say "anyone who, the caller, the operator"'])
  assert.deepEqual(found(proseOf('dropped in\nsilence')), ['"in silence": say "silently"'])
  assert.deepEqual(found(proseOf('`whoever`, besides, "a cat beside a dog"')), [])
  assert.equal(found(textsOf("const a = 'Copy address'\n// whoever reads this\n<p>It renews itself.</p>")).length, 2)
})

test('README, documents and what is unreleased in the changelog use the words of the vocabulary', () => {
  const pages = [
    'README.md',
    'AGENTS.md',
    'CONTRIBUTING.md',
    'llms.txt',
    ...globSync(['docs/*.md', 'packages/*/README.md'], { cwd: ROOT }),
  ]
  assert.ok(pages.length > 40)
  assert.deepEqual(findingsIn(pages, proseOf), [])
  const [, unreleased = ''] = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(read('CHANGELOG.md')) ?? []
  assert.ok(unreleased.length > 0)
  assert.deepEqual(found(proseOf(unreleased)), [])
})

test('the texts of the console and the command line use the words of the vocabulary', () => {
  const sources = [
    ...globSync('packages/console/src/**/*.{ts,tsx}', { cwd: ROOT }),
    ...globSync('src/cli/**/*.ts', { cwd: ROOT }),
  ].filter((path) => !path.includes('.test.'))
  assert.ok(sources.length > 100)
  assert.deepEqual(findingsIn(sources, textsOf), [])
})

test('the texts of the OpenAPI documents use the words of the vocabulary', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_AUTOMATIC1111: 'on' } })
  for (const path of ['/openapi.json', '/v1/openapi.json', '/sdapi/v1/openapi.json']) {
    const texts: string[] = []
    JSON.stringify(await (await service.call(path)).json(), (name, value: unknown) => {
      if ((name === 'summary' || name === 'description') && typeof value === 'string') texts.push(value)
      return value
    })
    assert.ok(texts.length > 20, path)
    assert.deepEqual(found(texts.map(proseOf).join('\n')), [], path)
  }
})
