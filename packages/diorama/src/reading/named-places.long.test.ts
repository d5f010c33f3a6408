import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasFeature } from '../places.ts'
import { readPrompt } from './read-prompt.ts'

const read = (prompt: string) => readPrompt(prompt, 1)

test('a sight is the scene itself, not a drawing among the subjects', () => {
  for (const [prompt, feature] of [
    ['a couple in front of the Eiffel Tower', 'eiffel-tower'],
    ['ताजमहल के सामने एक लड़की', 'taj-mahal'],
    ['长城上的熊猫', 'great-wall'],
    ['un gato en Venecia', 'canal'],
    ['a camel in front of Petra', 'rock-facade'],
    ['верблюд перед пирамидами', 'pyramids'],
  ] as const) {
    const brief = read(prompt)
    assert.ok(hasFeature(brief, feature), `${prompt}: ${brief.places.join(', ')}`)
    assert.ok(!brief.subjects.some(({ art }) => /tower|classical|castle|pyramid/.test(art)), prompt)
  }
})

test('what flies is seen over the land that is named, and in a bare sky where none is', () => {
  assert.equal(read('hot air balloons over Cappadocia').archetype, 'landscape')
  assert.equal(read('a plane flying over New York').archetype, 'city')
  assert.equal(read('a hot air balloon').archetype, 'sky')
})

test('bamboo, jungle, island and volcano are places of their own', () => {
  assert.deepEqual(read('a tiger in the jungle').places, ['jungle'])
  assert.deepEqual(read('a samurai in a bamboo forest').places, ['bamboo'])
  assert.deepEqual(read('a goat on a tropical island').places, ['island'])
  assert.deepEqual(read('a dragon over a volcano').places, ['volcano'])
})

test('weather, hour and season go with any place', () => {
  const { places, weather, time } = read('a snowy village at dusk')
  assert.deepEqual({ places, weather, time }, { places: ['village'], weather: ['snow'], time: 'dusk' })
  assert.deepEqual(read('a stormy sea with a ship').weather, ['storm'])
  assert.equal(read('a night market').time, 'night')
})

test('a place with an unknown name is out of doors, and its name is told', () => {
  const brief = read('a girl in Zanzibar')
  assert.deepEqual(brief.unused, ['Zanzibar'])
  // Titles and German nouns have capital letters, too.
  assert.deepEqual(read('A Girl In Blue').places, [])
  assert.deepEqual(read('ein Mädchen in Gummistiefeln').places, [])
})

test('a named city makes a mere city of the same prompt superfluous', () => {
  assert.deepEqual(read('Tokyo, a neon city').places, ['tokyo'])
})

test('a country says where as long as nothing else does', () => {
  assert.deepEqual(read('an elephant in India').places, ['taj-mahal'])
  assert.deepEqual(read('a lavender field in France').places, ['lavender'])
  assert.deepEqual(read('a dog on the Great Wall of China').places, ['great-wall'])
})

test('signs of glowing tubes hang in a street at night, in whatever manner it is drawn', () => {
  const signs = read('a vendor at a night market, neon signs')
  assert.deepEqual([signs.style, signs.time], ['papercut', 'night'])
  assert.ok(signs.places.includes('neon-street'))
  assert.deepEqual(read('eine Katze unter Neonreklame in einer Gasse').places, ['alley', 'neon-street'])
  assert.equal(read('an old man playing saxophone under neon lights').archetype, 'street')
  assert.equal(read('a cyberpunk street').style, 'neon')
  assert.deepEqual(signs.unused, [])
})

test('places of a town have a look of their own, in several languages', () => {
  const where = (prompt: string) => read(prompt).places[0]
  const rows: [prompt: string, place: string][] = [
    ['a girl with a suitcase on a train platform', 'platform'],
    ['un garçon sur le quai de la gare', 'platform'],
    ['駅のホームで電車を待つ学生', 'platform'],
    ['un perro en la gasolinera', 'petrol-station'],
    ['Ein Mann auf dem Weihnachtsmarkt', 'christmas-market'],
    ['una pareja en la plaza mayor', 'square'],
    ['a woman walking down a cobbled street', 'cobbled-street'],
    ['children playing in a courtyard', 'courtyard'],
    ['uma senhora na varanda', 'veranda'],
    ['una donna al balcone', 'balcony'],
    ['ein Junge im Freibad', 'pool'],
    ['a woman in a pharmacy', 'pharmacy'],
    ['a judge in court', 'courtroom'],
    ['a camel in the dunes', 'dunes'],
    ['медведь в берёзовом лесу', 'birches'],
    ['una bambina in un campo di papaveri', 'poppies'],
    ['a polar bear on an ice floe', 'ice-floe'],
    ['a house on a floating island', 'floating-island'],
  ]
  for (const [prompt, place] of rows) assert.equal(where(prompt), place, prompt)
})

test('who stands before a shop is in its street and sees its window; the red planet is Mars', () => {
  assert.deepEqual(read('a dog in front of a bakery').places, ['bread-shop'])
  assert.deepEqual(read('a dog in a bakery').places, ['bakery'])
  assert.equal(read('a bike in front of a flower shop').archetype, 'street')
  assert.ok(read('a robot on a red planet').places.includes('mars'))
  assert.ok(read('an imam in a mosque').places.includes('mosque-hall'))
})

test('candlelight is light after dark', () => {
  assert.equal(read('a candlelit room with an old man reading').time, 'night')
  assert.equal(read('zwei Freunde essen bei Kerzenschein').time, 'night')
})

test('a trade and a deed say where they are at home, and the word for them is still drawn', () => {
  const told = (prompt: string) => {
    const { places, subjects } = read(prompt)
    return [places[0], subjects[0]?.art.replace(/-medium.*|-light.*|-dark.*/, '')]
  }
  assert.deepEqual(told('a surgeon operating'), ['hospital-ward', 'health-worker'])
  assert.deepEqual(told('a golfer swinging his club'), ['golf-course', 'person-golfing'])
  assert.equal(told('students taking an exam')[0], 'classroom')
  assert.equal(told('a hiker reading a map')[0], 'mountains')
  assert.deepEqual(told('a tiger'), ['jungle', 'tiger'])
})
