import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { isTaskId, newTaskId } from './task-id.ts'

const bytes = (length: number): Uint8Array => randomBytes(length)

test('a task id is 19 to 24 digits, never starts with 0, and does not repeat', () => {
  const ids = Array.from({ length: 5_000 }, () => newTaskId(bytes))
  for (const id of ids) assert.match(id, /^[1-9][0-9]{18,23}$/)
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(ids.every(isTaskId))
})
