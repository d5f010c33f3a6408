import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'

export const HELP = `npm test                         the short tests: minutes
npm run test:long                these and the exhaustive ones: before a release
npm test -- videos               the files whose path contains "videos"; several words add up
npm test -- test/chaos src/core  folders
npm test -- src/core/tasks/size.test.ts --test-name-pattern="a ratio"

  --test-name-pattern=TEXT   tests whose name matches; --test-skip-pattern=TEXT those whose name does not
  --test-only                tests that are marked as only
  --test-reporter=NAME       spec (the usual one), dot, tap, junit
  --test-concurrency=N       processes at the same time; one more than there are cores unless told
  --test-isolation=process   each file in a process of its own, where files disturb each other
  --test-shard=1/3           every third file
  --long                     the files named .long.test.ts too
  --test-timeout=MS          for each test; a test that never ends fails with its name
  --file-timeout=MS          for each process as a whole, its start and end included
  --idle-timeout=MS          for a process that does nothing; it fails with the name of its test (Linux)
  --browser-idle-timeout=MS  the same for a process that is at a file with a browser
  --costs                    what each file and the slowest tests cost; a run of all tests always tells the sums
`

/** Thrown for a command line that cannot be followed. */
export class RunError extends Error {}

// No test is judged by its speed: this is for what hangs. The longest test takes half a minute on two quiet cores, two
// minutes with fifteen programs waiting for them, and over five where a machine gives a guest a tenth of its cores.
const TEST_TIMEOUT_MS = 40 * 60_000
const FILE_TIMEOUT_MS = 80 * 60_000
// What waits for something that never comes does nothing meanwhile, and is told from what is slow by that.
const IDLE_TIMEOUT_MS = 5 * 60_000
// A text that is missing on a page never comes. What a page does by itself, such as looking for news or for a service that was
// away, it does again within half of this.
const BROWSER_IDLE_TIMEOUT_MS = 60_000

export type Options = {
  words: string[]
  namePatterns: string[]
  skipPatterns: string[]
  only: boolean
  reporter: string
  concurrency: number
  isolation: 'none' | 'process'
  long: boolean
  shard: { index: number; total: number } | undefined
  testTimeoutMs: number
  fileTimeoutMs: number
  idleTimeoutMs: number
  browserIdleTimeoutMs: number
  costs: boolean
  help: boolean
}

const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true } as const
const flag = { type: 'boolean', default: false } as const

/** Reads the command line of the tests. */
export function readOptions(argv: readonly string[]): Options {
  const { values, positionals } = parsed(argv)
  const idleTimeoutMs = number('idle-timeout', values['idle-timeout'], IDLE_TIMEOUT_MS)
  const inBrowser = Math.min(idleTimeoutMs, BROWSER_IDLE_TIMEOUT_MS)
  return {
    words: positionals,
    namePatterns: values['test-name-pattern'] ?? [],
    skipPatterns: values['test-skip-pattern'] ?? [],
    only: values['test-only'],
    reporter: values['test-reporter'] ?? 'spec',
    concurrency: number('test-concurrency', values['test-concurrency'], availableParallelism() + 1),
    // Of a suite in which no name matches, no hook tells the end.
    isolation: isByName(values) ? 'process' : readIsolation(values['test-isolation']),
    long: values.long,
    shard: readShard(values['test-shard']),
    testTimeoutMs: number('test-timeout', values['test-timeout'], TEST_TIMEOUT_MS),
    fileTimeoutMs: number('file-timeout', values['file-timeout'], FILE_TIMEOUT_MS),
    idleTimeoutMs,
    browserIdleTimeoutMs: number('browser-idle-timeout', values['browser-idle-timeout'], inBrowser),
    costs: values.costs,
    help: values.help,
  }
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        'test-name-pattern': texts,
        'test-skip-pattern': texts,
        'test-only': flag,
        'test-reporter': text,
        'test-concurrency': text,
        'test-isolation': text,
        long: flag,
        'test-shard': text,
        'test-timeout': text,
        'file-timeout': text,
        'idle-timeout': text,
        'browser-idle-timeout': text,
        costs: flag,
        help: flag,
      },
    })
  } catch (error) {
    throw new RunError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
  }
}

function number(name: string, value: string | undefined, otherwise: number): number {
  if (value === undefined) return otherwise
  if (/^[1-9]\d*$/.test(value)) return Number(value)
  throw new RunError(`--${name} must be a whole number above zero, not '${value}'`)
}

function isByName(values: ReturnType<typeof parsed>['values']): boolean {
  return values['test-only'] || (values['test-name-pattern'] ?? values['test-skip-pattern']) !== undefined
}

function readIsolation(value = 'none'): Options['isolation'] {
  if (value === 'none' || value === 'process') return value
  throw new RunError(`--test-isolation must be none or process, not '${value}'`)
}

function readShard(value: string | undefined): Options['shard'] {
  if (value === undefined) return undefined
  const [, index, total] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(value) ?? []
  if (index === undefined || Number(index) > Number(total))
    throw new RunError(`--test-shard must be such as 1/3, not '${value}'`)
  return { index: Number(index), total: Number(total) }
}
