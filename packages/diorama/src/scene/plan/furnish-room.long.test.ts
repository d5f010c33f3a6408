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

test('what furniture and walls are made of is their colour, and no nut, tree or locket stands about', () => {
  const office = readPrompt('home office with a walnut desk, an oak bench, a bookshelf and dark green walls', 1)
  assert.deepEqual(
    office.script?.entities.map(({ art, colour }) => [art, colour]),
    [
      ['table', '#6f4a31'],
      ['bench', '#c49a63'],
      ['bookcase', undefined],
    ],
  )
  assert.ok(office.wall)
  const kitchen = readPrompt(
    'kitchen with a marble island, three bar stools, copper pendant lights and white cabinets',
    1,
  )
  assert.deepEqual(
    kitchen.script?.entities.map(({ art }) => art),
    ['kitchen-island', 'stool'],
  )
  assert.ok(kitchen.fronts)
})

test('a bookcase at the end of what is on a table stands on the floor', () => {
  const { script } = readPrompt('an armchair, a side table with a cup of tea and a bookshelf', 1)
  const art = (at: number) => script?.entities[at]?.art
  assert.deepEqual(
    script?.ties.map(({ kind, subject, other }) => [art(subject), kind, art(other)]),
    [['tea-cup', 'on', 'table']],
  )
})

test('a sideboard stands beside a laid table, and lamps hang over it', () => {
  const brief = readPrompt('dining room with a table, four chairs, a chandelier and a sideboard', 1)
  const staged = brief.script && planStage(brief.script)
  assert.ok(staged)
  const { placements } = planScene(
    { ...brief, subjects: staged.entities, relations: [] },
    { ...SIZE, random: seededRandom(5), staged },
  )
  const of = (art: string) => placements.find(({ subject }) => staged.entities[subject]?.art === art)
  const [table, sideboard, lamp] = ['table', 'sideboard', 'chandelier'].map(of)
  assert.ok(table && sideboard && lamp)
  assert.ok(sideboard.x + sideboard.width / 2 < table.x || sideboard.x - sideboard.width / 2 > table.x)
  assert.ok(lamp.foot < table.foot - table.height)
})
