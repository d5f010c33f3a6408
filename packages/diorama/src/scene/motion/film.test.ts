import assert from 'node:assert/strict'
import test from 'node:test'
import { framePixels } from '../../../test/support/scene-fixtures.ts'
import { readPrompt } from '../../reading/read-prompt.ts'

const lightAt = async (prompt: string, at: number) => {
  const pixels = await framePixels(readPrompt(prompt, 7), { at, seconds: 4 })
  let sum = 0
  for (let index = 0; index < pixels.length; index += 4) sum += (pixels[index] ?? 0) + (pixels[index + 1] ?? 0)
  return sum / (pixels.length / 2)
}

test('a day that becomes night gets dark, and a night that becomes day gets bright', async () => {
  const dusk = 'a mountain valley from day to night'
  assert.ok((await lightAt(dusk, 3.9)) < (await lightAt(dusk, 0)) * 0.6)
  const dawn = 'a mountain valley from night to day'
  assert.ok((await lightAt(dawn, 3.9)) > (await lightAt(dawn, 0)) * 1.6)
})

test('a loop ends on the frame it began with, also where somebody walks', async () => {
  const brief = readPrompt('a man walking in a park, seamless loop', 7)
  const [first, last] = [await framePixels(brief, { at: 0 }), await framePixels(brief, { at: 4 })]
  assert.equal(Buffer.compare(Buffer.from(first), Buffer.from(last)), 0)
})

test('what happens once is read in several languages and never where nothing happens', () => {
  assert.deepEqual(readPrompt('a hot air balloon rises over the hills', 1).happenings, ['rise'])
  assert.deepEqual(readPrompt('eine Kerze wird angezündet', 1).happenings, ['light'])
  assert.deepEqual(readPrompt('a red fox in a snowy forest at dawn', 1).happenings, [])
  assert.equal(readPrompt('golden hour beach, sunset colors', 1).becomes, undefined)
})
