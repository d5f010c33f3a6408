import assert from 'node:assert/strict'
import test from 'node:test'
import { drawingOf } from '../../art.ts'
import { readPrompt } from '../read-prompt.ts'

const artsOf = (prompt: string) => {
  const { subjects, script } = readPrompt(prompt, 1)
  const arts = [...subjects, ...(script?.entities ?? [])].map(({ art }) => drawingOf(art)?.id ?? art)
  return [...new Set(arts)].sort()
}

const reads = (cases: readonly [prompt: string, arts: string[]][]) => {
  for (const [prompt, arts] of cases) assert.deepEqual(artsOf(prompt), arts.toSorted(), prompt)
}

test('the last noun of an English compound is the thing, whether it has a drawing or not', () => {
  reads([
    ['a bear in a beehive hairdo', ['bear']],
    ['an elephant-grey car with a shark fin antenna', ['automobile']],
    ['a cat in a bee costume', ['cat']],
    ['a lighthouse drawn with thin pencil lines', ['lighthouse']],
    ['an owl, butter yellow light, honey tones', ['owl']],
    ['a fox, egg shell white background', ['fox']],
    ['a tomato red telephone booth in the rain', ['phone-booth']],
    ['a perfume bottle shaped like a crescent moon, gold cap', ['perfume-bottle']],
    ['a lamp inspired by a jellyfish', ['desk-lamp']],
    ['a rocket ship toy on a star blanket', ['blanket', 'rocket']],
    ['a wine glass and a cheese board', ['cheese-board', 'wine']],
  ])
})

test('what something is made of, shaped or dressed like is not beside it, in every language', () => {
  reads([
    ['a dragon-shaped kite and a balloon', ['balloon', 'kite']],
    ['a house made of gingerbread and a dog', ['dog', 'house']],
    ['ein Kind und ein Ballon in Form eines Fisches', ['balloon', 'child']],
    ['un château en forme de gâteau, couleur citron, lumière de bougie', ['castle']],
    ['un perro con disfraz de abeja', ['dog']],
    ['un gatto, luce di candela, ombre di foglie', ['cat']],
    ['um barco em forma de peixe, tons de mel', ['sailboat']],
    ['kot, zapach kawy', ['cat']],
    ['호박 모양 랜턴 옆의 고양이', ['cat', 'lantern']],
    ['一只猫穿着蜜蜂服装', ['cat']],
  ])
})

test('a part belongs to its whole', () => {
  reads([
    ['a snail with thumb prints all over its shell', ['snail']],
    ['una casa con puerta color mandarina', ['house']],
    ['a house with a red roof, a stork on the roof', ['house', 'stork']],
  ])
  const van = readPrompt('a red van with curtains in the windows by the beach', 1)
  assert.deepEqual(van.places, ['beach'])
})

test('a colour that is also a fruit needs an article, a number or a plural to be one', () => {
  reads([
    ['a robin, its breast orange', ['robin']],
    ['an orange and a lemon', ['lemon', 'tangerine']],
    ['a lemon and two oranges', ['lemon', 'tangerine']],
  ])
})

test('what is seen in the sky does not change the ground', () => {
  for (const prompt of [
    'a fox in a forest under the milky way',
    'ein Fuchs im Wald unter der Milchstraße',
    'un renard dans la forêt sous la voie lactée',
    '天の川の下、森の中のキツネ',
  ]) {
    const { archetype, places, time } = readPrompt(prompt, 1)
    assert.equal(archetype, 'forest', prompt)
    assert.ok(places.includes('milky-way') && time === 'night', prompt)
  }
  assert.equal(readPrompt('the milky way', 1).archetype, 'space')
  assert.equal(readPrompt('uma raposa na neve, céu de chumbo', 1).archetype, 'landscape')
  // The earth is in the sky, and the ground is still the moon's.
  const onTheMoon = 'an astronaut on the moon with the earth rising behind'
  assert.deepEqual(artsOf(onTheMoon), ['astronaut'])
  const { places: seen } = readPrompt(onTheMoon, 1)
  assert.ok(seen.includes('moon') && seen.includes('earth-above'))
})

test('a verb that is spelt as a noun is a verb where it has no article', () => {
  reads([
    ['une fille lit sur un banc', ['bench', 'girl']],
    ['une fille sur un lit', ['bed', 'girl']],
    ['un uomo porta un sacco di patate', ['man', 'sack']],
    ['two kids building a snowman', ['child', 'snowman']],
  ])
})

test('a sticker on a wall and a pattern on a dress make no sticker and no pattern of the picture', () => {
  assert.equal(readPrompt('a child with a teddy bear, star stickers on the wall', 1).design, undefined)
  assert.equal(readPrompt('une fille sur un banc, robe à motif de feuilles', 1).design, undefined)
  assert.equal(readPrompt('seamless pattern of lemons and leaves', 1).design?.kind, 'pattern')
})

test('where every noun seems to be said of another, the head is drawn rather than nothing', () => {
  reads([['a strawberry gizmo', ['strawberry']]])
})

test('who does something to something is there, though the word may be a mere look elsewhere', () => {
  assert.deepEqual(artsOf('a boy lighting a candle'), ['boy', 'candle'])
  assert.deepEqual(artsOf('a wizard lighting the candles on a cake').includes('mage'), true)
  assert.deepEqual(artsOf('a candle, neon dragon lighting'), ['candle'])
})
