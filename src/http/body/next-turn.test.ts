import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { nextTurn } from './next-turn.ts'

test('a hundred who work in turns leave the event loop free after a few of them, and all of them come to their end', async () => {
  const perTurn: number[] = []
  let steps = 0
  const worker = async (): Promise<void> => {
    for (let step = 0; step < 10; step++, steps++) await nextTurn()
  }
  let isOver = false
  const all = Promise.all(Array.from({ length: 100 }, worker)).then(() => (isOver = true))
  while (!isOver) {
    const before = steps
    await turn()
    perTurn.push(steps - before)
  }
  await all
  assert.equal(steps, 1_000)
  assert.ok(Math.max(...perTurn) <= 16, `${Math.max(...perTurn)} in one turn`)
})
