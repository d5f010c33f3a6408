import assert from 'node:assert/strict'
import { test } from 'node:test'
import { curlOf, emptyCall } from './call-text.ts'
import { endpointIn, examplesOf, groupsOf, type ApiDocument } from './documents.ts'
import { fieldsOf, limitsText, typeText } from './schema-fields.ts'

test('needed fields come first, other names of a field stand in its line, and limits are told once', () => {
  const fields = fieldsOf({
    type: 'object',
    required: ['prompt'],
    properties: {
      seed: { type: 'integer', minimum: 0, maximum: 10, description: 'The seed.' },
      n: { type: 'integer', minimum: 1, maximum: 10, description: 'From 1 to 10.' },
      image: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }], description: 'A picture.' },
      images: { type: 'string', description: 'Another name for image.' },
      prompt: { type: 'string', maxLength: 3000, description: 'At most 3,000 characters.' },
    },
  })
  assert.deepEqual(
    fields.map(({ name, type, limits, about }) => [name, type, limits, about]),
    [
      ['prompt', 'string', '', 'At most 3,000 characters.'],
      ['seed', 'integer', '0 to 10', 'The seed.'],
      ['n', 'integer', '', 'From 1 to 10.'],
      ['image', 'string | array of string', '', 'A picture. Also accepted as `images`.'],
    ],
  )
})

test('a type names its values, what an array holds, and what a name of the document stands for', () => {
  assert.equal(typeText({ enum: ['low', 'high'] }), '"low" | "high"')
  assert.equal(
    typeText({ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
    'array of (string | null)',
  )
  assert.equal(typeText({ $ref: '#/components/schemas/Error' }, { Error: { type: 'object' } }), 'object')
  assert.equal(limitsText({ type: 'string', maxLength: 255 }), '')
  const known = { Error: { type: 'object', properties: { code: { type: 'string' } } } }
  const inner = fieldsOf(
    { properties: { error: { anyOf: [{ $ref: '#/components/schemas/Error' }, { type: 'null' }] } } },
    known,
  )
  assert.deepEqual(
    inner[0]?.inner.map(({ name }) => name),
    ['code'],
  )
})

const DOCUMENT: ApiDocument = {
  info: { title: 'x', version: '1' },
  tags: [{ name: 'Tasks' }],
  paths: {
    '/images': {
      post: {
        operationId: 'make',
        security: [],
        requestBody: { content: { 'application/json': { example: { prompt: "a fox's den" } } } },
      },
    },
    '/tasks/{taskId}': {
      get: {
        operationId: 'get',
        tags: ['Tasks'],
        parameters: [{ name: 'taskId', in: 'path', required: true, schema: {} }],
      },
    },
  },
  webhooks: { done: { post: { operationId: 'done' } } },
}

test('endpoints are under their headings, and what the service sends comes last', () => {
  const groups = groupsOf(DOCUMENT).map(({ name, endpoints }) => [name, endpoints.map(({ id }) => id)])
  assert.deepEqual(groups, [
    ['Tasks', ['get']],
    ['Endpoints', ['make']],
    ['Sent to you', ['done']],
  ])
  assert.equal(endpointIn('#/Videos/createVideo'), 'createVideo')
  assert.equal(endpointIn('#errors'), undefined)
})

test('a command survives a quote in its body, and leaves what is not filled in where it belongs', () => {
  const [get, make] = groupsOf(DOCUMENT).flatMap(({ endpoints }) => endpoints)
  assert.ok(get !== undefined && make !== undefined)
  const command = curlOf(make, emptyCall(make.operation), 'http://here')
  assert.ok(command.startsWith('curl http://here/images \\\n  -H "Authorization: Bearer $MEDIAGEN_API_KEY"'))
  assert.ok(command.includes(String.raw`"a fox'\''s den"`), command)
  assert.equal(curlOf(get, emptyCall(get.operation), 'http://here'), "curl 'http://here/tasks/{taskId}'")
  assert.equal(curlOf(get, { values: { taskId: 'a/b' }, body: '' }, 'http://here'), 'curl http://here/tasks/a%2Fb')
})

test('examples are told apart by what is special about them', () => {
  const value = (fields: object) => ({ value: { prompt: 'x', ...fields } })
  const examples = {
    example1: value({}),
    example2: value({ image: [] }),
    example3: value({ image: [], n: 2 }),
    example4: value({}),
  }
  assert.deepEqual(
    examplesOf({ examples }).map(({ name }) => name),
    ['Basic', 'With image', 'With image, n', 'Example 4'],
  )
})
