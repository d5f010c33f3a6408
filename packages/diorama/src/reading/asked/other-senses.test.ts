import assert from 'node:assert/strict'
import test from 'node:test'
import { drawingOf } from '../../art.ts'
import { readPrompt } from '../read-prompt.ts'

const read = (prompt: string) => readPrompt(prompt, 1)
const artsOf = (prompt: string) => read(prompt).subjects.map(({ art }) => drawingOf(art)?.id ?? art)

test('words that look like things are left out where they are something else', () => {
  const cases: [prompt: string, art: string][] = [
    ['a woman as the spirit of autumn, long hair, gold and olive', 'ghost'],
    ['a robot in an overgrown glass greenhouse', 'tumbler-glass'],
    ['a perfume bottle, amber glass with golden cap, white orchid', 'tumbler-glass'],
    ['an astronaut with a guitar, lo-fi album art, grain, muted purple', 'sheaf-of-rice'],
    ['botanical illustration plate of herbs: chamomile, lavender, mint', 'fork-and-knife-with-plate'],
    ['chamomile, lavender and mint, botanical drawing, labels, aged parchment background', 'scroll'],
    ['deer in a canyon, eagles, layers from dark red to pale peach', 'peach'],
    ['tiny mushroom house in a forest, round red door, snail on the path, morning light', 'door'],
  ]
  for (const [prompt, art] of cases) assert.ok(!artsOf(prompt).includes(art), `${prompt}: ${artsOf(prompt).join(', ')}`)
  assert.ok(artsOf('a forest spirit between the trees').includes('ghost'))
  assert.ok(artsOf('a glass of water and a lemon on a table').some((art) => /glass/.test(art)))
})

test('a square that is a format is no town square', () => {
  const places = (prompt: string) => read(prompt).places
  assert.ok(!places('a black sports car, giant sun, palm trees, retro, square').includes('square'))
  assert.ok(!places('app icon, smiling sun behind a cloud, rounded square, soft gradient').includes('square'))
  assert.ok(places('an old man feeding pigeons on the square').includes('square'))
})

test('a window of stained glass is part of a room, a picture like one is a style', () => {
  assert.notEqual(read('a magical library, floating books, tall stained glass window, dust').style, 'stained-glass')
  assert.equal(read('a peacock, stained glass window style').style, 'stained-glass')
  assert.equal(read('stained glass window of a peacock').style, 'stained-glass')
})

test('posters on a wall and chalk as a medium leave a room a room', () => {
  const gym = read('a boxing gym, a woman hitting a heavy bag, posters on brick wall, charcoal and red chalk drawing')
  assert.equal(gym.studio, undefined)
  assert.equal(gym.archetype, 'room')
})

test('the hood of a car is worn by nobody', () => {
  const { script } = read('a mechanic with a wrench leaning over the open hood of a convertible')
  assert.ok(script?.entities.every(({ looks }) => looks?.veil === undefined))
})

test('an ancient Egyptian queen is not old, an ancient woman is', () => {
  assert.deepEqual(artsOf('an ancient egyptian queen on a throne').slice(0, 1), ['woman'])
  assert.ok(artsOf('an ancient woman on a bench')[0]?.startsWith('old-woman'))
})

test('nobody stands beside a house that is called after them', () => {
  assert.ok(!artsOf("a lighthouse on a cliff, small keeper's cottage, rain").some((art) => art.startsWith('person')))
})

test('a ledge in the open is one of rock, and a crater that an astronaut sits at one of the moon', () => {
  assert.ok(read('a wolf on a ledge in a canyon').script?.entities.some(({ art }) => art === 'cliff'))
  assert.ok(read('astronaut sitting on the edge of a crater playing a guitar').places.includes('moon'))
})

test('a still life with oysters is on the table', () => {
  assert.equal(
    read('baroque still life, silver jug, lemon, oysters, grapes, knife over the table edge').archetype,
    'tabletop',
  )
})

test('lanterns are of glass and iron, unless they hang in the East', () => {
  assert.ok(artsOf('a wizard in a library, glowing lanterns').includes('lantern'))
  assert.ok(artsOf('a japanese tea house, lanterns, two geishas').includes('red-paper-lantern'))
})

test('a plate of plants is a sheet of specimens', () => {
  assert.equal(read('botanical illustration plate of chamomile, lavender and mint').design?.kind, 'collection')
})

test('a player in a list is somebody of their own', () => {
  const people = artsOf('a couple dancing in a hall, accordion player, candles').filter(
    (art) => !/accordion|candle/.test(art),
  )
  assert.ok(people.includes('person'), people.join(', '))
})

test('people at a market are no dots between roofs, even from above', () => {
  const market = read('farmers market, stalls with pumpkins and cheese, family with stroller, dog, birds eye view')
  assert.equal(market.design, undefined)
})
