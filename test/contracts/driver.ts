import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Store } from '../../src/ports/store.ts'
import { OWNER } from './build.ts'
import { temporaryFolder } from '../support/at-end.ts'

/** Two ways into the same records: the same store twice, two connections, or two processes. */
export type Pair = { a: Store; b: Store }

/** A kind of store under test. What `open` gives is empty, and ends with the test. */
export type Driver = { name: string; open(t: TestContext): Promise<Pair> }

/** A test of one promise of the store, on one driver. */
export type Promised = (words: string, body: (pair: Pair) => Promise<void>) => void

export function promisesOf(driver: Driver): Promised {
  return (words, body) => {
    test(`${driver.name}: ${words}`, async (t) => {
      const pair = await driver.open(t)
      await pair.a.owners.join(OWNER)
      await body(pair)
    })
  }
}

/** A place for an SQLite file that is removed when the test ends. */
export async function temporaryPath(t: TestContext): Promise<string> {
  return join(await temporaryFolder(t), 'mediagen.db')
}
