import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const bare = (art: string) => art.replace(/-(light|medium-light|medium|medium-dark|dark)-skin-tone.*$/, '')

function told(prompt: string): { arts: string[]; places: string[]; archetype: string } {
  const { subjects, script, places, archetype } = readPrompt(prompt, 7)
  return { arts: [...subjects, ...(script?.entities ?? [])].map(({ art }) => bare(art)), places, archetype }
}

// What must be seen, and where: as everyday users write it.
const TABLE: readonly [prompt: string, things: string, place: string][] = [
  ['a fat cat lying on a washing machine', 'cat washing-machine', 'laundry'],
  ['un gato durmiendo sobre la lavadora', 'cat washing-machine', 'laundry'],
  ['a penguin ice skating with a walrus on an ice rink', 'penguin walrus', 'ice-rink'],
  ['een jongen op een bevroren gracht langs een molen', 'boy windmill', 'ice-rink'],
  ['a mouse sleeping in a slipper beside a bed', 'mouse slipper bed', ''],
  ['a monkey stealing bananas from a market stall', 'monkey banana market-stall', 'market'],
  ['a girl catching butterflies with a butterfly net in a meadow', 'girl butterfly butterfly-net', 'meadow'],
  ['ein Uhrmacher repariert eine Kuckucksuhr in seiner Werkstatt', 'cuckoo-clock', 'workshop'],
  ['ein Kind auf einem Dreirad vor einer roten Telefonzelle', 'child tricycle phone-booth', 'street'],
  ['une vieille dame dans son fauteuil près de la cheminée', 'old-woman armchair fireplace', 'room'],
  ['una bambina salta sul trampolino con il suo cane', 'girl trampoline dog', 'garden'],
  ['um teleférico subindo o Pão de Açúcar', 'aerial-tramway', 'rio'],
  ['pies śpi na dywanie przed kominkiem', 'dog rug fireplace', 'room'],
  ['een meisje geeft de meeuwen brood op de pier', 'girl seagull bread', 'harbour'],
  ['一个孩子在游乐园里拿着气球', 'child balloon', 'fairground'],
  ['스케이트장에서 소녀와 소년', 'girl boy', 'ice-rink'],
  ['駅のホームで電車を待つ女子高生と猫', 'train girl cat', 'platform'],
  ['a construction site with a crane and an excavator', 'tower-crane excavator', 'building-site'],
  ['a pirate on the deck of a ship in a storm', 'pirate', 'ship-deck'],
  ['a surfer carrying a surfboard', 'person surfboard', 'beach'],
  ['a chef chopping vegetables', 'cook', 'kitchen'],
  ['a librarian handing a big atlas to a schoolgirl', 'man open-book girl', 'library'],
  ['a postman running away from a small goose', 'man goose', 'street'],
  ['a waiter pouring wine for a couple', 'man', 'restaurant'],
  ['a woman trying on a green hat', 'woman', 'boutique'],
  ['a kangaroo boxing with a punching bag', 'kangaroo punching-bag', 'gym'],
  ['a koala asleep on a motorcycle seat', 'koala motorcycle', ''],
  ['a farmer milking a cow while a cat waits', 'farmer cow cat', 'farm'],
  ['a mechanic repairing a motorcycle', 'mechanic motorcycle', 'garage'],
  ['a steam locomotive in the mountains', 'locomotive', 'railway'],
  ['a picnic: blanket, basket, sandwiches, jug, frisbee and a dog in the park', 'basket sandwich jug dog', 'park'],
]

test('what is named is there, and it is where it is said or always found', () => {
  for (const [prompt, things, place] of TABLE) {
    const { arts, places } = told(prompt)
    for (const thing of things.split(' '))
      assert.ok(arts.includes(thing), `${prompt}: no ${thing} in ${arts.join(' ')}`)
    if (place !== '') assert.ok(places.includes(place), `${prompt}: ${place} is not in ${places.join(' ')}`)
  }
})

test('a place that is named comes before the one that a thing implies', () => {
  assert.deepEqual(told('a washing machine on a beach').places, ['beach'])
  assert.deepEqual(told('a lighthouse on a cliff, warm light in the window').places, ['hills'])
  assert.equal(told('un boulanger sort des croissants du four dans sa boulangerie').places[0], 'bakery')
})

test('what stands outside takes the furniture outside with it', () => {
  assert.ok(!told('an armchair under an oak tree').places.includes('room'))
  assert.ok(told('presents under the christmas tree beside a rocking chair').places.includes('room'))
})

test('what is under clouds is on the ground, what is in them is in the sky', () => {
  assert.equal(told('a red barn under fluffy clouds').archetype, 'landscape')
  assert.equal(told('a castle in the clouds').archetype, 'sky')
})

test('a word of two looks is read by its company', () => {
  assert.ok(told('a crane standing in a pond').arts.includes('crane'))
  assert.ok(told('a crane lifting steel beams').arts.includes('tower-crane'))
  assert.ok(!told('a hiker with camping gear').arts.includes('gear'))
  assert.ok(told('a brass gear').arts.includes('gear'))
  assert.deepEqual(told('a dinosaur skull').arts, ['skull'])
})
