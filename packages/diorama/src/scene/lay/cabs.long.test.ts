import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../../reading/read-prompt.ts'
import { planStage } from '../../staging/plan-stage.ts'
import { planScene } from '../plan/plan-scene.ts'
import { seededRandom } from '../random.ts'

test('who drives is seen at the window, within the vehicle', () => {
  for (const prompt of ['a woman driving a red car', 'a farmer driving a tractor', 'an astronaut piloting a rocket']) {
    const brief = readPrompt(prompt, 1)
    const staged = brief.script && planStage(brief.script)
    assert.ok(staged, prompt)
    const cast = { ...brief, subjects: staged.entities, relations: [] }
    const { placements } = planScene(cast, { width: 1024, height: 768, random: seededRandom(1), time: 'day', staged })
    const [driver, vehicle] = [0, 1].map((at) => placements.find(({ subject }) => subject === at))
    assert.ok(driver && vehicle, prompt)
    assert.equal(driver.pose, 'bust', prompt)
    assert.ok(Math.abs(driver.x - vehicle.x) < vehicle.width / 2, prompt)
    assert.ok(driver.foot < vehicle.foot - vehicle.height * 0.3, prompt)
    assert.ok(driver.foot - driver.height > vehicle.foot - vehicle.height * 1.05, prompt)
  }
})
