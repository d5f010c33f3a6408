import assert from 'node:assert/strict'
import test from 'node:test'
import { drawingOf } from '../../art.ts'
import { readPrompt } from '../read-prompt.ts'

test('a portrait before a place that is named keeps the place; without one it has a backdrop', () => {
  const harbour = readPrompt('portrait photo of an old fisherman with a grey beard, harbor in the background', 1)
  assert.equal(harbour.archetype, 'sea')
  assert.equal(harbour.framing?.shot, 'portrait')
  const potter = readPrompt('portrait photo of a young potter in her studio', 1)
  assert.ok(potter.places.includes('workshop') && potter.framing?.shot === 'portrait')
  const queen = readPrompt('portrait of a queen with a golden crown', 1)
  assert.equal(queen.archetype, 'portrait')
  assert.equal(queen.subjects[0]?.looks?.hat, undefined)
})

test('who is named by several words is one, and shows a face', () => {
  const [viking, ...others] = readPrompt(
    'viking woman warrior with braided hair and blue face paint, fierce look',
    1,
  ).subjects
  assert.equal(others.length, 0)
  assert.match(drawingOf(viking?.art ?? '')?.id ?? '', /^woman/)
  assert.equal(viking?.looks?.facePaint, '#3d74c9')
  assert.equal(viking?.looks?.hair?.braids, true)
  assert.equal(readPrompt('elven queen with long silver hair in a forest', 1).subjects.length, 1)
  assert.equal(
    readPrompt('a robot customer at a noodle stall', 1).subjects.filter(({ kind }) => kind.startsWith('person')).length,
    0,
  )
})

test('a giant anything is large, a fleet and a collection are many', () => {
  const countOf = (prompt: string) => readPrompt(prompt, 1).subjects[0]?.count ?? 0
  assert.ok(countOf('airship fleet above a city, epic') > 4)
  assert.ok(countOf('gemstone collection on black velvet, ruby, top view') > 4)
  assert.ok(countOf('greenhouse full of exotic cactuses, iron and glass') > 4)
})
