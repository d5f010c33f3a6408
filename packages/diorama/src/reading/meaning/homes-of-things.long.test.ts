import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const bare = (art: string) => art.replace(/-(light|medium-light|medium|medium-dark|dark)-skin-tone.*$/, '')

function told(prompt: string): { arts: string[]; places: string[]; archetype: string } {
  const { subjects, script, places, archetype } = readPrompt(prompt, 7)
  return { arts: [...subjects, ...(script?.entities ?? [])].map(({ art }) => bare(art)), places, archetype }
}

test('a place that is named comes before the one that a thing implies', () => {
  assert.deepEqual(told('a washing machine on a beach').places, ['beach'])
  assert.deepEqual(told('a lighthouse on a cliff, warm light in the window').places, ['hills'])
  assert.equal(told('un boulanger sort des croissants du four dans sa boulangerie').places[0], 'bakery')
})

test('what stands outside takes the furniture outside with it', () => {
  assert.ok(!told('an armchair under an oak tree').places.includes('room'))
  assert.ok(told('presents under the christmas tree beside a rocking chair').places.includes('room'))
})

// What is seen of ordinary sentences in which a word means another thing by its company, or no thing at all.
const BY_COMPANY: readonly [prompt: string, things: string][] = [
  ['a crane lifting steel beams', 'tower-crane'],
  ['a crane standing in a pond', 'crane'],
  ['a dinosaur skull', 'skull'],
  ['a girl with a toy airplane', 'girl airplane'],
  ['a girl on pink roller skates in the park', 'girl'],
  ['a cat drinking milk from a bowl', 'cat pet-bowl'],
  ['a cat sleeping on a sweater', 'cat sweater'],
  ['a salad in a bowl', 'green-salad'],
  ['a soccer ball in the net', 'soccer-ball goal-net'],
]

test('a word of two looks is read by its company', () => {
  for (const [prompt, things] of BY_COMPANY) {
    const { script, subjects } = readPrompt(prompt, 1)
    const seen = (script?.entities ?? subjects).map(({ art }) => bare(art))
    assert.deepEqual(seen.sort(), things.split(' ').sort(), prompt)
  }
  assert.equal(told('a red barn under fluffy clouds').archetype, 'landscape')
  assert.equal(told('a castle in the clouds').archetype, 'sky')
})
