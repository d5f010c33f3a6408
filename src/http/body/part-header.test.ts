import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePartHeader } from './part-header.ts'

const header = (disposition: string, more: Record<string, string[]> = {}) =>
  parsePartHeader({ 'content-disposition': [disposition], ...more })

test('a text field, a file and an empty file input are told apart', () => {
  assert.deepEqual(header('form-data; name="prompt"'), { name: 'prompt', filename: undefined, holdsText: true })
  const png = { 'content-type': ['image/png'] }
  assert.deepEqual(header('form-data; name="image"; filename="a.png"', png), {
    name: 'image',
    filename: 'a.png',
    holdsText: false,
  })
  const nothing = { 'content-type': ['application/octet-stream'] }
  assert.equal(header('form-data; name="image"; filename=""', nothing)?.filename, '')
  assert.equal(header('form-data; name="image"', png)?.holdsText, false)
  assert.equal(header('form-data; name="x"', { 'content-type': ['text/plain; charset=utf-8'] })?.holdsText, true)
})

test('names are read in every spelling that browsers and curl use', () => {
  assert.equal(header('form-data; name=prompt')?.name, 'prompt')
  assert.equal(header('FORM-DATA;NAME="image[]"')?.name, 'image[]')
  assert.equal(header('form-data; filename="a;b=\\"c\\".png"; name="image"')?.filename, 'a;b="c".png')
  assert.equal(header(`form-data; name="image"; filename*=UTF-8''%e2%82%ac.png`)?.filename, `UTF-8''%e2%82%ac.png`)
  assert.equal(header(Buffer.from('form-data; name="ü"').toString('latin1'))?.name, 'ü')
})

test('what is no part of a form, or could be read in two ways, is refused', () => {
  assert.equal(parsePartHeader({}), undefined)
  assert.equal(header('attachment; name="prompt"'), undefined)
  assert.equal(header('form-data'), undefined)
  assert.equal(header('form-datax; name="a"'), undefined)
  assert.equal(header('form-data; name="a"; name="b"'), undefined)
  assert.equal(header('form-data; name="a" junk'), undefined)
  assert.equal(header('form-data; name="a'), undefined)
  assert.equal(header('form-data; name="a"', { 'content-transfer-encoding': ['base64'] }), undefined)
  assert.equal(parsePartHeader({ 'content-disposition': ['form-data; name="a"', 'form-data; name="b"'] }), undefined)
  assert.equal(header('form-data; name="a"', { 'content-transfer-encoding': ['BINARY'] })?.name, 'a')
  assert.equal(header(`form-data; name="a"; filename="${'x'.repeat(5_000)}"`), undefined)
})
