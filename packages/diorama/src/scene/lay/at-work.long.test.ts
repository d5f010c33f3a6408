import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../../reading/read-prompt.ts'
import { planStage } from '../../staging/plan-stage.ts'
import type { Subject } from '../../brief.ts'
import type { Placement } from '../plan/scene-plan.ts'
import { planScene } from '../plan/plan-scene.ts'
import { seededRandom } from '../random.ts'
import { workPoint } from './at-work.ts'

type Laid = {
  placements: readonly Placement[]
  artOf: (one: Placement) => string
  subjectOf: (one: Placement) => Subject
}

function laid(prompt: string): Laid {
  const brief = readPrompt(prompt, 1)
  const staged = brief.script && planStage(brief.script)
  assert.ok(staged, prompt)
  const cast = { ...brief, subjects: staged.entities, relations: [] }
  const plan = planScene(cast, { width: 1024, height: 576, random: seededRandom(1), time: 'day', staged })
  const subjectOf = ({ subject }: Placement) => staged.entities[subject] as Subject
  return { placements: plan.placements, subjectOf, artOf: (one) => subjectOf(one).art }
}

// Hands or the end of a tool within the thing, with a little room about it.
function isWithin({ x, y }: { x: number; y: number }, { x: middle, foot, width, height }: Placement): boolean {
  const room = Math.max(width, height) * 0.12
  return (
    Math.abs(x - middle) <= width / 2 + room && y >= foot - height - Math.max(room, height * 0.5) && y <= foot + room
  )
}

for (const [prompt, thing] of [
  ['a mechanic repairing a red bicycle', 'bicycle'],
  ['two children building a sandcastle', 'sandcastle'],
  ['a man washing his car with a sponge', 'automobile'],
  ['a boy stirring soup in a big pot', 'pot-of-food'],
  ['a toddler stacking wooden blocks', 'toy-blocks'],
  ['a boy assembling a model airplane', 'airplane'],
] as const)
  test(`every hand and every tool is at the work: ${prompt}`, () => {
    const { placements, artOf, subjectOf } = laid(prompt)
    const work = placements.find((one) => artOf(one) === thing)
    assert.ok(work)
    const points = placements.flatMap((one) => workPoint(one, subjectOf(one)) ?? [])
    assert.ok(points.length > 0)
    for (const point of points) assert.ok(isWithin(point, work), `${JSON.stringify(point)} ${JSON.stringify(work)}`)
  })

test('what somebody pours comes out of the jug in their hand, and out of no sky', () => {
  const { placements } = laid('a woman pouring tea into a cup for an old man')
  assert.ok(placements.some(({ held }) => held?.some(({ art }) => art === 'pouring-teapot')))
})

test('a spoon goes down into the pot, behind its front wall, from a hand above the rim', () => {
  for (const [prompt, pot] of [
    ['a witch stirring a cauldron', 'cauldron'],
    ['eine Hexe rührt in einem Kessel', 'cauldron'],
    ['a chef stirring a pot of soup', 'pot-of-food'],
  ] as const) {
    const { placements, artOf, subjectOf } = laid(prompt)
    const cook = placements.find(({ posture }) => posture?.startsWith('dip'))
    const front = placements.find((one) => artOf(one) === pot && one.part === 'front')
    assert.ok(cook && front && front.order > cook.order, prompt)
    const tip = workPoint(cook, subjectOf(cook))
    assert.ok(tip && tip.y > front.foot - front.height * 0.7 && tip.y < front.foot, `${prompt}: ${tip?.y}`)
    assert.ok(Math.abs(tip.x - front.x) < front.width * 0.3, `${prompt}: ${tip.x}`)
  }
})

test('the basket of a bicycle is at its handlebar, and not on its saddle', () => {
  const { placements, artOf } = laid('a girl riding a bicycle with a basket')
  const [bicycle, basket] = ['bicycle', 'basket'].map((art) => placements.find((one) => artOf(one) === art))
  assert.ok(bicycle && basket)
  const ahead = (basket.x - bicycle.x) * (bicycle.flip ? 1 : -1)
  assert.ok(ahead > bicycle.width * 0.3 && ahead < bicycle.width * 0.6, `${ahead} of ${bicycle.width}`)
})
