import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBrief, aSubject } from '../../../test/support/scene-fixtures.ts'
import type { Brief } from '../../brief.ts'
import { seededRandom } from '../random.ts'
import { planScene } from './plan-scene.ts'

const plan = (brief: Brief) =>
  planScene(brief, { width: 1280, height: 720, random: seededRandom(5), time: 'day' }).placements

const names = (brief: Brief) => new Map(plan(brief).map((piece) => [brief.subjects[piece.subject]?.art ?? '', piece]))

test('of three dishes and more the first is the largest and in the middle, the others at its sides', () => {
  const brief = aBrief({
    archetype: 'tabletop',
    subjects: [aSubject('pancakes'), aSubject('strawberry'), aSubject('blueberries'), aSubject('hot-beverage')],
  })
  const placed = names(brief)
  const main = placed.get('pancakes')
  assert.ok(main && main.height > 720 * 0.35 && Math.abs(main.x - 640) < 260)
  const sides = [...placed].filter(([art]) => art !== 'pancakes').map(([, { x }]) => Math.sign(x - main.x))
  assert.ok(sides.includes(-1) && sides.includes(1))
})

test('what is tall stands behind the main one and is painted before it; nothing leaves the picture', () => {
  const brief = aBrief({
    archetype: 'landscape',
    subjects: [aSubject('elephant'), aSubject('house'), aSubject('deciduous-tree'), aSubject('mouse')],
  })
  const placed = names(brief)
  const [elephant, house, mouse] = ['elephant', 'house', 'mouse'].map((art) => placed.get(art))
  assert.ok(elephant && house && mouse)
  assert.ok(house.order < elephant.order && elephant.order < mouse.order)
  for (const { x, width } of placed.values()) assert.ok(x - width / 2 >= 0 && x + width / 2 <= 1280)
})

test('a lantern in a room hangs from above', () => {
  const brief = aBrief({ archetype: 'room', subjects: [aSubject('bed'), aSubject('red-paper-lantern')] })
  const lantern = names(brief).get('red-paper-lantern')
  assert.ok(lantern && lantern.foot - lantern.height < 720 * 0.06 && lantern.foot < 720 * 0.4)
})

test('close to a cup beans are as small as they are', () => {
  const brief = aBrief({
    archetype: 'tabletop',
    subjects: [aSubject('hot-beverage'), aSubject('coffee-bean', { count: 3 })],
  })
  const placed = plan(brief)
  const cup = placed.find(({ subject }) => subject === 0)
  assert.ok(cup)
  for (const { subject, height } of placed) if (subject === 1) assert.ok(height < cup.height * 0.4)
})
