import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ARCHETYPES, type Brief } from '../../brief.ts'
import { seededRandom } from '../random.ts'
import { aBrief, aSubject } from '../../../test/support/scene-fixtures.ts'
import { planScene } from './plan-scene.ts'
import type { Placement } from './scene-plan.ts'

const plan = (brief: Brief, width = 1280, height = 720, seed = 5) =>
  planScene(brief, { width, height, random: seededRandom(seed), time: 'day' })

const of = (placements: Placement[], subject: number) => {
  const found = placements.find((place) => place.subject === subject)
  assert.ok(found)
  return found
}

test('three birds are three birds, no two of one size', () => {
  const { placements } = plan(aBrief({ subjects: [aSubject('bird', { count: 3, activity: 'fly' })] }))
  assert.equal(placements.length, 3)
  assert.equal(new Set(placements.map((place) => Math.round(place.height))).size, 3)
  assert.equal(new Set(placements.map((place) => place.phase)).size, 3)
})

const SETS: [string, Partial<Brief>][] = [
  ['one', { subjects: [aSubject('cat')] }],
  ['a giant', { subjects: [aSubject('elephant', { scale: 'giant' })] }],
  ['a pair', { subjects: [aSubject('castle'), aSubject('dragon', { activity: 'fly' })] }],
  ['a crowd', { subjects: [aSubject('ewe', { count: 9 }), aSubject('dog'), aSubject('farmer')] }],
  [
    'a tower',
    {
      subjects: [aSubject('cat'), aSubject('horse'), aSubject('house')],
      relations: [
        { kind: 'on', subject: 0, other: 1 },
        { kind: 'on', subject: 1, other: 2 },
      ],
    },
  ],
  [
    'many kinds',
    { subjects: ['pizza', 'red-apple', 'hot-beverage', 'teapot', 'books', 'candle'].map((art) => aSubject(art)) },
  ],
]

for (const archetype of ARCHETYPES) {
  if (archetype === 'portrait') continue
  test(`nothing in ${archetype} is cut, in any format`, () => {
    for (const [width, height] of [
      [1280, 720],
      [720, 1280],
      [800, 800],
      [1600, 400],
      [400, 1600],
    ] as const) {
      for (const [name, set] of SETS) {
        for (const seed of [1, 2, 3]) {
          for (const place of plan(aBrief({ archetype, ...set }), width, height, seed).placements) {
            const where = `${name} ${width}x${height}: ${JSON.stringify(place)}`
            assert.ok(place.x - place.width / 2 >= 0 && place.x + place.width / 2 <= width, where)
            assert.ok(place.foot - place.height >= 0 && place.foot <= height, where)
            assert.ok(place.height > 4 && place.width > 4, where)
          }
        }
      }
    }
  })
}

test('an elephant is larger than a mouse, and a castle than a person', () => {
  const { placements } = plan(aBrief({ subjects: [aSubject('mouse'), aSubject('elephant')] }))
  assert.ok(of(placements, 1).height > of(placements, 0).height * 1.6)
  const second = plan(aBrief({ subjects: [aSubject('person-walking'), aSubject('castle')] })).placements
  assert.ok(of(second, 1).height > of(second, 0).height * 1.3)
})

test('relations are kept: on, in, under, riding, over, behind, in front of', () => {
  const pair = (kind: Brief['relations'][number]['kind'], a: string, b: string) => {
    const { placements } = plan(
      aBrief({ subjects: [aSubject(a), aSubject(b)], relations: [{ kind, subject: 0, other: 1 }] }),
    )
    return { s: of(placements, 0), o: of(placements, 1), order: placements.map((place) => place.subject) }
  }
  const on = pair('on', 'cat', 'house')
  assert.ok(on.s.foot < on.o.foot - on.o.height * 0.5)
  assert.deepEqual(on.order, [1, 0])
  const inside = pair('in', 'cat', 'basket')
  assert.deepEqual(inside.order, [0, 1])
  assert.ok(inside.s.foot > inside.o.foot - inside.o.height)
  const riding = pair('riding', 'person-walking', 'horse')
  assert.ok(riding.s.foot < riding.o.foot && Math.abs(riding.s.x - riding.o.x) < riding.o.width / 2)
  const over = pair('over', 'dragon', 'castle')
  assert.ok(over.s.foot <= over.o.foot - over.o.height)
  const under = pair('under', 'fox', 'deciduous-tree')
  assert.ok(under.s.foot >= under.o.foot && under.s.height < under.o.height)
  assert.deepEqual(pair('behind', 'fox', 'house').order, [0, 1])
  assert.deepEqual(pair('in-front-of', 'fox', 'house').order, [1, 0])
})

test('things on the ground share it, and things in the air are above the horizon', () => {
  const { placements, floor, horizon } = plan(
    aBrief({ subjects: [aSubject('horse'), aSubject('eagle', { activity: 'fly' })] }),
  )
  assert.ok(Math.abs(of(placements, 0).foot - floor) < 40)
  assert.ok(of(placements, 1).foot < horizon + 40)
})

test('a lone subject stands on a third, not in the middle, and the light comes from the other side', () => {
  const { placements, light } = plan(aBrief({ subjects: [aSubject('deer')] }))
  const { x } = of(placements, 0)
  assert.ok(Math.abs(x - 640) > 80)
  assert.ok(Math.sign(light.x - 640) !== Math.sign(x - 640))
})

test('what hands are made for is held: an umbrella overhead, a guitar before the chest', () => {
  const walk = plan(aBrief({ subjects: [aSubject('person-walking'), aSubject('umbrella')] })).placements
  assert.ok(of(walk, 1).foot - of(walk, 1).height < of(walk, 0).foot - of(walk, 0).height)
  assert.ok(Math.abs(of(walk, 1).x - of(walk, 0).x) < of(walk, 1).width / 2)
  const play = plan(aBrief({ subjects: [aSubject('astronaut'), aSubject('guitar')] })).placements
  assert.ok(of(play, 1).foot < of(play, 0).foot && of(play, 1).height < of(play, 0).height)
  assert.deepEqual(
    play.map((place) => place.subject),
    [0, 1],
  )
})

test('the sky shows its own things: a rainbow or a moon beside something else is not set on the ground', () => {
  const { placements } = plan(aBrief({ subjects: [aSubject('wolf'), aSubject('full-moon'), aSubject('rainbow')] }))
  assert.deepEqual(
    placements.map((place) => place.subject),
    [0],
  )
})
