import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const read = (prompt: string) => readPrompt(prompt, 1)

test('a logo, an icon, a pattern, and a flat lay are asked for in many languages', () => {
  const kinds: [string, string][] = [
    ['a fox logo', 'mark'],
    ['logotipo de un lobo', 'mark'],
    ['эмблема с медведем', 'mark'],
    ['寿司のアイコン', 'icon'],
    ['seamless pattern of lemons', 'pattern'],
    ['딸기와 체리 패턴', 'pattern'],
    ['flat lay of coffee and a notebook', 'flat-lay'],
  ]
  for (const [prompt, kind] of kinds) assert.equal(read(prompt).design?.kind, kind, prompt)
})

test('a shirt with a logo is a shirt, and a butterfly with a pattern a butterfly', () => {
  assert.equal(read('a boy in a t-shirt with a logo').design, undefined)
  assert.equal(read('a butterfly with a colorful pattern').design, undefined)
})

test('a white background is a studio whose white colours nothing else', () => {
  for (const prompt of ['a red sneaker on a white background', 'zapatilla roja, fondo blanco', '白い背景の赤い靴']) {
    const { archetype, studio, colours } = read(prompt)
    assert.deepEqual(
      { archetype, colour: studio?.colour, colours },
      { archetype: 'studio', colour: '#ffffff', colours: [] },
    )
  }
})

test('any colour of a background is the colour of the studio', () => {
  const { studio, subjects } = read('a green bottle on a pink background')
  assert.ok(studio?.colour && studio.colour !== subjects[0]?.colour)
})

test('a product shot in a named place stays there, and without one stands in the studio', () => {
  assert.equal(read('product photo of a watch').archetype, 'studio')
  assert.notEqual(read('product photo of a tent in a forest').archetype, 'studio')
})

test('words of sky and land become motifs of a pattern', () => {
  const arts = read('seamless pattern with cats and stars').subjects.map(({ art }) => art)
  assert.deepEqual(arts, ['cat', 'star'])
})

test('tags of quality, lenses and programs are known and do nothing', () => {
  const tags =
    ', 8k, ultra detailed, octane render, 85mm, f/1.8, trending on artstation, ray tracing, --ar 16:9, masterpiece'
  const plain = read('a red fox in a forest')
  const tagged = read(`a red fox in a forest${tags}`)
  assert.deepEqual(tagged.unused, [])
  assert.deepEqual({ ...tagged, prompt: '', framing: undefined }, { ...plain, prompt: '', framing: undefined })
})

test('where the camera stands is read in many languages', () => {
  assert.equal(read('close-up of a bee').framing?.shot, 'close-up')
  assert.equal(read('макросъёмка пчелы').framing?.shot, 'macro')
  assert.equal(read('plan large d’un château').framing?.shot, 'wide')
  assert.equal(read('Löwe aus der Froschperspektive').framing?.shot, 'low')
  assert.equal(read('silhouette of a horse').framing?.silhouette, true)
  assert.equal(read('一个女人的背影').framing?.behind, true)
  assert.equal(read('a dog, bokeh').framing?.soft, true)
})

test('a plane without a motif is covered by the rule that is named, in the colours that are named', () => {
  const tilings: [string, string][] = [
    ['seamless pattern, moroccan mosaic, cobalt blue and ochre', 'stars'],
    ['herringbone pattern in navy and cream', 'herringbone'],
    ['polka dot pattern in yellow and white', 'dots'],
    ['portuguese azulejo tile pattern', 'stars'],
    ['geometrisches Muster', 'triangles'],
  ]
  for (const [prompt, tiling] of tilings) assert.equal(read(prompt).design?.tiling, tiling, prompt)
  assert.deepEqual(read('herringbone pattern in navy and cream').colours, ['#22335f', '#e6d6b8'])
})

test('a pattern of somebody is one of motifs, and a mosaic or a checkered floor no pattern', () => {
  assert.equal(read('geometric seamless pattern of foxes').design?.kind, 'pattern')
  assert.equal(read('seamless pattern of lemons and leaves, mediterranean tiles vibe').design?.kind, 'pattern')
  assert.equal(read('a mosaic of a fish').design, undefined)
  assert.equal(read('a cat on a checkered floor').design, undefined)
})

test('a mosaic of tiles is no window, and a pattern has no frame', () => {
  assert.equal(read('seamless pattern, moroccan mosaic').style, 'papercut')
  assert.equal(read('seamless pattern of roses, vintage wallpaper').style, 'papercut')
  assert.equal(read('a mosaic of a fish').style, 'mosaic')
})

test('a mandala is one in any language, and to be coloured where that is said', () => {
  assert.deepEqual(read('mandala coloring page with elephants').design, { kind: 'mandala', lined: true })
  for (const prompt of ['ein Mandala in Blau', 'мандала с совой', 'mandala floral']) {
    assert.equal(read(prompt).design?.kind, 'mandala', prompt)
  }
})

test('a collection lies in rows or in a circle, without the word that heads its list', () => {
  assert.deepEqual(read('gemstone collection, ruby, emerald, topaz, arranged in a circle').design, {
    kind: 'collection',
    ring: true,
  })
  const { design, subjects } = read('set of vegetables icons, tomato, carrot, broccoli, corn')
  assert.equal(design?.kind, 'collection')
  assert.deepEqual(
    subjects.map(({ art }) => art),
    ['tomato', 'carrot', 'broccoli', 'ear-of-corn'],
  )
  assert.equal(read('children arranged in a circle').design, undefined)
})

test('a shade is a colour of its own', () => {
  const colours = ['mint green', 'dark green', 'green', 'light blue', 'cobalt blue', 'blue'].map(
    (shade) => read(`${shade} car`).subjects[0]?.colour,
  )
  assert.equal(new Set(colours).size, 6)
})

test('a poster, a card and a print without a place are printed sheets, and what is strewn about them nobody in a row', () => {
  const circus = read('circus poster, an elephant on a ball, red and gold')
  assert.deepEqual([circus.archetype, circus.studio?.sheet], ['studio', 'poster'])
  const card = read('get well card with a giraffe and little hearts')
  assert.deepEqual(card.studio?.decor, ['red-heart'])
  assert.deepEqual(
    card.subjects.map(({ art }) => art),
    ['giraffe'],
  )
  assert.equal(read('t-shirt print of a cat on a skateboard').studio?.sheet, 'print')
})

test('a poster of a place is a view of it', () => {
  for (const prompt of [
    'movie poster, an astronaut in space',
    'poster of a lighthouse by the sea',
    'a book cover of a fox',
  ])
    assert.equal(read(prompt).studio?.sheet, undefined, prompt)
})

test('paint that flies has its colour to itself, and no water splashes', () => {
  const { studio, colours, happenings } = read('headphones, splash of purple paint behind them, product shot')
  assert.ok(studio?.splash)
  assert.deepEqual([colours, happenings], [[], []])
})

test('a finish is said of the only thing there is, wherever it stands', () => {
  assert.equal(read('wireless headphones product shot, matte white').subjects[0]?.colour, '#f4f1ea')
})

test('of two colours with nothing between but "on" the second is the paper', () => {
  assert.equal(read('save the date card with two doves, gold on navy blue').studio?.colour, '#22335f')
})

test('what is held on a card is held, and not strewn about it', () => {
  const { studio, script } = read('valentine card with two bears holding a heart')
  assert.equal(studio?.decor, undefined)
  assert.ok(script?.entities.some(({ art }) => art === 'red-heart'))
})

test('a face that something has is no face beside it', () => {
  const arts = read('cute avocado sticker with smiling face').subjects.map(({ art }) => art)
  assert.deepEqual(arts, ['avocado'])
})

test('weather in a list of icons is a sign of its own', () => {
  const { subjects } = read('icon set for a weather app, sun, cloud, rain, snow, rainbow, white background')
  assert.deepEqual(
    subjects.map(({ art }) => art),
    ['sun', 'cloud', 'cloud-with-rain', 'cloud-with-snow', 'rainbow'],
  )
})

test('what a mark is made of is drawn within it', () => {
  const { design, subjects } = read('logo of an owl made out of a book for a bookstore "Night Owl"')
  assert.equal(design?.within, true)
  assert.equal(subjects[0]?.art, 'owl')
  assert.ok(subjects.length > 1)
})

test('a huge moon is behind whoever is shown before it', () => {
  assert.equal(read('silhouette of a wolf against a huge full moon').framing?.disc, true)
  assert.equal(read('a wolf howling at the moon').framing?.disc, undefined)
})

test('a product is shown on the surface that is named, and on no furniture', () => {
  const oil = read('product photo of a bottle of olive oil on a rustic wooden table, bread next to it')
  assert.equal(oil.studio?.surface, 'wood')
  assert.ok(!oil.script?.entities.some(({ art }) => art === 'table'))
  assert.equal(read('product shot of a perfume bottle on wet black stones').studio?.surface, 'stones')
})

test('what is seen from the air is seen from a high place', () => {
  assert.equal(read("bird's eye view of a village").framing?.shot, 'high')
  assert.equal(read('vue aérienne d’une plage').framing?.shot, 'high')
})

test('a sheet that is not drawn is told: its word had no use', () => {
  for (const [prompt, word] of [
    ['isometric house with a tree', 'isometric'],
    ['double exposure of a bear and a forest', 'double'],
  ] as const)
    assert.ok(read(prompt).unused.includes(word), prompt)
})

test('words that are to stand below the picture do', () => {
  assert.equal(read('poster with a bear, text "GRIZZLY" at the bottom').lettering?.low, true)
  assert.equal(read('poster with a bear, text "GRIZZLY" at the top').lettering?.low, undefined)
})
