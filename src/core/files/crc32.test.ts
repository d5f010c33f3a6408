import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { crc32 as zlibCrc32 } from 'node:zlib'
import { crc32 } from './crc32.ts'
import { randomBase62 } from '../text/random-text.ts'

const bytes = (length: number): Uint8Array => randomBytes(length)

test('our CRC-32 is the usual one', () => {
  for (const text of ['', '123456789', randomBase62(43, bytes)]) assert.equal(crc32(text), zlibCrc32(text))
})
