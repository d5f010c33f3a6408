import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AGAIN, batched, type Batching, type Unbatched } from './batch.ts'

const ONE_LANE = { keyOf: (item: string) => item, most: 9, lanes: 1 }

test('what has to be tried again is tried by itself until it is done, while its lane waits', async () => {
  const seen: string[] = []
  const send = batched<string, string>({
    ...ONE_LANE,
    together: async (items) => {
      seen.push(items.join(''))
      return items.map((item) => (item === 'a' ? AGAIN : `${item}!`))
    },
    alone: async (item) => {
      seen.push(item)
      return seen.length < 4 ? AGAIN : `${item}!`
    },
  })
  assert.deepEqual(await Promise.all([send('a'), send('b')]), ['a!', 'b!'])
  assert.deepEqual(seen, ['ab', 'a', 'a', 'a'])
})

test('a function that waits for a lane cannot be handed to what fills one: it does not compile', () => {
  const plain: Batching<string, string> = { ...ONE_LANE, together: async (items) => items, alone: async (item) => item }
  const send = batched(plain)
  // @ts-expect-error A lane that waits for itself waits for ever.
  const wrong: Batching<string, string> = { ...plain, alone: send }
  // @ts-expect-error The same for a part of what fills one.
  const part: Unbatched<(item: string) => Promise<string>> = send
  assert.equal(wrong.alone, part)
})
