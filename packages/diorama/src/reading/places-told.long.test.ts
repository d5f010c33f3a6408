import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Feature } from '../place-features.ts'
import { hasFeature } from '../places.ts'
import { readPrompt } from './read-prompt.ts'

// A place that people name is drawn as itself, not as the nearest living room, meadow or street.
const TOLD: readonly [prompt: string, feature: Feature][] = [
  ['surgeons in an operating room', 'operating-room'],
  ['a detective in a police station', 'police-station'],
  ['football players changing in a locker room', 'locker-room'],
  ['ein Metzger in der Metzgerei', 'butcher'],
  ['a waitress in an American diner', 'diner'],
  ['a pilot in the cockpit of an airplane', 'flight-deck'],
  ['a captain inside a submarine', 'submarine'],
  ['schoolchildren on a bus', 'bus'],
  ['passengers waiting at an airport gate', 'airport-gate'],
  ['a director on a film set', 'film-set'],
  ['an astronomer with a telescope in an observatory', 'observatory'],
  ['a ballerina in a dance studio', 'dance-studio'],
  ['a rabbi reading in a synagogue', 'synagogue'],
  ['miners in a coal mine', 'mine'],
  ['a graffiti artist in an underpass', 'underpass'],
  ['monks walking in a cloister', 'cloister'],
  ['a knight riding through a medieval town', 'timber-houses'],
  ['a gentleman in a Victorian street with gas lamps', 'terrace-houses'],
  ['children playing football in a favela', 'stacked-houses'],
  ['a cyclist in Amsterdam', 'gable-houses'],
  ['a rickshaw in Mumbai', 'palace-town'],
  ['an old man with a bird cage in a Beijing hutong', 'hutong'],
  ['a gladiator in ancient Rome', 'forum'],
  ['a boy riding a bike through the suburbs', 'suburb'],
  ['a couple in front of a motel', 'motel'],
  ['a woman in a cyberpunk street in the rain', 'neon-signs'],
  ['a survivor in a post-apocalyptic city', 'ruined-town'],
  ['a woman picking tea on a tea plantation', 'tea'],
  ['a traveller drinking at an oasis', 'oasis'],
  ['an explorer in an ice cave', 'ice-cave'],
  ['a nomad on the steppe', 'steppe'],
  ['a moon base with astronauts', 'moon-base'],
  ['an old car in Havana', 'bright-houses'],
  ['a carpet seller in Marrakech', 'bazaar'],
  ['racing cars on a race track', 'racing'],
  ['a boy playing in an arcade', 'games-arcade'],
  ['a gambler in a casino', 'casino'],
  ['friends at a bowling alley', 'bowling-alley'],
  ['a worker in a warehouse', 'warehouse'],
  ['a ghost in a haunted house', 'haunted-room'],
  ['a witch in her cottage', 'witch-hut'],
  ['a hunter in a log cabin', 'log-cabin'],
  ['a boy with a lantern in a dark tunnel', 'tunnel-inside'],
  ['a soldier in a trench', 'battlefield'],
  ['a dog in the park', 'park-walk'],
  ['a dog digging in the backyard', 'back-fence'],
]

test('every place that people name has a look of its own', () => {
  for (const [prompt, feature] of TOLD) {
    const brief = readPrompt(prompt, 1)
    assert.ok(hasFeature(brief, feature), `${prompt}: ${brief.places.join(', ')}`)
  }
})

test('light and harsh weather are part of the picture', () => {
  const lit = readPrompt('an old woman reading by candlelight', 1)
  assert.deepEqual([lit.archetype, lit.time, lit.particles], ['room', 'night', ['candlelight']])
  assert.equal(readPrompt('a monk reading by candlelight in a cave', 1).archetype, 'landscape')
  assert.deepEqual(readPrompt('god rays in a forest with a deer', 1).particles, ['rays'])
  assert.deepEqual(readPrompt('dust motes in an old library', 1).particles, ['motes'])
  assert.deepEqual(readPrompt('an explorer in a blizzard', 1).weather, ['snow', 'wind', 'fog'])
  assert.deepEqual(readPrompt('a woman walking in heavy rain', 1).weather, ['rain', 'wind'])
  assert.deepEqual(readPrompt('a woman holds an umbrella over her cat and gets wet herself', 1).weather, ['rain'])
  assert.equal(readPrompt('a girl lit by neon glow', 1).archetype, 'street')
})

test('who looks at the sea stands on its shore, a whole figure is asked for, and a waist-up shot shows the place of work', () => {
  assert.deepEqual(readPrompt('a woman from behind looking at the sea', 1).places, ['sea', 'beach'])
  assert.deepEqual(readPrompt('a ship on the sea', 1).places, ['sea'])
  assert.equal(readPrompt('a diver exploring underwater ruins', 1).archetype, 'underwater')
  assert.equal(readPrompt('a full body shot of a knight', 1).archetype, 'landscape')
  assert.deepEqual(readPrompt('a half body shot of a waiter', 1).places, ['restaurant'])
  assert.ok(readPrompt('over the shoulder shot of a woman in a library', 1).framing?.behind)
})

// What lies in a land is drawn in it, together with the land: the road through vineyards has vines on both sides.
const LAND: readonly [prompt: string, archetype: string, features: readonly Feature[], not?: Feature][] = [
  ['a winding road through vineyards at golden hour', 'landscape', ['paved-road', 'vines']],
  ['a car on a winding road', 'road', []],
  ['a dirt road leading to a windmill', 'landscape', ['dirt-road']],
  ['a forest path in autumn', 'forest', ['path']],
  ['a desert canyon with a river winding through it', 'landscape', ['canyon', 'winding-river']],
  ['a mountain lake with a wooden jetty', 'landscape', ['peaks', 'jetty'], 'pier'],
  ['ein Steg am See', 'landscape', ['jetty']],
]
for (const [prompt, archetype, features, not] of LAND) {
  test(prompt, () => {
    const brief = readPrompt(prompt, 1)
    assert.equal(brief.archetype, archetype)
    for (const feature of features) assert.ok(hasFeature(brief, feature), brief.places.join(', '))
    assert.ok(!not || !hasFeature(brief, not), brief.places.join(', '))
    assert.ok(!brief.subjects.some(({ art }) => /cactus|blossom/.test(art)))
  })
}

test('who picks wildflowers has them as things', () => {
  const { subjects } = readPrompt('a girl picking wildflowers in a meadow', 1)
  assert.ok(subjects.some(({ art }) => art === 'blossom'))
})

test('the Earth is seen by whoever is in space, and makes no space of a room there', () => {
  const orbit = readPrompt('a space station orbiting earth', 1)
  assert.ok(orbit.archetype === 'space' && hasFeature(orbit, 'earth-seen'))
  const inside = readPrompt('an astronaut inside a space station looking at earth through the window', 1)
  assert.ok(inside.archetype === 'room' && hasFeature(inside, 'earth-seen'))
})

test('smoke of a chimney belongs to its house', () => {
  const { subjects, particles } = readPrompt('a cabin in the woods, smoke rising from the chimney', 1)
  assert.deepEqual([subjects.map(({ art }) => art), particles], [['cabin'], ['smoke']])
})

test('what is abandoned or lonely is not in the dark', () => {
  assert.equal(readPrompt('an abandoned factory', 1).mood, 'sombre')
  assert.equal(readPrompt('a spooky castle', 1).mood, 'dark')
})

test('a phrase of its own says black and white of the picture, before a noun of that one', () => {
  assert.equal(readPrompt('an oak tree on a hill, black and white', 1).style, 'black-and-white')
  assert.equal(readPrompt('a black and white cat on a sofa', 1).style, 'papercut')
})

test('a bedroom in an attic is both', () => {
  const brief = readPrompt('an attic bedroom with a boy looking at the stars', 1)
  assert.ok(hasFeature(brief, 'attic') && hasFeature(brief, 'bed'), brief.places.join(', '))
})
