import assert from 'node:assert/strict'
import test from 'node:test'
import type { Brief, Subject } from '../../brief.ts'
import type { Pixels } from '../../job.ts'
import { isSamePicture, readMark } from '../../picture/own-mark.ts'
import { drawPicture } from '../../picture/draw-picture.ts'
import { readPrompt } from '../../reading/read-prompt.ts'
import { decoded } from '../../../test/support/decoded-png.ts'
import { applyWish } from './apply-wish.ts'
import { shownIn } from './draft.ts'

const studio = { step: () => undefined, breathe: async () => undefined }
const size = { width: 320, height: 180, seed: 1 }
const drawn = async (prompt: string, references: Pixels[] = []): Promise<Pixels> =>
  decoded((await drawPicture({ ...size, prompt, references, brief: readPrompt(prompt, size.seed) }, studio)).bytes)

const told = (prompt: string, wish: string): Brief => {
  const { brief, left } = applyWish(readPrompt(prompt, 1), wish, 1)
  assert.deepEqual(left, [], `${wish} is left to the pixels`)
  return brief
}
// As it is drawn: in the clothes that a wish put on it.
const find = (brief: Brief, art: string): Subject | undefined => {
  const one = shownIn(brief.after ?? brief).find((each) => each.art.startsWith(art))
  return one?.revised?.how === 'redrawn' ? { ...one, looks: one.revised.looks } : one
}

// How far pictures differ, for each column: which parts of the picture changed.
function changedColumns(a: Pixels, b: Pixels): boolean[] {
  return Array.from({ length: a.width }, (_, x) => {
    let changed = 0
    for (let y = 0; y < a.height; y++) {
      const at = (y * a.width + x) * 4
      if (Math.abs((a.rgba[at] ?? 0) - (b.rgba[at] ?? 0)) > 8) changed++
    }
    return changed > 3
  })
}

test('a picture that is to carry nothing carries nothing, and differs by lowest bits alone', async () => {
  const job = { ...size, prompt: 'a fox', references: [], brief: readPrompt('a fox', size.seed), unmarked: true }
  const plain = await decoded((await drawPicture(job, studio)).bytes)
  assert.equal(readMark(plain), undefined)
  assert.ok(isSamePicture(plain, await drawn('a fox')))
})

test('a picture carries what it was drawn from, and an edit of it all that was wished', async () => {
  const fox = await drawn('a fox on a meadow')
  assert.deepEqual(readMark(fox), { prompt: 'a fox on a meadow', seed: 1, wishes: [] })
  const night = await drawn('make it night', [fox])
  assert.deepEqual(readMark(night)?.wishes, ['make it night'])
  const both = await drawn('turn the fox into a bear', [night])
  assert.deepEqual(readMark(both)?.wishes, ['make it night', 'turn the fox into a bear'])
})

test('a picture that was painted over is worked on as it is', async () => {
  const fox = await drawn('a fox on a meadow')
  fox.rgba.fill(200, 160_000, 170_000)
  assert.equal(readMark(await drawn('make it brighter', [fox])), undefined)
})

test('whoever a wish does not speak of stays where they are, to the pixel', async () => {
  const both = await drawn('a man with a dog on the beach')
  const alone = await drawn('remove the dog', [both])
  const columns = changedColumns(both, alone)
  const share = columns.filter((changed) => changed).length / columns.length
  assert.ok(share > 0.03 && share < 0.35, `${share} of the picture changed`)
})

const LOOKS: readonly [prompt: string, wish: string, art: string, is: (one: Subject) => boolean][] = [
  ['a red car in front of a house', 'make the car green', 'automobile', ({ colour }) => colour === '#4c9a47'],
  ['an old woman knitting in an armchair', 'give her glasses', 'old-woman', ({ looks }) => looks?.glasses === true],
  ['a woman in a white dress', 'change her dress to red', 'woman', ({ looks }) => looks?.dress === '#d7342e'],
  ['a cat wearing a scarf', 'remove the scarf', 'cat', ({ looks }) => looks?.scarf === undefined],
  ['a girl on a chair', 'put sunglasses on her', 'girl', ({ looks }) => looks?.glasses === 'dark'],
  ['a boy and a girl holding hands', 'give the boy a backpack', 'boy', ({ looks }) => looks?.pack !== undefined],
  [
    'a vase with red roses',
    'the roses should be white and make it night',
    'rose',
    ({ colour }) => colour === '#f4f1ea',
  ],
  ['a blonde woman in a garden', 'short black hair and glasses', 'woman', ({ looks }) => looks?.glasses === true],
  [
    'a room with a white sofa and a floor lamp',
    'move the lamp to the other side of the sofa',
    'floor-lamp',
    ({ revised }) => revised?.how === 'moved',
  ],
  [
    'una casa de campo',
    'cambia el color de la puerta a azul',
    'house',
    ({ parts }) => parts?.[0]?.colour === '#3d74c9',
  ],
  ['девочка с шаром', 'сделай шар зелёным и добавь рядом собаку', 'balloon', ({ colour }) => colour === '#4c9a47'],
  ['a house with a red door', 'paint the door blue', 'house', ({ parts }) => parts?.[0]?.colour === '#3d74c9'],
]
for (const [prompt, wish, art, is] of LOOKS)
  test(`${prompt}: ${wish}`, () => {
    const one = find(told(prompt, wish), art)
    assert.ok(one && is(one), JSON.stringify(one))
  })

const CAST: readonly [prompt: string, wish: string, there: string[], gone: string[]][] = [
  ['a cat in a box', 'make the cat black and the box blue', ['black-cat'], ['cat']],
  ['a fox in a forest', 'replace the fox with a bear', ['bear'], ['fox']],
  ['a cat sleeping on a windowsill', 'turn the cat into a rabbit', ['rabbit'], ['cat']],
  ['a man riding a bicycle', 'remove the bicycle', ['man'], ['bicycle']],
  ['a woman reading a book on a bench', 'replace the book with a newspaper', ['newspaper', 'bench'], ['open-book']],
  ['a dog on a sofa', 'add a cat next to the dog', ['cat', 'dog'], []],
  ['a boy reading under a tree', 'add a dog beside him and make it winter', ['dog', 'boy'], []],
  ['a table with a pizza', 'replace the pizza with a burger', ['hamburger'], ['pizza']],
  [
    'a boy riding a bicycle',
    'take away the bicycle and let him ride a skateboard instead',
    ['skateboard'],
    ['bicycle'],
  ],
  ['a girl on a beach', 'let her fly a kite', ['girl', 'kite'], []],
  ['a bowl of fruit on a counter', 'add a bird sitting on the edge of the bowl', ['bird', 'fruit'], ['bowl']],
  [
    'eine Katze auf einem Fensterbrett',
    'Mach aus der Katze einen Hund, der Rest soll gleich bleiben',
    ['dog'],
    ['cat'],
  ],
  ['un chat dans un jardin', 'transforme le chat en lapin', ['rabbit'], ['cat']],
  ['un homme dans une rue', 'ajoute de la pluie et un parapluie noir dans sa main', ['umbrella', 'man'], []],
  ['una casa con un árbol al lado', 'cambia el color de la puerta a azul y quita el árbol', ['house'], ['deciduous']],
  ['ein Hund auf einer Wiese', 'füge eine Katze hinzu', ['dog', 'cat'], []],
]
for (const [prompt, wish, there, gone] of CAST)
  test(`${prompt}: ${wish}`, () => {
    const brief = told(prompt, wish)
    for (const art of there) assert.ok(find(brief, art), `${art} is missing`)
    for (const art of gone) assert.equal(find(brief, art), undefined, `${art} is still there`)
  })

test('what is no figure of its own is told anew by its word; weather goes as it came', () => {
  const field = told('a dog running through a field of sunflowers', 'turn the sunflowers into tulips')
  assert.match(field.prompt, /tulips/)
  assert.deepEqual(told('a lighthouse in a storm', 'remove the storm').weather, [])
})

test('of one thing two looks may be wished, and a table that is there is no second one', () => {
  const kite = find(told('a boy holding a blue kite', 'make the kite red and bigger'), 'kite')
  assert.deepEqual([kite?.colour, kite?.revised], ['#d7342e', { how: 'sized', by: 1.5 }])
  const panda = find(told('a panda playing the drums', 'give the panda sunglasses and a red cap'), 'panda')
  assert.deepEqual([panda?.looks?.glasses, panda?.looks?.hat?.colour], ['dark', '#d7342e'])
  const { after } = told('a family eating dinner', 'add a dog under the table')
  assert.ok(after && !shownIn(after).some(({ art, revised }) => /table/.test(art) && revised?.how === 'new'))
})

test('what is wished of the pixels is left to them', () => {
  for (const wish of ['make it black and white', 'make it brighter', 'mirror the image'])
    assert.deepEqual(applyWish(readPrompt('a dog in a park', 1), wish, 1).left, [wish])
})

test('what flies about somebody is all about them', () => {
  const { after } = told('a girl on a swing', 'add butterflies around her')
  assert.deepEqual(find(after as Brief, 'butterfly')?.revised, {
    how: 'new',
    at: 'girl-medium-skin-tone',
    around: true,
  })
})

test('hour, season, place and manner are those of the wish', () => {
  assert.equal(told('a lighthouse by the sea', 'make it night').time, 'night')
  assert.equal(told('a boy playing football', 'change the season to winter').season, 'winter')
  assert.equal(told('a farmer on a tractor', 'turn it into a watercolor painting').style, 'watercolour')
  assert.ok(told('a knight before a castle', 'change the background to a beach').places.includes('beach'))
  assert.equal(told('a mailman', 'remove the background').archetype, 'studio')
})

test('words are set over a picture, and all that was behind somebody is gone', () => {
  const cake = told(
    'a birthday cake with pink icing on a wooden table',
    'add the text "Happy Birthday Emma" above the cake',
  )
  assert.deepEqual((cake.after ?? cake).lettering?.texts, ['Happy Birthday Emma'])
  const vase = told('a fox in a forest', 'remove the background completely')
  assert.equal((vase.after ?? vase).archetype, 'studio')
})

test('what is not in a picture of ours is refused, and not torn out of something else', async () => {
  const fox = await drawn('a red fox in a snowy forest at dawn')
  await assert.rejects(drawn('remove the spaceship', [fox]), /Nothing of that name is in this picture/)
})

const NUMBERS: readonly [prompt: string, wish: string, art: string, shown: number][] = [
  ['two cats sitting on a wall', 'only one cat', 'cat', 1],
  ['two cats sitting on a wall', 'add three more cats', 'cat', 5],
  ['five balloons over a village', 'just two balloons', 'balloon', 2],
  ['a rabbit in a garden', 'add another rabbit', 'rabbit', 2],
  ['three sheep on a hill', 'fewer sheep', 'ewe', 2],
]
for (const [prompt, wish, art, shown] of NUMBERS)
  test(`${prompt}: ${wish}`, () => {
    const brief = told(prompt, wish)
    const all = (brief.after ?? brief).subjects.filter((one) => one.art.startsWith(art))
    const count = all.reduce((sum, one) => sum + one.count - (one.revised?.how === 'fewer' ? one.revised.by : 0), 0)
    assert.equal(count, shown)
  })

test('who is moved goes to that side, and what is behind everybody stays', async () => {
  const before = await drawn('a fox on a meadow')
  const after = await drawn('move the fox to the left', [before])
  const columns = changedColumns(before, after)
  assert.ok(columns.slice(0, 100).some(Boolean))
  assert.ok(!columns.slice(260).some(Boolean))
})

test('a hat makes nobody smaller, and who is taken to another place is there', async () => {
  const seated = 'a man playing guitar on a bench'
  const { after, ...was } = told(seated, 'give him a hat')
  assert.deepEqual(
    was.subjects.map(({ looks }) => looks),
    readPrompt(seated, 1).subjects.map(({ looks }) => looks),
  )
  assert.ok(after)
  assert.deepEqual(told('a chef in a kitchen holding a pizza', 'put him on the beach').places, ['beach'])
})

test('who walked a dog walks on without it', () => {
  const { after } = told('a girl walking a dog in the park', 'remove the dog')
  assert.equal(after && find(after, 'girl')?.revised, undefined)
})

const IN_OTHER_WORDS: readonly [prompt: string, wish: string, art: string, is: (one: Subject) => boolean][] = [
  [
    'a red car in front of a house',
    'mueve el coche a la izquierda',
    'automobile',
    ({ revised }) => revised?.how === 'moved',
  ],
  ['a red car in front of a house', 'mach das Auto größer', 'automobile', ({ revised }) => revised?.how === 'sized'],
  ['two cats on a wall', 'nur eine Katze', 'cat', ({ revised }) => revised?.how === 'fewer'],
  ['a woman in the city', 'donne-lui un chapeau rouge', 'woman', ({ looks }) => looks?.hat?.colour === '#d7342e'],
  ['a bear in a forest', 'gib dem Bären einen grünen Schal', 'bear', ({ looks }) => looks?.scarf !== undefined],
  ['a farmer with three cows', 'tira uma vaca', 'cow', ({ revised }) => revised?.how === 'fewer'],
]
for (const [prompt, wish, art, is] of IN_OTHER_WORDS)
  test(`${prompt}: ${wish}`, () => {
    const one = find(told(prompt, wish), art)
    assert.ok(one && is(one), JSON.stringify(one))
  })

test('what is said of the whole is another place, and weather comes beside things', () => {
  assert.ok(told('a cat in a bookshop', 'change it to a bakery').places.includes('bakery'))
  assert.ok(told('a blue bird on a mailbox', 'add snow and a Santa hat on the bird').weather.includes('snow'))
})

test('places are changed in other languages, and who is not the only one wished for goes', () => {
  assert.deepEqual(told('a woman in the city', 'поменяй фон на пляж').places, ['beach'])
  assert.equal(find(told('a dog and a cat on a carpet', '只留一只狗'), 'cat'), undefined)
})

test('of a wish that can be done in part, the part is done', async () => {
  const ship = await drawn('a pirate ship on the sea at sunset')
  assert.ok(!isSamePicture(ship, await drawn('make it night, remove the elephant', [ship])))
})

test('a night with lit windows is a night, and lamps that are turned on make a dark room bright', () => {
  assert.equal(
    told('a small white house by a lake, sunny day', 'turn it into night with lights on in the windows').time,
    'night',
  )
  assert.equal(told('a dark bedroom at night', 'turn on the lights').time, 'day')
})

test('walls have the colour that is wished, and what is hung up hangs on them; a sky is rid of its clouds', () => {
  const room = told(
    'a wooden chair in an empty room',
    'paint the walls dark green and hang a round mirror behind the chair',
  )
  assert.ok(room.wall)
  assert.equal(room.hung?.[0]?.art, 'mirror')
  assert.equal(told('a lighthouse on a cliff', 'remove all the clouds').cloudless, true)
  assert.equal(told('湖边的一座木屋', '树叶变成红色和黄色').season, 'autumn')
})

test('a wish of which nothing is done is refused, and not answered with the same picture', async () => {
  const seller = await drawn('a street market with a fruit seller behind her stall')
  await assert.rejects(
    drawn('get rid of the people in the background, only keep the seller', [seller]),
    /Nothing changed/,
  )
})

test('of light, haze and rain a wish speaks in any language', () => {
  assert.equal(told('a man with a dog', 'mach den Hintergrund unscharf').framing?.soft, true)
  assert.equal(told('a cat in a room at night', 'allume les lampes').time, 'day')
  assert.deepEqual(told('a man in the rain', 'mach es sonnig').weather, [])
})
