import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../../reading/read-prompt.ts'
import { planStage } from '../../staging/plan-stage.ts'
import { planScene } from '../plan/plan-scene.ts'
import { seededRandom } from '../random.ts'

function placed(prompt: string) {
  const brief = readPrompt(prompt, 1)
  const staged = brief.script && planStage(brief.script)
  assert.ok(staged, prompt)
  const cast = { ...brief, subjects: staged.entities, relations: [] }
  const { placements } = planScene(cast, { width: 1024, height: 768, random: seededRandom(1), time: 'day', staged })
  return (art: string) => {
    const found = placements.find(({ subject }) => staged.entities[subject]?.art.startsWith(art))
    assert.ok(found, `${prompt}: ${art}`)
    return found
  }
}

test('fire comes out of the mouth of a dragon and goes to whom it meets', () => {
  const at = placed('a dragon breathing fire at a knight')
  const [dragon, fire, knight] = [at('dragon'), at('fire-breath'), at('knight')]
  const middle = fire.foot - fire.height / 2
  assert.ok(middle > dragon.foot - dragon.height && middle < dragon.foot - dragon.height * 0.5)
  assert.ok(Math.sign(fire.x - dragon.x) === Math.sign(knight.x - fire.x))
  assert.ok(Math.abs(fire.x - dragon.x) < (dragon.width + fire.width) / 2)
})

test('a ball that is thrown is in the air, higher than the hip and near to who throws it', () => {
  const at = placed('a boy throwing a ball')
  const [boy, ball] = [at('boy'), at('ball')]
  assert.equal(ball.contact, 'air')
  assert.ok(ball.foot < boy.foot - boy.height * 0.45)
  assert.ok(Math.abs(ball.x - boy.x) < boy.height)
})

test('who crosses a stream without a bridge is in the water, who walks along it is not', () => {
  assert.equal(placed('a hiker crossing a stream')('person').contact, 'water')
  assert.equal(placed('a woman walking along a river')('woman').contact, 'ground')
})

test('those who sit about a table are larger than it', () => {
  const at = placed('four friends playing cards at a table')
  assert.ok(at('person').height > at('table').height)
})

test('people who stand together have clothes and steps of their own', () => {
  const at = placed('a man talking to a woman')
  assert.ok(Math.abs(at('man').phase - at('woman').phase) > 0.1)
})

test('whoever is on a tower or a cliff is what the picture is of, and a prop is no larger than its bearer', () => {
  const dragon = placed('fierce dragon, breathing fire, perched on a tower, burning village below, dramatic')('dragon')
  assert.ok(dragon.height > 768 * 0.2, `${dragon.height}`)
  const wizard = placed('old wizard, wooden staff, standing on a cliff, stormy sky')('mage')
  assert.ok(wizard.height > 768 * 0.27, `${wizard.height}`)
  const at = placed('siamese kitten playing with a ball of yarn, wooden floor')
  assert.ok(at('yarn').height < at('siamese-cat').height * 0.75)
})
