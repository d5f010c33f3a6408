import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'

const endings = new WeakMap<TestContext, (() => unknown)[]>()

/**
 * Runs at the end of the test, what came last first. The test runner's own hooks run in the order in which they came, so a
 * folder would be removed while what was opened in it still writes there.
 */
export function atEnd(t: TestContext, work: () => unknown): void {
  const known = endings.get(t)
  if (known !== undefined) return void known.push(work)
  const works = [work]
  endings.set(t, works)
  t.after(async () => {
    const failures: unknown[] = []
    // One that fails must not leave the others running: a server that is never stopped holds up the whole run. None is kept: the
    // test runner knows every test of its process to the end, and would keep all services with them.
    for (const each of works.splice(0).toReversed()) {
      try {
        await each()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  })
}

/** Stands for a test that lasts as long as its file; asked for at the top of the file, for what its tests share. */
export function wholeFile(): TestContext {
  const { t, close } = lastingUntilClosed()
  after(close)
  return t
}

/** Stands for a test that lasts until it is closed, for what several tests share. */
export function lastingUntilClosed(): { t: TestContext; close: () => Promise<void> } {
  const endings: (() => unknown)[] = []
  const close = async (): Promise<void> => {
    for (const end of endings.splice(0)) await end()
  }
  return { t: { after: (end: () => unknown) => void endings.push(end) } as unknown as TestContext, close }
}

/** A folder that is removed when the test ends, after everything that was opened in it later has been closed. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-test-'))
  // What a killed service has started hears of its end a moment later, and may write until then.
  atEnd(t, () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  return folder
}
