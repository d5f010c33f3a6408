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
    [{ kind, limit: '5' }, 'limit', 'must be integer'],
    [{ kind, limit: 1.5 }, 'limit', 'must be integer'],
    [{ kind, limit: 0 }, 'limit', 'must be >= 1'],
    [{ kind, limit: 101 }, 'limit', 'must be <= 100'],
    [{ kind, name: 5 }, 'name', 'must be string'],
    [{ kind, name: '' }, 'name', 'must not have fewer than 1 characters'],
    [{ kind, name: 'abcd' }, 'name', 'must not have more than 3 characters'],
    [{ kind, name: 'x' }, 'name', 'must match pattern "^[^x]*$"'],
  ]
  for (const [values, param, rule] of cases) assert.deepEqual(check(values), { param, rule })
})

test('characters are counted as code points', () => {
  assert.equal(check({ kind: 'image', name: '🦊🦊🦊' }), undefined)
})

test('a rule that no check reads is refused when the route is declared, not passed over', () => {
  const Nested = Type.Object({ list: Type.Object({ name: Type.String() }) })
  assert.throws(() => checkValues(Nested), /'list' has a schema that values are not held against/)
  const Deep = Type.Object({ list: Type.Array(Type.Object({ name: Type.String() })) })
  assert.throws(() => checkValues(Deep), /'list' has a schema that values are not held against/)
})

test('a list is held to its length, and each of its items to the rule of items', () => {
  const lists = checkValues(Type.Object({ ids: Type.Array(Type.String({ maxLength: 3 }), { maxItems: 2 }) }))
  assert.equal(lists({ ids: [] }), undefined)
  assert.equal(lists({ ids: ['a', 'abc'] }), undefined)
  for (const [ids, rule] of [
    ['a', 'must be array'],
    [{ length: 1 }, 'must be array'],
    [['a', 'b', 'c'], 'must not have more than 2 items'],
    [['a', 5], 'holds an item that must be string'],
    [['abcd'], 'holds an item that must not have more than 3 characters'],
  ] as const)
    assert.deepEqual(lists({ ids }), { param: 'ids', rule })
})
