import assert from 'node:assert/strict'
import test from 'node:test'
import { framePixels } from '../../../test/support/scene-fixtures.ts'
import { readPrompt } from '../../reading/read-prompt.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import { stageOf } from '../stage-of.ts'
import { moverOf } from '../subjects/motion.ts'
import { happenTo } from '../events/happen.ts'

const lightAt = async (prompt: string, at: number) => {
  const pixels = await framePixels(readPrompt(prompt, 7), { at, seconds: 4 })
  let sum = 0
  for (let index = 0; index < pixels.length; index += 4) sum += (pixels[index] ?? 0) + (pixels[index + 1] ?? 0)
  return sum / (pixels.length / 2)
}

test('a day that becomes night gets dark, and a night that becomes day gets bright', async () => {
  const dusk = 'a mountain valley from day to night'
  assert.ok((await lightAt(dusk, 3.9)) < (await lightAt(dusk, 0)) * 0.6)
  const dawn = 'a mountain valley from night to day'
  assert.ok((await lightAt(dawn, 3.9)) > (await lightAt(dawn, 0)) * 1.6)
})

test('a loop ends on the frame it began with, also where somebody walks', async () => {
  const brief = readPrompt('a man walking in a park, seamless loop', 7)
  const [first, last] = [await framePixels(brief, { at: 0 }), await framePixels(brief, { at: 4 })]
  assert.equal(Buffer.compare(Buffer.from(first), Buffer.from(last)), 0)
})

test('what happens once is read in several languages and never where nothing happens', () => {
  assert.deepEqual(readPrompt('a hot air balloon rises over the hills', 1).happenings, ['rise'])
  assert.deepEqual(readPrompt('eine Kerze wird angezündet', 1).happenings, ['light'])
  assert.deepEqual(readPrompt('a red fox in a snowy forest at dawn', 1).happenings, [])
  assert.equal(readPrompt('golden hour beach, sunset colors', 1).becomes, undefined)
})

// One thing on the ground, and where it is asked for another that it stands on.
function planOf(carried: boolean): ScenePlan {
  const base = { index: 0, x: 200, width: 60, height: 60, pose: 'whole', flip: false, order: 0, phase: 0 } as const
  const thing: Placement = { ...base, subject: 0, foot: 150, contact: 'ground', ...(carried && { carrier: 1 }) }
  const perch: Placement = { ...base, subject: 1, foot: 180, contact: 'air' }
  const at = { x: 0, y: 0 }
  return { horizon: 120, floor: 200, light: at, focus: at, placements: carried ? [thing, perch] : [thing] }
}

const stageFor = (prompt: string) =>
  stageOf(readPrompt(prompt, 3), { width: 480, height: 270, seed: 3, seconds: 4, still: false })

test('who lands on a branch comes down to it, and the branch stays', () => {
  const stage = stageFor('a bird lands on a branch')
  const plan = planOf(true)
  const [bird, branch] = plan.placements as [Placement, Placement]
  const landing = happenTo(stage, plan, bird)
  assert.ok((landing?.(0).y ?? 0) < -30)
  assert.equal(Math.abs(Math.round(landing?.(4).y ?? 1)), 0)
  assert.equal(happenTo(stage, plan, branch), undefined)
})

test('a truck that is said to drive gets on in open country, and one that is parked does not', () => {
  const plan = planOf(false)
  const [truck] = plan.placements as [Placement]
  const wayOf = (prompt: string) => {
    const move = moverOf(stageFor(prompt), plan, truck)
    return Math.abs((move(4).x ?? 0) - (move(0).x ?? 0))
  }
  assert.ok(wayOf('a truck driving across the desert') > 100)
  assert.equal(wayOf('a truck parked in the desert'), 0)
})
