import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const read = (prompt: string) => readPrompt(prompt, 1)

test('a logo, an icon, a pattern, a flat lay and a block are asked for in many languages', () => {
  const kinds: [string, string][] = [
    ['a fox logo', 'mark'],
    ['logotipo de un lobo', 'mark'],
    ['эмблема с медведем', 'mark'],
    ['寿司のアイコン', 'icon'],
    ['seamless pattern of lemons', 'pattern'],
    ['딸기와 체리 패턴', 'pattern'],
    ['flat lay of coffee and a notebook', 'flat-lay'],
    ['isometric house with a tree', 'isometric'],
    ['vue aérienne d’une plage', 'aerial'],
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
