import assert from 'node:assert/strict'
import test from 'node:test'
import { drawingOf } from '../../art.ts'
import { readPrompt } from '../read-prompt.ts'

const base = (art: string) => drawingOf(art)?.id ?? art
const subjectsOf = (prompt: string) => readPrompt(prompt, 1).subjects.map(({ art }) => base(art))

const reads = (cases: readonly [prompt: string, arts: string[]][]) => {
  for (const [prompt, arts] of cases) assert.deepEqual(subjectsOf(prompt).toSorted(), arts.toSorted(), prompt)
}

test('in a list of tags, words for look and detail are no things', () => {
  reads([
    ['a fox in a forest, warm light, storybook, detailed', ['fox']],
    ['an airship above a city, dramatic clouds, concept art, highly detailed machinery', ['airship']],
    ['close up of a chameleon eye, black background, studio flash, sharp', ['chameleon']],
    ['a bathtub, copper, moody, architecture magazine, photoreal', ['bathtub']],
    ['an envelope with red wax seal on a desk, candle, moody, elegant', ['candle', 'sealed-letter']],
    ['a rowing boat on a pond, spring, soft greens and pinks, calm', ['canoe']],
  ])
})

test('a storybook and a camera that are asked for are drawn', () => {
  reads([
    ['a storybook on a table', ['open-book']],
    ['a girl with a camera, soft light, summer, calm', ['camera', 'girl']],
  ])
})

test('nobody is shown for whom something is, and the owner of a place is whoever is told of there', () => {
  assert.ok(!subjectsOf('coloring page for adults, mandala with elephants').some((art) => /person|man|woman/.test(art)))
  reads([
    ['blacksmith workshop, muscular man hammering a sword on an anvil, dark, dramatic', ['man', 'sword', 'anvil']],
  ])
  assert.equal(
    subjectsOf('mad scientist laboratory, flasks, scientist with white hair, dark').filter((art) =>
      /scientist/.test(art),
    ).length,
    1,
  )
})

test('what is outside the window is not in the room, and a loft bathroom is a bathroom', () => {
  assert.ok(
    !subjectsOf('spaceship cockpit, pilot at the controls, asteroid field outside the window, tense').includes('comet'),
  )
  assert.deepEqual(
    readPrompt('industrial loft bathroom, copper bathtub, exposed brick, large factory window', 1).places,
    ['bathroom', 'brick-walls', 'large-windows'],
  )
})

test('instead of trains there are none', () => {
  assert.ok(
    !subjectsOf('flooded subway station with boats instead of trains, green light, quiet, moody').includes('train'),
  )
})

test('what a poster on the wall is of and whose ship it is are no things beside them', () => {
  assert.ok(!subjectsOf('bedroom with beds, rocket poster on the wall, night, cozy').includes('rocket'))
  assert.ok(!subjectsOf('viking longship on the sea, storm').some((art) => /^(person|man|woman)/.test(art)))
})

test('shelves of a library and lanterns of a street are drawn with their place, though they are named first', () => {
  assert.ok(!subjectsOf('ancient library with tall bookshelves, old man reading at a desk, warm').includes('bookcase'))
  assert.ok(!subjectsOf('japanese street at night, lanterns, woman with umbrella, moody').includes('red-paper-lantern'))
})

test('what a bottle is made of is no glass beside it, and lettering no mail', () => {
  const arts = (prompt: string) => readPrompt(prompt, 1).subjects.map(({ art }) => art)
  assert.deepEqual(arts('a perfume bottle, amber glass with golden cap, dark background'), ['perfume-bottle'])
  assert.deepEqual(arts('a fox, the words in big playful letters, a snowy forest'), ['fox'])
})
