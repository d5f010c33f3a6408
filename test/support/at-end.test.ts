import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { atEnd } from './at-end.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

// The test runner knows all tests of its process to the end. What they opened would stay with them: hundreds of services.
test('nobody holds what a test has opened once it has ended', async (t) => {
  const held: WeakRef<object>[] = []
  const ended: number[] = []
  await t.test('opens two things', (inner) => {
    for (const number of [1, 2]) {
      const opened = { close: () => ended.push(number) }
      held.push(new WeakRef(opened))
      atEnd(inner, () => opened.close())
    }
  })
  await setImmediate()
  collect()
  assert.deepEqual(ended, [2, 1])
  assert.deepEqual(
    held.map((each) => each.deref()),
    [undefined, undefined],
  )
})
