import assert from 'node:assert/strict'
import test from 'node:test'
import type { Looks } from '../../brief.ts'
import { readPrompt } from '../read-prompt.ts'

const RED = '#d7342e'
const BLUE = '#3d74c9'
const YELLOW = '#f2c230'

const WORN: readonly [prompt: string, looks: Looks][] = [
  ['a boy with a red cape', { cape: RED }],
  ['ein Junge mit rotem Umhang', { cape: RED }],
  ['青いマントの少年', { cape: BLUE }],
  ['девочка в красном пальто кормит белку', { coat: RED }],
  ['une fille en manteau rouge', { coat: RED }],
  ['a child in yellow rubber boots', { boots: YELLOW }],
  ['una mujer con delantal azul', { apron: BLUE }],
  ['a man with a blue tie', { tie: BLUE }],
  ['a woman in a blue hijab reading a book', { veil: BLUE }],
  ['a girl with a red backpack', { pack: RED }],
  ['a girl wearing red headphones', { headphones: RED }],
  ['a woman in a yellow skirt', { skirt: YELLOW }],
]

for (const [prompt, looks] of WORN) {
  test(`who wears what, and in which colour: ${prompt}`, () => {
    const [first, ...others] = readPrompt(prompt, 1).subjects
    assert.deepEqual(Object.fromEntries(Object.entries(first?.looks ?? {}).filter(([name]) => name in looks)), looks)
    assert.deepEqual(
      others.filter((one) => one.looks || /coat|boot|backpack|headphone/.test(one.art)),
      [],
    )
  })
}

test('who is in something does what is told next, but what flutters does nothing', () => {
  const deedsOf = (prompt: string) => readPrompt(prompt, 1).script?.deeds.map(({ verb }) => verb) ?? []
  assert.deepEqual(deedsOf('a sailor in a striped shirt waving at a ship'), ['wave'])
  assert.deepEqual(deedsOf('a woman with long hair flying a kite'), ['fly'])
  assert.deepEqual(deedsOf('a knight beside a horse, cape flying in the wind'), [])
})

test('a coat that nobody wears is a thing', () => {
  assert.deepEqual(
    readPrompt('a cloak', 1).subjects.map(({ art }) => art),
    ['coat'],
  )
})
