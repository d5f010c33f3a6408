import assert from 'node:assert/strict'
import test from 'node:test'
import { englishForms } from './english-forms.ts'
import { readPrompt } from './read-prompt.ts'

test('an English deed that is written as doing is known in its other forms', () => {
  const made: [doing: string, forms: string[]][] = [
    ['kissing', ['kisses', 'kiss', 'kissed']],
    ['hugging', ['hugs', 'hug', 'hugged']],
    ['carrying', ['carries', 'carry', 'carried']],
    ['looking at', ['looks at', 'look at', 'looked at']],
  ]
  for (const [doing, forms] of made) {
    const known = englishForms(doing)
    assert.deepEqual(
      forms.filter((form) => !known.includes(form)),
      [],
      doing,
    )
  }
  assert.ok(englishForms('hiding').includes('hides'))
  assert.deepEqual(englishForms('cutting vegetables'), [])
})

test('a deed is read in every form, as long as somebody does it', () => {
  const told: [prompt: string, verb: string][] = [
    ['A man kisses a woman', 'hug'],
    ['A dog follows a cat', 'chase'],
    ['Two foxes share an apple', 'eat'],
    ['The mother brushed her daughter', 'feed'],
    ['A woman picks apples', 'work'],
  ]
  for (const [prompt, verb] of told) assert.equal(readPrompt(prompt, 1).script?.deeds[0]?.verb, verb, prompt)
  for (const prompt of ['paint a cat', 'A painted wooden door', 'grilled cheese on a plate'])
    assert.deepEqual(readPrompt(prompt, 1).script?.deeds ?? [], [], prompt)
})

test('a colour before a thing is a colour, though both together are the name of another', () => {
  const { subjects } = readPrompt('A green dragon', 1)
  assert.deepEqual([subjects[0]?.art, subjects[0]?.colour], ['dragon', '#4c9a47'])
})
