import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBrief, aSubject, framePixels, shareChanged } from '../../../test/support/scene-fixtures.ts'
import type { Framing } from '../../design.ts'
import { planScene } from '../plan/plan-scene.ts'
import { seededRandom } from '../random.ts'
import { framePlan } from './frame-plan.ts'
import { boxOf } from './move-placements.ts'

const SIZE = { width: 800, height: 600, unit: 7.8 }

function boxWith(framing?: Framing, art = 'elephant') {
  const brief = aBrief({ subjects: [aSubject(art)], ...(framing && { framing }) })
  const plan = planScene(brief, { ...SIZE, random: seededRandom(3), time: 'day' })
  return boxOf(framePlan(plan, brief, SIZE).placements)
}

const high = ({ top, bottom }: { top: number; bottom: number }) => bottom - top

test('a close-up is larger, a wide shot smaller, and a whole drawing is never cut', () => {
  const usual = high(boxWith())
  const near = boxWith({ shot: 'close-up' })
  assert.ok(high(near) > usual * 1.15)
  assert.ok(near.left >= 0 && near.right <= SIZE.width && near.top >= 0 && near.bottom <= SIZE.height)
  assert.ok(high(boxWith({ shot: 'wide' })) < usual * 0.7)
})

test('a close-up of who has a body shows the head and lets the legs go below the edge', () => {
  const near = boxWith({ shot: 'close-up' }, 'fox')
  assert.ok(near.top >= 0 && near.bottom > SIZE.height)
})

test('from below who stands there is larger and there is less ground', () => {
  const brief = aBrief({ subjects: [aSubject('elephant')], framing: { shot: 'low' } })
  const plan = planScene(brief, { ...SIZE, random: seededRandom(3), time: 'day' })
  const low = framePlan(plan, brief, SIZE)
  assert.ok(low.horizon > plan.horizon && high(boxOf(low.placements)) > high(boxOf(plan.placements)))
})

test('without a word of the camera the plan is the one it was', () => {
  const brief = aBrief({ subjects: [aSubject('fox')] })
  const plan = planScene(brief, { ...SIZE, random: seededRandom(3), time: 'day' })
  assert.equal(framePlan(plan, brief, SIZE), plan)
})

test('soft focus, a silhouette and a back each change the picture', async () => {
  const brief = aBrief({ subjects: [aSubject('woman')] })
  const plain = await framePixels(brief)
  for (const framing of [{ soft: true }, { silhouette: true }, { behind: true }])
    assert.ok(shareChanged(await framePixels({ ...brief, framing }), plain) > 0.004, JSON.stringify(framing))
})

test('a portrait before a place shows head and chest of whoever it is of, and leaves the land as it was', () => {
  const brief = aBrief({ subjects: [aSubject('woman'), aSubject('castle')], framing: { shot: 'portrait' } })
  const plan = planScene(brief, { ...SIZE, random: seededRandom(3), time: 'day' })
  const framed = framePlan(plan, brief, SIZE)
  const [before, after] = [plan, framed].map(({ placements }) => placements.find(({ subject }) => subject === 0))
  assert.ok(before && after && after.height > before.height * 1.3)
  assert.ok(after.foot > SIZE.height && after.foot - after.height >= 0)
  assert.equal(framed.horizon, plan.horizon)
  const castle = framed.placements.find(({ subject }) => subject === 1)
  assert.ok(castle && castle.order < after.order && castle.height < after.height)
})

test('small things are not lost in a land: the camera comes near, unless a wide view is asked for', () => {
  const brief = aBrief({ archetype: 'road', subjects: [aSubject('racing-car', { count: 3 })] })
  const plan = planScene(brief, { ...SIZE, random: seededRandom(3), time: 'day' })
  const before = boxOf(plan.placements)
  const near = boxOf(framePlan(plan, brief, SIZE).placements)
  assert.ok(high(near) > high(before) * 1.1 || near.right - near.left > SIZE.width * 0.75)
  assert.ok(near.left >= 0 && near.right <= SIZE.width)
  const wide = { ...brief, framing: { shot: 'wide' as const } }
  assert.ok(high(boxOf(framePlan(plan, wide, SIZE).placements)) <= high(before))
})
