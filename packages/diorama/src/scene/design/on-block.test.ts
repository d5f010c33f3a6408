import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBrief, aSubject } from '../../../test/support/scene-fixtures.ts'
import { planScene } from '../plan/plan-scene.ts'
import { seededRandom } from '../random.ts'
import { topView } from './top-views.ts'
import { framePlan } from '../shot/frame-plan.ts'
import { blockOf } from './block.ts'

const SIZE = { width: 1280, height: 720, unit: 7.2 }

function framed(arts: string[], design: 'isometric' | 'flat-lay') {
  const archetype = design === 'isometric' ? 'landscape' : 'tabletop'
  const brief = aBrief({ archetype, design: { kind: design }, subjects: arts.map((art) => aSubject(art)) })
  const plan = planScene(brief, { ...SIZE, random: seededRandom(5), time: 'day' })
  const { placements } = framePlan(plan, brief, SIZE)
  return new Map(placements.map((piece) => [arts[piece.subject] ?? '', piece]))
}

test('what stands on a block is spread over it, the tall at the back', () => {
  const placed = framed(['barn', 'cow', 'windmill', 'duck'], 'isometric')
  const { x, half } = blockOf(SIZE)
  const [barn, cow, duck] = ['barn', 'cow', 'duck'].map((art) => placed.get(art))
  assert.ok(barn && cow && duck)
  assert.ok(barn.foot < cow.foot && barn.height > cow.height && cow.height > duck.height)
  const feet = [...placed.values()].map(({ foot }) => foot)
  assert.ok(Math.max(...feet) - Math.min(...feet) > half * 0.3, 'they stand in one row')
  for (const piece of placed.values()) assert.ok(Math.abs(piece.x - x) < half)
})

test('a dish from above is large in the middle, and what belongs to it lies about it', () => {
  const placed = framed(['steaming-bowl', 'egg', 'leek', 'chopsticks'], 'flat-lay')
  const bowl = placed.get('steaming-bowl')
  assert.ok(bowl && Math.abs(bowl.x - 640) < 4)
  for (const [art, { width, height }] of placed)
    if (art !== 'steaming-bowl') assert.ok(Math.max(width, height) < Math.max(bowl.width, bowl.height) * 0.6)
})

test('on a table that is seen from above cups are seen from above too, and a cup among other things is one of them', () => {
  const placed = [...framed(['tea-cup', 'glasses', 'notebook', 'pen'], 'flat-lay').values()]
  assert.ok(placed.every(({ fromAbove }) => fromAbove))
  assert.ok(topView(aSubject('tea-cup'), { width: 40, height: 40 }))
  const [cup = 0, ...others] = placed
    .toSorted((one, other) => one.subject - other.subject)
    .map(({ width, height }) => Math.max(width, height))
  assert.ok(others.some((size) => size > cup * 0.8))
})
