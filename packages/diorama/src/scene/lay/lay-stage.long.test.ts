import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../../reading/read-prompt.ts'
import { planStage } from '../../staging/plan-stage.ts'
import { planScene } from '../plan/plan-scene.ts'
import type { Placement } from '../plan/scene-plan.ts'
import { seededRandom } from '../random.ts'

const SIZES = [
  [1280, 720],
  [720, 1280],
  [1024, 1024],
] as const

type Staged = { width: number; height: number; floor: number; of: (art: string) => Placement[] }

function stagedIn(prompt: string, [width, height]: readonly [number, number], seed: number): Staged {
  const brief = readPrompt(prompt, seed)
  const staged = brief.script && planStage(brief.script)
  assert.ok(staged, prompt)
  const cast = { ...brief, subjects: staged.entities, relations: [] }
  const plan = planScene(cast, { width, height, random: seededRandom(seed), time: 'day', staged })
  const of = (art: string) =>
    plan.placements.filter(({ subject, part }) => staged.entities[subject]?.art.startsWith(art) && part === undefined)
  return { width, height, floor: plan.floor, of }
}

function everywhere(prompt: string, look: (staged: Staged) => void): void {
  for (const size of SIZES) for (const seed of [1, 2, 3]) look(stagedIn(prompt, size, seed))
}

const one = (places: Placement[]): Placement => {
  const [place] = places
  assert.ok(place)
  return place
}
const topOf = (place: Placement) => place.foot - place.height

test('what is on a table stands on its top, between its edges', () => {
  everywhere('a dog and a teddy bear on a table', ({ of }) => {
    const table = one(of('table'))
    for (const thing of [one(of('dog')), one(of('teddy-bear'))]) {
      assert.ok(thing.foot > topOf(table) && thing.foot < topOf(table) + table.height * 0.3)
      assert.ok(Math.abs(thing.x - table.x) < table.width / 2)
    }
  })
})

test('two who fight on a bridge face each other, and are large enough to be seen doing it', () => {
  everywhere('two knights fighting with swords on a bridge', ({ of, height }) => {
    const [first, second] = of('knight').toSorted((a, b) => a.x - b.x)
    assert.ok(first && second)
    assert.notEqual(first.flip, second.flip)
    assert.ok(Math.max(first.width, first.height) > height * 0.12)
  })
})

test('what is in a vessel is inside its walls, and the front wall is painted over it', () => {
  everywhere('three lemons in a bowl', ({ of }) => {
    const bowl = one(of('bowl'))
    for (const lemon of of('lemon')) {
      assert.ok(Math.abs(lemon.x - bowl.x) + lemon.width / 2 < bowl.width * 0.55)
      assert.ok(lemon.foot < bowl.foot && lemon.foot > topOf(bowl))
      assert.ok(lemon.order > bowl.order)
    }
  })
})

test('who is under a table fits under it, on the floor', () => {
  everywhere('a dog under a table', ({ of }) => {
    const [dog, table] = [one(of('dog')), one(of('table'))]
    assert.ok(dog.height < table.height * 0.75)
    assert.ok(Math.abs(dog.foot - table.foot) < table.height * 0.1)
  })
})

test('a rider sits on the back of the mount, above its feet', () => {
  everywhere('a cowboy riding a horse', ({ of }) => {
    const [rider, horse] = [one(of('cowboy')), one(of('horse'))]
    assert.equal(rider.posture, 'ride')
    assert.ok(topOf(rider) < topOf(horse) && rider.foot < horse.foot)
  })
})

test('who gives and who receives look at each other', () => {
  everywhere('a father giving his daughter a gift', ({ of }) => {
    const [man, girl] = [one(of('man')), one(of('girl'))]
    assert.notEqual(man.flip, girl.flip)
    assert.ok(man.flip ? girl.x > man.x : girl.x < man.x)
    assert.deepEqual(
      man.held?.map(({ art }) => art),
      ['wrapped-gift'],
    )
  })
})

test('things are as large beside each other as they are: a cup beside a person, a mouse beside a horse', () => {
  everywhere('a mouse on a horse', ({ of }) => assert.ok(one(of('mouse')).height < one(of('horse')).height * 0.4))
  everywhere('a girl and a cat on a sofa', ({ of }) => assert.ok(one(of('cat')).height < one(of('girl')).height))
})

test('nobody floats: who neither flies nor is carried stands on the ground', () => {
  for (const prompt of ['a boy flying a kite', 'a woman hugging a dog', 'two knights fighting', 'a couple walking']) {
    everywhere(prompt, ({ floor, height, of }) => {
      for (const place of ['boy', 'woman', 'dog', 'knight', 'man'].flatMap(of))
        assert.ok(Math.abs(place.foot - floor) < height * 0.12, `${prompt}: ${place.foot} at a floor of ${floor}`)
    })
  }
})

test('nothing that is staged leaves the picture, but for a branch that grows from outside', () => {
  for (const prompt of [
    'an owl on a branch',
    'a king and a queen sitting on thrones',
    'a family on a sofa',
    'a knight riding a dragon over a castle',
  ]) {
    everywhere(prompt, ({ width, height, of }) => {
      for (const place of ['owl', 'person', 'princess', 'throne', 'sofa', 'knight', 'dragon', 'castle'].flatMap(of)) {
        assert.ok(place.x - place.width / 2 > -width * 0.02 && place.x + place.width / 2 < width * 1.02, prompt)
        assert.ok(topOf(place) > -height * 0.02 && place.foot < height * 1.05, prompt)
      }
    })
  }
})
