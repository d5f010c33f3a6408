import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../reading/read-prompt.ts'
import { planStage } from './plan-stage.ts'

function planOf(prompt: string) {
  const { script } = readPrompt(prompt, 1)
  const plan = script && planStage(script)
  assert.ok(plan, `nothing is staged of: ${prompt}`)
  const artOf = (entity: number) => plan.entities[entity]?.art ?? ''
  return {
    held: plan.roles.flatMap(({ grasps }) => grasps.map(({ entity }) => artOf(entity))),
    all: plan.entities.map(({ art }) => art),
    bonds: plan.roles.map(({ bond, entity }) => `${artOf(entity)} ${bond?.how ?? 'alone'}`),
  }
}

test('the tool of their work is in the hand of who does it, once', () => {
  assert.deepEqual(planOf('a carpenter sawing a plank').held, ['carpentry-saw'])
  assert.deepEqual(planOf('eine Frau fegt den Hof').held, ['broom'])
})

test('each of several who work has a tool', () => {
  assert.deepEqual(planOf('two men sawing a log').held, ['carpentry-saw', 'carpentry-saw'])
})

test('a tool that is told of is the one that is held, and there is no second', () => {
  const { held, all } = planOf('a boy with a saw sawing a plank')
  assert.deepEqual(held, ['carpentry-saw'])
  assert.equal(all.filter((art) => art === 'carpentry-saw').length, 1)
})

test('full hands have no room for a tool', () => {
  for (const prompt of ['a man holding a cup sweeping the floor', 'a woman carrying a basket sweeps the street'])
    assert.ok(!planOf(prompt).all.includes('broom'), prompt)
})

test('what is worked on stands on a table before who works, unless it is told of', () => {
  const { bonds } = planOf('a baker kneading')
  assert.ok(bonds.includes('dough on') && bonds.includes('table facing'), bonds.join(', '))
  assert.ok(!planOf('a chef stirring a pot of soup with a ladle').all.includes('dough'))
})
