import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')
const PAGE = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
const TITLE = /\b(?:test|onBothDrivers)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g

/** The titles of the tests in a file, as they are written there. */
function titlesIn(path: string): string[] {
  const source = readFileSync(join(ROOT, path), 'utf8')
  return [...source.matchAll(TITLE)].map(([, , title = '']) => title.replaceAll(/\\(.)/g, '$1'))
}

/** The rows of the matrix, each with the tests that it names. */
function matrix(): { risk: string; named: { path: string; title: string }[] }[] {
  return [...PAGE.matchAll(/^\| (API\d+) [^|]*\|[^|]*\|([^|]*)\|$/gm)].map(([, risk = '', cell = '']) => {
    const named = cell.split(' · ').map((each) => /^`([^`]+)`: (.+)$/.exec(each.trim()))
    return { risk, named: named.map((match) => ({ path: match?.[1] ?? '', title: match?.[2] ?? '' })) }
  })
}

test('every risk of the OWASP API Security Top 10 has a row, and every test that a row names is there', () => {
  const rows = matrix()
  assert.deepEqual(
    rows.map(({ risk }) => risk),
    Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
  )
  for (const { risk, named } of rows) {
    for (const { path, title } of named) {
      assert.ok(path !== '' && existsSync(join(ROOT, path)), `${risk} names the file ${path}`)
      assert.ok(
        title !== '' && titlesIn(path).some((each) => each.includes(title)),
        `${risk}: ${path} has no test '${title}'`,
      )
    }
  }
})

test('a test that is gone would be missed', () => {
  assert.ok(titlesIn('test/security-page.test.ts').includes('a test that is gone would be missed'))
  assert.ok(!titlesIn('test/security-page.test.ts').includes('a test that never was'))
})
