import assert from 'node:assert/strict'
import test from 'node:test'
import { drawingOf } from '../../art.ts'
import { readPrompt } from '../read-prompt.ts'

const subjectsOf = (prompt: string) => readPrompt(prompt, 1).subjects.map(({ art }) => drawingOf(art)?.id ?? art)

const CASES: readonly [prompt: string, arts: string[]][] = [
  ['double cheeseburger with melting cheddar, crispy bacon, lettuce, tomato, sesame bun, dark', ['burger']],
  ['bowl of ramen with soft boiled egg, pork slices, green onions, dark wooden table', ['steaming-bowl']],
  ['pizza, mozzarella, basil, tomatoes, olives, rustic', ['pizza']],
  ['ice cream sundae, caramel, whipped cream, cherry, nuts, retro', ['sundae']],
  ['a burger with cheese, lettuce and tomato next to french fries', ['hamburger', 'french-fries']],
  ['a bowl of ramen with a soft boiled egg, green onions and chopsticks on a wooden table', ['steaming-bowl']],
  ['a plate of cookies and a glass of milk', ['cookie', 'glass-of-milk']],
  ['avocado toast with cherry tomatoes, feta and a fried egg, top view', ['avocado-toast']],
  // Placed or counted by itself, it is there by itself.
  ['a burger, a tomato beside it, soft light, photo', ['hamburger', 'tomato']],
  ['a cappuccino, croissant on a plate, wooden table, cosy', ['cappuccino', 'croissant']],
  // What is no part of the dish stays.
  ['a burger with french fries and a cola', ['hamburger', 'french-fries', 'cola']],
  ['a basket of tomatoes, cheese, bread, rustic', ['tomato', 'cheese-wedge', 'bread']],
]

test('what a dish is made of lies in it, and on no plate of its own', () => {
  for (const [prompt, arts] of CASES) assert.deepEqual(subjectsOf(prompt), arts, prompt)
})

test('what its drawing does not show of a dish is strewn on it', () => {
  const garnishOf = (prompt: string) => readPrompt(prompt, 1).subjects[0]?.garnish
  assert.deepEqual(garnishOf('a plate of spaghetti with tomato sauce, basil leaves and shrimp'), ['basil', 'shrimp'])
  assert.deepEqual(garnishOf('una pizza con funghi e basilico'), ['mushroom', 'basil'])
  assert.equal(garnishOf('a burger with cheese, lettuce and tomato'), undefined)
})

test('a dish in a restaurant is seen on its table, somebody who eats there in the room', () => {
  assert.equal(readPrompt('ice cream sundae in a tall glass, marble table in an old diner', 1).archetype, 'tabletop')
  assert.equal(readPrompt('a girl eating ice cream in an old diner', 1).archetype, 'room')
})
