import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withScheme } from './generation-forms.ts'

async function read(...pieces: string[]): Promise<string> {
  const source = async function* (): AsyncGenerator<string> {
    yield* pieces
  }
  return (await Array.fromAsync(withScheme(source()))).join('')
}

test('base64 with nothing before it becomes a data: URL, in however small pieces it comes', async () => {
  assert.equal(await read('iVBORw0KGgo='), 'data:;base64,iVBORw0KGgo=')
  assert.equal(await read(...'iVBORw0KGgo='), 'data:;base64,iVBORw0KGgo=')
  assert.equal(await read('  \n', 'iVBO', 'Rw0K'), 'data:;base64,iVBORw0K')
  assert.equal(await read('AAAA'), 'data:;base64,AAAA')
  assert.equal(await read('httpsAAA'), 'data:;base64,httpsAAA')
})

test('addresses and data: URLs stay as they are, and nothing stays nothing', async () => {
  for (const text of ['data:image/png;base64,AAAA', 'DATA:,x', 'http://example.com/a', 'https://example.com/a'])
    assert.equal(await read(...text), text)
  assert.equal(await read(' ', ''), '')
})

test('white space before a picture is dropped as it comes, and never collected', async () => {
  assert.equal(await read(...' \n\t DATA:,x y'), 'DATA:,x y')
  assert.equal(await read(...Array.from({ length: 100 }, () => ' '), ' upload_1'), 'upload_1')
})
