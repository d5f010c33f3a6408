import assert from 'node:assert/strict'

/** What a promise that is expected to fail fails with. */
export function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => assert.fail('it came through'),
    (error: unknown) => error,
  )
}
