import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../../reading/read-prompt.ts'
import { planStage } from '../../staging/plan-stage.ts'
import { planScene } from '../plan/plan-scene.ts'
import { stageOf } from '../stage-of.ts'
import { paceOf } from './pace.ts'

const SIZE = { width: 1024, height: 576 }
const SECONDS = 4

test('whoever goes at the head of others goes no further than keeps all of them in the picture', () => {
  for (const prompt of ['a convoy of trucks on the highway', 'a row of ducks', 'a camel caravan in the desert']) {
    const read = readPrompt(prompt, 1)
    const staged = read.script && planStage(read.script)
    assert.ok(staged, prompt)
    const brief = { ...read, subjects: staged.entities, relations: [] }
    const stage = stageOf(brief, { ...SIZE, seed: 1, seconds: SECONDS, still: false })
    const plan = planScene(brief, { ...SIZE, random: stage.random, time: 'day', staged })
    for (const first of plan.placements.filter(({ carrier }) => carrier === undefined)) {
      const { ahead } = paceOf(stage, plan, first)
      for (const second of [0, SECONDS / 2, SECONDS])
        for (const { x, width } of plan.placements) {
          assert.ok(x - width / 2 + ahead(second) > 0, `${prompt}: left at ${second}`)
          assert.ok(x + width / 2 + ahead(second) < SIZE.width, `${prompt}: right at ${second}`)
        }
    }
  }
})
