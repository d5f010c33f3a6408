import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBrief, aSubject } from '../../../test/support/scene-fixtures.ts'
import { readPrompt } from '../../reading/read-prompt.ts'
import { planStage } from '../../staging/plan-stage.ts'
import { seededRandom } from '../random.ts'
import { planScene } from './plan-scene.ts'

const SIZE = { width: 1280, height: 720, time: 'day' } as const

test('furniture is as large as in a room: a sofa in the middle, its low table before it, the rug under both', () => {
  const arts = ['sofa', 'table', 'floor-lamp', 'monstera', 'rug']
  const brief = aBrief({ archetype: 'room', subjects: arts.map((art) => aSubject(art)) })
  const { placements } = planScene(brief, { ...SIZE, random: seededRandom(5) })
  const of = (art: string) => placements.find(({ subject }) => arts[subject] === art)
  const [sofa, table, rug] = ['sofa', 'table', 'rug'].map(of)
  assert.ok(sofa && table && rug)
  assert.ok(sofa.width > 1280 * 0.28, `the sofa is ${sofa.width} wide`)
  assert.ok(table.foot > sofa.foot && table.order > sofa.order && table.width < sofa.width)
  assert.ok(rug.order < sofa.order)
})

test('a bar with stools has them about it, and a round mirror is about nothing', () => {
  const { script } = readPrompt('kitchen, wooden island with four stools, round mirror, gas stove', 1)
  assert.ok(script && planStage(script))
  const art = (at: number) => script.entities[at]?.art
  assert.deepEqual(
    script.ties.map(({ kind, subject, other }) => [art(subject), kind, art(other)]),
    [['stool', 'around', 'kitchen-island']],
  )
})
