import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../../reading/read-prompt.ts'
import { windowBox } from '../draw/interior/window-box.ts'
import { boxAbove } from '../draw/window.ts'
import { stageOf } from '../stage-of.ts'
import { planStage } from '../../staging/plan-stage.ts'
import { behindPanes, beyondIn } from './behind-panes.ts'
import { planScene } from './plan-scene.ts'

const SIZE = { width: 1024, height: 576 }

function seen(prompt: string) {
  const read = readPrompt(prompt, 1)
  const staged = read.script && planStage(read.script)
  assert.ok(staged, prompt)
  const brief = { ...read, subjects: staged.entities, relations: [] }
  const stage = stageOf(brief, { ...SIZE, seed: 1, seconds: 0, still: true })
  const plan = planScene(brief, { ...SIZE, random: stage.random, time: 'day', staged })
  const first = brief.subjects.length
  const laid = behindPanes(plan, beyondIn(brief), stage, first)
  const sill = laid.placements.find(({ subject }) => brief.subjects[subject]?.art === 'windowsill')
  const box = sill ? boxAbove(sill) : windowBox(stage, plan)
  return { box, sill, all: laid.placements, beyond: laid.placements.filter(({ subject }) => subject >= first) }
}

test('what is seen through a window is within its frame, and drawn before who looks', () => {
  for (const prompt of ['a cat watching birds through the window', '猫趴在窗台上看着外面的小鸟']) {
    const { box, sill, all, beyond } = seen(prompt)
    assert.ok(beyond.length > 0, prompt)
    for (const { x, foot, width, height } of beyond) {
      assert.ok(x - width / 2 >= box.x && x + width / 2 <= box.x + box.width, prompt)
      assert.ok(foot <= box.y + box.height && foot - height >= box.y, prompt)
    }
    const viewer = all.findIndex((one) => one !== sill && !beyond.includes(one))
    assert.ok(all.indexOf(beyond.at(-1) as (typeof all)[number]) < viewer, prompt)
  }
})
