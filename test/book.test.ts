import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')
const PAGES = [
  'README.md',
  'AGENTS.md',
  'llms.txt',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

/** Where the links of a page lead that stay in the project, with the heading that they name. */
function linksOf(page: string): { path: string; heading: string | undefined }[] {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [path = '', heading] = link.split('#')
      return { path: path === '' ? page : join(dirname(page), path), heading }
    })
}

function headingsOf(path: string): string[] {
  return [...readFileSync(join(ROOT, path), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )
}

test('every link of a page leads to a file and a heading that are there', () => {
  const lost = PAGES.flatMap((page) =>
    linksOf(page)
      .filter(({ path, heading }) => {
        if (!existsSync(join(ROOT, path))) return true
        return heading !== undefined && !headingsOf(path).includes(heading)
      })
      .map(({ path, heading }) => `${page} → ${path}${heading === undefined ? '' : `#${heading}`}`),
  )
  assert.deepEqual(lost, [])
})

test('each row of a table is one line of its own, so that the table is one', () => {
  const isBroken = (line: string): boolean =>
    (/[^\s].*\|---\|/.test(line) && !line.startsWith('|---|')) || /^\|.*[^|\s]\s*$/.test(line)
  const broken = PAGES.flatMap((page) =>
    readFileSync(join(ROOT, page), 'utf8')
      // Lines of code may begin like a row.
      .replaceAll(/^```[\s\S]*?^```$/gm, (code) => code.replaceAll(/^\|/gm, ''))
      .split('\n')
      .flatMap((line, index) => (isBroken(line) ? [`${page}:${index + 1}`] : [])),
  )
  assert.deepEqual(broken, [])
})

test('each decision has a number of its own, in its name and in its title', () => {
  const names = readdirSync(join(ROOT, 'docs/decisions'))
  const numbers = names.map((name) => name.slice(0, 4))
  assert.deepEqual(
    numbers.filter((each, index) => numbers.indexOf(each) !== index),
    [],
  )
  const others = names.filter((name) => {
    const title = readFileSync(join(ROOT, 'docs/decisions', name), 'utf8')
    return !title.startsWith(`# ${Number(name.slice(0, 4))}. `)
  })
  assert.deepEqual(others, [])
})

test('every page of docs/ is in the contents of the book, and those for callers and operators are in llms.txt', () => {
  const inBook = new Set(linksOf('docs/README.md').map(({ path }) => path))
  const pages = PAGES.filter((page) => /^docs\/[^/]+\.md$/.test(page) && page !== 'docs/README.md')
  assert.deepEqual(
    pages.filter((page) => !inBook.has(page)),
    [],
  )
  const forProgrammers = [
    'architecture',
    'decisions',
    'testing',
    'dependencies',
    'testing-against-comfyui',
    'platforms',
  ]
  const listed = new Set(linksOf('llms.txt').map(({ path }) => path))
  const forOthers = pages.filter((page) => !forProgrammers.includes(page.slice('docs/'.length, -'.md'.length)))
  assert.deepEqual(
    forOthers.filter((page) => !listed.has(page)),
    [],
  )
})
