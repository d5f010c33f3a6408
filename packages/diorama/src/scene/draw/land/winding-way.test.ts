import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBrief, aSubject } from '../../../../test/support/scene-fixtures.ts'
import type { Brief } from '../../../brief.ts'
import { planScene } from '../../plan/plan-scene.ts'
import { seededRandom } from '../../random.ts'
import { stageOf } from '../../stage-of.ts'
import { wayOf } from './winding-way.ts'

const size = { width: 960, height: 540 }
function wayIn(rest: Partial<Brief>) {
  const brief = aBrief({ archetype: 'landscape', ...rest })
  const plan = planScene(brief, { ...size, random: seededRandom(1), time: 'day' })
  const way = wayOf(stageOf(brief, { ...size, seed: 1, seconds: 4 }), plan)
  return { place: plan.placements[0], way }
}

test('who walks along a road is on it', () => {
  const { place, way } = wayIn({ places: ['winding-road'], subjects: [aSubject('person-walking')] })
  assert.ok(place && way?.covers(place.x, place.foot))
})

test('under a bridge there is water, within its arch', () => {
  const { place, way } = wayIn({ places: ['river'], subjects: [aSubject('bridge')] })
  assert.ok(place && way)
  assert.ok(way.covers(place.x, place.foot))
  assert.ok(!way.covers(place.x + place.width * 0.48, place.foot))
})

test('a meadow has no road', () => assert.equal(wayIn({ places: ['meadow'] }).way, undefined))
