import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventData } from './ended-tasks.ts'

const TEXT = ': hello\r\n\r\nevent: message\ndata: {"a":"ä"}\n\ndata: 1\ndata:2\n\nid: 7\n\ndata: cut off'

test('events come out whole, wherever the stream was cut, and what was cut off does not', async () => {
  const bytes = Buffer.from(TEXT)
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    assert.deepEqual(await Array.fromAsync(eventData(pieces())), ['{"a":"ä"}', '1\n2'], `pieces of ${size}`)
  }
})
