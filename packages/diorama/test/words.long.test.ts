import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { ownDrawings } from '../../../tools/diorama-data/art-sources.ts'
import { LANGUAGES } from '../src/reading/languages.ts'
import { allEntries } from '../src/reading/vocabulary.ts'
import { inItsColour, linesOf, parseWords } from '../src/reading/word-tables.ts'
import type { LabelledPrompt } from './score-prompts.ts'
import { faultsOf } from './support/word-faults.ts'

const faultsIn = (text: string) => faultsOf(parseWords(text, 'planted.txt'))

test('in the word files every meaning has one place, and every word one meaning or two that are both read', () => {
  assert.deepEqual(faultsOf(allEntries()), [])
})

test('every drawing of our own has words, since no source names it', () => {
  const meant = new Set(allEntries().map(({ meaning }) => inItsColour(meaning.slice(meaning.indexOf(':') + 1)).art))
  assert.deepEqual(
    ownDrawings().filter(({ id }) => !meant.has(id)),
    [],
  )
})

test('every language that is said to have words has them', () => {
  const spoken = new Set(allEntries().flatMap((entry) => [...linesOf(entry).keys()]))
  const said = [...LANGUAGES].filter(([, { words }]) => words).map(([language]) => language)
  assert.deepEqual([...spoken].sort(), said.sort())
})

test('every language that has words is asked for in a labelled prompt', () => {
  const sets = ['prompts', 'prompts-unseen', 'prompts-third', 'prompts-fourth']
  const asked = sets.flatMap((name) => {
    const labels = JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8')) as LabelledPrompt[]
    return labels.map(({ language }) => language)
  })
  const spoken = [...LANGUAGES].filter(([, { words }]) => words).map(([language]) => language)
  assert.deepEqual(
    spoken.filter((language) => !asked.includes(language)),
    [],
  )
})

test('a planted fault in a word file is found and its place is told', () => {
  const planted: [text: string, fault: RegExp][] = [
    ['fox\n  en: fox\n\nfox\n  pl: lis\n', /^planted\.txt:4: fox already has its place at planted\.txt:1$/],
    ['castle\n  pl: zamek\nlocked\n  pl: Zamek\n', /^planted\.txt:3: pl "Zamek" already means castle/],
    ['fox\n  en: fox, vixen, fox\n', /"fox" stands there twice/],
    ['fox\n  en: fox, , vixen\n', /"" has no letters/],
    ['snow-fox\n  en: snow fox\n', /there is no drawing called snow-fox/],
    ['idea:snow-fox\n  en: slyness\n', /there is no drawing called snow-fox/],
    ['fox\n  xx: fox\n', /fox has words in "xx"/],
    ['fox\n', /fox has no words/],
  ]
  for (const [text, fault] of planted) {
    const faults = faultsIn(text)
    assert.equal(faults.length, 1, text)
    assert.match(faults[0] ?? '', fault)
  }
})

test('an orange is both a fruit and a colour, and no fault', () => {
  assert.deepEqual(faultsIn('tangerine\n  en: orange\n\ncolour:#e8842a\n  en: orange\n'), [])
})

test('a line that is no meaning and no words is refused with its place', () => {
  assert.throws(() => parseWords('fox\n en: fox\n', 'a.txt'), /a\.txt:2: wanted/)
  assert.throws(() => parseWords('  en: fox\n', 'a.txt'), /a\.txt:1: wanted/)
  assert.throws(() => parseWords('fox\n  en:\n', 'a.txt'), /a\.txt:2: wanted/)
  assert.throws(() => parseWords('fox\n  en: fox\n  en: vixen\n', 'a.txt'), /a\.txt:3: fox already has a line for en/)
})
