import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagColours } from './colour-tags.ts'

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'))

test('colours go into the sequence parameters, and all else stays', () => {
  const plain = hex('0142001fffe100096742001fa6805005b901000468ce3c80')
  const tagged = Buffer.from(tagColours(plain)).toString('hex')
  assert.equal(tagged, '0142001fffe1000e6742001fa6805005ba6a0202020401000468ce3c80')
})
