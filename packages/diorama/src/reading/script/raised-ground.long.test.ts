import assert from 'node:assert/strict'
import test from 'node:test'
import { isRaised } from '../../staging/raised-ground.ts'
import { readPrompt } from '../read-prompt.ts'

const groundIn = (prompt: string) => readPrompt(prompt, 1).script?.entities.find(({ art }) => isRaised(art))?.art

test('who is said to be on a hill, a cliff or a mountain has it under the feet', () => {
  assert.equal(groundIn('a small church on top of a hill in winter'), 'hill')
  assert.equal(groundIn('a girl sitting at the edge of a cliff'), 'cliff')
  assert.equal(groundIn('un castillo en un acantilado sobre el mar'), 'cliff')
  assert.equal(groundIn('山顶上的一只老鹰'), 'summit')
  assert.equal(groundIn('a hiker on the summit of a mountain at sunrise'), 'summit')
})

test('hills and mountains that nobody is on are the land about', () => {
  for (const prompt of ['a fox in the hills', 'a goat with mountains behind it', 'a village on a hill'])
    assert.equal(groundIn(prompt), undefined, prompt)
  assert.deepEqual(readPrompt('a mountain at sunset', 1).places, ['mountains'])
})

test('a cliff above the sea has water below it, not a beach', () => {
  const { archetype, places } = readPrompt('a lighthouse on a cliff above the sea', 1)
  assert.equal(archetype, 'sea')
  assert.ok(!places.includes('beach'))
})
