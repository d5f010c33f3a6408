import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkValues } from './check-values.ts'
import { Type, type Static } from './schema.ts'

const Query = Type.Object(
  {
    kind: Type.Enum(['image', 'video']),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 3, pattern: '^[^x]*$' })),
  },
  { additionalProperties: false },
)
const check = checkValues(Query)

test('a schema tells the compiler, the check and the document the same', () => {
  const fitting: Static<typeof Query> = { kind: 'image', limit: 5 }
  assert.equal(check(fitting), undefined)
  assert.deepEqual(Query['required'], ['kind'])
  assert.deepEqual(JSON.parse(JSON.stringify(Query.properties.limit)), { type: 'integer', minimum: 1, maximum: 100 })
})

test('the first value that does not fit is named with what it must be, unknown ones before all', () => {
  const kind = 'video'
  const cases: [Record<string, unknown>, string, string | null][] = [
    [{ kind: 'film', limit: 0, other: 1 }, 'other', null],
    [{ kind, constructor: 1 }, 'constructor', null],
    [{}, 'kind', 'is required'],
    [{ kind: 'film' }, 'kind', 'must be one of: image, video'],
    [{ kind: ['image', 'video'] }, 'kind', 'must be one of: image, video'],
    [{ kind, limit: '5' }, 'limit', 'must be a whole number'],
    [{ kind, limit: 1.5 }, 'limit', 'must be a whole number'],
    [{ kind, limit: 0 }, 'limit', 'must be at least 1'],
    [{ kind, limit: 101 }, 'limit', 'must be at most 100'],
    [{ kind, name: 5 }, 'name', 'must be text'],
    [{ kind, name: '' }, 'name', 'must not be empty'],
    [{ kind, name: 'abcd' }, 'name', 'must have at most 3 characters'],
    [{ kind, name: 'x' }, 'name', 'must match the pattern "^[^x]*$"'],
  ]
  for (const [values, param, rule] of cases) assert.deepEqual(check(values), { param, rule })
})

const Settings = Type.Object({
  words: Type.Optional(Type.Union([Type.Array(Type.Enum(['a', 'b']), { minItems: 1, maxItems: 2 }), Type.Null()])),
  limits: Type.Optional(
    Type.Object(
      { usd: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 9 }), Type.Null()])), of: Type.String() },
      { additionalProperties: false },
    ),
  ),
})

test('lists and objects inside of objects are held against their schemas, and named by their path', () => {
  const checkSettings = checkValues(Settings)
  for (const fitting of [
    { words: null },
    { words: ['a', 'b'] },
    { limits: { usd: 0.5, of: '' } },
    { limits: { usd: null, of: '' } },
  ])
    assert.equal(checkSettings(fitting), undefined)
  const cases: [Record<string, unknown>, string, string | null][] = [
    [{ words: 'a' }, 'words', 'must be an array'],
    [{ words: { 0: 'a', length: 1 } }, 'words', 'must be an array'],
    [{ words: [] }, 'words', 'must not be empty'],
    [{ words: ['a', 'b', 'a'] }, 'words', 'must have at most 2 items'],
    [{ words: ['a', 'c'] }, 'words', 'must be one of: a, b'],
    [{ limits: null }, 'limits', 'must be an object'],
    [{ limits: [] }, 'limits', 'must be an object'],
    [{ limits: {} }, 'limits.of', 'is required'],
    [{ limits: { of: '', usd: 1, more: 2 } }, 'limits.more', null],
    [{ limits: { of: '', usd: '1' } }, 'limits.usd', 'must be a number'],
    [{ limits: { of: '', usd: Infinity } }, 'limits.usd', 'must be a number'],
    [{ limits: { of: '', usd: 1e300 } }, 'limits.usd', 'must be at most 9'],
    [{ limits: { of: '', usd: -1 } }, 'limits.usd', 'must be at least 0'],
  ]
  for (const [values, param, rule] of cases) assert.deepEqual(checkSettings(values), { param, rule })
})

test('characters are counted as code points', () => {
  assert.equal(check({ kind: 'image', name: '🦊🦊🦊' }), undefined)
})

test('a rule that no check reads is refused when the route is declared, not passed over', () => {
  for (const unread of [Type.Null(), Type.Unknown(), Type.Union([Type.String(), Type.Integer()])]) {
    const schemas = [Type.Object({ list: unread }), Type.Object({ list: Type.Array(unread) })]
    for (const schema of schemas)
      assert.throws(() => checkValues(schema), /'list' has a schema that values are not held against/)
  }
})

test('a schema is compiled once, however many requests are held against it', () => {
  const schema = Type.Object({ name: Type.String() })
  assert.equal(checkValues(schema), checkValues(schema))
  assert.deepEqual(checkValues(schema)({ name: 1 }), { param: 'name', rule: 'must be text' })
})
