import assert from 'node:assert/strict'
import test from 'node:test'
import { drawingOf } from '../../art.ts'
import { archetypeOfPlace } from '../../places.ts'
import { readPrompt } from '../read-prompt.ts'
import { KINDS_OF_PEOPLE } from './kinds-of-people.ts'

const firstOf = (prompt: string) => {
  const { subjects, archetype } = readPrompt(prompt, 1)
  return { looks: subjects[0]?.looks ?? {}, archetype, count: subjects[0]?.count }
}

test('every kind of people has a head, a tool and a home that exist', () => {
  for (const [name, { art, tool, home, looks }] of Object.entries(KINDS_OF_PEOPLE)) {
    assert.ok(drawingOf(art), `${name}: ${art}`)
    if (tool) assert.ok(drawingOf(tool), `${name}: ${tool}`)
    if (home) assert.ok(archetypeOfPlace(home), `${name}: ${home}`)
    if (looks?.hat) assert.ok(drawingOf(looks.hat.art), `${name}: ${looks.hat.art}`)
  }
})

test('a Roman soldier wears a Roman helmet, in many languages', () => {
  for (const prompt of [
    'a Roman soldier',
    'ein römischer Soldat',
    'un soldat romain',
    'un soldado romano',
    'un soldato romano',
    'римский солдат',
    '一个罗马士兵',
    'ローマ兵',
    'جندي روماني',
    'एक रोमन सैनिक',
  ])
    assert.equal(firstOf(prompt).looks.hat?.art, 'roman-helmet', prompt)
})

test('what only a whole figure shows is shown on one, and a portrait stays a portrait', () => {
  assert.equal(firstOf('a woman in a red dress').archetype, 'street')
  assert.equal(firstOf('a man in dungarees').looks.bib, '#3f5f8a')
  assert.equal(firstOf('a boy in pyjamas').archetype, 'room')
  assert.equal(firstOf('a woman wearing sunglasses').archetype, 'portrait')
  assert.equal(firstOf('portrait of a woman in a red dress').archetype, 'portrait')
  assert.equal(firstOf('a woman in a polka dot dress').looks.pattern, 'dots')
  assert.equal(firstOf('a woman wearing a red cap').looks.hat?.colour, '#d7342e')
  assert.equal(firstOf('twins').count, 2)
})
