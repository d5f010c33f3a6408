import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const deedsOf = (prompt: string) => (readPrompt(prompt, 1).script?.deeds ?? []).map(({ verb }) => verb)

test('groups skate, ski and surf, in several languages, and where that is done', () => {
  for (const [prompt, verb, place] of [
    ['three children skating', 'skate', 'ice-rink'],
    ['drei Kinder laufen Schlittschuh', 'skate', 'ice-rink'],
    ['three children skiing', 'ski', 'ski-slope'],
    ['deux amis font du ski', 'ski', 'ski-slope'],
  ] as const) {
    assert.ok(deedsOf(prompt).includes(verb), prompt)
    assert.ok(readPrompt(prompt, 1).places.includes(place), `${prompt}: ${readPrompt(prompt, 1).places.join(', ')}`)
  }
  assert.ok(deedsOf('deux amis surfent').includes('surf'))
})

test('somebody who is named twice, by an apposition or a general word, is there once', () => {
  for (const prompt of ['a knight, a tall man, in front of a castle', 'an old couple, a man and a woman, on a bench']) {
    const { script, subjects } = readPrompt(prompt, 1)
    const people = (script?.entities ?? subjects).filter(({ kind }) => kind.startsWith('person'))
    const count = people.reduce((sum, one) => sum + one.count, 0)
    assert.equal(count, prompt.includes('couple') ? 2 : 1, `${prompt}: ${people.map(({ art }) => art).join(', ')}`)
  }
})

test('skates and skis that somebody has on are a deed, and those that are carried are things', () => {
  for (const [prompt, verb] of [
    ['a girl on pink roller skates in the park', 'roller-skate'],
    ['une fille en patins à roulettes', 'roller-skate'],
    ['a bear on skis going down a snowy mountain', 'ski'],
    ['an old man on ice skates', 'skate'],
  ] as const) {
    const { script } = readPrompt(prompt, 1)
    assert.equal(script?.deeds[0]?.verb, verb, prompt)
    assert.equal(script?.entities.length, 1, prompt)
  }
  assert.ok(readPrompt('a boy carrying skis', 1).script?.entities.some(({ art }) => art === 'ski-pair'))
})
