import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { dataUrlBytes, isDataUrl } from './data-url.ts'

async function bytesOf(text: string): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(dataUrlBytes(text)))
}

test('any bytes survive base64 and percent-encoding', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const buffer = Buffer.from(bytes)
      assert.deepEqual(await bytesOf(`data:image/png;base64,${buffer.toString('base64')}`), buffer)
      assert.deepEqual(await bytesOf(`data:;base64,${buffer.toString('base64url')}`), buffer)
      const percent = [...buffer].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
      assert.deepEqual(await bytesOf(`data:image/png,${percent}`), buffer)
    }),
  )
})

test('a large picture comes in pieces and whole', async () => {
  const bytes = Buffer.alloc(1_000_000, 'picture')
  const pieces = await Array.fromAsync(dataUrlBytes(`data:image/jpeg;base64,${bytes.toString('base64')}`))
  assert.ok(pieces.length > 3)
  assert.deepEqual(Buffer.concat(pieces), bytes)
})

test('padding in the middle is refused, also where two pieces meet', async () => {
  const long = 'A'.repeat(256 * 1024 - 4)
  for (const text of [`${long}AA==${long}`, `${long}A===`, `AA==AAAA`]) {
    await assert.rejects(bytesOf(`data:;base64,${text}`), { code: 'invalid_image' })
  }
  const broken = Buffer.alloc(600_000, 'x').toString('base64').replaceAll(/.{76}/g, '$&\r\n')
  assert.equal((await bytesOf(`data:;base64,${broken}`)).length, 600_000)
})

test('line breaks and percent-encoded padding inside base64 are forgiven', async () => {
  assert.equal((await bytesOf('data:image/png;charset=x; base64,aGVs\r\nbG8%3D')).toString(), 'hello')
})

for (const text of [
  'data:image/png;base64',
  'data:;base64,a',
  'data:;base64,a===',
  'data:;base64,aGV$',
  'data:,%zz',
  'data:,%4',
]) {
  test(`${text} is refused as invalid_image`, async () => {
    await assert.rejects(bytesOf(text), { code: 'invalid_image', param: 'image' })
  })
}

test('the scheme is recognised in any case, and only at the beginning', () => {
  assert.ok(isDataUrl('DATA:,x') && isDataUrl('data:image/png;base64,'))
  assert.ok(!isDataUrl('https://example.com/data:') && !isDataUrl(' data:'))
})
