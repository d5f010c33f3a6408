import assert from 'node:assert/strict'
import test from 'node:test'
import { drawingOf } from '../art.ts'
import { ARCHETYPES } from '../brief.ts'
import { STYLE_NAMES } from '../scene/styles/styles.ts'
import { every } from '../../test/support/scene-fixtures.ts'
import { scorePrompts } from '../../test/score-prompts.ts'
import { readPrompt } from './read-prompt.ts'
import { allEntries } from './vocabulary.ts'

const ourSet = new URL('../../test/prompts.json', import.meta.url)
const artsOf = (prompt: string) => readPrompt(prompt, 1).subjects.map(({ art }) => drawingOf(art)?.id)

test('every prompt of our own labelled set is read as its label says', (t) => {
  const { met, asked, misses } = scorePrompts(ourSet, 60)
  for (const name of Object.keys(asked)) t.diagnostic(`${name}: ${met[name]} of ${asked[name]}`)
  assert.ok((asked.subjects ?? 0) >= 60)
  assert.deepEqual(misses, [])
})

test('a colour that is also a fruit or a flower is a thing where it describes nothing', () => {
  assert.deepEqual(artsOf('una naranja en la mesa'), ['tangerine'])
  assert.deepEqual(artsOf('un gato naranja'), ['ginger-cat'])
  assert.deepEqual(artsOf('une rose rouge'), ['rose'])
  assert.deepEqual(artsOf('un unicornio rosa'), ['unicorn'])
})

test('an "and" glued to a word still joins two things', () => {
  assert.deepEqual(artsOf('فنجان قهوة وكتاب'), ['espresso', 'open-book'])
  assert.deepEqual(artsOf('사과와 바나나'), ['red-apple', 'banana'])
})

test('every drawing that the word tables speak of exists', () => {
  const special = new Set(['family-group'])
  const missing = allEntries()
    .map(({ meaning }) => /^(?:idea:|vessel:|sky:)?([a-z0-9-]+)$/.exec(meaning)?.[1])
    .filter((art) => art !== undefined && art !== 'aurora' && !special.has(art) && !drawingOf(art))
  assert.deepEqual(missing, [])
})

test('words that only sound like a drawing are not drawn', () => {
  const traps: [prompt: string, absent: string][] = [
    ['a wizard casting a spell with smoke', 'cigarette'],
    ['an eagle flying over a lake', 'fly'],
    ['a bowl of ramen', 'bowling'],
    ['a giant rabbit in a field', 'hairy-creature'],
    ['a cat sitting in the sun', 'chair'],
    ['cinematic shot, soft light, of a fox', 'light-bulb'],
  ]
  for (const [prompt, absent] of traps) assert.ok(!artsOf(prompt).includes(absent), prompt)
})

test('an emoji in the prompt is a subject, whatever the words around it', () => {
  assert.deepEqual(artsOf('🦊'), ['fox'])
  assert.ok(artsOf('please draw 👩🏽‍🚀 in space').includes('woman-astronaut'))
})

test('what the prompt says is not there is not drawn', () => {
  assert.deepEqual(artsOf('a beach without people'), artsOf('a beach'))
})

test('the seed varies skin tones and nothing else; the same seed gives the same brief', () => {
  const tones = new Set(Array.from({ length: 40 }, (_, seed) => readPrompt('a firefighter', seed).subjects[0]?.art))
  assert.equal(tones.size, 5)
  assert.deepEqual(readPrompt('two cats in the rain', 3), readPrompt('two cats in the rain', 3))
  assert.deepEqual(readPrompt('two cats in the rain', 3), readPrompt('two cats in the rain', 4))
})

test('nothing makes it throw or dawdle', () => {
  readPrompt('a warm start', 1)
  const hostile = [
    '',
    ' ',
    '\u0000',
    '__proto__ constructor toString',
    '\ud800 fox',
    '((((((a+)+)+)+)+)$',
    '🏳️‍🌈🏴‍☠️‍',
    '%s %n {{}}',
  ]
  const long = [
    'fox '.repeat(900),
    'a'.repeat(4000),
    '猫'.repeat(3000),
    'ي'.repeat(3000),
    '-'.repeat(3000),
    '👩‍🚀'.repeat(600),
  ]
  for (const prompt of [...hostile, ...every(process.env['TEST_LONG'] === undefined ? 2 : 1, long)]) {
    const before = process.cpuUsage()
    const brief = readPrompt(prompt, 1)
    assert.ok(ARCHETYPES.includes(brief.archetype) && STYLE_NAMES.includes(brief.style), prompt.slice(0, 40))
    // Work, not time: a busy machine changes nothing, and a rule that backtracks takes minutes of it.
    assert.ok(process.cpuUsage(before).user < 3_000_000, prompt.slice(0, 40))
  }
})

test('nonsense becomes an abstract picture that still follows colours and mood', () => {
  const brief = readPrompt('blorf zint in red and gold, dreamy', 1)
  assert.equal(brief.archetype, 'abstract')
  assert.deepEqual([brief.colours.length, brief.mood], [2, 'dreamy'])
})

test('numbers in digits count, as far as there is room for so many', () => {
  const counted = (prompt: string) => readPrompt(prompt, 1).subjects.map(({ art, count }) => [art, count])
  assert.deepEqual(counted('13 cats'), [['cat', 13]])
  assert.deepEqual(counted('30 penguins'), [['penguin', 14]])
  assert.deepEqual(counted('ein Käfig mit 11 Mäusen').at(-1)?.[1], 11)
})

test('emoji side by side are each drawn', () => {
  const drawn = (prompt: string) => readPrompt(prompt, 1).subjects.map(({ art }) => art)
  assert.deepEqual(drawn('🍎🍌'), ['red-apple', 'banana'])
  assert.deepEqual(drawn('🏠🌳🐕').length, 3)
})
