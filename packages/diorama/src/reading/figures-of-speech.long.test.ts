import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from './read-prompt.ts'

for (const [prompt, there, unseen] of [
  ['a dog keeps watch at the door', 'dog', 'watch'],
  ['three ducks on a zebra crossing', 'duck', 'zebra'],
  ['a blanket of snow over a cabin', 'cabin', 'blanket'],
  ['a fox in a bed of roses', 'rose', 'bed'],
  ['a bar of chocolate', 'chocolate-bar', 'bar'],
  ['a bride with a long train', 'woman-with-veil-medium-skin-tone', 'express-train'],
  ['a burger with two patties', 'hamburger', 'layer-cake'],
  ['a tower of pancakes, shot on a vintage camera', 'pancakes', 'camera'],
  ['a girl with an umbrella walking away from the camera', 'girl-medium-skin-tone', 'camera'],
  ['a flyer with a t-rex, space at the bottom for the address', 't-rex', 'ringed-planet'],
  ['一碗牛肉面，特写，美食摄影', 'steaming-bowl', 'fork-and-knife-with-plate'],
  ['pixel art game, a hero jumping between platforms', 'superhero-medium-skin-tone', 'platform'],
  ['एक हाथी कुल्हड़ से चाय पी रहा है', 'chai', 'hot-beverage'],
  ['foto dal drone di un castello', 'castle', 'drone'],
  ['una mujer con vestido rojo de volantes', 'woman-medium-skin-tone', 'steering-wheel'],
  ['um gato na cozinha, estilo revista de decoração', 'cat', 'notebook'],
  ['a family by the lake with a station wagon', 'automobile', 'wagon'],
] as const)
  test(`a figure of speech brings nothing into the picture: ${prompt}`, () => {
    const { subjects, places } = readPrompt(prompt, 1)
    const seen = [...subjects.map(({ art }) => art), ...places]
    assert.ok(seen.includes(there), `${there} in ${seen.join(', ')}`)
    assert.ok(!seen.includes(unseen), `${unseen} in ${seen.join(', ')}`)
  })
