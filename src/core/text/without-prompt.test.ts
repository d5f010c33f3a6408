import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutPrompt } from './without-prompt.ts'

const PROMPT = 'A red fox,\n"very" private, in the snow of a hidden garden'

test('what quotes a prompt loses it: whole, cut off, with other spaces, escaped, in capitals', () => {
  for (const [text, clean] of [
    [`bad: ${PROMPT}!`, 'bad: [the prompt]!'],
    [`bad: ${PROMPT.slice(0, 32)}… end`, 'bad: [the prompt]… end'],
    [`bad: ${PROMPT.replace(/\s+/g, ' ')} end`, 'bad: [the prompt] end'],
    [`bad: ${JSON.stringify(PROMPT)} end`, 'bad: "[the prompt]" end'],
    [`bad: ${PROMPT.toUpperCase()} end`, 'bad: [the prompt] end'],
    [`${PROMPT} and ${PROMPT}`, '[the prompt] and [the prompt]'],
  ] as const)
    assert.equal(withoutPrompt(text, PROMPT), clean)
})

test('characters that are escaped by their number are known again', () => {
  const prompt = 'ein süßer Fuchs über den Dächern'
  const escaped = prompt.replace(/[^\x20-\x7e]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
  assert.equal(withoutPrompt(`no: '${escaped}'`, prompt), "no: '[the prompt]'")
})

test('a short prompt is taken out where it stands alone, and nothing else of a text is touched', () => {
  assert.equal(withoutPrompt("prompt 'a cat' is bad", 'a cat'), "prompt '[the prompt]' is bad")
  assert.equal(withoutPrompt('a catalogue of cats', 'a cat'), 'a catalogue of cats')
  assert.equal(withoutPrompt('the size is wrong', PROMPT), 'the size is wrong')
  assert.equal(withoutPrompt('the size is wrong', ' \n'), 'the size is wrong')
})
