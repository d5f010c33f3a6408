import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../core/errors.ts'
import { parseJsonObject } from './json-body.ts'

const parse = (text: string): unknown => parseJsonObject(Buffer.from(text))

for (const [name, text] of [
  ['an empty body', ''],
  ['white space', '  \n'],
  ['an array', '[{"prompt": "x"}]'],
  ['a string', '"prompt"'],
  ['a number', '17'],
  ['null', 'null'],
  ['a cut object', '{"prompt": "x"'],
  ['single quotes', "{'prompt': 'x'}"],
  ['a trailing comma', '{"prompt": "x",}'],
  ['two objects', '{} {}'],
  ['NaN', '{"seed": NaN}'],
  ['__proto__ as a name', '{"__proto__": {"admin": true}}'],
  ['__proto__ in disguise', '{"\\u005f_proto__": 1}'],
  ['__proto__ deep inside', '{"image": [{"a": {"__proto__": null}}]}'],
  ['constructor.prototype', '{"constructor": {"prototype": {"admin": true}}}'],
  ['a thousand and more values', `{"image": [${'1,'.repeat(1100)}1]}`],
  ['a million brackets', '['.repeat(1_000_000)],
] as const) {
  test(`${name} is invalid_json with a message that repeats nothing of the body`, () => {
    assert.throws(
      () => parse(text),
      (error) => error instanceof AppError && error.code === 'invalid_json' && !error.message.includes('admin'),
    )
  })
}

test('bytes that are not UTF-8 are invalid_json', () => {
  assert.throws(() => parseJsonObject(Buffer.from('7b2261223a22ff227d', 'hex')), { code: 'invalid_json' })
})

test('a byte order mark, duplicate names and a harmless constructor are fine', () => {
  assert.deepEqual(parse('\ufeff{"a": 1}'), { a: 1 })
  assert.deepEqual(parse('{"a": 1, "a": 2}'), { a: 2 })
  assert.deepEqual(parse('{"constructor": "x"}'), { constructor: 'x' })
})

test('strings may be as long as a picture and hold any brackets and quotes', () => {
  const long = `data:image/png;base64,${'A'.repeat(5_000_000)}`
  assert.deepEqual(parse(JSON.stringify({ image: long })), { image: long })
  const odd = { prompt: `${'[{,:'.repeat(2000)}\\"\\\\` }
  assert.deepEqual(parse(JSON.stringify(odd)), odd)
})
