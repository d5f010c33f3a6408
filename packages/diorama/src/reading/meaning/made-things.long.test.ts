import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const arts = (prompt: string) => readPrompt(prompt, 1).subjects.map(({ art }) => art)

// One sentence of everyday prompts in each language: what people made is known by its own drawing.
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  'tall-ship': ['a three-masted ship', 'ein Dreimaster', 'un galion', 'un galeón', 'un veliero', 'парусник'],
  samovar: ['a samovar', 'ein Samowar', 'un samovar', 'самовар', 'サモワール', 'سماور'],
  drone: ['a drone', 'eine Drohne', 'un dron', 'дрон', '一架无人机', 'ドローン', 'एक ड्रोन'],
  'cargo-ship': ['a cargo ship', 'ein Frachtschiff', 'un carguero', 'una nave cargo', '一艘货船', 'سفينة شحن'],
  'asian-temple': ['a buddhist temple', '一座古寺', '古いお寺', 'ein buddhistischer Tempel'],
  'wine-bottle': ['a bottle of wine', 'eine Flasche Wein', 'une bouteille de vin', 'una botella de vino'],
  'piggy-bank': ['a piggy bank', 'ein Sparschwein', 'une tirelire', 'una hucha', 'копилка', 'एक गुल्लक'],
  'fairy-lights': ['fairy lights', 'eine Lichterkette', 'une guirlande lumineuse', 'lucine'],
}

test('made things are read as themselves, in the languages of everyday prompts', () => {
  for (const [art, prompts] of Object.entries(SAMPLES))
    for (const prompt of prompts) assert.deepEqual(arts(prompt), [art], prompt)
})

test('what is drawn as a pair or a set is there once', () => {
  for (const prompt of ['boxing gloves', 'skis', 'earrings', 'marbles', 'wedding rings'])
    assert.equal(readPrompt(prompt, 1).subjects[0]?.count, 1, prompt)
})

test('what something else usually stands on is drawn where it is all that is named', () => {
  assert.deepEqual(arts('a bench'), ['bench'])
  assert.deepEqual(arts('a refrigerator'), ['refrigerator'])
  assert.deepEqual(arts('a stone wall'), ['stone-wall'])
  assert.deepEqual(arts('a well'), ['well'])
})

test('a temple in Japan is no Greek one', () => {
  assert.deepEqual(arts('a temple in Japan'), ['asian-temple'])
  assert.deepEqual(arts('a temple in Greece'), ['classical-building'])
})
