import assert from 'node:assert/strict'
import test from 'node:test'
import { drawingOf } from '../../art.ts'
import { readPrompt } from '../read-prompt.ts'

const tiesOf = (prompt: string) => {
  const { script } = readPrompt(prompt, 1)
  const name = (entity: number) => {
    const art = script?.entities[entity]?.art ?? ''
    return drawingOf(art)?.id ?? art
  }
  return script?.ties.map(({ kind, subject, other }) => `${name(subject)} ${kind} ${name(other)}`) ?? []
}

test('in a list of tags a preposition is about its own phrase', () => {
  const prompt = 'bathtub, ladder, candle on a stool, moody evening'
  assert.deepEqual(tiesOf(prompt), ['candle on stool'])
  // Only the lights are in the trees.
  const lit = tiesOf('rustic table, white flowers, candles, fairy lights in the trees, sunset')
  assert.ok(!lit.some((tie) => / in /.test(tie) && !tie.startsWith('fairy-lights')), lit.join())
  const market = tiesOf('market square, merchants, chickens, knights on horses, stone houses, busy')
  assert.deepEqual(market, ['knight on horse'])
})

test('a sentence with commas still means all of its list', () => {
  assert.deepEqual(tiesOf('a cat, a dog and a bird on a sofa'), ['cat on sofa', 'dog on sofa', 'bird on sofa'])
})

test('small things of a room that are said to be nowhere stand on its table', () => {
  const ties = tiesOf("wizard's study, books, scrolls, an owl on the desk, candles, magical")
  assert.ok(ties.includes('candle on table') && ties.includes('scroll on table'), ties.join())
})

test('a castle on the hill in a list is a view: far away, and nobody stands on its hill', () => {
  const { subjects, script } = readPrompt('market square, merchants, chickens, castle on the hill, sunny day', 1)
  assert.equal(subjects.find(({ art }) => art === 'castle')?.far, true)
  assert.ok(!script?.entities.some(({ art }) => art === 'hill'))
})

test('a fire breathing dragon breathes fire, not the knight who faces it', () => {
  const { script } = readPrompt('knight facing a huge fire breathing dragon, ruined castle, epic, dramatic', 1)
  const breath = script?.deeds.find(({ verb }) => verb === 'breathe')
  assert.equal(script?.entities[breath?.agents[0] ?? -1]?.art, 'dragon')
})

test('in a list of tags a comma ends what somebody has with them', () => {
  const ties = tiesOf('street at night, woman in kimono with umbrella, cherry blossoms, neon signs, moody')
  assert.ok(ties.includes('woman with umbrella'))
  assert.ok(!ties.some((tie) => /blossom/.test(tie)))
})

test('a phrase that begins with a deed goes on about whoever the list is about', () => {
  const { script } = readPrompt('a viking with a red beard, holding an axe, standing on a longship, cold sea, snow', 1)
  const [who, , ship] = script?.entities ?? []
  assert.equal(who?.looks?.beard !== undefined, true)
  assert.equal(ship?.art, 'viking-ship')
  assert.deepEqual(script?.ties, [{ kind: 'on', subject: 0, other: 2 }])
})

test('in a list of tags a deed is done to what is named in its own phrase', () => {
  const { script } = readPrompt('a bear licking a spoon, copper pans, curtains, warm light, kitchen', 1)
  assert.equal(script?.deeds.length, 1)
  const archer = readPrompt('an elf archer drawing a bow in an ancient forest', 1).script
  assert.equal(archer?.deeds[0]?.craft, 'shoot-a-bow')
})
