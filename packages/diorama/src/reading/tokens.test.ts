import assert from 'node:assert/strict'
import test from 'node:test'
import { allDrawings } from '../art.ts'
import { keyOf, spelling, tokenise } from './tokens.ts'

const words = (text: string, language = 'en') => tokenise(text, language).map((token) => token.text)

// Names without any stop are cut in a quicker way; a stop at the end makes it the long one, and adds no word.
test('a name is cut into the same words whichever way it is read', () => {
  const names = allDrawings().flatMap(({ id, label }) => [id, label, id.replaceAll('-', "'"), `${label} & ${id}/4`])
  assert.ok(names.length > 3000)
  const differing = names.filter((name) => words(name).join() !== words(`${name}.`).join())
  assert.deepEqual(differing, [])
})

test('what stands between words separates them, and only a stop begins another clause', () => {
  assert.deepEqual(words("merry-go-round, rock 'n' roll & l’été"), [
    'merry',
    'go',
    'round',
    'rock',
    'n',
    'roll',
    'l',
    'ete',
  ])
  const clauses = tokenise('a cat, a dog - a bird', 'en').map(({ clause }) => clause)
  assert.deepEqual(clauses, [0, 0, 1, 1, 1, 1])
})

test('emoji are tokens of their own, however many characters they take', () => {
  const told = tokenise('🦊 👩‍🚀 at 🇯🇵 1️⃣', 'en')
  assert.deepEqual(
    told.filter(({ emoji }) => emoji).map(({ raw }) => raw),
    ['🦊', '👩‍🚀', '🇯🇵', '1️⃣'],
  )
  // Side by side they are a list: nothing is of a kind of the one before.
  assert.deepEqual(
    tokenise('🍎🍌 🍒 on a table', 'en').map(({ clause }) => clause),
    [0, 1, 2, 2, 2, 2],
  )
  // A digit or a sign alone is none.
  assert.deepEqual(
    tokenise('3 foxes © 2020 #1', 'en').filter(({ emoji }) => emoji),
    [],
  )
})

test('scripts without spaces are cut by the character and written together again', () => {
  const tokens = tokenise('女孩在窗边读书', 'zh')
  assert.equal(tokens.length, 7)
  assert.ok(tokens.every(({ glued }) => glued))
  assert.equal(keyOf(tokens), '女孩在窗边读书')
  // Half as wide is the same letter.
  assert.equal(keyOf(tokenise('ｶﾒﾗ', 'ja')), keyOf(tokenise('カメラ', 'ja')))
  assert.equal(spelling(tokenise('Café noir', 'fr')), 'café noir')
})
