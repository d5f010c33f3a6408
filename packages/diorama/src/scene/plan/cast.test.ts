import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBrief, aSubject } from '../../../test/support/scene-fixtures.ts'
import { castOf } from './cast.ts'

test('people act as whole figures, and a figure that brings its bicycle needs no second one', () => {
  const brief = aBrief({
    archetype: 'road',
    subjects: [aSubject('girl', { figure: 'woman-biking' }), aSubject('bicycle'), aSubject('dog')],
    relations: [
      { kind: 'riding', subject: 0, other: 1 },
      { kind: 'beside', subject: 2, other: 0 },
    ],
  })
  const cast = castOf(brief)
  assert.deepEqual(
    cast.subjects.map((subject) => subject.art),
    ['woman-biking', 'dog'],
  )
  assert.deepEqual(cast.relations, [{ kind: 'beside', subject: 1, other: 0 }])
  assert.equal(castOf({ ...brief, archetype: 'portrait' }).subjects[0]?.art, 'girl')
})

test('scenery that the setting shows by itself is not placed again', () => {
  const tree = aSubject('evergreen-tree', { scenery: true })
  assert.equal(castOf(aBrief({ archetype: 'forest', subjects: [tree] })).subjects.length, 0)
  assert.equal(castOf(aBrief({ archetype: 'forest', subjects: [{ ...tree, scenery: false }] })).subjects.length, 1)
  assert.equal(castOf(aBrief({ archetype: 'room', subjects: [tree] })).subjects.length, 1)
})
