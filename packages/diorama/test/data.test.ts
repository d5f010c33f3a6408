import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { builtFrom, RECORD, type BuiltFrom } from '../../../tools/diorama-data/built-from.ts'
import { isBoxOf, outlineOf, paintedBox } from '../../../tools/diorama-data/painted-box.ts'

// data.long.test.ts builds it anew; for that hundreds of megabytes of sources are installed.
test('data/ was built from the art and by the builder of today, and not changed since: else run `npm run data`', () => {
  const recorded = JSON.parse(readFileSync(RECORD, 'utf8')) as BuiltFrom
  assert.deepEqual(builtFrom(), recorded, 'packages/diorama/data is stale: npm run data')
})

test('a recorded box stands while soft edges differ a little, and falls when the drawing differs', async () => {
  const square = (alpha: number) =>
    outlineOf(
      `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128"><rect x="10" y="20" width="30" height="40"/>` +
        `<rect x="40" y="20" width="1" height="1" fill-opacity="${alpha / 255}"/></svg>`,
    )
  assert.deepEqual(paintedBox(await square(22)), [10, 20, 30, 40])
  assert.deepEqual(paintedBox(await square(26)), [10, 20, 31, 40])
  assert.ok(isBoxOf(await square(26), [10, 20, 30, 40]) && isBoxOf(await square(22), [10, 20, 31, 40]))
  assert.ok(!isBoxOf(await square(60), [10, 20, 30, 40]) && !isBoxOf(await square(22), [10, 20, 32, 40]))
})
