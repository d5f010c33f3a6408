import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const bare = (art: string) => art.replace(/-(light|medium|dark).*$/, '')

function read(prompt: string) {
  const brief = readPrompt(prompt, 1)
  const { entities = [], deeds = [] } = brief.script ?? {}
  const name = (at: number | undefined) => bare(entities[at ?? -1]?.art ?? '')
  return {
    ...brief,
    arts: (brief.script?.entities ?? brief.subjects).map(
      ({ art, count }) => `${bare(art)}${count > 1 ? ` ${count}` : ''}`,
    ),
    did: deeds.map(({ verb, agents, patient }) => `${name(agents[0])} ${verb} ${name(patient)}`.trim()),
  }
}

test('who is on horseback rides a horse, in every language', () => {
  for (const [prompt, deed] of [
    ['a man on horseback on the beach', 'man ride horse'],
    ['un vaquero a caballo en el desierto', 'cowboy ride horse'],
    ['un ragazzo a cavallo', 'boy ride horse'],
    ['rapaz a cavalo na praia', 'man ride horse'],
    ['une femme à cheval sur la plage', 'woman ride horse'],
  ] as const)
    assert.deepEqual(read(prompt).did, [deed], prompt)
  assert.ok(!read('un fer à cheval sur une porte').arts.includes('horse'))
})

test('those who are called after an instrument are people who play it, as many as are said', () => {
  for (const [prompt, arts] of [
    ['zwei Gitarristen spielen auf der Bühne', ['person 2', 'guitar']],
    ['dois guitarristas ao lado de uma casa', ['person 2', 'guitar']],
    ['una violinista en el parque', ['person', 'violin']],
    ['uma violinista toca na rua', ['person', 'violin']],
    ['due chitarristi in piazza', ['person 2', 'guitar']],
  ] as const)
    assert.deepEqual(read(prompt).arts.slice(0, 2), arts, prompt)
})

test('people who are counted are others than the one who was named before', () => {
  assert.deepEqual(read('a nurse, two people beside her').arts, ['woman-health-worker', 'person 2'])
})

test('a word that falls, spatters or sits is no gravestone, no syringe and no pose', () => {
  assert.ok(!read('neige qui tombe sur un village').arts.includes('headstone'))
  assert.ok(read('une tombe dans la neige').arts.includes('headstone'))
  assert.ok(!read('ein Hund springt in eine Pfütze, Spritzer überall').arts.includes('syringe'))
  assert.deepEqual(read('un pigeon posé sur un banc').arts, ['pigeon', 'bench'])
})

test('wrought iron is what a thing is made of, and no smithy', () => {
  assert.deepEqual(read('une femme sur un balcon en fer forgé').places, ['balcony'])
  assert.ok(!read('un portail en fer forgé dans un jardin').places.includes('forge'))
})

test('who plays cards has them in hand', () => {
  for (const prompt of ['due bambini giocano a carte', 'zwei Kinder spielen Karten'])
    assert.deepEqual(read(prompt).did, ['child play card-fan'], prompt)
})

test('a window of a street is seen from the street, and who sits outside a bar is not in it', () => {
  assert.equal(read('an alley, a lady at her window').archetype, 'street')
  assert.equal(read('a cat at the window looking at the street').archetype, 'room')
  assert.equal(read('old men outside the village bar').archetype, 'street')
  assert.equal(read('due uomini fuori dal bar').archetype, 'street')
})

test('a harvest of grapes is in a vineyard, and a river is known by its name', () => {
  for (const prompt of [
    'grape harvest, men with baskets',
    'Vendemmia, uomini con cesti',
    'Weinlese, Frauen mit Körben',
  ])
    assert.ok(read(prompt).places.includes('vineyard'), prompt)
  for (const prompt of ['un peintre au bord de la Seine', 'an der Donau sitzt ein Angler'])
    assert.ok(read(prompt).places.includes('river'), prompt)
})

test('young boars are boars', () => {
  for (const prompt of ['un cinghialino dorme', 'ein Frischling im Wald', 'un marcassin dans la forêt'])
    assert.ok(read(prompt).arts.includes('boar'), prompt)
})
