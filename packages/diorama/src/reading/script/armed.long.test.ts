import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPrompt } from '../read-prompt.ts'

test('what is listed beside somebody alone is in their hand, and a bag of theirs on their back', () => {
  const elf = readPrompt('elf ranger, green cloak, longbow, misty forest', 1).script
  assert.ok(elf?.deeds.some(({ verb, patient = -1 }) => verb === 'hold' && elf.entities[patient]?.art === 'longbow'))
  const wanderer = readPrompt('wanderer with gas mask, backpack, walking with a dog on a road', 1)
  assert.ok(wanderer.subjects[0]?.looks?.pack)
})
