import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/support/properties.ts'
import { isUtf8, parseContentType } from './media-type.ts'

for (const [header, type, parameters] of [
  ['application/json', 'application/json', {}],
  ['APPLICATION/Json', 'application/json', {}],
  ['application/json; charset=utf-8', 'application/json', { charset: 'utf-8' }],
  ['application/json;charset=UTF-8', 'application/json', { charset: 'UTF-8' }],
  ['application/json \t; \t charset="utf-8" ', 'application/json', { charset: 'utf-8' }],
  ['application/json;', 'application/json', {}],
  ['application/json; ; charset=utf-8;', 'application/json', { charset: 'utf-8' }],
  ['application/json; Version="a; \\"b\\" c"', 'application/json', { version: 'a; "b" c' }],
  [
    'multipart/form-data; boundary=----WebKitFormBoundaryx',
    'multipart/form-data',
    { boundary: '----WebKitFormBoundaryx' },
  ],
  ['multipart/form-data; boundary="a b:c"', 'multipart/form-data', { boundary: 'a b:c' }],
] as const) {
  test(`'${header}' is understood`, () => {
    const parsed = parseContentType(header)
    assert.equal(parsed?.type, type)
    assert.deepEqual(Object.fromEntries(parsed?.parameters ?? []), parameters)
  })
}

for (const header of [
  '',
  ' ',
  'json',
  '/json',
  'application/',
  ' application/json',
  'application /json',
  'application/ json',
  'application/json\ta',
  'application/json a',
  'application/json, text/plain',
  'application/json; charset',
  'application/json; charset=',
  'application/json; charset =utf-8',
  'application/json; charset= utf-8',
  'application/json; charset="utf-8',
  'application/json; charset="utf-8"x',
  'application/json; charset=utf-8; charset=utf-16',
  'application/json; =x',
  'application/json\u0000',
  'application/json\u00a0',
  'аpplication/json',
  `application/json; x=${'y'.repeat(600)}`,
]) {
  test(`${JSON.stringify(header.slice(0, 60))} is refused`, () => {
    assert.equal(parseContentType(header), undefined)
  })
}

test('only UTF-8 and its part US-ASCII count as text that we read', () => {
  const charset = (value: string): boolean => {
    const parsed = parseContentType(`application/json; charset=${value}`)
    return parsed !== undefined && isUtf8(parsed)
  }
  assert.deepEqual(['utf-8', 'UTF-8', '"utf-8"', 'us-ascii'].map(charset), [true, true, true, true])
  assert.deepEqual(['utf-16', 'iso-8859-1', 'utf-7', '""'].map(charset), [false, false, false, false])
})

test('whatever the header, what is understood is a plain type of our own characters', () => {
  const pieces = ['application', 'json', '/', ';', ' ', '\t', '"', '\\', '=', 'charset', 'utf-8', ',', 'é', '\u0000']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const parsed = parseContentType(parts.join(''))
      if (parsed !== undefined) assert.match(parsed.type, /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/)
    }),
  )
})
