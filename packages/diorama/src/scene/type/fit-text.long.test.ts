import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { canBeSet, FACE_FILES, type Face } from './faces.ts'
import { eachLine, fitText } from './fit-text.ts'

const TEXTS = [
  'Hi',
  'The Brave Little Mouse and the Very Long Title',
  'Привет, мир',
  '开业大吉',
  'ラーメン',
  '안녕하세요',
  'مرحبا بكم',
  'स्वागत है',
  'Zażółć gęślą jaźń',
  'Xin chào',
]
const FACES = Object.keys(FACE_FILES) as Face[]

// The box of what is really painted: no letter may be outside of the box that the text was fitted into.
function painted(text: string, face: Face, box: { width: number; height: number }) {
  const canvas = createCanvas(500, 400)
  const context = canvas.getContext('2d')
  context.fillStyle = '#000000'
  eachLine(context, fitText(text, face, box), { x: 250, y: 200 }, (line, x, y) => context.fillText(line, x, y))
  const { data } = context.getImageData(0, 0, 500, 400)
  const found = { left: 500, right: 0, top: 400, bottom: 0, count: 0 }
  for (let i = 3; i < data.length; i += 4) {
    if ((data[i] ?? 0) < 60) continue
    const [x, y] = [((i - 3) / 4) % 500, Math.floor((i - 3) / 4 / 500)]
    found.left = Math.min(found.left, x)
    found.right = Math.max(found.right, x)
    found.top = Math.min(found.top, y)
    found.bottom = Math.max(found.bottom, y)
    found.count++
  }
  return found
}

for (const face of FACES) {
  test(`no text is cut or leaves its box, set in ${face}`, () => {
    for (const text of TEXTS) {
      const box = painted(text, face, { width: 300, height: 120 })
      assert.ok(box.count > 100, text)
      // Swashes and marks above capitals may stand out a little.
      assert.ok(box.left >= 90 && box.right <= 410, `${text} ${box.left} ${box.right}`)
      assert.ok(box.top >= 120 && box.bottom <= 280, `${text} ${box.top} ${box.bottom}`)
    }
  })
}

test('long texts take more lines, so that they stay large', () => {
  const { lines } = fitText('The Brave Little Mouse and the Very Long Title', 'strong', { width: 300, height: 160 })
  assert.ok(lines.length >= 3)
  assert.equal(lines.join(' '), 'The Brave Little Mouse and the Very Long Title')
})

test('scripts with letters here can be set, others are known not to be', () => {
  for (const text of TEXTS) assert.ok(canBeSet(text), text)
  assert.ok(!canBeSet('สวัสดี') && !canBeSet('שלום'))
})
