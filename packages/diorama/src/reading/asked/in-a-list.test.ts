import assert from 'node:assert/strict'
import test from 'node:test'
import { stagedLines } from '../../../test/support/staged-lines.ts'
import { readPrompt } from '../read-prompt.ts'

const artsIn = (prompt: string) => readPrompt(prompt, 1).subjects.map(({ art }) => art)

test('a meal is the dishes that are named, and a plate where none is', () => {
  assert.ok(!artsIn('breakfast in bed, croissants, coffee, a rose, morning sun').includes('cooking'))
  assert.ok(artsIn('dinner on the table, office, morning sun, calm').some((art) => art.startsWith('fork-and-knife')))
  const lunch = stagedLines('a man having lunch, office, morning sun, calm')
  assert.ok(lunch.includes('fork-and-knife-with-plate on table') && lunch.includes('man on chair'))
})

test('trees, ferns and flowers of a green land are drawn with it', () => {
  assert.deepEqual(artsIn('a fox in the forest, ferns, pine trees, mist, calm'), ['fox'])
  const { subjects, places } = readPrompt('a horse in a valley, mountains, wildflowers, sunset, calm', 1)
  assert.deepEqual(
    subjects.map(({ art }) => art),
    ['horse'],
  )
  assert.ok(places.includes('meadow'))
  assert.ok(artsIn('a cat, two pine trees, a park, mist, calm').includes('evergreen-tree'))
})

test('the cabinets of a kitchen are built in, and its island is one', () => {
  const { places, script } = readPrompt('a kitchen, white cabinets, marble island, a cat on a stool, warm sunlight', 1)
  assert.deepEqual(places, ['kitchen'])
  const arts = script?.entities.map(({ art }) => art) ?? []
  assert.ok(arts.includes('kitchen-island') && !arts.includes('wardrobe'))
})

test('a caravan in the desert is one of camels', () => {
  assert.ok(!artsIn('desert caravan with camels, sand dunes, sunset, long shadows').includes('camper-van'))
})

test('who sits where a table is laid sits at it', () => {
  const { script } = readPrompt('dining room, roast chicken, pumpkin pie, wine, family sitting around, warm light', 1)
  assert.ok(
    script?.ties.some(({ kind, subject }) => kind === 'at' && script.entities[subject]?.kind.startsWith('person')),
  )
})

test('a deed that opens a phrase is of whom it stands before', () => {
  const { script } = readPrompt('living room, big armchair, sleeping white dog on the rug, fireplace, candles', 1)
  const dog = script?.entities.findIndex(({ art }) => art === 'dog') ?? -1
  assert.deepEqual(script?.deeds, [{ verb: 'sleep', agents: [dog] }])
})

test('of a portrait before a place what lies about is left out', () => {
  assert.ok(!artsIn('portrait of a bride with a veil, red dress, roses, garden, soft light').includes('rose'))
})
