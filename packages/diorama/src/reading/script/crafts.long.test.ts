import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const craftsIn = (prompt: string) =>
  readPrompt(prompt, 1).script?.deeds.flatMap(({ craft }) => (craft === undefined ? [] : [craft])) ?? []

const WORK: [craft: string, prompts: string[]][] = [
  [
    'saw',
    [
      'a carpenter sawing a plank',
      'ein Tischler sägt ein Brett',
      'un carpintero serrando una tabla',
      'un homme scie une planche',
      'плотник пилит доску',
    ],
  ],
  ['chop-wood', ['a lumberjack chopping wood', 'un leñador corta leña', '木こりが薪を割る']],
  ['knit', ['a woman knitting', 'eine Oma strickt', 'une grand-mère qui tricote', 'бабушка вяжет']],
  ['sweep', ['a janitor sweeping the floor', 'eine Frau fegt den Hof', 'дворник подметает улицу']],
]

for (const [craft, prompts] of WORK)
  test(`a word for it gives its deed its craft, in several languages: ${craft}`, () => {
    for (const prompt of prompts) assert.deepEqual(craftsIn(prompt), [craft], prompt)
  })

test('what merely looks like a word for work is no work', () => {
  const nobody = [
    'a saw on a table',
    'une scie sur une table',
    'die Säge liegt auf dem Tisch',
    'a seesaw in a park',
    'a girl with a broom',
    'a sweeping landscape with a fox',
    'a phone on a table beside a cat',
    'a carving of a bear',
  ]
  for (const prompt of nobody) assert.deepEqual(craftsIn(prompt), [], prompt)
})

test('what is worked on is the object of the work', () => {
  const { script } = readPrompt('a carpenter sawing a plank', 1)
  const [deed] = script?.deeds ?? []
  assert.equal(script?.entities[deed?.patient ?? -1]?.art, 'plank')
})
