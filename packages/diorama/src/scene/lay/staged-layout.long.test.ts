import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { readPrompt } from '../../reading/read-prompt.ts'
import { planStage } from '../../staging/plan-stage.ts'
import { isAlive } from '../../staging/real-sizes.ts'
import type { StagePlan } from '../../staging/stage-plan.ts'
import { planScene } from '../plan/plan-scene.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import { seededRandom } from '../random.ts'

const PROMPTS = JSON.parse(
  readFileSync(new URL('../../../test/staged-prompts.json', import.meta.url), 'utf8'),
) as string[]
const SIZES = [
  [1024, 768],
  [1280, 720],
  [720, 1280],
] as const

type Layout = { prompt: string; width: number; height: number; staged: StagePlan; plan: ScenePlan }

function layouts(): Layout[] {
  return PROMPTS.flatMap((prompt) => {
    const brief = readPrompt(prompt, 1)
    const staged = brief.script && planStage(brief.script)
    assert.ok(staged, `${prompt}: is staged`)
    return SIZES.map(([width, height]) => {
      const cast = { ...brief, subjects: staged.entities, relations: [] }
      const plan = planScene(cast, { width, height, random: seededRandom(1), time: 'day', staged })
      return { prompt, width, height, staged, plan }
    })
  })
}

const ALL = layouts()
const artOf = ({ staged }: Layout, { subject }: Placement) => staged.entities[subject]?.art ?? ''
const beings = ({ plan, staged }: Layout) =>
  plan.placements.filter(({ subject, part }) => part === undefined && isAlive(staged.entities[subject] as never))

test('nothing leaves the picture or touches its edges, but for a branch that grows from outside', () => {
  for (const layout of ALL)
    for (const place of layout.plan.placements.filter((one) => artOf(layout, one) !== 'branch')) {
      const { width, height, prompt } = layout
      const told = `${prompt}: ${artOf(layout, place)} in ${width}x${height}`
      assert.ok(place.x - place.width / 2 > width * 0.02 && place.x + place.width / 2 < width * 0.98, told)
      assert.ok(place.foot - place.height > height * 0.02 && place.foot < height * 0.97, told)
    }
})

test('every role is on the stage, each of a number too', () => {
  for (const layout of ALL) {
    const held = layout.staged.roles.flatMap(({ grasps }) =>
      grasps.flatMap(({ entity, filledWith }) => [entity, filledWith]),
    )
    for (const [entity, { art }] of layout.staged.entities.entries()) {
      const shown = layout.plan.placements.some(({ subject }) => subject === entity)
      assert.ok(shown || held.includes(entity), `${layout.prompt}: ${art}`)
    }
    for (const { entity, index } of layout.staged.roles)
      assert.ok(
        layout.plan.placements.some((place) => place.subject === entity && place.index === index),
        `${layout.prompt}: number ${index}`,
      )
  }
})

test('no being is a dot: the longer side of each is at least a twelfth of the shorter side of the picture', () => {
  for (const layout of ALL)
    for (const place of beings(layout)) {
      const longer = Math.max(place.width, place.height)
      const least = Math.min(layout.width, layout.height) / 12
      assert.ok(longer > least, `${layout.prompt}: ${artOf(layout, place)} ${longer} of ${least}`)
    }
})

const faceOf = ({ x, foot, width, height }: Placement) => ({
  left: x - width * 0.25,
  right: x + width * 0.25,
  top: foot - height,
  bottom: foot - height * 0.62,
})

function covered(one: Placement, other: Placement): number {
  const [a, b] = [faceOf(one), faceOf(other)]
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  const smaller = Math.min(...[a, b].map((box) => (box.right - box.left) * (box.bottom - box.top)))
  return wide > 0 && high > 0 ? (wide * high) / smaller : 0
}

test('no face covers another, but for a rider before the head of the mount', () => {
  for (const layout of ALL) {
    const all = beings(layout)
    for (const [at, one] of all.entries())
      for (const other of all.slice(at + 1)) {
        const told = `${layout.prompt}: ${artOf(layout, one)} and ${artOf(layout, other)}`
        const most = one.carrier !== undefined || other.carrier !== undefined ? 0.5 : 0.25
        assert.ok(covered(one, other) < most, told)
      }
  }
})

test('nobody floats: what stands on the ground has its feet there', () => {
  for (const layout of ALL)
    for (const place of layout.plan.placements) {
      if (place.contact !== 'ground' || place.carrier !== undefined) continue
      const above = layout.plan.floor - place.foot
      assert.ok(above < layout.height * 0.16, `${layout.prompt}: ${artOf(layout, place)} ${above}`)
    }
})

const FLIES =
  /^(bird|black-bird|seagull|honeybee|bug|dragonfly|butterfly|dragon|rocket|parrot|eagle|falcon|dove|wire|fairy|.*-fish|fish|shark)$/
const HANGS = /^(branch|shelf|windowsill)$/

test('what is in the air flies, hangs, jumps, swims, is thrown or is carried', () => {
  for (const layout of ALL.filter(({ plan }) => plan.placements.length > 1))
    for (const place of layout.plan.placements) {
      if (place.contact !== 'air' || place.carrier !== undefined || place.part) continue
      const art = artOf(layout, place)
      const thrown = layout.staged.roles.some(({ entity, bond }) => entity === place.subject && bond?.how === 'tossed')
      const moves = thrown || /^(fly|jump|swim|climb)$/.test(place.posture ?? '')
      assert.ok(moves || FLIES.test(art) || HANGS.test(art) || art === 'whale', `${layout.prompt}: ${art}`)
    }
})

test('what only the sky shows takes no room from those on the ground', () => {
  const brief = readPrompt('a woman holding a phone under fireworks at a harbour', 1)
  const staged = brief.script && planStage(brief.script)
  assert.ok(staged)
  const cast = { ...brief, subjects: staged.entities, relations: [] }
  const { placements } = planScene(cast, { width: 640, height: 480, random: seededRandom(1), time: 'night', staged })
  assert.deepEqual(
    placements.map(({ height }) => height > 100 && height < 480),
    [true],
  )
})
