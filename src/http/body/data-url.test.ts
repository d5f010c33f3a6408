import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/support/properties.ts'
import { dataUrlBytes, isDataUrl } from './data-url.ts'

async function* inPieces(text: string, length: number): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += length) yield text.slice(start, start + length)
}

/** The same bytes, wherever the text is cut on its way. */
async function bytesOf(text: string): Promise<Buffer> {
  const whole = await Array.fromAsync(dataUrlBytes(inPieces(text, text.length)))
  const length = text.length > 10_000 ? 65_537 : 1 + (text.length % 5)
  const cut = await Array.fromAsync(dataUrlBytes(inPieces(text, length)))
  assert.deepEqual(Buffer.concat(cut), Buffer.concat(whole))
  return Buffer.concat(whole)
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
  const text = `data:image/jpeg;base64,${bytes.toString('base64')}`
  const pieces = await Array.fromAsync(dataUrlBytes(inPieces(text, 65_536)))
  assert.ok(pieces.length > 3 && pieces.every((piece) => piece.length <= 65_536))
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

test('a sign that is no base64 is refused wherever it stands in a long text', async () => {
  const long = 'A'.repeat(100_000)
  // The last two end in the byte of a letter that would be right.
  for (const wrong of ['*', '$', '\u0000', 'é', '\u0141', '\u4e41']) {
    for (const at of [0, 50_001, 99_990]) {
      const text = `data:;base64,${long.slice(0, at)}${wrong}${long.slice(at + 1)}`
      await assert.rejects(Array.fromAsync(dataUrlBytes(inPieces(text, 65_536))), { code: 'invalid_image' })
    }
  }
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

test('a head without an end is refused before all of it has come', async () => {
  let pieces = 0
  const endless = async function* (): AsyncGenerator<string> {
    for (; ; pieces++) yield 'data:'.repeat(100)
  }
  await assert.rejects(Array.fromAsync(dataUrlBytes(endless())), { code: 'invalid_image' })
  assert.ok(pieces < 10)
})

test('the scheme is recognised in any case, and only at the beginning', () => {
  assert.ok(isDataUrl('DATA:,x') && isDataUrl('data:image/png;base64,'))
  assert.ok(!isDataUrl('https://example.com/data:') && !isDataUrl(' data:'))
})
