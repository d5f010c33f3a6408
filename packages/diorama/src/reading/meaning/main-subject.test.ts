import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'
import { withoutSlips } from '../spelling-slips.ts'

const subjectsOf = (prompt: string) => readPrompt(prompt, 1).subjects
const artsIn = (prompt: string) => subjectsOf(prompt).map(({ art }) => art)

test('a word that is misspelt is the word that was meant, and names stay as they are', () => {
  assert.deepEqual(artsIn('golden retreiver running thru a medow, elefant'), ['golden-retriever', 'elephant'])
  const names = 'style of klimt, by manet, monet, artgerm, hasselblad, portra 400, shinjuku, suspenders'
  assert.equal(withoutSlips(names), names)
  assert.equal(withoutSlips('a cat looks trough the window'), 'a cat looks through the window')
  assert.equal(
    withoutSlips('pigs at a trough, a cub on its mothers back'),
    "pigs at a trough, a cub on its mother's back",
  )
})

test('a breed and its sort are one beast, as many as are counted', () => {
  assert.deepEqual(artsIn('cute corgi puppy, red bandana, meadow'), ['corgi'])
  assert.equal(subjectsOf('two husky puppies playing in snow')[0]?.count, 2)
  assert.deepEqual(artsIn('a cat and a dog'), ['cat', 'dog'])
})

test('a colour that is a tag of its own, or of the fur, is that of the thing the list is about', () => {
  const fox = subjectsOf('logo of a fox head, orange, geometric, flat')
  assert.deepEqual([fox.length, fox[0]?.art, fox[0]?.colour], [1, 'fox', '#e8842a'])
  assert.equal(subjectsOf('giant mecha robot, blue and white, ruined city, low angle')[0]?.colour, '#3d74c9')
  assert.equal(subjectsOf('fierce dragon, emerald scales, breathing fire, castle')[0]?.colour, '#1f9d62')
  assert.ok(artsIn('still life, apple, banana, orange, grapes').includes('tangerine'))
})

test('what a tag says of the body and the hands is on whoever the list is about', () => {
  const pirate = readPrompt('pirate captain, eye patch, parrot on shoulder, ship deck, stormy sea', 1).script
  assert.deepEqual(pirate?.ties, [{ kind: 'on', subject: 1, other: 0, spot: 'shoulders' }])
  const elf = readPrompt('elven archer, long silver hair, green cloak, leather armor, holding a bow, forest', 1)
  assert.equal(elf.script?.entities[elf.script.deeds[0]?.patient ?? -1]?.art, 'longbow')
  assert.deepEqual(elf.subjects[0]?.looks?.hair, { colour: '#cdd2da', long: true })
  assert.ok(elf.subjects[0]?.looks?.plates && elf.subjects[0].looks.cape)
  const wizard = readPrompt('old wizard, wooden staff, standing on a cliff, stormy sky', 1).script
  assert.ok(wizard?.entities.some(({ art }) => art === 'wizard-staff'))
  assert.ok(subjectsOf('1girl, school uniform, smile, anime style')[0]?.looks?.skirt)
  assert.equal(readPrompt('viking, leather armor, axe, snow', 1).archetype, 'landscape')
})

test('birds of a list are on the wing, and the earth behind an astronaut is in the sky', () => {
  const wreck = readPrompt('old ship on a beach, gloomy sky, seagulls, waves, desaturated', 1)
  assert.equal(wreck.subjects.find(({ art }) => art === 'seagull')?.activity, 'fly')
  assert.deepEqual(wreck.weather, ['cloudy'])
  const rider = readPrompt('astronaut riding a white horse on mars, red desert, earth in the sky, surreal', 1)
  assert.ok(rider.places.includes('earth-above') && !rider.subjects.some(({ art }) => art.startsWith('globe')))
  assert.ok(!readPrompt('a vase in earth tones, studio', 1).places.includes('earth-above'))
})

test('the colour of what is not drawn is none of the sky, and who is named with a boat at sea is aboard', () => {
  assert.deepEqual(readPrompt('knight on a black horse, red banner, foggy battlefield, epic', 1).colours, [])
  assert.deepEqual(readPrompt('knight on a horse, red sky, foggy battlefield, epic', 1).colours, ['#d7342e'])
  const { script, framing } = readPrompt('old fisherman, smoking a pipe, wooden boat, sea, portrait photography', 1)
  assert.notEqual(framing?.shot, 'portrait')
  assert.ok(script?.ties.some(({ kind, other }) => kind === 'in' && script.entities[other]?.art === 'rowing-boat'))
  assert.ok(script?.entities.every(({ far }) => !far))
})

test('who is told of first does not turn away because somebody else looks in at the window', () => {
  const behind = (prompt: string) => readPrompt(prompt, 1).framing?.behind
  assert.equal(behind('a girl in a kitchen looking through the window'), true)
  assert.equal(behind('a grandma baking in a kitchen, a cat looking through the window'), undefined)
})
