import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import type { Brief } from '../src/brief.ts'
import { readPrompt } from '../src/reading/read-prompt.ts'
import { planScene } from '../src/scene/plan/plan-scene.ts'
import type { ScenePlan } from '../src/scene/plan/scene-plan.ts'
import { seededRandom } from '../src/scene/random.ts'
import { planStage } from '../src/staging/plan-stage.ts'
import { isAlive } from '../src/staging/real-sizes.ts'
import type { StagePlan } from '../src/staging/stage-plan.ts'
import { holds } from './support/holds.ts'

type Row = { prompt: string; want: string[]; archetype?: string }

const ROWS = JSON.parse(readFileSync(new URL('relational-prompts.json', import.meta.url), 'utf8')) as Row[]
const SIZES = [
  [1024, 768],
  [1280, 720],
  [768, 1024],
] as const

type Laid = { row: Row; brief: Brief; staged: StagePlan; plan: ScenePlan; height: number }

const ALL = ROWS.flatMap((row): Laid[] => {
  const brief = readPrompt(row.prompt, 1)
  const staged = brief.script && planStage(brief.script)
  assert.ok(staged, `${row.prompt}: is staged`)
  return SIZES.map(([width, height]) => {
    const cast = { ...brief, subjects: staged.entities, relations: [] }
    const plan = planScene(cast, { width, height, random: seededRandom(1), time: 'day', staged })
    return { row, brief, staged, plan, height }
  })
})

test('each relation of a sentence holds between its own two, in every size', () => {
  const missed = ALL.flatMap(({ row, staged, plan, height }) =>
    row.want
      .filter((wish) => !holds({ plan, entities: staged.entities }, wish))
      .map((wish) => `${row.prompt}: ${wish}, ${height} high`),
  )
  assert.deepEqual(missed, [])
})

test('what is sunken or in the deep sea is under water, with all that is named beside it', () => {
  for (const { row, brief } of ALL.filter((one) => one.row.archetype))
    assert.equal(brief.archetype, row.archetype, row.prompt)
})

test('the smallest being is at least an eighth of a picture that is wider than high', () => {
  for (const { row, staged, plan, height } of ALL.filter((one) => one.height < 1000))
    for (const { subject, part, width, height: tall } of plan.placements) {
      const being = staged.entities[subject]
      if (!being || part || !isAlive(being)) continue
      assert.ok(Math.max(width, tall) > height * 0.125, `${row.prompt}: ${being.art}`)
    }
})

test('nothing that was named before is there a second time', () => {
  for (const { row, brief, staged } of ALL) {
    // Every angler has a rod of their own, and so has who works the tool of their work.
    const own = staged.roles.flatMap(({ grasps }) => grasps.map(({ entity }) => entity))
    const isTool = (at: number) => own.includes(at) && at >= (brief.script?.entities.length ?? 0)
    const things = staged.entities.filter((one, at) => !isAlive(one) && !isTool(at)).map(({ art }) => art)
    assert.equal(new Set(things).size, things.length, `${row.prompt}: ${things.join(', ')}`)
  }
})
