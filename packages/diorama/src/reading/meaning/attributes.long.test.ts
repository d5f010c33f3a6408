import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const first = (prompt: string) => readPrompt(prompt, 1).subjects[0]
const arts = (prompt: string) => {
  const { script, subjects } = readPrompt(prompt, 1)
  const shown = script?.entities ?? subjects
  return shown.map(({ art }) => art.replace(/-(light|medium|dark).*/, ''))
}

test('what a thing is made of is read before it, after it, and in other languages', () => {
  const made: [prompt: string, art: string, material: string][] = [
    ['a swan made of glass on a table', 'swan', 'glass'],
    ['a wooden horse in a nursery', 'horse', 'wood'],
    ['a knitted wool octopus', 'octopus', 'wool'],
    ['an origami crane on a desk', 'crane', 'paper'],
    ['un gato de cristal sobre una mesa', 'cat', 'glass'],
    ['eine Eule aus Holz', 'owl', 'wood'],
    ['деревянная лошадь в поле', 'horse', 'wood'],
    ['一只玻璃做的蝴蝶', 'butterfly', 'glass'],
    ['木製の馬', 'horse', 'wood'],
  ]
  for (const [prompt, art, material] of made) {
    assert.deepEqual([first(prompt)?.art, first(prompt)?.material], [art, material], prompt)
  }
})

test('a material that is a thing of its own, or that the thing is drawn of anyway, is not painted', () => {
  assert.deepEqual(arts('a glass of milk'), ['glass-of-milk'])
  assert.equal(first('a wooden cabin by a lake')?.material, undefined)
  assert.equal(first('a stone bridge over a river')?.material, undefined)
})

test('of a statue of somebody the somebody is seen, in stone or gold', () => {
  assert.deepEqual(arts('a statue of a horse in a park'), ['horse'])
  assert.equal(first('a statue of a horse in a park')?.material, 'stone')
  assert.equal(first('a golden statue of an owl')?.material, 'gold')
  assert.deepEqual(arts('a statue in a park'), ['statue'])
})

test('a part has a colour of its own, which is neither the whole thing’s nor a thing beside it', () => {
  const house = first('a red house with a blue door in a meadow')
  assert.deepEqual([house?.colour, house?.parts], ['#d7342e', [{ part: 'door', colour: '#3d74c9' }]])
  assert.deepEqual(arts('a red house with a blue door in a meadow'), ['house'])
  const cat = first('un gato blanco con orejas negras')
  assert.deepEqual([cat?.colour, cat?.parts], ['#f4f1ea', [{ part: 'ears', colour: '#26262b' }]])
  assert.deepEqual(arts('a blue door'), ['door'])
})

test('a colour that follows its noun is not the next noun’s, and the colour of a roof is not the sky’s', () => {
  const { script, colours } = readPrompt('un zorro con bufanda roja leyendo un libro', 1)
  assert.equal(script?.entities.find(({ art }) => art === 'open-book')?.colour, undefined)
  assert.deepEqual(colours, [])
  assert.deepEqual(readPrompt('trois chats sur un toit rouge', 1).colours, [])
})

test('a calf is of the animal that was named, if that one has calves', () => {
  const arts = (prompt: string) =>
    (({ subjects, script }) => (script?.entities ?? subjects).map(({ art }) => art))(readPrompt(prompt, 1))
  assert.deepEqual(arts('an elephant spraying water on its calf in the river'), ['elephant', 'elephant'])
  assert.deepEqual(arts('a horse and a calf in a meadow'), ['horse', 'cow'])
  assert.deepEqual(arts('ein Kalb auf der Wiese'), ['cow'])
})

test('cubs are of the animal that was named', () => {
  const { script } = readPrompt('a lioness with her two cubs by a river', 1)
  assert.deepEqual(
    script?.entities.map(({ art, count, scale }) => [art, count, scale]),
    [
      ['lioness', 1, 'normal'],
      ['lioness', 2, 'small'],
    ],
  )
  assert.deepEqual(arts('two lynx cubs'), ['lynx'])
})

test('who is called after an instrument is seen and plays it', () => {
  for (const prompt of ['a violinist on a street', 'a violin player on a street', 'скрипач на улице']) {
    assert.deepEqual(arts(prompt), ['person', 'violin'], prompt)
    assert.deepEqual(readPrompt(prompt, 1).script?.deeds[0]?.verb, 'play', prompt)
  }
})
