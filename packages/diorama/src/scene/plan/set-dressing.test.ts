import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBrief, aSubject } from '../../../test/support/scene-fixtures.ts'
import type { Brief } from '../../brief.ts'
import { stageOf } from '../stage-of.ts'
import { planScene } from './plan-scene.ts'
import { deskDressing, roomDressing } from './set-dressing.ts'

const SIZE = { width: 320, height: 180, seed: 3, seconds: 4 }

function planned(rest: Partial<Brief>) {
  const stage = stageOf(aBrief(rest), SIZE)
  return { stage, plan: planScene(stage.brief, { ...SIZE, random: stage.random, time: stage.light.time }) }
}

test('a desk is dressed only where its subjects leave room', () => {
  const alone = planned({ archetype: 'desk' })
  assert.deepEqual(
    deskDressing(alone.stage, alone.plan).map(({ thing }) => thing),
    ['lamp', 'plant', 'books'],
  )
  const crowded = planned({ archetype: 'desk', subjects: [aSubject('laptop', { count: 9 }), aSubject('books')] })
  assert.ok(deskDressing(crowded.stage, crowded.plan).length < 3)
})

test('a room is furnished as its place asks', () => {
  const things = (places: string[]) => {
    const { stage, plan } = planned({ archetype: 'room', places })
    return roomDressing(stage, plan).map(({ thing }) => thing)
  }
  assert.ok(things([]).includes('sofa'))
  assert.ok(things(['bedroom']).includes('bed') && !things(['bedroom']).includes('sofa'))
  assert.deepEqual([...new Set(things(['library']))], ['bookshelf'])
})
