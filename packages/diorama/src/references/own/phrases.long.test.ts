import assert from 'node:assert/strict'
import test from 'node:test'
import { phraseInOtherWords, phraseOf } from './phrases.ts'

const UP = { what: 'move', to: 'up' }
const WISHES: readonly [wish: string, asked: object][] = [
  ['move the boat a bit to the left-hand side', { what: 'move', who: 'the boat', to: 'left' }],
  ['put the lamp on the other side of the sofa', { what: 'move', who: 'the lamp', to: 'across' }],
  ['make the dog much bigger', { what: 'size', old: 'the dog', by: 2.4 }],
  ['make the dog bigger', { what: 'size', old: 'the dog', by: 1.5 }],
  ['swap out the dog for a cat', { what: 'replace', old: 'the dog', by: 'a cat' }],
  ['put a cup next to the dog', { what: 'add', thing: 'a cup next to the dog' }],
  ['put a hat on the old man', { what: 'wear', who: 'the old man', thing: 'a hat', how: 'on' }],
  ['keep only two of the cats', { what: 'only', said: '2 cats' }],
  ['paint the door dark blue', { what: 'make', old: 'the door', as: 'dark blue' }],
  ['verschiebe den Ball nach oben', { who: 'den Ball', ...UP }],
  ['mueve el globo hacia arriba', { who: 'el globo', ...UP }],
  ['сдвинь шар вверх', { who: 'шар', ...UP }],
  ['把气球往上移', { who: '气球', ...UP }],
  ['verwandle den Hund in eine Katze', { what: 'make', old: 'Hund', as: 'Katze' }],
  ['gib der Frau einen Hut', { what: 'dress', who: 'der Frau', sentence: 'eine Frau mit einen Hut' }],
]
for (const [wish, asked] of WISHES)
  test(`what is asked for by ${wish}`, () => assert.deepEqual(phraseOf(wish) ?? phraseInOtherWords(wish), asked))
