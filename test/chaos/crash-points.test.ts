import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Engine } from '../../src/ports/engine.ts'
import { localFiles } from '../../src/files/local.ts'
import { systemRandom } from '../../src/runtime/system.ts'
import { sqliteStore } from '../../src/store/sqlite/store.ts'
import { isRead } from './boundaries.ts'
import { crashAt, crossedBoundaries, type CrashPoint } from './crash-run.ts'
import { providerEngines } from './provider.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { someOf } from '../support/long.ts'

/** What happens only when a lease or the name of its owner is lost on the way, which a script cannot promise on a busy machine. */
const BY_CHANCE = /^queue\.(advance( to starting)?|finish as (start_unknown.*|[a-z_]+( under limits)?))$/
/** What needs an absence or a clock that was set. It is one transaction. */
const NOT_SCRIPTED = ['chores.passOver', 'chores.passLate']
const AT_ONCE = 6
const SAMPLE = 2

/** The names of all methods of the three ports that change something, read from the ports themselves. */
async function changingMethods(t: TestContext): Promise<string[]> {
  const folder = await temporaryFolder(t)
  const store = sqliteStore(join(folder, 'mediagen.db'))
  const files = await localFiles(folder, systemRandom)
  const spooled = await files.spool([] as unknown as AsyncIterable<Uint8Array>, {
    maxBytes: 1,
    tooLarge: 'internal_error',
  })
  const [engine] = providerEngines(join(folder, 'calls.jsonl'))
  const methods = [
    ...namesIn(store, ''),
    ...namesIn(files, 'bytes.'),
    ...namesIn(spooled, 'spooled.'),
    ...namesIn(engine satisfies Engine | undefined, 'engine.'),
  ]
  await store.close()
  await engine?.close()
  return methods.filter((name) => !isRead(name))
}

function namesIn(port: unknown, prefix: string): string[] {
  if (typeof port !== 'object' || port === null || Object.getPrototypeOf(port) !== Object.prototype) return []
  return Object.entries(port).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'function' ? [prefix + name] : namesIn(value, `${prefix}${name}.`),
  )
}

test('killed before and after every write and every engine call, the service keeps its promises', async (t) => {
  const folder = await temporaryFolder(t)
  const cacheFolder = join(folder, 'compile-cache')
  const boundaries = await crossedBoundaries(join(folder, 'rehearsal'), cacheFolder)
  const methods = await changingMethods(t)
  const missed = methods.filter(
    (method) =>
      !NOT_SCRIPTED.includes(method) && !boundaries.some((each) => each === method || each.startsWith(`${method} `)),
  )
  assert.deepEqual(missed, [], 'the script comes past every method that changes something')

  const all = boundaries
    .filter((boundary) => !BY_CHANCE.test(boundary))
    .flatMap((boundary): CrashPoint[] => [
      { boundary, side: 'before' },
      { boundary, side: 'after' },
    ])
  // All of them take minutes. The short run takes those right after a paid start or a signature, where a second one would be
  // paid, and some of the others.
  const isPaid = ({ boundary, side }: CrashPoint): boolean =>
    side === 'after' && /^(engine\.start|credentials\.sign)/.test(boundary) && boundary !== 'engine.start of local'
  const points = [
    ...all.filter(isPaid),
    ...someOf(
      all.filter((point) => !isPaid(point)),
      SAMPLE,
    ),
  ]
  const results = []
  for (let from = 0; from < points.length; from += AT_ONCE) {
    results.push(...(await crashAt(points.slice(from, from + AT_ONCE), join(folder, `batch-${from}`), cacheFolder)))
  }
  const named = results.map(({ boundary, side, hit, faults }) => ({ point: `${side} ${boundary}`, hit, faults }))
  t.diagnostic(`crash points: ${named.filter(({ hit }) => hit).length} of ${points.length} hit`)
  assert.deepEqual(
    named.filter(({ hit, faults }) => !hit || faults.length > 0),
    [],
  )
})
