import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../../reading/read-prompt.ts'
import { planStage } from '../../staging/plan-stage.ts'
import { planScene } from '../plan/plan-scene.ts'
import type { Placement } from '../plan/scene-plan.ts'
import { seenFromSide } from '../shot/side-views.ts'
import { stageOf } from '../stage-of.ts'
import { moverOf } from '../subjects/motion.ts'

const SIZE = { width: 640, height: 360 }
const SECONDS = 5

// The middle of the first figure, or of the one that is named, in shares of the picture, while a clip goes on.
function wayOf(
  prompt: string,
  art?: string,
): { who: Placement; at: (share: number) => { x: number; y: number; turn: number } } {
  const asked = seenFromSide(readPrompt(prompt, 1), false)
  const staged = asked.script && planStage(asked.script)
  const brief = staged ? { ...asked, subjects: staged.entities, relations: [] } : asked
  const stage = stageOf(brief, { ...SIZE, seed: 1, seconds: SECONDS, still: false })
  const plan = planScene(brief, { ...SIZE, random: stage.random, time: 'day', staged })
  const is = (subject: number) => (art === undefined ? subject === 0 : brief.subjects[subject]?.art === art)
  const who = plan.placements.find(({ subject }) => is(subject)) as Placement
  const move = moverOf(stage, plan, who)
  return {
    who,
    at: (share) => {
      const { x = 0, y = 0, turn = 0 } = move(share * SECONDS)
      return { x: (who.x + x) / SIZE.width, y: (who.foot + y - who.height / 2) / SIZE.height, turn }
    },
  }
}

const MOMENTS = [0.05, 0.35, 0.65, 0.95]

for (const prompt of [
  'a fox walks across a snowy meadow',
  'a sailboat sails past from left to right',
  'a train arrives at the station',
  'a butterfly lands on a flower',
  'a plane takes off from the runway',
])
  test(`${prompt}: whoever it is about is seen all the time`, () => {
    const { at } = wayOf(prompt)
    for (const share of MOMENTS) {
      const { x, y } = at(share)
      assert.ok(x > 0.02 && x < 0.98 && y > 0.02 && y < 0.98, `${share}: ${x} ${y}`)
    }
  })

test('a branch stays where it is when a bird takes off from it', () => {
  const { at } = wayOf('an owl takes off from a branch', 'branch')
  assert.ok(Math.abs(at(0.95).x - at(0.05).x) < 0.02)
})

test('who chases somebody across a field stays behind them', () => {
  const chase = 'a dog runs across the meadow chasing a cat'
  const [dog, cat] = [wayOf(chase, 'dog'), wayOf(chase, 'cat')]
  const apart = MOMENTS.map((share) => Math.sign(dog.at(share).x - cat.at(share).x))
  assert.equal(new Set(apart).size, 1)
})
