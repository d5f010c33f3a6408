import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitingLine } from './waiting-line.ts'

/** Starts work by name, and lets it end by name. */
function stage() {
  const line = waitingLine({ heavy: 'heavy place', light: 'light place' })
  const started: string[] = []
  const places = new Map<string, string>()
  const ends = new Map<string, () => void>()
  const all: Promise<void>[] = []
  return {
    started,
    places,
    ask: (asker: string, name: string, light: boolean) => {
      all.push(
        line({ asker, light }, async (place) => {
          started.push(name)
          places.set(name, place)
          await new Promise<void>((resolve) => ends.set(name, resolve))
        }),
      )
    },
    end: async (name: string) => {
      ends.get(name)?.()
      await new Promise(setImmediate)
    },
    settled: () => new Promise(setImmediate),
  }
}

test('askers take turns: a long line of one does not hold up another', async () => {
  const { ask, end, started, settled } = stage()
  for (const name of ['a1', 'a2', 'a3']) ask('a', name, false)
  ask('b', 'b1', false)
  ask('c', 'c1', false)
  await settled()
  for (const name of ['a1', 'b1', 'c1', 'a2', 'a3']) await end(name)
  assert.deepEqual(started, ['a1', 'b1', 'c1', 'a2', 'a3'])
})

test('an asker that comes back stands behind those who wait already', async () => {
  const { ask, end, started, settled } = stage()
  ask('a', 'a1', false)
  await settled()
  ask('b', 'b1', false)
  ask('a', 'a2', false)
  await end('a1')
  await end('b1')
  assert.deepEqual(started, ['a1', 'b1', 'a2'])
})

test('light work never waits for heavy work, and two heavy pieces never run together', async () => {
  const { ask, started, places, settled } = stage()
  for (const name of ['heavy 1', 'heavy 2']) ask('a', name, false)
  ask('b', 'light 1', true)
  await settled()
  assert.deepEqual(started, ['heavy 1', 'light 1'])
  assert.equal(places.get('light 1'), 'light place')
})

test('light work takes both places while there is no heavy work, and gives one back as soon as there is', async () => {
  const { ask, end, started, places, settled } = stage()
  for (const name of ['light 1', 'light 2', 'light 3', 'light 4']) ask('a', name, true)
  await settled()
  assert.deepEqual(started, ['light 1', 'light 2'])
  ask('b', 'heavy 1', false)
  await end('light 1')
  assert.deepEqual([started.at(-1), places.get('heavy 1')], ['heavy 1', 'heavy place'])
  await end('light 2')
  assert.equal(started.at(-1), 'light 3')
})

test('work that fails frees its place', async () => {
  const line = waitingLine({ heavy: 1, light: 2 })
  for (const _ of [1, 2, 3])
    await assert.rejects(
      line({ asker: 'a', light: false }, () => Promise.reject(new Error('no'))),
      /no/,
    )
  assert.equal(await line({ asker: 'a', light: false }, async (place) => place), 1)
})
