import assert from 'node:assert/strict'
import { test } from 'node:test'
import { traitsOf } from './archetype-traits.ts'
import { ARCHETYPES } from './brief.ts'
import { archetypeOfPlace, PLACE_NAMES } from './places.ts'

test('heads and shoulders rise from the edge of the picture, and nothing else does', () => {
  for (const archetype of ARCHETYPES) {
    const { view, format } = traitsOf(archetype)
    assert.equal(view.showsBusts, format.standOn === 'edge', archetype)
  }
})

test('under a roof there is neither a sky nor any light but that of lamps', () => {
  const inside = ARCHETYPES.filter((archetype) => traitsOf(archetype).where.isIndoors)
  assert.ok(inside.length > 0)
  for (const archetype of inside) {
    const { hasSky, isLampLit, isInSpace } = traitsOf(archetype).where
    assert.deepEqual({ hasSky, isLampLit, isInSpace }, { hasSky: false, isLampLit: true, isInSpace: false }, archetype)
  }
})

test('every archetype is given by a place, but for portraits and patterns, which only words or subjects give', () => {
  const given = new Set(PLACE_NAMES.map(archetypeOfPlace))
  const others = ARCHETYPES.filter((archetype) => !given.has(archetype))
  assert.deepEqual(others, ['portrait', 'abstract'])
})
