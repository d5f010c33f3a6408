import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPrompt } from '../read-prompt.ts'
import { takeQuoted } from './quoted-text.ts'

const QUOTED: [prompt: string, text: string][] = [
  ['a sign that says "Feed me"', 'Feed me'],
  ["a poster with the text 'Jazz Night'", 'Jazz Night'],
  ['book cover titled “The Last Dragon”', 'The Last Dragon'],
  ['плакат с надписью «Привет, мир»', 'Привет, мир'],
  ['ein Schild mit der Aufschrift „Bäckerei“', 'Bäckerei'],
  ['写着「ラーメン」の看板', 'ラーメン'],
  ['海报《你好》', '你好'],
  ["a mug with the words 'World's Best Dad'", "World's Best Dad"],
  ['a neon sign that says OPEN at night', 'OPEN'],
]

for (const [prompt, text] of QUOTED) {
  test(`what is to be written is found in: ${prompt}`, () => {
    const found = takeQuoted(prompt)
    assert.deepEqual(found.texts, [text])
    assert.ok(!found.rest.includes(text))
  })
}

test("an apostrophe within words opens no quotation: the dog's ball and the cat's bed", () => {
  assert.deepEqual(takeQuoted("the dog's ball and the cat's bed").texts, [])
})

test('quoted words are written and never drawn as things', () => {
  const { subjects, lettering } = readPrompt('a wooden sign saying "Beware of the tiger" beside a cat', 1)
  assert.deepEqual(
    subjects.map(({ art }) => art),
    ['cat'],
  )
  assert.deepEqual(lettering, { texts: ['Beware of the tiger'], carrier: 'sign' })
})

test('a name is written on a mark and on a sign, but not over the picture of who has it', () => {
  assert.equal(readPrompt('a cat named "Whiskers" in a garden', 1).lettering, undefined)
  assert.deepEqual(readPrompt('logo for a bakery called "Sunny Loaf"', 1).lettering?.texts, ['Sunny Loaf'])
})

test('a style in quotation marks is a style and no text', () => {
  assert.equal(readPrompt('a village in the style of "Starry Night"', 1).lettering, undefined)
})

test('who holds the board, and who speaks, decides what the words are on', () => {
  const carrier = (prompt: string) => readPrompt(prompt, 1).lettering?.carrier
  assert.equal(carrier('a cat holding a sign that says "Hello"'), 'held')
  assert.equal(carrier('a cat says "Hello"'), 'bubble')
  assert.equal(carrier('a chalkboard with "Soup" in a cafe'), 'chalkboard')
  assert.equal(carrier('a fox, with the text "Hello"'), 'poster')
})

test('letters that no typeface here has are told as unused, not drawn as boxes', () => {
  const { lettering, unused } = readPrompt('a poster that says "สวัสดี" with a fox', 1)
  assert.deepEqual(lettering?.texts, [])
  assert.ok(unused.includes('สวัสดี'))
})
