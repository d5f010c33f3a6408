import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const cast = (prompt: string) =>
  (readPrompt(prompt, 7).script?.entities ?? readPrompt(prompt, 7).subjects).map(
    ({ count, art, scale }) => `${count} ${art} ${scale}`,
  )

test('ducklings follow a duck, and no woman, in every language', () => {
  for (const prompt of [
    'Five ducklings follow their mother on the pond',
    "Cinq canetons suivent leur mère sur l'étang",
    'Пять утят плывут за мамой-уткой по пруду',
    '五只小鸭子跟着鸭妈妈过马路',
    'خمس بطات صغيرة تسبح خلف أمها',
  ])
    assert.ok(!cast(prompt).some((one) => one.includes('woman')), `${prompt}: ${cast(prompt).join(', ')}`)
})

test('plurals that change within the word are known', () => {
  assert.deepEqual(cast('Três leões dormem ao sol'), ['3 lion normal'])
  assert.deepEqual(cast('Des chevaux galopent dans la prairie'), ['3 horse normal'])
  assert.ok(cast('Пастух и десять овец').includes('10 ewe normal'))
  assert.match(cast('Портрет девушки с голубыми глазами').join(), /^1 girl/)
})
