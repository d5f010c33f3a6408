import assert from 'node:assert/strict'
import test from 'node:test'
import { notWhole, ownNames } from './support/drawn-whole.ts'

test('every drawing of ours is whole, and in one piece unless it says in data-loose what of it is apart', async () => {
  assert.deepEqual(await notWhole(ownNames), { cut: [], inPieces: [] })
})
