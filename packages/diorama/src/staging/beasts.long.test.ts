import assert from 'node:assert/strict'
import test from 'node:test'
import { stagedLines } from '../../test/support/staged-lines.ts'
import { readPrompt } from '../reading/read-prompt.ts'

function assertStaged(prompt: string, ...wanted: string[]): void {
  const lines = stagedLines(prompt)
  for (const line of wanted) assert.ok(lines.includes(line), `${prompt}: no "${line}" in ${lines.join(', ')}`)
}

test('who drinks has water under the muzzle, whatever the language, and no glass', () => {
  for (const prompt of [
    'a leopard drinking water at a river in the jungle',
    'Un leopardo bebe agua en el río',
    'Ein Leopard trinkt Wasser am Fluss',
  ])
    assertStaged(prompt, 'leopard eat', 'water-pool lapped leopard')
  assertStaged('Uma onça bebe água no rio', 'jaguar eat', 'water-pool lapped jaguar')
  assertStaged('a zebra at a waterhole', 'water-pool lapped zebra')
})

test('who bathes is in the pool, and who slides is on the belly', () => {
  assertStaged('monkeys bathing in a hot spring', 'monkey in hot-spring')
  assertStaged('a hippo bathing in mud', 'hippopotamus in mud-pool')
  assertStaged('a penguin sliding on its belly down a snowy hill', 'penguin ski')
})

test('in the mouth is not in the paws, and loads are on the back', () => {
  assertStaged('a dog carrying a stick in its mouth', 'stick carried dog', 'dog walk')
  assertStaged('a pelican with a fish in its beak', 'fish carried pelican')
  assertStaged('a bird carrying a twig in its beak', 'stick carried bird')
  assertStaged('a donkey carrying two baskets of apples', 'basket on donkey')
})

test('machines pull, lift and start', () => {
  assertStaged('a tractor pulling a bus', 'bus pulled tractor')
  assertStaged('a helicopter lifting a car', 'automobile below helicopter')
  assertStaged('a rocket launching from a launch pad', 'launching-rocket on launch-pad')
})

test('leaves of a tree are eaten with the head up', () => {
  assertStaged('a giraffe eating leaves from a tall tree', 'giraffe stand')
})

test('from one to another is over two of them, and what leans is before its wall', () => {
  assertStaged('a bicycle leaning against a wall', 'bicycle before stone-wall')
  assertStaged('a ladder leaning against a tree', 'ladder before deciduous-tree')
})

test('words for a herd are counts, and numbers are what they say', () => {
  const countOf = (prompt: string) => readPrompt(prompt, 1).subjects[0]
  assert.deepEqual(
    ['a pack of wolves in a snowy forest', 'seven penguins', 'twelve penguins', 'a caravan of camels'].map((prompt) => {
      const { art, count } = countOf(prompt) ?? {}
      return `${count} ${art}`
    }),
    ['5 wolf', '7 penguin', '12 penguin', '5 camel'],
  )
  assert.deepEqual(
    readPrompt('an elephant mother with her baby', 1).subjects.filter(({ kind }) => kind.startsWith('person')),
    [],
  )
})
