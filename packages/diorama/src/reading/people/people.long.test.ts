import assert from 'node:assert/strict'
import test from 'node:test'
import { drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'
import { planStage } from '../../staging/plan-stage.ts'
import { readPrompt } from '../read-prompt.ts'

const base = ({ art, count }: Subject) => `${drawingOf(art)?.id ?? art}${count > 1 ? ` ${count}` : ''}`

function told(prompt: string) {
  const { script, subjects } = readPrompt(prompt, 1)
  const entities = script?.entities ?? subjects
  return {
    entities,
    cast: entities.map(base),
    people: entities.filter(({ kind }) => kind.startsWith('person')).map(base),
    deeds: (script?.deeds ?? []).map(({ verb, agents, patient }) =>
      [verb, agents.join('+'), patient ?? ''].join(' ').trim(),
    ),
    ties: (script?.ties ?? []).map(({ kind, subject, other }) => `${subject} ${kind} ${other}`),
  }
}

test('whoever has a trade is somebody, in every language and in both genders', () => {
  const people: Readonly<Record<string, string>> = {
    'une pêcheuse raccommode un filet sur le port': 'woman',
    'una pescadora con su perro': 'woman',
    'un pizzaiolo lancia la pizza in aria': 'cook',
    'una restauratrice che dipinge un quadro': 'woman-artist',
    'eine Gärtnerin gießt ihre Rosen': 'woman',
    'a shepherdess leading three sheep': 'woman',
    'um mergulhador nadando com uma tartaruga': 'person',
    'a diver and a shark': 'person',
    'an archer with a dog': 'person',
    'a smuggler with a lantern': 'person',
    'garncarka lepi wazon': 'woman',
    'кузнец и собака': 'man',
    一个木匠和一只狗: 'person',
    'due pescatori tirano una rete sulla spiaggia': 'old-man 2',
  }
  assert.deepEqual(Object.fromEntries(Object.keys(people).map((prompt) => [prompt, told(prompt).people[0]])), people)
})

test('a word that nobody knows is somebody where it ends like one and does something, and else it is not', () => {
  assert.deepEqual(told('un fontanero reparando una silla').people.length, 1)
  assert.deepEqual(told('un letrero rojo en la calle').people, [])
})

test('everybody is there once: two with one drawing are two, one with two names is one', () => {
  assert.deepEqual(told('a nurse and a doctor talking in a hospital').people, ['woman-health-worker', 'health-worker'])
  assert.deepEqual(told('a midwife holding a newborn baby').people, ['woman-health-worker', 'baby'])
  assert.deepEqual(told('a hiker standing on a cliff, only his silhouette').people, ['person'])
  assert.deepEqual(told('a violinist and a pianist playing for a bride').people, [
    'person',
    'person',
    'woman-with-veil',
  ])
  assert.deepEqual(told('a man and another man at a table').people, ['man', 'man'])
})

test('a baby in the arms of its mother is held, and she is the one who sits', () => {
  const { cast, deeds, ties } = told('a mother with her baby in her arms sitting on a park bench')
  assert.deepEqual(cast, ['woman', 'baby', 'bench'])
  assert.deepEqual(deeds, ['sit 0', 'hold 0 1'])
  assert.ok(ties.every((tie) => tie === '0 on 2'))
})

test('the hand of somebody brings the two together and is no thing', () => {
  for (const prompt of [
    "a little boy holding his father's hand",
    'un petit garçon tient la main de son père',
    'девочка держит бабушку за руку',
  ]) {
    const { cast, deeds } = told(prompt)
    assert.equal(cast.length, 2, prompt)
    assert.deepEqual(deeds, ['hug 0+1'], prompt)
  }
})

test('who is drawn in a sport has joints where something else is done, and stays as drawn where not', () => {
  const staged = told('a surfer carrying a surfboard along the beach')
  assert.deepEqual(staged.cast, ['person', 'surfboard'])
  assert.deepEqual(told('a surfer in the sea at sunset').people, ['person-surfing'])
})

test('who rows or rides for a living has what carries them, and who saws what is sawn with', () => {
  assert.deepEqual(told('a gondolier in Venice').cast, ['man', 'gondola'])
  assert.deepEqual(told('un barcaiolo porta due turisti sul lago').deeds, ['ride 0+1 2'])
  const smith = readPrompt('a farrier and a dog', 1).script
  assert.ok(smith)
  const held = planStage(smith)?.roles.flatMap(({ grasps }) => grasps.map(({ entity }) => entity)) ?? []
  assert.deepEqual(
    held.map((entity) => planStage(smith)?.entities[entity]?.art),
    ['hammer'],
  )
})

test('the sword is on the anvil and the smith before it; at a table one sits, and does not sit a table', () => {
  assert.deepEqual(told('a blacksmith hammering a sword on an anvil').ties, ['1 on 2'])
  assert.deepEqual(told('uma costureira e sua filha sentadas à mesa').ties, ['0 at 2', '1 at 2'])
  assert.deepEqual(told('할머니와 손녀가 벤치에 앉아 있다').ties, ['0 on 2', '1 on 2'])
})

test('what sparks and hair do is nobody’s deed, and a word where a verb stands is one', () => {
  assert.deepEqual(told('a welder working on a ship, sparks flying').deeds, ['work 0 1'])
  assert.deepEqual(told('une boulangère sort le pain du four').deeds, ['take 0 1'])
  assert.deepEqual(told('the father of the bride dancing with a dog').deeds[0]?.startsWith('dance 0'), true)
})
