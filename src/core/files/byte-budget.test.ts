import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { byteBudget } from './byte-budget.ts'

const never = new AbortController().signal

test('an owner that wants everything gets its part, and another is served at once', async () => {
  const budget = byteBudget({ total: 100, each: 40 })
  let greedy = 0
  for (let index = 0; index < 10; index++) void budget.take('greedy', 10, never).then(() => greedy++)
  await turn()
  assert.equal(greedy, 4)
  await budget.take('modest', 40, never)
})

test('what is freed goes round: two who wait get one each before either gets a second', async () => {
  const budget = byteBudget({ total: 20, each: 20 })
  const order: string[] = []
  const first = await budget.take('a', 10, never)
  const second = await budget.take('a', 10, never)
  for (const name of ['a', 'a', 'b', 'b']) void budget.take(name, 10, never).then(() => order.push(name))
  first()
  second()
  second()
  await turn()
  assert.deepEqual(order.toSorted(), ['a', 'b'])
})

test('who hangs up while it waits holds up nobody, and more than there is counts as all there is', async () => {
  const budget = byteBudget({ total: 20, each: 20 })
  const free = await budget.take('a', 1_000, never)
  const gone = new AbortController()
  const given = budget.take('a', 20, gone.signal)
  gone.abort(new Error('gone'))
  await assert.rejects(given, /gone/)
  const next = budget.take('b', 20, never)
  free()
  ;(await next)()
  await assert.rejects(budget.take('b', 1, AbortSignal.abort(new Error('gone'))), /gone/)
})

test('who cannot wait takes what is free at once, or nothing, and never before those who wait', async () => {
  const budget = byteBudget({ total: 20, each: 15 })
  const first = budget.takeNow('a', 10)
  assert.ok(first !== undefined)
  assert.equal(budget.takeNow('a', 10), undefined)
  const second = budget.takeNow('b', 10)
  assert.ok(second !== undefined)
  let waited = false
  void budget.take('c', 15, never).then(() => (waited = true))
  first()
  assert.equal(budget.takeNow('a', 5), undefined)
  second()
  await turn()
  assert.equal(waited, true)
})

test('what is kept on stays taken until all is freed, and can be no more than there was', async () => {
  const budget = byteBudget({ total: 20, each: 20 })
  const free = await budget.take('a', 20, never)
  free(5)
  assert.equal(budget.takeNow('a', 16), undefined)
  const rest = budget.takeNow('b', 15)
  free(1_000)
  assert.equal(budget.takeNow('c', 1), undefined)
  free()
  free()
  rest?.()
  assert.equal(typeof budget.takeNow('c', 20), 'function')
})
