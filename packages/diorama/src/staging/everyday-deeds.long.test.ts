import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../reading/read-prompt.ts'
import { stagedLines } from '../../test/support/staged-lines.ts'

function assertStaged(prompt: string, ...wanted: string[]): void {
  const lines = stagedLines(prompt)
  for (const line of wanted) assert.ok(lines.includes(line), `${prompt}: no "${line}" in ${lines.join(', ')}`)
}

test('who looks into a mouth stands before whose it is, and not on it', () => {
  assertStaged('a dentist looking into the mouth of a crocodile', 'crocodile facing health-worker')
})

test('who looks through binoculars has them at the eyes, with both hands', () => {
  assertStaged('a girl looking through binoculars', 'girl adjust', 'girl holds binoculars')
  assertStaged('ein Junge schaut durch ein Fernglas', 'boy adjust', 'boy holds binoculars')
})

test('who is rescued from a tree is in it', () => {
  assertStaged('a firefighter rescuing a kitten from a tall tree', 'cat on deciduous-tree')
})

test('the kin of an animal is of its kind, and bites at the tail come from behind', () => {
  assertStaged("a lion cub biting its father's tail", 'lion ahead lion')
  assertStaged("a baby elephant holding its mother's tail", 'elephant ahead elephant')
})

test('who dunks leaps with the ball by a hoop, over whom it is said', () => {
  assertStaged(
    'a basketball player jumping over another player to dunk',
    'person holds basketball',
    'person over person',
    'basketball-hoop beside person',
  )
})

test('what crawls over a thing or lies across it is on it', () => {
  assertStaged('a snail crawling over a strawberry on a plate', 'snail on strawberry')
  assertStaged('a wooden spoon lying across a pot of tomato soup', 'wooden-spoon on pot-of-food')
})

test('what turns into something is beside it, and what a lorry carries is on it', () => {
  assert.ok(!stagedLines('a wizard turning a prince into a frog').includes('prince on frog'))
  assertStaged('a truck carrying logs over a narrow bridge', 'wood on delivery-truck')
})

test('one drawing is enough of drums and noodles', () => {
  for (const [prompt, art] of [
    ['an octopus playing drums', 'drum-kit'],
    ['a judge eating noodles', 'steaming-bowl'],
  ] as const)
    assert.equal(readPrompt(prompt, 1).subjects.find((one) => one.art === art)?.count, 1, prompt)
})

test('who is in a wheelchair sits in it, and the chair is pushed', () => {
  assertStaged(
    'a nurse pushing an old man in a wheelchair',
    'old-man sit',
    'old-man on manual-wheelchair',
    'manual-wheelchair pushed woman-health-worker',
  )
  assert.deepEqual(readPrompt('a nurse pushing an old man in a wheelchair', 1).places, ['hospital-ward'])
})

test('a cat that pushes a glass off the table is on it, and the glass at its edge', () => {
  assertStaged('a cat pushing a glass off the table', 'cat on table', 'tumbler-glass on table edge')
})

test('nobody stands on a cake, and its candles are its own', () => {
  const prompt = 'a child blowing out candles on a birthday cake'
  assertStaged(prompt, 'birthday-cake on table', 'table facing child')
  assert.deepEqual(
    readPrompt(prompt, 1).subjects.map(({ art }) => art.replace(/-medium.*/, '')),
    ['child', 'birthday-cake'],
  )
})

test('two who shake hands face each other', () => {
  assertStaged('two astronauts shaking hands on the moon', 'astronaut facing astronaut', 'astronaut shake-hands')
})

test('a lawn is mown with a mower, and the ball of a footballer is a football', () => {
  assertStaged('a robot mowing the lawn', 'lawn-mower pushed robot')
  assertStaged('a footballer kicking a ball past the goalkeeper', 'soccer-ball facing person')
})

test('what is guarded is not in the mouth, and in a hammock one lies', () => {
  assertStaged('a dragon guarding a pile of gold coins in a cave', 'dragon before gold-pile')
  assertStaged('a man in a hammock', 'man lie')
})

test('nobody stands on whom they work on, nor in the jar that they hold', () => {
  assertStaged('a surgeon operating on a robot', 'robot on bed', 'health-worker busy bed')
  assertStaged('a boy catching fireflies in a glass jar', 'boy holds jar')
  assertStaged('a girl sitting in a teacup', 'girl in tea-cup')
})

test('a round bowl is round, and its fish is in it', () => {
  assertStaged('a cat watching a goldfish in a round bowl', 'goldfish in fishbowl')
})

test('a shop mirror is in the shop, and who waits outside a supermarket is in the street', () => {
  assert.deepEqual(readPrompt('a woman trying on a green hat in front of a shop mirror', 1).places, ['shop'])
  const outside = readPrompt('a dog waiting outside a supermarket', 1)
  assert.deepEqual([outside.archetype, outside.places], ['street', ['fruit-shop']])
})

test('birds on the arms of a scarecrow are on it, and a robot at a workbench is in a room', () => {
  assertStaged('a scarecrow with three crows sitting on its arms', 'black-bird on scarecrow arms')
  assert.equal(readPrompt('a robot repairing its own arm at a workbench', 1).archetype, 'room')
})

test('who poses on a stool is there, and on the canvas too', () => {
  assertStaged('an artist paints a goose posing on a stool', 'goose on stool', 'goose on easel canvas')
})
