import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../reading/read-prompt.ts'
import { stagedLines } from '../../test/support/staged-lines.ts'

function assertStaged(prompt: string, ...wanted: string[]): void {
  const lines = stagedLines(prompt)
  for (const line of wanted) assert.ok(lines.includes(line), `${prompt}: no "${line}" in ${lines.join(', ')}`)
}

const placesOf = (prompt: string) => readPrompt(prompt, 1).places

test('whoever somebody has to do with is turned to them', () => {
  assertStaged('a boy giving a girl flowers', 'boy reach', 'girl attend', 'girl facing boy')
  assertStaged('a tailor measuring a man', 'person holds tape-measure', 'man attend')
})

test('who whispers has the mouth at an ear, and is not on a head', () => {
  assertStaged("a girl whispering something into her brother's ear", 'girl whisper', 'boy facing girl')
  assertStaged('Ein Mädchen flüstert seinem Bruder ins Ohr', 'girl whisper')
})

test('who hears a tale sits on the ground before who tells it, in a room', () => {
  for (const prompt of ['a grandmother telling children a story', 'Eine Großmutter erzählt Kindern eine Geschichte']) {
    assertStaged(prompt, 'old-woman explain', 'child sit-on-ground')
    assert.deepEqual(placesOf(prompt), ['room'])
  }
})

test('work lies on a table at the height of the hands', () => {
  assertStaged('a carpenter sawing a plank', 'plank on table', 'table facing person', 'person holds carpentry-saw')
  assertStaged('a woman wrapping a gift', 'wrapped-gift on table')
  assertStaged('a woman decorating a cake', 'layer-cake on table')
  assertStaged('a woman packing a suitcase', 'open-suitcase on bed')
})

test('who writes or plays a board game sits at the table, one on each side where there are two', () => {
  assertStaged('a woman writing a letter', 'woman sit-working', 'woman on chair', 'writing-paper on table')
  assertStaged('two old men playing chess', 'old-man on chair', 'chair around table', 'chess-board on table')
})

test('what is mended asks for its own tool', () => {
  assertStaged('a man repairing a bicycle', 'man holds wrench')
  assertStaged('a woman repairing a teddy bear', 'woman holds sewing-needle')
  assertStaged('an old man repairing a clock', 'old-man holds screwdriver')
})

test('who dines sits at a laid table, and who has a picnic on a blanket', () => {
  assertStaged('a family having dinner', 'woman on chair', 'fork-and-knife-with-plate on table')
  assertStaged('a couple having a picnic', 'woman on picnic-blanket', 'basket on picnic-blanket')
})

test('who roasts something over a fire stands before it', () => {
  assertStaged('a boy roasting marshmallows over a campfire', 'campfire facing boy')
})

test('deeds that are done in a house are in one', () => {
  assert.deepEqual(placesOf('a man washing the dishes'), ['kitchen'])
  assert.deepEqual(placesOf('an old man reading the newspaper'), ['room'])
  assert.deepEqual(placesOf('a woman ironing a shirt'), ['room'])
})

test('what is put on a shelf or into a basket is there, and not who puts it', () => {
  assertStaged('a librarian putting books on a shelf', 'books on shelf', 'man reach')
  assertStaged('a woman picking apples', 'woman holds basket')
})

test('a game with somebody has them at the other side of the table', () => {
  assertStaged('a robot playing chess with a boy', 'robot on chair', 'boy on chair')
})

test('who chats over a cup sits at a table with it', () => {
  assertStaged('two women chatting over coffee', 'woman on chair', 'hot-beverage on table')
})

test('an umbrella that is held over a cat is over the cat', () => {
  assertStaged('a boy holding an umbrella over a cat', 'boy shelter', 'cat facing boy')
})

test('the candles are blown out on a table, and nobody is on the cake', () => {
  assertStaged('a child blowing out candles on a birthday cake', 'birthday-cake on table', 'table facing child')
})

test('a racket is in the hand, a bus that is caught is not', () => {
  assertStaged('a man playing tennis', 'man holds tennis')
  assert.ok(!stagedLines('a businessman running to catch a bus').includes('bus tossed man'))
})

test('who leans against something is held so', () => {
  assertStaged('a man leaning against a lamp post', 'man lean')
})

test('chess is one board, though languages say it of the men', () => {
  const boards = stagedLines('Deux amis jouent aux échecs dans un parc').filter((line) =>
    line.startsWith('chess-board'),
  )
  assert.deepEqual(boards, ['chess-board on table'])
})
