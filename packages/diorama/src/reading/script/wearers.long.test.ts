import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

function worn(prompt: string) {
  const { entities = [] } = readPrompt(prompt, 1).script ?? {}
  return entities.flatMap(({ art, looks }) => {
    const own = Object.keys(looks ?? {}).filter((part) => part !== 'hair')
    return own.length > 0 ? [`${art.replace(/-(light|medium|medium-light)-skin-tone$/, '')}: ${own.join(' ')}`] : []
  })
}

test('in a list a garment is worn by the people of the phrase before, not by whoever was named last', () => {
  assert.deepEqual(worn('a girl riding a white wolf through a snowy forest, red cape, northern lights, glowing eyes'), [
    'girl: cape',
  ])
  assert.deepEqual(worn('a boy walking with his dog, blue jacket, autumn leaves, soft light'), ['boy: top'])
})

test('in a phrase with somebody it is theirs', () => {
  assert.deepEqual(worn('two people dancing, bride in a white dress, groom in a dark suit, guests at tables, warm'), [
    'woman-with-veil: dress',
    'person-in-tuxedo: suit',
  ])
})

test('several hats are on everybody', () => {
  assert.deepEqual(worn('an old man and his grandson fishing from a boat, straw hats, morning fog, calm water'), [
    'old-man: hat',
    'boy: hat',
  ])
})

test('a pronoun says whose it is', () => {
  assert.deepEqual(
    worn('my grandma baking cookies in the kitchen with her cat, she has glasses and a red apron, warm light, cosy'),
    ['old-woman: glasses apron'],
  )
})

test('a beast wears something where nobody else is there', () => {
  assert.deepEqual(worn('a raccoon, red bow tie, sitting at a table, candle light, cosy'), ['raccoon: bowTie'])
})
