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
